import pytest

from compile.remedies.nesting import MOST_TOKENS, nesting


def faults(code):
    return [
        (fault.kind, fault.mark.name, fault.other and fault.other.name)
        for fault in nesting("main.tex", code).faults
    ]


@pytest.mark.parametrize(
    "code",
    [
        "",
        "No environment; the begin and the end of it.",
        r"\begin{a}\begin{b}\end{b}\end{a}",
        r"\begin{tabular*}{5cm}{l}\end{tabular*}",
        r"\newcommand{\x}{\begin{a}} \begin{document}\end{document}",
        r"begin{nothing we know} and \begin somewhere",
    ],
)
def test_paired_marks_are_no_fault(code):
    assert faults(code) == []


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (r"\begin{a}\begin{b}\end{a}", ("unclosed", "b", None)),
        (r"\begin{a}", ("unclosed", "a", None)),
        (r"\begin{document}\end{a}\end{document}", ("unopened", "a", None)),
        (r"\end{a}", ("unopened", "a", None)),
        (r"\begin{x}\begin{a}\end{b}\end{x}", ("misnamed", "b", "a")),
        (r"\begin{a}\begin{b}\end{a}\end{b}", ("crossed", "a", "b")),
        (r"\begin{itemize\end{itemize}", ("malformed", "itemize", None)),
        (r"\begin{itemize}\end{itemize", ("malformed", "itemize", None)),
        ("\\begin{quote}\nend{quote}", ("malformed", "quote", None)),
        (r"\begin{document}\begin{tabular}\end{tabul^ar}\end{document}",
         ("misnamed", "tabul^ar", "tabular")),
    ],
)  # fmt: skip
def test_each_kind_of_fault_is_told(code, fault):
    assert faults(code) == [fault]


def test_malformed_end_counts_from_its_begin():
    code = "\\begin{quote}\nA\nend{quote}"
    (fault,) = nesting("main.tex", code).faults
    assert (fault.start, fault.mark.start) == (0, code.index("end{"))


def test_pairs_come_in_the_order_of_their_ends():
    spans = nesting("main.tex", r"\begin{a}\begin{b}\end{b}\end{a}").spans
    assert [begin.name for begin, _ in spans] == ["b", "a"]


def test_endless_source_is_not_said_to_be_open():
    code = "\\begin{document}" + "\\begin{a}\\end{a}" * MOST_TOKENS
    assert nesting("main.tex", code).faults == []
