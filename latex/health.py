"""What is wrong with the new text of a section, before it may take the place of the old one."""

import re
from collections.abc import Iterator

from latex.balance import unbalanced
from latex.mask import mask

DENIED = re.compile(
    r"""
    documentclass | documentstyle | usepackage | RequirePackage | addbibresource
    | bibliography | bibliographystyle | graphicspath | makeatletter | directlua | latelua
    | luaexec | luadirect | write | special | openin | openout | read | readline | newread
    | newwrite | pdfobj | pdffiledump | pdfextension | pdfximage | pdfcatalog | pdfliteral
    | XeTeXpicfile | XeTeXpdffile | catcode | csname | scantokens | batchmode | errorstopmode
    | nonstopmode | scrollmode | ShellEscape
    """,
    re.VERBOSE,
)
"""Commands that reach beyond the page, disguise others, or belong to the frame of the report."""

COMMAND = re.compile(r"\\(?P<name>[A-Za-z@]+)|\\.", re.DOTALL)
CARETS = re.compile(r"\^\^[^\s{]")
FRAME = re.compile(r"\\(?:begin|end)\s*\{(?:document|filecontents\*?|luacode\*?)\}")
FILE = re.compile(
    r"""
    \\(?P<name>input|include|subfile|InputIfFileExists|verbatiminput|lstinputlisting|includegraphics
      |includepdf|includesvg)(?![A-Za-z@])\*?\s*(?:\[[^\]]*\]\s*)?
    (?:\{(?P<braced>[^{}]*)\}|(?P<bare>[^\s{}\[]+))
    """,
    re.VERBOSE,
)
OUTSIDE = re.compile(r"^\s*[/~\"|\\]|\.\.|\||\\|^\s*[A-Za-z]:|^\s*\.[A-Za-z]")
LINK = re.compile(r"\\href\s*\{\s*(?P<scheme>run|file|javascript|data)\s*:", re.IGNORECASE)
FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)

LEFT_OUT = r"""
      (?:\brest|\bremain(?:der|ing)|\bother|\bprevious|\bexisting|\boriginal|\babove|\bfollowing).*
      (?:unchanged|same|as\ before|omitted|as\ is|continues|kept|goes\ here|intact|identical)
    | \bunchanged\b | \bomitted\ for\ brevity\b | \bsame\ as\ (?:before|above)\b
    | \bcontinues?\ (?:as\ before|here)\b
    | (?:其余|其他|剩余|以下|后续|原有)的?(?:内容|部分|文字|段落)?.{0,4}(?:不变|同上|省略|略|一致)
    | (?:此处|以下)省略
"""
ELISION = re.compile(
    rf"""
      ^[ \t]*%+[^\n]*?(?:{LEFT_OUT})                             # said in a comment
    | (?<!\\)%+[ \t]*(?:\.{{3}}|…|\\l?dots)[^\n]*                  # a comment of dots
    | ^[ \t]*(?:[\[<【]|[(（][ \t]*(?:\.{{3}}|…))[^\n]*?(?:{LEFT_OUT})[^\n]*[\])>）】]+[ \t]*$
    | ^[ \t]*(?:\.{{3}}|…+|\\l?dots(?:\{{\}})?)[^\n]*?(?:{LEFT_OUT})[^\n]*$
    | ^[ \t]*(?:\[?(?:\.{{3,}}|…+)\]?)[ \t]*$                      # nothing but dots on a line
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)

NO_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters, at which TeX stops, and halves of pairs, which no file can hold."""


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
        *_left_out(fragment, live),
        *_open_comment(fragment, live),
        *_no_text(fragment),
    ]
    return tuple(dict.fromkeys(sentence for _, sentence in sorted(problems)))


def forbidden(fragment: str) -> tuple[str, ...]:
    """Only those reasons that lie in a command which reaches beyond the page."""
    found = sorted(_denied(fragment, mask(fragment)))
    return tuple(dict.fromkeys(sentence for _, sentence in found))


Problem = tuple[int, str]
"""Where, and the sentence."""


def line_of(text: str, offset: int) -> int:
    """The 1-based line of an offset."""
    return text.count("\n", 0, offset) + 1


def _denied(fragment: str, live: str) -> Iterator[Problem]:
    def at(match: re.Match[str]) -> str:
        return f"line {line_of(live, match.start())}"

    for match in FRAME.finditer(live):
        yield match.start(), f"`{match[0]}` in {at(match)} is not allowed in a section."
    for match in COMMAND.finditer(live):
        if match["name"] and DENIED.fullmatch(match["name"]):
            yield match.start(), f"`{match[0]}` in {at(match)} is not allowed in a section."
    for match in CARETS.finditer(live):
        yield match.start(), f"The `^^` notation in {at(match)} is not allowed."
    for match in FILE.finditer(live):
        name = match["braced"] if match["braced"] is not None else match["bare"]
        if OUTSIDE.search(name):
            yield (
                match.start(),
                f"`\\{match['name']}` in {at(match)} names a file outside the report's folder.",
            )
    for match in LINK.finditer(fragment):
        if live.startswith("\\href", match.start()):
            yield match.start(), f"The link in {at(match)} is not to an address on the web."


def _no_text(fragment: str) -> Iterator[Problem]:
    for match in NO_TEXT.finditer(fragment):
        yield (
            match.start(),
            f"Line {line_of(fragment, match.start())} holds the character U+{ord(match[0]):04X}, "
            "which is no text.",
        )


def left_out(text: str) -> tuple[Problem, ...]:
    """Every mark that says text was left out, such as `rest unchanged`, and Markdown fences."""
    return tuple(_left_out(text, mask(text)))


def _left_out(fragment: str, live: str) -> Iterator[Problem]:
    for match in FENCE.finditer(live):
        yield (
            match.start(),
            f"Line {line_of(live, match.start())} is a Markdown fence, not LaTeX.",
        )
    for match in ELISION.finditer(fragment):
        start = match.end() - len(match[0].lstrip())
        # In a listing three dots are code; a comment must at least begin in live text.
        if live[start] == fragment[start] or fragment[start] == "%":
            line = line_of(fragment, start)
            yield start, f"Line {line} says that text was left out: `{match[0].strip()[:60]}`."


def _open_comment(fragment: str, live: str) -> Iterator[Problem]:
    start = fragment.rfind("\n") + 1
    for offset in range(start, len(fragment)):
        if fragment[offset] == "%" and live[offset] == " " and not live[offset:].strip():
            yield (
                offset,
                f"The comment in line {line_of(fragment, offset)}, the last one, lacks its line "
                "end, so it would swallow what follows.",
            )
            return
        if live[offset] != fragment[offset]:
            return
