"""What a reply holds: a JSON value, or a piece of LaTeX, out of whatever stands around it."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import json_repair
import regex

from agent.model.backslashes import double_latex
from agent.model.json_text import balanced_end
from agent.model.latex_text import NoLatex, latex_reply
from agent.model.thinking import split_thinking

__all__ = ["NoJson", "NoLatex", "Parsed", "json_reply", "latex_reply"]

FENCE = regex.compile(r"(?m)^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:json[\w]*)?[^\S\n]*\n", regex.I)
MEMBER = regex.compile(r"""[{,]\s*(?:"[^"\n]*"|'[^'\n]*'|[“”][^”\n]*”|[A-Za-z_]\w*)\s*:""")
"""What an object looks like, and a set or a template variable in prose does not."""
BEGUN = regex.compile(r"""\{\s*["'}]|\[\s*[{"\[\]]""")
"""How JSON begins: unclosed, it was cut off, and what is whole inside it is only a part."""
BRACKET = regex.compile(r"[{\[]")
LONGEST_SEARCH = 60
"""Places in prose that are tried; each costs a look at the rest of the text."""
FARTHEST = 200_000
"""Characters that these looks may take together."""


class NoJson(Exception):
    """Why a reply holds no usable JSON; a sentence for the model."""


class Parsed(NamedTuple):
    value: Any
    repaired: tuple[str, ...]


def json_reply(text: str, accept: Callable[[Any], bool] | None = None) -> Parsed:
    """The JSON value of a reply: the whole of it, else in a fence, else in prose.

    What can be read strictly goes before what has to be repaired, and what `accept` takes before
    anything else. Nothing inside thinking is read, nothing cut off is completed.

    Raises:
        NoJson: there is no such value, or there are several and they differ.
    """
    thought = split_thinking(text.strip().lstrip("\ufeff").strip())
    if thought.unclosed:
        raise NoJson("Your reply ended inside its thinking; answer with the JSON alone.")
    answer = thought.answer
    refused = False
    for places in (_whole(answer), _fenced(answer), _in_prose(answer)):
        found = [parsed for span in places if (parsed := _read(span)) is not None]
        good = [parsed for parsed in found if accept is None or accept(parsed.value)]
        if chosen := _only(good):
            return chosen
        refused = refused or bool(found)
    if refused:
        raise NoJson("The JSON does not have the form that was asked for.")
    if balanced_end(answer, _first(answer)) is None and _first(answer) >= 0:
        raise NoJson("The JSON of your reply is not complete.")
    raise NoJson("Your reply holds no complete JSON value.")


def _only(found: list[Parsed]) -> Parsed | None:
    """The one value; what is empty, or no object beside an object, does not count against it."""
    full = [parsed for parsed in found if parsed.value] or found
    objects = [parsed for parsed in full if isinstance(parsed.value, dict)] or full
    if any(parsed.value != objects[0].value for parsed in objects[1:]):
        raise NoJson(f"Your reply holds {len(objects)} different JSON values; send exactly one.")
    return objects[0] if objects else None


def _first(text: str) -> int:
    return min((place for sign in "{[" if (place := text.find(sign)) >= 0), default=-1)


def _whole(text: str) -> list[str]:
    """The text, if one value is all there is in it."""
    return [text] if text[:1] in ("{", "[") and balanced_end(text, 0) == len(text) else []


def _fenced(text: str) -> Iterator[str]:
    """What stands in fences. A fence inside a JSON string does not end the block."""
    position = 0
    while (opening := FENCE.search(text, position)) is not None:
        start = opening.end() + len(text[opening.end() :]) - len(text[opening.end() :].lstrip())
        position = opening.end()
        if text[start : start + 1] in ("{", "[") and (end := balanced_end(text, start)):
            yield text[start:end]
            position = end


def _in_prose(text: str) -> Iterator[str]:
    """Every outermost bracket that closes, and what is in it where it is no JSON itself."""
    index, tried, seen = 0, 0, 0
    while (match := BRACKET.search(text, index)) and tried < LONGEST_SEARCH and seen < FARTHEST:
        index, tried = match.start() + 1, tried + 1
        end = balanced_end(text, match.start())
        seen += (end or len(text)) - match.start()
        if end is None and BEGUN.match(text, match.start()):
            return
        if end is not None and _read(text[match.start() : end]) is not None:
            yield text[match.start() : end]
            index = end


def _read(span: str) -> Parsed | None:
    """One bracketed span as a value, strictly or repaired."""
    doubled = double_latex(span)
    said = ("single backslashes of LaTeX were doubled",) if doubled != span else ()
    try:
        value = json.loads(doubled, strict=False, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return _repaired(doubled, said)
    return None if _broken(value) else Parsed(value, said)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _repaired(span: str, said: tuple[str, ...]) -> Parsed | None:
    """What json-repair makes of a closed span that has members, if nothing in it was cut."""
    if MEMBER.search(span, timeout=2) is None:
        return None
    try:
        value, log = cast(
            tuple[Any, list[dict[str, str]]],
            json_repair.loads(span, logging=True, skip_json_loads=True),
        )
    except (ValueError, RecursionError, TypeError):
        return None
    notes = tuple(str(entry.get("text", ""))[:80] for entry in log[:3])
    cut = any("missed the closing" in str(entry.get("text", "")) for entry in log)
    if cut or not isinstance(value, dict | list) or _broken(value):
        return None
    return Parsed(value, (*said, *(notes or ("JSON was repaired",))))


def _broken(value: Any) -> bool:
    """A form feed or backspace in a string is a LaTeX command that lost its backslash."""
    if isinstance(value, str):
        return "\x08" in value or "\x0c" in value
    if isinstance(value, dict):
        return any(_broken(key) or _broken(item) for key, item in value.items())
    return isinstance(value, list) and any(map(_broken, value))
