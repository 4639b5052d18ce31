import pytest

from compile.remedies.engines import set_chinese_with_xelatex, take_xelatex
from compile.remedies.missing_fonts import leave_out_font, load_latin_modern
from tests.compile.remedies.curing import cured, cured_by, document, problem, project

NEEDS = "A package of this document needs xelatex or lualatex."


def absent(font: str) -> str:
    return f"The font {font} is not installed."


def engines(remedy, message: str, source: str, engine: str = "pdflatex", code: str = "") -> list:
    return [c.engine for c in remedy(problem(message, code=code), project(source, engine))]


def test_only_what_pdflatex_cannot_do_changes_the_engine():
    source = document("a", r"\usepackage{fontspec}")
    code = "needs-other-engine"
    assert engines(take_xelatex, NEEDS, source, "xelatex", code) == []
    assert engines(take_xelatex, "geometry: wrong", source, code="package-error") == []
    assert engines(take_xelatex, NEEDS, source, code=code) == ["xelatex"]
    absent_cjk = "The package CJKutf8 is not installed, or its name is misspelt."
    assert engines(set_chinese_with_xelatex, absent_cjk, document("a")) == []
    chinese = document("a", name="ctexart")
    assert engines(set_chinese_with_xelatex, absent_cjk, chinese) == ["xelatex"]


@pytest.mark.parametrize("font", ["Other", ""])
def test_fonts_that_are_there_stay(font):
    source = document("a", r"\setmainfont{Arial}")
    assert cured(leave_out_font, absent(font), source) == source


def test_the_choice_of_an_absent_font_becomes_a_comment():
    source = document("a", r"\setmainfont{Arial}[Scale=2]\usepackage{array}")
    new = cured(leave_out_font, absent("Arial"), source)
    assert new == document("a", "% \\setmainfont{Arial}[Scale=2]\n\\usepackage{array}")


def test_chinese_without_ctex_needs_another_font():
    line = r"\setCJKmainfont[BoldFont=SimHei]{SimSun}"
    source = document("a", f"\\usepackage{{xeCJK}}\n{line}")
    new = cured(leave_out_font, absent("SimSun"), source)
    assert new == source.replace(line, r"\setCJKmainfont{FandolSong-Regular.otf}")
    chosen = document("a", line, name="ctexart")
    assert f"% {line}" in cured(leave_out_font, absent("SimSun"), chosen)


def test_a_family_of_an_absent_font_is_latin_modern():
    source = document("a", r"\newfontfamily\code{Menlo}")
    new = cured(leave_out_font, absent("Menlo"), source)
    assert new == source.replace("Menlo", "Latin Modern Roman")


def test_fonts_as_outlines_are_loaded_once():
    message = "pdfTeX stopped: (font expansion): auto expansion is only possible with scalable"
    source = document("a", r"\usepackage{microtype}")
    assert r"\usepackage{lmodern}" in cured(load_latin_modern, message, source, code="pdftex-error")
    there = document("a", r"\usepackage{lmodern,microtype}")
    assert cured(load_latin_modern, message, there, code="pdftex-error") == there


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "remedy", "engine"),
    [
        (document("a", r"\usepackage{fontspec}"), "take-xelatex", "pdflatex"),
        (document("中", name="ctexart"), "set-chinese-with-xelatex", "pdflatex"),
        (document("a", "\\usepackage{fontspec}\n\\setmainfont{Nowhere}"), "leave-out-font",
         "xelatex"),
        (document("中", "\\usepackage{xeCJK}\n\\setCJKmainfont{Nowhere}"), "leave-out-font",
         "xelatex"),
    ],
)  # fmt: skip
def test_tex_takes_what_is_mended(tmp_path, source, remedy, engine):
    assert cured_by(tmp_path, source, remedy, engine)[1] == ()
