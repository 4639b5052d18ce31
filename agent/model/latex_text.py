"""The LaTeX of a reply: out of its fence, without the talk around it, without a preamble."""

from typing import NamedTuple

import regex

from agent.model.thinking import split_thinking
from latex.mask import mask

FENCE = regex.compile(r"^[ \t]*(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*?)[ \t]*$")
OURS = {"latex", "tex", "context", "plaintex"}
NEUTRAL = {"", "text", "txt", "plaintext", "markdown", "md"}
BODY = regex.compile(
    r"\\begin\s*\{document\}(?P<body>.*?)(?:\\end\s*\{document\}|\Z)", regex.DOTALL
)
FRONT = regex.compile(r"\\(?:maketitle|tableofcontents)\b[ \t]*\n?")
SECTIONED = regex.compile(r"\\(?:sub)*section\*?\s*\{|\\begin\s*\{(?!verbatim|lstlisting)")
GREETING = regex.compile(
    r"\A(?:(?:sure|certainly|of course|okay|ok|here(?:'s|’s| is| are)|below is|i(?:'ve|’ve| have) "
    r"|好的|当然|以下是|下面是)[^\n]*(?:\n(?!\n)[^\n\\]*)*)\n+(?=\s*\S)",
    regex.I,
)
FAREWELL = regex.compile(
    r"\n\s*\n(?:(?:let me know|i hope|feel free|if you(?:'d| would| need| want)|please let me"
    r"|希望|如果您?需要|如需)[^\n]*)\s*\Z",
    regex.I,
)


class NoLatex(Exception):
    """Why a reply holds no usable LaTeX; a sentence for the model."""


class Block(NamedTuple):
    info: str
    content: str
    start: int
    """Line numbers of the fences."""
    end: int


def latex_reply(text: str) -> str:
    """The LaTeX of a reply, with one line feed at its end; a document is reduced to its body.

    Raises:
        NoLatex: nothing is left, or there are several pieces and no telling which is meant.
    """
    thought = split_thinking(text.replace("\r\n", "\n").strip())
    if thought.unclosed:
        raise NoLatex("Your reply ended inside its thinking; answer with the LaTeX alone.")
    source = _unfenced(thought.answer)
    # In the mask, since a text about LaTeX may name the environment in verbatim.
    if (document := BODY.search(mask(source), timeout=2)) is not None:
        source = FRONT.sub("", source[slice(*document.span("body"))])
    source = source.strip()
    if not source:
        raise NoLatex("Your reply holds no LaTeX.")
    return source + "\n"


def _unfenced(text: str) -> str:
    lines = text.split("\n")
    found = blocks(lines)
    ours = [block for block in found if block.info in OURS]
    neutral = [block for block in found if block.info in NEUTRAL]
    chosen = ours or neutral
    if not ours and chosen:
        around = "\n".join(
            line
            for number, line in enumerate(lines)
            if not any(block.start <= number <= block.end for block in found)
        )
        if SECTIONED.search(around):
            # The reply itself is the LaTeX, and the fence is something in it.
            chosen = []
    if len({block.content.strip() for block in chosen}) > 1:
        raise NoLatex(f"Your reply holds {len(chosen)} blocks of LaTeX; send exactly one.")
    if chosen:
        return chosen[0].content
    return FAREWELL.sub("", GREETING.sub("", text, timeout=2), timeout=2)


def blocks(lines: list[str]) -> list[Block]:
    """The outermost fenced blocks.

    A fence with a language opens another one inside; a bare one closes the innermost. Where that
    leaves the outer block open, its last bare fence was its end; without one, the text's end.
    """
    found: list[Block] = []
    number = 0
    while number < len(lines):
        opening = FENCE.match(lines[number])
        if opening is None:
            number += 1
            continue
        end = _closing(lines, number, opening["marks"])
        content = "\n".join(lines[number + 1 : end])
        words = opening["info"].lower().split()
        found.append(Block(words[0].strip("{}.") if words else "", content, number, end))
        number = end + 1
    return found


def _closing(lines: list[str], start: int, marks: str) -> int:
    depth = 1
    last = len(lines)
    for number in range(start + 1, len(lines)):
        fence = FENCE.match(lines[number])
        if fence is None or fence["marks"][0] != marks[0] or len(fence["marks"]) < len(marks):
            continue
        if fence["info"]:
            depth += 1
            continue
        depth -= 1
        last = number
        if depth == 0:
            return number
    return last
