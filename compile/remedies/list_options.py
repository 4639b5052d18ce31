r"""Cures for options of lists that only enumitem reads: `[label=(\alph*)]`, `[a)]`."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure
from compile.remedies.loading import direct, load, loaded, pass_options, rewritten, split_options
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_LIST = re.compile(r"\\begin\{(?:enumerate|itemize|description)\}[ \t]*\[(?P<options>[^\]\n]*)\]")
_KEYS = re.compile(
    r"\s*(?:label|ref|start|resume|wide|font|align|style|series|before|after|first|noitemsep"
    r"|nosep|nolistsep|leftmargin|rightmargin|itemsep|topsep|parsep|partopsep|labelsep|labelindent"
    r"|labelwidth|itemindent|listparindent)\*?\s*(?:=|,|$)"
)
_SHORT = re.compile(r"[^\w\\]*(?:[aAiI1]|\\(?:alph|Alph|roman|Roman|arabic)\*)[^\w\\]*")
_READERS = frozenset({"enumerate", "paralist", "beamer", "mdwlist", "shortlst"})
_LINES = 3
"""How far behind the begin of a list TeX may stop."""


@remedy("missing-number", "missing-item")
def load_enumitem(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{enumerate}[label=(\alph*)]` → `\usepackage{enumitem}`; `[a)]` → `[shortlabels]`."""
    line = project.line(problem.file, problem.line)
    there = loaded(project)
    if line is None or problem.file is None or there & _READERS:
        return
    first = project.line(problem.file, max(1, (problem.line or 1) - _LINES)) or line
    options = [m["options"] for m in _LIST.finditer(project.code(problem.file), first[0], line[1])]
    keys = any(_KEYS.match(text) for text in options)
    short = any(_SHORT.fullmatch(text) for text in options)
    if "enumitem" not in there and (keys or short):
        edit = load(project, "enumitem")
        if short:
            shortened = edit.new.replace("{enumitem}", "[shortlabels]{enumitem}")
            yield Cure(
                "Loaded the package enumitem, whose short labels a list uses.",
                (type(edit)(edit.file, edit.start, edit.end, shortened),),
            )
        else:
            yield Cure("Loaded the package enumitem, whose options a list uses.", (edit,))
    elif short:
        yield from _short_labels(project)


def _short_labels(project: Project) -> Iterator[Cure]:
    own = direct(project, "enumitem")
    given = split_options(own[0].options) if own else []
    if "shortlabels" in given:
        return
    what = "Gave the package enumitem the option shortlabels, which a list uses."
    if own and len(own[0].names) == 1:
        yield Cure(what, (rewritten(project, own[0], [*given, "shortlabels"]),))
    else:
        yield Cure(what, (pass_options(project, "enumitem", ["shortlabels"]),))
