import pytest

from compile.remedies.groups import MOST_FAULTS, brace_faults, follows_argument, is_short, opener


def faults(code):
    return [(fault.kind, fault.at) for fault in brace_faults("main.tex", code)]


@pytest.mark.parametrize(
    "code",
    ["", "{a {b} c}", r"\{ \} \textbf{a}", "\\footnote{a\n\nb}", "$x_{a}$", "{a\n\nb\n\nc}"],
)
def test_braces_with_partners_are_no_fault(code):
    assert faults(code) == []


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("a { b", ("unclosed", 2)),
        ("a } b", ("stray", 2)),
        ("\\textbf{a\n\nb}", ("broken", 9)),
        ("$x_{a$ and {b}", ("unclosed", 3)),
        ("$x_a}$ and {b}", ("stray", 4)),
        ("\\[ \\sqrt{a \\] b {c}", ("unclosed", 8)),
        ("\\begin{center}{\\end{center} }", ("unclosed", 14)),
    ],
)
def test_each_kind_of_fault_is_told_where_it_stands(code, fault):
    assert fault in faults(code)
    assert faults(code)[0] == fault


def test_group_ends_with_the_environment_or_formula_around_it():
    (first, second) = brace_faults("main.tex", "\\begin{center}{a\\end{center} b}")
    assert (first.kind, first.end) == ("unclosed", 16)
    assert second.kind == "stray"


def test_number_of_faults_is_bounded():
    assert len(brace_faults("main.tex", "}" * 1000)) == MOST_FAULTS


@pytest.mark.parametrize(
    ("before", "name"),
    [("\\textbf", "textbf"), ("\\SI[a=b]", "SI"), ("x_", "_"), ("x ^ ", "^"), ("a ", ""),
     ("\\section*", "section")],
)  # fmt: skip
def test_opener_is_what_the_brace_belongs_to(before, name):
    assert opener(f"{before}{{a", len(before)) == name


def test_second_argument_follows_the_first_on_its_line():
    assert follows_argument("\\frac{a}{b", 8)
    assert not follows_argument("\\begin{document}\n{a", 17)


def test_headings_are_short_and_footnotes_long():
    assert is_short("\\section{", 8)
    assert not is_short("\\footnote{", 9)
