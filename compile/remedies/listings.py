r"""Cures for verbatim text: where it may not stand, and what the packages for it cannot take."""

import re
from collections.abc import Iterator

from pylatexenc.latexencode import get_builtin_uni2latex_dict

from compile.latex_names import words
from compile.remedies.cure import Cure, Edit
from compile.remedies.groups import opener
from compile.remedies.loading import direct, preamble_end
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.signs import in_text
from latex.diagnostic import Diagnostic
from latex.escape import escape

_VERB = re.compile(r"\\verb\*?(?P<mark>[^\sA-Za-z*])(?P<text>(?:(?!(?P=mark))[^\n])*)(?P=mark)")
_BROKEN = re.compile(
    r"\\verb\*?(?P<mark>[^\sA-Za-z*])(?P<first>(?:(?!(?P=mark))[^\n]){0,200})\n[ \t]*"
    r"(?P<second>(?:(?!(?P=mark))[^\n]){0,200})(?P=mark)"
)
_HOLDERS = words(
    "footnote caption section subsection subsubsection chapter paragraph title textbf textit emph "
    "thanks"
)
_BRACE = re.compile(r"\\.|[{}]|\n[ \t]*\n", re.DOTALL)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_FARTHEST = 1200
LISTING = re.compile(
    r"\\begin\{lstlisting\}(?P<text>(?:(?!\\end\{lstlisting\}).){0,20000})\\end\{lstlisting\}", re.S
)
_MINTED = r"""\usepackage{fvextra}
\newenvironment{minted}[2][]{\VerbatimEnvironment\begin{Verbatim}}{\end{Verbatim}}
\newcommand{\mintinline}[2][]{\Verb}
\newcommand{\mint}[2][]{\Verb}
\newcommand{\inputminted}[3][]{\VerbatimInput{#3}}
\newcommand{\setminted}[2][]{}
\newcommand{\usemintedstyle}[2][]{}"""


@remedy("verb-line-break")
def join_verb(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A `\verb` that goes on in the next line → on one line."""
    span = project.line(problem.file, problem.line)
    if problem.file is None or span is None:
        return
    text = project.texts[problem.file]
    found = _BROKEN.search(text, span[0])
    if found and found.start() <= span[1]:
        mark = found["mark"]
        new = rf"\verb{mark}{found['first'].rstrip()} {found['second']}{mark}"
        yield Cure(r"Joined a \verb that was broken over two lines.",
                   (Edit(problem.file, *found.span(), new),))  # fmt: skip


@remedy(
    "verb-in-argument", "missing-dollar", "missing-brace", "runaway-argument", "wrong-place",
    "misplaced-alignment",
)  # fmt: skip
def print_verb(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\footnote{\verb|a_b|}` → `\footnote{\texttt{a\_b}}`."""
    span = project.line(problem.file, problem.line)
    if problem.file is None or span is None:
        return
    text, code = project.texts[problem.file], project.code(problem.file)
    first, last = max(0, span[0] - _FARTHEST), min(len(text), span[1] + _FARTHEST)
    before = [found.end() for found in _PARAGRAPH.finditer(text, first, span[0])]
    after = _PARAGRAPH.search(text, span[1], last)
    edits = tuple(
        Edit(problem.file, *found.span(), rf"\texttt{{{escape(found['text'])}}}")
        for found in _VERB.finditer(
            text, before[-1] if before else first, after.start() if after else last
        )
        if _in_argument(code, found.start())
    )
    if edits:
        yield Cure(r"Wrote \verb in an argument as \texttt.", edits)


def _in_argument(code: str, at: int) -> bool:
    """Whether an argument that takes no verbatim text is open at this place of a masked source."""
    opened: list[int] = []
    for step in _BRACE.finditer(code, max(0, at - _FARTHEST), at):
        if step[0] == "{":
            opened.append(step.start())
        elif step[0] == "}" and opened:
            opened.pop()
        elif step[0][0] == "\n":
            opened.clear()
    return any(opener(code, begin) in _HOLDERS for begin in opened)


@remedy("invalid-encoding")
def name_letters_of_listings(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Letters beyond ASCII in a listing: `\lstset{literate={ö}{{ö}}1}`; the listing stays."""
    if not direct(project, "listings"):
        return
    bodies = [m["text"] for name in project.sources for m in LISTING.finditer(project.texts[name])]
    signs = sorted({sign for body in bodies for sign in body if ord(sign) > 127})
    known = [(sign, latex) for sign in signs if (latex := _ascii(sign)) is not None]
    if known:
        pairs = "".join(f"{{{sign}}}{{{{{latex}}}}}1" for sign, latex in known)
        at = preamble_end(project)
        edit = Edit(project.root, at, at, f"\\lstset{{literate={pairs}}}\n")
        yield Cure("Told listings how to set letters beyond ASCII.", (edit,))


def _ascii(sign: str) -> str | None:
    """The sign as a command: in a listing letters beyond ASCII would be taken apart again."""
    latex = get_builtin_uni2latex_dict().get(ord(sign)) or in_text(sign)
    return latex if latex and latex.isascii() else None


@remedy("shell-escape")
def replace_minted(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Package minted runs another program: fvextra sets the same text."""
    for loading in direct(project, "minted"):
        if len(loading.names) == 1:
            yield Cure(
                "Set program text with fvextra in place of minted, which needs another program.",
                (Edit(loading.file, loading.start, loading.end, _MINTED),),
            )
