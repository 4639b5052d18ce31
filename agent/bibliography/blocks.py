"""A .bib file cut into its blocks, so that one broken entry cannot swallow or hide another."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

START = re.compile(r"@[ \t]*(?P<type>[A-Za-z]+)\s*(?P<open>[{(])")
CURLY = re.compile(r"[{}]")
ROUND = re.compile(r"[{}()\"]")
BLOCK_LINE = re.compile(rf"^[ \t]*{START.pattern}", re.MULTILINE)
LONGEST = 100_000
"""Characters of one block that are searched for its end."""
KEY = r"[{(][^,{}=()\n]*[^,{}=()\s][^,{}=()\n]*,"
ENTRY_INSIDE = re.compile(
    rf"""^[ \t]*@(?:
        (?:article|book|booklet|inbook|incollection|inproceedings|conference|manual|misc|online
          |mastersthesis|phdthesis|thesis|proceedings|report|techreport|unpublished){KEY}
        | [a-z]+{KEY}\s*[a-z]+\s*=
    )""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
"""The start of an entry that has a key: in the middle of another one, that one was not closed."""
FIELD_LINE = re.compile(
    r""",?[ \t]*\n[ \t]*(?:author|title|journal|journaltitle|year|date|month|volume|number|pages
        |publisher|editor|booktitle|doi|url|urldate|note|address|location|series|edition
        |school|institution|organization|howpublished|isbn|issn|eprint|abstract|keywords|chapter
        |language|archiveprefix|primaryclass|crossref|file)[ \t]*=[ \t]*(?=[{"\w])""",
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Block:
    type: str
    """Lower case: an entry type, `string`, `preamble`, `comment`; empty for text between blocks."""
    raw: str
    line: int
    """1-based."""
    closed: bool = True


def split_blocks(text: str) -> Iterator[Block]:
    """The text as blocks; put together again they are the text, character by character.

    What a line starts with `%` is commented out, although BibTeX itself would read it.
    """
    keyed = [match.start() for match in ENTRY_INSIDE.finditer(text)]
    any_block = [match.start() for match in BLOCK_LINE.finditer(text)]
    position = search = 0
    line = 1
    while match := START.search(text, search):
        start = match.start()
        line_start = text.rfind("\n", 0, start) + 1
        if text[line_start:start].lstrip().startswith("%"):
            search = match.end()
            continue
        limit = _next(keyed, match.end(), min(len(text), match.end() + LONGEST))
        end, closed = _end(text, match, limit, _next(any_block, match.end(), limit))
        if start > position:
            yield Block("", text[position:start], line)
            line += text.count("\n", position, start)
        yield Block(match["type"].lower(), text[start:end], line, closed)
        line += text.count("\n", start, end)
        position = search = end
    if position < len(text):
        yield Block("", text[position:], line)


def _next(starts: list[int], position: int, default: int) -> int:
    n = bisect_left(starts, position)
    return min(starts[n], default) if n < len(starts) else default


def _end(text: str, match: re.Match[str], limit: int, other: int) -> tuple[int, bool]:
    """Where the block ends, and whether by its own bracket, which has to come before `limit`."""
    end = _closing(text, match.end() - 1, limit)
    if end is not None:
        return end, True
    if match["type"].lower() == "comment":
        # BibTeX skips the word alone.
        return match.end(), True
    return other, False


def _closing(text: str, start: int, limit: int) -> int | None:
    """Behind the bracket that closes the one at `start`; a brace counts even after a backslash, as
    in BibTeX.
    """
    depth = 0
    quoted = False
    round_one = text[start] == "("
    for token in (ROUND if round_one else CURLY).finditer(text, start, limit):
        mark = token[0]
        if mark == '"':
            quoted ^= depth == 1
        elif mark == "{" or token.start() == start:
            depth += 1
        elif mark == "}" or (mark == ")" and depth == 1 and not quoted):
            depth -= 1
        if depth <= 0:
            return token.end()
    return None


def in_braces(block: Block) -> str:
    """The source of a block with `{` and `}` around it, where it has `(` and `)`."""
    start = START.match(block.raw)
    if start is None or start["open"] == "{" or not block.closed:
        return block.raw
    return block.raw[: start.end() - 1] + "{" + block.raw[start.end() : -1] + "}"


def close_block(raw: str) -> str:
    """An entry whose value or end was left open, with the missing braces and quotes put in.

    A value ends, at the latest, before a line that looks like the next field.
    """
    cuts = [0, *(match.start() for match in FIELD_LINE.finditer(raw)), len(raw)]
    closed = ""
    depth = 0
    for start, end in pairwise(cuts):
        part = raw[start:end]
        last = end == len(raw)
        part = part.rstrip() if last else part
        depth += part.count("{") - part.count("}")
        quote = '"' if _open_quote(part) else ""
        comma = "," if not last and not raw.startswith(",", end) else ""
        closed += part + quote + "}" * max(0, depth - (0 if last else 1)) + comma
        depth = min(depth, 1)
    return closed


def _open_quote(part: str) -> bool:
    value = re.search(r"=\s*\"(.*)$", part, re.DOTALL)
    return value is not None and '"' not in value[1]
