"""Whether braces, environments and mathematics are closed where they should be."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
      \\(?P<side>begin|end)\s*\{(?P<name>[^{}\\\n]*)\}
    | (?P<math>\\[()\[\]]|\$\$?)
    | \\(?:[A-Za-z@]+|.)
    | (?P<brace>[{}])
    | (?P<paragraph>\n[ \t\r]*\n)
    """,
    re.VERBOSE | re.DOTALL,
)
CLOSES = {"\\)": "\\(", "\\]": "\\[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Opened:
    """Something that opens, or closes alone."""

    mark: str
    r"""`{`, `$`, `$$`, `\(`, `\[`, or the name of an environment."""
    offset: int
    environment: bool = False


def unbalanced(live: str) -> Iterator[tuple[int, str]]:
    """(offset, sentence) for everything that is opened or closed alone in a masked source.

    A dollar sign that a paragraph break finds open is reported once and forgotten, as TeX does.
    """
    stack: list[Opened] = []
    for token in TOKEN.finditer(live):
        if token["paragraph"]:
            while stack and stack[-1].mark in ("$", "$$", "\\(") and not stack[-1].environment:
                opened = stack.pop()
                yield opened.offset, _never_closed(live, opened)
        elif token["side"] == "begin":
            stack.append(Opened(token["name"], token.start(), environment=True))
        elif token["side"] == "end":
            yield from _end(live, stack, Opened(token["name"], token.start(), True))
        elif mark := token["math"] or token["brace"]:
            yield from _mark(live, stack, mark, token.start())
    for opened in stack:
        yield opened.offset, _never_closed(live, opened)


def _line(live: str, offset: int) -> int:
    return live.count("\n", 0, offset) + 1


def _never_closed(live: str, opened: Opened) -> str:
    name = f"\\begin{{{opened.mark}}}" if opened.environment else opened.mark
    return f"`{name}` in line {_line(live, opened.offset)} is never closed."


def _closes_nothing(live: str, closed: Opened) -> str:
    name = f"\\end{{{closed.mark}}}" if closed.environment else closed.mark
    return f"`{name}` in line {_line(live, closed.offset)} closes nothing."


def _mark(live: str, stack: list[Opened], mark: str, offset: int) -> Iterator[tuple[int, str]]:
    if mark in ("$", "$$"):
        yield from _dollars(live, stack, mark, offset)
    elif mark not in CLOSES:
        stack.append(Opened(mark, offset))
    else:
        yield from _close(live, stack, CLOSES[mark], Opened(mark, offset))


def _dollars(live: str, stack: list[Opened], mark: str, offset: int) -> Iterator[tuple[int, str]]:
    if stack and stack[-1].mark == mark:
        stack.pop()
    elif stack and stack[-1].mark == "$" and mark == "$$":
        # `$a$$b$` is two formulas side by side.
        stack[-1] = Opened("$", offset + 1)
    elif any(opened.mark == mark for opened in stack) and stack[-1].mark == "{":
        # Either a formula in the text of a formula, or a brace left open inside one.
        inner = live.rfind("\\text", 0, stack[-1].offset)
        if inner >= 0 and re.fullmatch(r"\\(?:text\w*|mbox)\s*", live[inner : stack[-1].offset]):
            stack.append(Opened(mark, offset))
        else:
            yield from _close(live, stack, mark, Opened(mark, offset))
    else:
        stack.append(Opened(mark, offset))


def _close(live: str, stack: list[Opened], mark: str, closing: Opened) -> Iterator[tuple[int, str]]:
    """Close the innermost `mark`; what was opened inside it stays unclosed."""
    depth = next(
        (
            n
            for n in range(len(stack) - 1, -1, -1)
            if stack[n].mark == mark and not stack[n].environment
        ),
        None,
    )
    barrier = next((n for n in range(len(stack) - 1, -1, -1) if stack[n].environment), -1)
    if depth is None or depth < barrier:
        yield closing.offset, _closes_nothing(live, closing)
        return
    for opened in stack[depth + 1 :]:
        yield opened.offset, _never_closed(live, opened)
    del stack[depth:]


def _end(live: str, stack: list[Opened], closed: Opened) -> Iterator[tuple[int, str]]:
    names = [opened.mark if opened.environment else "" for opened in stack]
    if closed.mark not in names:
        yield closed.offset, _closes_nothing(live, closed)
        return
    depth = len(names) - 1 - names[::-1].index(closed.mark)
    for opened in stack[depth + 1 :]:
        yield opened.offset, _never_closed(live, opened)
    del stack[depth:]
