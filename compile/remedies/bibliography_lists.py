r"""Remedies for lists of sources that are written by hand, and for `\bibliography` out of place."""

import re
from collections.abc import Iterator

from compile.remedies.bibliography_use import Naming, namings
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import loaded, preamble_end
from compile.remedies.project import BEGIN, Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_BARE_LIST = re.compile(
    r"\\begin[ \t]*\{thebibliography\}(?=[ \t]*(?:\n\s*)?(?:%[^\n]*\n\s*)?[^\s{%])"
)
_LIST = re.compile(r"\\(?P<what>begin|end)[ \t]*\{thebibliography\}")
_ITEM = re.compile(r"\\bibitem(?![A-Za-z])")
_END = re.compile(r"\\end[ \t]*\{document\}")
_AFTER_ITEMS = re.compile(r"\n[ \t]*(?=\\(?:section|chapter|appendix|end|begin)(?![A-Za-z]))")


@remedy(
    "missing-item", "runaway-argument", "too-many-braces", "missing-brace", "tex-error",
    "wrong-syntax", "lonely-item", "undefined-command", "latex-error", "missing-number",
)  # fmt: skip
def give_widest_label(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{thebibliography}` without its argument → `\begin{thebibliography}{99}`."""
    edits = [
        Edit(source, found.end(), found.end(), "{99}")
        for source in project.sources
        for found in _BARE_LIST.finditer(project.code(source))
    ]
    if edits:
        yield Cure(r"Gave the list of sources its widest label, {99}.", tuple(edits))


@remedy("lonely-item", "missing-item", "latex-error", "tex-error")
def put_items_into_list(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\bibitem` outside of a list → the same inside of a `thebibliography` of its own."""
    for source in project.sources:
        code = project.code(source)
        if _LIST.search(code) or not (found := _ITEM.search(code)):
            continue
        start = code.rfind("\n", 0, found.start()) + 1
        if code[start : found.start()].strip():
            start = found.start()
        last = [item.start() for item in _ITEM.finditer(code)][-1]
        behind = _AFTER_ITEMS.search(code, last)
        end = behind.start() if behind else len(code.rstrip())
        yield Cure(
            "Put the sources into a list of their own.",
            (
                Edit(source, start, start, "\\begin{thebibliography}{99}\n"),
                Edit(source, end, end, "\n\\end{thebibliography}"),
            ),
        )


@remedy("no-bibliography", "undefined-citation", "missing-begin-document", "missing-item")
def move_list_to_end(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\bibliography{refs}` in the preamble → before `\end{document}`, with its style."""
    code = project.code(project.root)
    if "biblatex" in loaded(project) or not BEGIN.search(code):
        return
    begin = preamble_end(project)
    early = [
        naming
        for naming in namings(project, "bibliography", "bibliographystyle")
        if naming.file == project.root and naming.start < begin
    ]
    if not any(naming.command == "bibliography" for naming in early):
        return
    end = list(_END.finditer(code))
    if end:
        at = end[-1].start()
        text = project.texts[project.root]
        lines = "".join(f"{text[one.start : one.end]}\n" for one in early)
        taken = (_taken_out(one, text) for one in early)
        yield Cure("Moved the bibliography to the end of the text.",
                   (*taken, Edit(project.root, at, at, lines)))  # fmt: skip


def _taken_out(naming: Naming, text: str) -> Edit:
    start = text.rfind("\n", 0, naming.start) + 1
    tail = re.compile(r"[ \t]*\n").match(text, naming.end)
    if not text[start : naming.start].strip() and tail:
        return Edit(naming.file, start, tail.end(), "")
    return Edit(naming.file, naming.start, naming.end, "")
