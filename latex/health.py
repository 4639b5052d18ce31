"""What is wrong with the new text of a section, before it may take the place of the old one."""

from collections.abc import Iterator

from latex.balance import unbalanced
from latex.commands import (
    CAPTIONS,
    CITES,
    DEFINITIONS,
    FACTS,
    GRAPHICS,
    HEADINGS,
    INPUTS,
    LABELS,
    REFS,
)
from latex.elision import ELISION, Problem, left_out, marks_of_omission
from latex.lines import Lines
from latex.mask import mask
from latex.patterns import re

__all__ = ["ELISION", "examine", "forbidden", "left_out"]

DENIED = re.compile(
    r"""
    documentclass | documentstyle | usepackage | RequirePackage | addbibresource
    | bibliography | bibliographystyle | graphicspath | makeatletter | directlua | latelua
    | luaexec | luadirect | write | special | openin | openout | read | readline | newread
    | newwrite | pdfobj | pdffiledump | pdfextension | pdfximage | pdfcatalog | pdfliteral
    | XeTeXpicfile | XeTeXpdffile | catcode | csname | scantokens | batchmode | errorstopmode
    | nonstopmode | scrollmode | ShellEscape | endinput | stop | bye | dump
    """,
    re.VERBOSE,
)
"""Commands that reach beyond the page, disguise others, or belong to the frame of the report."""

COMMAND = re.compile(r"\\(?P<name>[A-Za-z@]+)|\\.", re.DOTALL)
CARETS = re.compile(r"\^\^[^\s{]")
FRAME = re.compile(r"\\(?:begin|end)\s*\{(?:document|filecontents\*?|luacode\*?)\}")
FILE = re.compile(
    r"\\(?P<name>input|include|subfile|InputIfFileExists|verbatiminput|lstinputlisting"
    r"|includegraphics|includepdf|includesvg)(?![A-Za-z@])\*?\s*+"
)
FILE_NAME = re.compile(r"\s*+(?:\{(?P<braced>[^{}]*)\}|(?P<bare>[^\s{}\[]{1,200}+))")
OUTSIDE = re.compile(r"^\s*[/~\"|\\]|\.\.|\||\\|^\s*[A-Za-z]:|^\s*\.[A-Za-z]")
LINK = re.compile(r"\\href\s*\{\s*(?P<scheme>run|file|javascript|data)\s*:", re.IGNORECASE)
NO_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters, at which TeX stops, and halves of pairs, which no file can hold."""
OPENER = re.compile(r"(?<!\\)(?:\\\\)*+(?P<opener>\\[A-Za-z@]+)\s*\Z")
UNFINISHED = re.compile(
    r"(?<!\\)(?:\\\\)*+(?P<end>\\(?:(?P<name>[A-Za-z@]++)\*?(?:\s*+\[[^\[\]]*+\])*+)?)\s*+\Z"
)
ARGUMENT = frozenset(
    {*HEADINGS, *DEFINITIONS, *CITES, *LABELS, *REFS, *GRAPHICS, *CAPTIONS, *FACTS, *INPUTS}
    | {"begin", "end", "let", "emph", "text", "textbf", "textit", "texttt", "textsc", "textrm"}
    | {"frac", "sqrt", "mathrm", "mathbf", "footnote", "url", "href", "num", "SI", "qty", "unit"}
    | {"si", "left", "right", "ensuremath", "hspace", "vspace", "index", "multicolumn", "parbox"}
)
"""Commands that take from what follows when their argument is missing."""
TAIL = 400
"""Characters at the end in which an unfinished command is looked for."""


def examine(fragment: str) -> tuple[str, ...]:
    """Every reason why this text may not become a section: one sentence each, with its line.

    Empty when it may. What stands in comments and verbatim text counts only where it says that
    something was left out, or breaks what follows.
    """
    live = mask(fragment)
    if not live.strip():
        return ("The text is empty.",)
    problems = [
        *unbalanced(live),
        *_denied(fragment, live),
        *marks_of_omission(fragment, live),
        *_open_comment(fragment, live),
        *_open_skip(fragment, live),
        *_unfinished(live),
        *_no_text(fragment),
    ]
    return tuple(dict.fromkeys(sentence for _, sentence in sorted(problems)))


def forbidden(fragment: str) -> tuple[str, ...]:
    """Only those reasons that lie in a command which reaches beyond the page."""
    found = sorted(_denied(fragment, mask(fragment)))
    return tuple(dict.fromkeys(sentence for _, sentence in found))


def _denied(fragment: str, live: str) -> Iterator[Problem]:
    lines = Lines(live)

    def at(match: re.Match[str]) -> str:
        return f"line {lines.at(match.start())}"

    for match in FRAME.finditer(live):
        yield match.start(), f"`{match[0]}` in {at(match)} is not allowed in a section."
    for match in COMMAND.finditer(live):
        if match["name"] and DENIED.fullmatch(match["name"]):
            yield match.start(), f"`{match[0]}` in {at(match)} is not allowed in a section."
    for match in CARETS.finditer(live):
        yield match.start(), f"The `^^` notation in {at(match)} is not allowed."
    for match, name in _files(live):
        if OUTSIDE.search(name):
            yield (
                match.start(),
                f"`\\{match['name']}` in {at(match)} names a file outside the report's folder.",
            )
    for match in LINK.finditer(fragment):
        if live.startswith("\\href", match.start()):
            yield match.start(), f"The link in {at(match)} is not to an address on the web."


def _files(live: str) -> Iterator[tuple[re.Match[str], str]]:
    """Commands that read a file, and what they name."""
    bracket = -1
    for match in FILE.finditer(live):
        position = match.end()
        if live.startswith("[", position):
            if bracket < position:
                bracket = live.find("]", position)
                bracket = len(live) if bracket < 0 else bracket
            position = bracket + 1
        if name := FILE_NAME.match(live, position):
            yield match, name[name.lastgroup or 0]


def _no_text(fragment: str) -> Iterator[Problem]:
    lines = Lines(fragment)
    for match in NO_TEXT.finditer(fragment):
        yield (
            match.start(),
            f"Line {lines.at(match.start())} holds the character U+{ord(match[0]):04X}, "
            "which is no text.",
        )


def _open_comment(fragment: str, live: str) -> Iterator[Problem]:
    start = fragment.rfind("\n") + 1
    for offset in range(start, len(fragment)):
        if fragment[offset] == "%" and live[offset] == " " and not live[offset:].strip():
            yield (
                offset,
                f"The comment in line {Lines(fragment).at(offset)}, the last one, lacks its line "
                "end, so it would swallow what follows.",
            )
            return
        if live[offset] != fragment[offset]:
            return


def _open_skip(fragment: str, live: str) -> Iterator[Problem]:
    r"""`\iffalse` and its like without an end; environments are told of as unbalanced."""
    if mask(f"{fragment}\n.")[-1] == ".":
        return
    opener = OPENER.search(live, max(0, len(live.rstrip()) - TAIL))
    if opener:
        offset, name = opener.start("opener"), opener["opener"]
        yield (
            offset,
            f"`{name}` in line {Lines(live).at(offset)} is never closed, so it would swallow what "
            "follows.",
        )


def _unfinished(live: str) -> Iterator[Problem]:
    """A command at the end that would take its argument from what follows."""
    match = UNFINISHED.search(live, max(0, len(live.rstrip()) - TAIL))
    if match is None or (match["name"] is None and match.end("end") < len(live)):
        return
    if match["name"] is None or match["name"] in ARGUMENT:
        offset = match.start("end")
        yield (
            offset,
            f"`{match['end']}` in line {Lines(live).at(offset)}, at the end, lacks what belongs "
            "to it.",
        )
