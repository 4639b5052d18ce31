"""Remedies that change the engine: packages and classes that only xelatex takes."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure
from compile.remedies.loading import loaded
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_NEEDS = re.compile(
    r"fontspec|xeCJK|unicode-math|polyglossia|mathspec|requires? (?:either )?(?:XeTeX|LuaTeX)"
)
_FOR_CHINESE = re.compile(r"^The package (?:CJKutf8|CJK|zhmCJK|CJKpunct|xCJK2uni) is not installed")


@remedy("needs-other-engine", "package-error")
def take_xelatex(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """The package fontspec in pdflatex: the document goes through xelatex instead."""
    if project.engine != "pdflatex":
        return
    if problem.code == "needs-other-engine" or _NEEDS.search(problem.message):
        what = "Compiled with xelatex: a package of the document does not work with pdflatex."
        yield Cure(what, engine="xelatex")


@remedy("missing-package")
def set_chinese_with_xelatex(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """The class ctexart in pdflatex, which lacks CJKutf8 there: xelatex needs no such package."""
    if project.engine == "pdflatex" and _FOR_CHINESE.match(problem.message) and (
        "ctex" in loaded(project)
    ):  # fmt: skip
        yield Cure("Compiled with xelatex, which sets Chinese without CJKutf8.", engine="xelatex")
