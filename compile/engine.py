"""Which TeX engine a document needs, by what is written in it."""

import re
import shutil
from collections.abc import Callable

from compile.errors import EngineAbsent, Uncompilable
from compile.tectonic import TECTONIC
from latex.mask import mask

ENGINES = ("pdflatex", "xelatex", "lualatex", TECTONIC)

DRIVER = "latexmk"
"""What runs the other engines as often as they have to run."""

_MAGIC = re.compile(r"^%\s*!\s*TEX\s+(?:TS-)?program\s*=\s*([\w-]+)", re.IGNORECASE | re.MULTILINE)
_MAGIC_LINES = 20
"""Editors honour the magic comment only near the top of the file."""

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_CJK = re.compile(
    "["
    "\u1100-\u11ff"  # Hangul jamo
    "\u2e80-\u2fdf"  # radicals
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035"  # iteration marks, ideographic zero, numerals
    "\u3040-\u30ff\u3100-\u31ff"  # kana, bopomofo, Hangul compatibility jamo
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff\uf900-\ufaff"
    "\U00020000-\U000323af"
    "]"
)
_LOADS = r"\\(?:usepackage|RequirePackage|documentclass|LoadClass)\s*(?:\[[^\]]*\])?\s*\{[^}]*\b"
_LUA = re.compile(
    rf"\\(?:directlua|latelua|luaexec|luadirect)\b|\\begin\s*\{{luacode\*?\}}"
    rf"|{_LOADS}(?:luacode|luatexja(?:-\w+)?|luatextra)\b"
)
_UNICODE = re.compile(
    rf"{_LOADS}(?:ctex(?:art|rep|book|beamer|cap|heading|size)?|xeCJK|fontspec|unicode-math|mathspec|xltxtra|polyglossia)\b"
    r"|\\set(?:main|sans|mono|CJKmain|CJKsans|CJKmono)font\b"
)


def choose_engine(
    source: str, *, wish: str = "auto", installed: Callable[[str], bool] | None = None
) -> str:
    """The engine for `source`: the user's wish, the document's own, or what its content needs.

    Chinese means xelatex: under pdflatex and lualatex `ctex` needs packages few people have.
    Tectonic stands in for pdflatex and xelatex where it is what the user has instead of latexmk.

    Raises:
        EngineAbsent: the engine is not on PATH.
        Uncompilable: the wish names no engine we know.
    """
    engine = _needed(source) if wish == "auto" else wish
    if engine not in ENGINES:
        raise Uncompilable(
            f"There is no TeX engine called {engine!r}.", f"Choose auto, {', '.join(ENGINES)}."
        )
    here = installed or _on_path
    complete = here(engine) and (engine == TECTONIC or here(DRIVER))
    if not complete and wish == "auto" and engine != "lualatex" and here(TECTONIC):
        return TECTONIC
    if not here(engine):
        raise EngineAbsent(engine)
    return engine


def _needed(source: str) -> str:
    head = "\n".join(source.splitlines()[:_MAGIC_LINES])
    if (magic := _MAGIC.search(head)) and (named := magic[1].lower()) in ENGINES:
        return named
    code = mask(source)
    if _LUA.search(code):
        return "lualatex"
    if _UNICODE.search(code) or _CJK.search(_COMMENT.sub(r"\1", source)):
        return "xelatex"
    return "pdflatex"


def _on_path(engine: str) -> bool:
    return shutil.which(engine) is not None
