"""Plain text and the text of PDF pages: paragraphs, lists, and the lines that are headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.materials.notes_code import listing
from latex.escape import escape

UNDERLINE = re.compile(r"^(?P<mark>[=\-~^*#])(?P=mark){2,}\s*$")
BULLET = re.compile(r"^\s*(?:[-*•·–]|(?P<number>\d{1,2}[.)]|\(\d{1,2}\)))\s+(?=\S)")
NUMBERED_TITLE = re.compile(r"^(?P<number>\d+(?:\.\d+)*)\.?\s+(?=[^\W\d_])")
SENTENCE_END = re.compile(r"[.,;:!?。，；：！？、…]$")
COLUMNS = re.compile(r"\S(?:\t| {3,})\S")
LONGEST_TITLE = 60
NARROW = 60
"""A paragraph whose lines are all shorter was broken on purpose, not by the editor."""


@dataclass(frozen=True, slots=True)
class Piece:
    title: str
    """Empty for a paragraph."""
    level: int
    text: str
    """LaTeX."""


def read_text(text: str, *, cjk: bool = False) -> tuple[Piece, ...]:
    """Headings and paragraphs of a plain text, with the user's words escaped."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    blocks = [block.strip("\n") for block in re.split(r"\n[ \t]*(?:\n[ \t]*)+", text)]
    blocks = [block for block in blocks if block.strip()]
    pieces: list[Piece] = []
    for n, block in enumerate(blocks):
        following = blocks[n + 1] if n + 1 < len(blocks) else ""
        pieces += _pieces(block, following, cjk=cjk)
    return tuple(pieces)


def _pieces(block: str, following: str, *, cjk: bool) -> Iterator[Piece]:
    lines = block.split("\n")
    if len(lines) >= 2 and UNDERLINE.match(lines[1]) and not UNDERLINE.match(lines[0]):
        level = 1 if lines[1][0] in "=#*" else 2
        yield Piece(_title(lines[0]), level, "")
        lines = lines[2:]
    elif len(lines) == 1 and following and _looks_like_title(block, following):
        number = NUMBERED_TITLE.match(block.strip())
        level = number["number"].count(".") + 1 if number else 1
        yield Piece(_title(block), level, "")
        return
    if any(line.strip() for line in lines):
        yield Piece("", 0, _paragraph(lines, cjk=cjk))


def _title(line: str) -> str:
    line = line.strip().strip("#").strip()
    return line[m.end() :] if (m := NUMBERED_TITLE.match(line)) else line


def _looks_like_title(block: str, following: str) -> bool:
    line = block.strip()
    letters = [char for char in line if char.isalpha()]
    if len(line) > LONGEST_TITLE or len(letters) < 2 or SENTENCE_END.search(line):
        return False
    if BULLET.match(line) and not NUMBERED_TITLE.match(line):
        return False
    if re.search(r"[=:：@/\\|<>]|\t| {3}", line) or len(line.split()) > 8:
        return False
    if number := NUMBERED_TITLE.match(line):
        # Items with empty lines between them are a list, and no headings.
        return not _next_item(number["number"], following)
    # A heading heads something longer than itself.
    return not letters[0].islower() and len(following) > len(line)


def _next_item(number: str, following: str) -> bool:
    """Whether the next paragraph is one line, and counts on from this number."""
    head, _, last = number.rpartition(".")
    nearest = NUMBERED_TITLE.match(following.strip())
    expected = f"{head}." * bool(head) + str(int(last) + 1)
    return nearest is not None and "\n" not in following and nearest["number"] == expected


def _paragraph(lines: list[str], *, cjk: bool) -> str:
    lines = [line.rstrip() for line in lines if not UNDERLINE.match(line)]
    if sum(bool(COLUMNS.search(line)) for line in lines) >= 2:
        return listing("\n".join(lines))
    items = _items(lines)
    if items:
        name = "enumerate" if _numbered(lines) else "itemize"
        body = "\n".join(rf"\item {{}}{escape(item, cjk=cjk)}" for item in items)
        return f"\\begin{{{name}}}\n{body}\n\\end{{{name}}}"
    if len(lines) > 1 and max(map(len, lines)) < (NARROW // 2 if cjk else NARROW):
        broken = " \\\\\n".join(rf"{{}}{escape(line.strip(), cjk=cjk)}" for line in lines)
        return rf"\noindent {broken}"
    return escape(_joined(lines), cjk=cjk)


def _items(lines: list[str]) -> list[str]:
    """The items, if this is a list; lines without a mark go on with the item above."""
    if not BULLET.match(lines[0] if lines else ""):
        return []
    items: list[str] = []
    for line in lines:
        if mark := BULLET.match(line):
            items.append(line[mark.end() :].strip())
        else:
            items[-1] += " " + line.strip()
    return items if len(items) > 1 else []


def _numbered(lines: list[str]) -> bool:
    """Whether the items are numbered 1, 2, 3 and so on."""
    found = [m["number"] for line in lines if (m := BULLET.match(line))]
    numbers = [int(re.sub(r"\D", "", number)) for number in found if number]
    return numbers == list(range(1, len(found) + 1))


def _joined(lines: list[str]) -> str:
    """The lines as one, without a blank between Chinese characters."""
    text = " ".join(line.strip() for line in lines)
    return re.sub(r"(?<=[\u3000-\u9fff\uff01-\uff60]) (?=[\u3000-\u9fff\uff01-\uff60])", "", text)
