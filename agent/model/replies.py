"""What a reply holds: a JSON value, or a piece of LaTeX, out of whatever stands around it."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import json_repair
import regex

from agent.model.thinking import split_thinking


class NoJson(Exception):
    """Why a reply holds no usable JSON; a sentence for the model."""


class NoLatex(Exception):
    """Why a reply holds no usable LaTeX; a sentence for the model."""


class Parsed(NamedTuple):
    value: Any
    repaired: tuple[str, ...]


FENCE = regex.compile(r"(?m)^[ \t]*(?P<f>`{3,}|~{3,})[ \t]*(?P<lang>[\w+-]*)[^\n]*\n")
# Commands whose first letter makes a legal JSON escape; alone, `\t` or `\n` is one.
EATEN = regex.compile(
    r"(?<!\\)(?:\\\\)*\K\\(?=(?:b(?:egin|eta|ar|oldsymbol|f|igl?|inom|ullet)|f(?:rac|orall|oot|lat|act)"
    r"|n(?:u|abla|e|eq|ewline|ewcommand|ot|um|ewpage)|r(?:ho|ef|m|ight|angle|aisebox)"
    r"|t(?:ext\w*|imes|au|heta|ilde|o|an|extbf|able|abular|frac)|u(?:nit|rl|psilon|p|nderline)"
    r")(?![a-z]))"
)
UNKNOWN = regex.compile(r'(?<!\\)(?:\\\\)*\K\\(?![\\"/bfnrtu])')
CONTROL = regex.compile(r"[\x08\x0c]")


def json_reply(text: str, accept: Callable[[Any], bool] = lambda _: True) -> Parsed:
    """The JSON value of a reply: the whole of it, a fenced block, or an object in prose.

    The first candidate that `accept` takes wins; nothing inside thinking is read.

    Raises:
        NoJson: no candidate can be read and accepted.
    """
    thought = split_thinking(text.strip().lstrip("\ufeff"))
    if thought.unclosed:
        raise NoJson("Your reply ended inside its thinking; answer with the JSON alone.")
    refused = False
    for candidate in _candidates(thought.answer):
        for value, repaired in _readings(candidate):
            if _broken(value):
                continue
            if accept(value):
                return Parsed(value, repaired)
            refused = True
    if refused:
        raise NoJson("The JSON does not have the form that was asked for.")
    raise NoJson("Your reply holds no complete JSON value.")


def _candidates(text: str) -> Iterator[str]:
    yield text
    yield from _fenced(text)
    yield from _balanced(text)


def _fenced(text: str) -> Iterator[str]:
    """What stands in fences; a fence inside a JSON string does not end the block."""
    for opening in FENCE.finditer(text):
        inside = text[opening.end() :]
        balanced = next(_balanced(inside), None)
        if balanced is not None:
            yield balanced


def _balanced(text: str) -> Iterator[str]:
    """Every outermost object or list, found with strings respected."""
    index = 0
    while index < len(text):
        if text[index] in "{[":
            end = _end(text, index)
            if end is not None:
                yield text[index:end]
                index = end
                continue
        index += 1


def _end(text: str, start: int) -> int | None:
    depth, index, quoted = 0, start, False
    while index < len(text):
        sign = text[index]
        if quoted:
            if sign == "\\":
                index += 1
            elif sign == '"':
                quoted = False
        elif sign == '"':
            quoted = True
        elif sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth == 0:
                return index + 1
        index += 1
    return None


def _readings(text: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """The ways to read one candidate, the strictest first."""
    if text.lstrip()[:1] not in ("{", "["):
        return
    doubled = UNKNOWN.sub(r"\\\\", EATEN.sub(r"\\\\", text))
    said = ("single backslashes of LaTeX were doubled",) if doubled != text else ()
    try:
        yield json.loads(doubled, strict=False), said
        return
    except (ValueError, RecursionError):
        pass
    if _end(text, text.index(text.lstrip()[0])) is None:
        return  # cut off: nothing is completed by guessing
    try:
        value, log = cast(
            tuple[Any, list[dict[str, str]]], json_repair.loads(doubled, logging=True)
        )
    except (ValueError, RecursionError, TypeError):
        return
    notes = [str(entry.get("text", "")) for entry in log]
    if isinstance(value, dict | list) and not any("missed the closing" in n for n in notes):
        yield value, (*said, *(note[:80] for note in notes[:3]))


def _broken(value: Any) -> bool:
    """A form feed or backspace in a string is a LaTeX command that lost its backslash."""
    if isinstance(value, str):
        return CONTROL.search(value) is not None
    if isinstance(value, dict):
        return any(_broken(item) for item in value.values())
    if isinstance(value, list):
        return any(_broken(item) for item in value)
    return False


BODY = regex.compile(r"\\begin\s*\{document\}(.*?)(?:\\end\s*\{document\}|\Z)", regex.DOTALL)


def latex_reply(text: str) -> str:
    """The LaTeX of a reply, out of fences and prose; a whole document is reduced to its body.

    Raises:
        NoLatex: nothing is left.
    """
    thought = split_thinking(text.strip())
    if thought.unclosed:
        raise NoLatex("Your reply ended inside its thinking; answer with the LaTeX alone.")
    source = _inside_fence(thought.answer)
    if (document := BODY.search(source, timeout=2)) is not None:
        source = document[1]
        source = regex.sub(r"\\maketitle\b", "", source)
    source = source.strip()
    if not source:
        raise NoLatex("Your reply holds no LaTeX.")
    return source + "\n"


def _inside_fence(text: str) -> str:
    """The longest fenced block; the text itself where there is none."""
    blocks = []
    position = 0
    while (opening := FENCE.search(text, position)) is not None:
        fence = opening["f"]
        closing = regex.compile(rf"(?m)^[ \t]*{regex.escape(fence)}`*[ \t]*$")
        end = closing.search(text, opening.end())
        blocks.append(text[opening.end() : end.start() if end else len(text)])
        position = end.end() if end else len(text)
    return max(blocks, key=len) if blocks else text
