import pytest

from compile.remedies.cure import apply_edits
from compile.remedies.rules import end_row_before_rule
from tests.compile.remedies.curing import ROOT, document, errors, project

BOOKTABS = r"\usepackage{booktabs}"


def guarded(source: str) -> str:
    texts = {ROOT: source}
    for cure in end_row_before_rule(project(source)):
        texts = apply_edits(texts, cure.edits)
    return texts[ROOT]


def table(*rows: str, spec: str = "ll") -> str:
    body = "\n".join([rf"\begin{{tabular}}{{{spec}}}", *rows, r"\end{tabular}"])
    return document(body, BOOKTABS)


@pytest.mark.parametrize(
    "rows",
    [
        ("\\toprule", "a & b \\\\", "\\midrule", "c & d \\\\", "\\bottomrule"),
        ("a & b \\tabularnewline", "\\midrule", "c & d"),
        ("a & b \\\\ \\midrule", "c & d \\\\[1ex]", "", "\\midrule", "\\cmidrule(lr){1-2}"),
        ("\\rowof{a}{b}", "\\midrule"),
        ("a & \\mine", "\\midrule"),
        ("a & \\verb|b|", "% \\midrule", "\\\\"),
        ("a & {b", "\\midrule} \\\\"),
        ("\\rule{1pt}{1pt} a & b\\\\", "\\toprule\\toprule"),
    ],
)
def test_rows_that_are_ended_stay(rows):
    assert guarded(table(*rows)) == table(*rows)


def test_a_row_before_a_rule_is_ended():
    broken = table("\\toprule", "a & b", "\\midrule", "c & d \\\\", "e & f", "\\bottomrule")
    assert guarded(broken) == table(
        "\\toprule", "a & b \\\\", "\\midrule", "c & d \\\\", "e & f \\\\", "\\bottomrule"
    )


def test_a_percent_sign_that_hides_the_end_is_written_as_one():
    broken = table("a & 5% \\\\", "\\midrule", "c & 6 \\\\")
    assert guarded(broken) == broken.replace("5%", "5\\%")


@pytest.mark.tex
@pytest.mark.slow
def test_tex_ends_once_the_row_does(tmp_path):
    broken = table("\\toprule", "a & b", "\\midrule", "c & d \\\\", "\\bottomrule")
    assert errors(tmp_path, guarded(broken)) == ()
