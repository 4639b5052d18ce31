import pytest

from tests.reflect.checks.content import document, found, seen


def report(abstract, body, preamble=""):
    return document(rf"\begin{{abstract}}{abstract}\end{{abstract}} {body}", preamble)


@pytest.mark.parametrize(
    ("abstract", "body"),
    [
        ("4.17 m/s", "4.17 m/s"),
        ("4.17 m/s", r"$4.168 \pm 0.004$ m/s"),
        ("4.17 m", "417 cm"),
        (r"12.5\,\%", "a share of 0.1253"),
        (r"$1.42 \times 10^{-3}$", "0.001421"),
        ("1.25 km", r"$1\,250$ m and 1,250 m"),
        ("4.17 m/s", r"\begin{tabular}{r} 4.17 \end{tabular}"),
        ("about 4.2 m/s, in 1929, of 17 readings", "nothing"),
        ("version 3.11.2 of 12.10.2020, arXiv:2301.1234", "nothing"),
        ("4.17 m/s", r"\fact{fall.slope}"),
        ("4.17 m/s", r"\input{results}"),
    ],
)
def test_a_number_of_the_abstract_that_the_document_holds_is_let_be(abstract, body):
    assert seen("abstract-number", report(abstract, body)) == []


def test_a_number_in_the_preamble_may_be_set_by_a_macro():
    assert seen("abstract-number", report("4.17", r"\slope", r"\newcommand\slope{4.17}")) == []


def test_a_part_without_a_body_says_nothing():
    assert seen("abstract-number", r"\begin{abstract} 4.17 m/s \end{abstract} x") == []


@pytest.mark.parametrize("body", ["4.17 m/s", "the 471 readings lie within 4.65 m/s", ""])
def test_a_number_that_only_the_abstract_holds_is_told(body):
    source = report("It is 4.83 m/s.", body)
    (finding,) = found("abstract-number", source)
    assert (finding.evidence, finding.severity) == ("4.83", 3)


def test_a_section_may_be_the_abstract():
    source = document(r"\section*{摘 要} 斜率为 4.83 m/s。 \section{结果} 斜率为 4.17 m/s。")
    assert seen("abstract-number", source) == ["4.83"]
