import pytest

from compile.engine import choose_engine
from compile.errors import EngineAbsent, Uncompilable


def chosen(source: str, wish: str = "auto") -> str:
    return choose_engine(source, wish=wish, installed=lambda engine: True)


@pytest.mark.parametrize(
    "source",
    [
        r"\documentclass{article}\begin{document}Größe × ≤ “quoted” …\end{document}",
        "% 中文注释\n\\documentclass{article}",
        "100\\\\% 中文\n\\documentclass{article}",
        r"\begin{verbatim}\usepackage{fontspec}\end{verbatim}",
        "% \\usepackage{ctex}",
        r"\usepackage{ctexture}",
        "% !TEX program = nosuch",
        r"Write \verb|\directlua{x}| for Lua.",
    ],
)
def test_latin_documents_get_pdflatex(source):
    assert chosen(source) == "pdflatex"


@pytest.mark.parametrize(
    "source",
    [
        "\\documentclass{article}\n摆的周期",
        "かな",
        "한국어",
        r"\documentclass[a4paper]{ctexart}",
        r"\usepackage{xeCJK}",
        r"\usepackage{amsmath, fontspec}",
        r"\usepackage[math-style=ISO]{unicode-math}",
        "95\\% 中文",
        "%!TEX program = xelatex\n\\documentclass{article}",
        "% !TeX TS-program = XeLaTeX\n\\documentclass{article}",
    ],
)
def test_chinese_and_system_fonts_get_xelatex(source):
    assert chosen(source) == "xelatex"


@pytest.mark.parametrize(
    "source", [r"\directlua{tex.print(1)}", r"\begin{luacode}", r"\usepackage{luacode}"]
)
def test_lua_gets_lualatex(source):
    assert chosen(source) == "lualatex"


def test_magic_comment_far_down_is_ordinary_comment():
    assert chosen("\n" * 30 + "% !TEX program = xelatex") == "pdflatex"


def test_wish_wins_over_content():
    assert chosen("中文", wish="lualatex") == "lualatex"


def test_engine_that_is_not_there_is_named():
    with pytest.raises(EngineAbsent) as caught:
        choose_engine("中文", installed=lambda engine: engine == "pdflatex")
    assert caught.value.engine == "xelatex"
    assert "apt-get install" in caught.value.hint


def test_unknown_wish_is_refused():
    with pytest.raises(Uncompilable, match="no TeX engine called 'word'"):
        chosen("x", wish="word")
