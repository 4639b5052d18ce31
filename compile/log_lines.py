"""A log's lines as TeX meant them, where TeX broke the long ones.

TeX breaks each line of its log after 79 bytes (XeTeX: characters) unless `max_print_line` says
otherwise, in the middle of words and of characters. Logs of another program's or a user's own run
come that way.
"""

import re

WIDTH = 79
"""The default of `max_print_line` in every TeX distribution."""
_LEAST = 3
"""So many lines of full width show that the log is wrapped."""
_HEAD = 3
"""Lines at the start that TeX writes before it counts."""
_SPLIT_CHARACTER = 3
"""Bytes by which LuaTeX exceeds the width so as not to break a character."""
_FRESH = re.compile(
    r"(?:!|l\.\d+ |(?:\./|/)[^:]*:\d+: |<(?:to be read again|inserted text|argument|recently read"
    r"|template|output|everypar|\*)> ?|Runaway |Overfull |Underfull |Missing character: |Chapter \d"
    r"|(?:LaTeX|Package|Class|Module|File|Document Class)\b[^(]*: |\([A-Za-z]\S*\) {2,}|### )"
)


def unwrapped(text: str) -> list[str]:
    """The lines of a log, those joined that TeX broke for being too long."""
    lines = text.replace("\r\n", "\n").split("\n")
    measure = _characters if text.startswith("This is XeTeX") else _bytes
    widths = [measure(line) for line in lines]
    counted = widths[_HEAD : _end(lines)]
    if max(counted, default=0) > WIDTH + _SPLIT_CHARACTER:
        return lines
    if sum(width >= WIDTH for width in counted) < _LEAST:
        return lines
    return list(_joined(lines, widths))


def _end(lines: list[str]) -> int:
    """Where the statistics begin, whose lines TeX never breaks."""
    starts = (n for n, line in enumerate(lines) if line.startswith("Here is how much of TeX's"))
    return next(starts, len(lines))


def _joined(lines: list[str], widths: list[int]) -> list[str]:
    joined: list[str] = []
    goes_on = False
    for line, width in zip(lines, widths, strict=True):
        if goes_on and line and not _FRESH.match(line):
            joined[-1] += line
        else:
            joined.append(line)
        goes_on = width >= WIDTH and len(joined) > _HEAD
    return joined


def _characters(line: str) -> int:
    return len(line)


def _bytes(line: str) -> int:
    """A broken character has become U+FFFD for each of its bytes."""
    if line.isascii():
        return len(line)
    return len(line.encode("utf-8", "replace")) - 2 * line.count("\ufffd")
