"""What analysis and readers say in English, told in the language of the report."""

from collections.abc import Mapping
from functools import cache, lru_cache

import regex

from agent.authors.offline.catalogue import Sentence, Spoken, phrases

PLACE = regex.compile(r"\{(\w+)\}")
PHRASES = frozenset({"how", "kind", "quantity", "why"})
"""Places that hold a phrase themselves: what is none there was meant by another sentence."""
NAME_OR_PHRASE = "of"
"""A place for the name of a column, or for a phrase about one: `height` alone is a column there."""
MOST = 1_000
"""Characters beyond which no text of the program's own is looked for."""


def told(text: str, language: Spoken) -> str:
    """The text in that language; unchanged where it is no phrase of the catalogue."""
    if language == "en" or not text or len(text) > MOST:
        return text
    return _told(text)


@lru_cache(maxsize=4096)
def _told(text: str) -> str:
    whole = _phrase(text)
    if whole is not None:
        return whole
    # Several sentences may stand in one remark.
    parts = regex.split(r"(?<=\.) (?=[A-Z])", text)
    if len(parts) == 1:
        return text
    translated = [_phrase(part) for part in parts]
    if all(part is None for part in translated):
        return text
    return "".join(new or old for new, old in zip(translated, parts, strict=True))


def _phrase(text: str, *, with_places: bool = False) -> str | None:
    """The first sentence of the catalogue that the text is; of those with places, if wanted."""
    for pattern, sentence in _patterns():
        if with_places and not pattern.groups:
            continue
        found = pattern.fullmatch(text)
        places = _filled(found.groupdict()) if found is not None else None
        if places is not None:
            return sentence.zh.format(**places)
    return None


def _filled(said: Mapping[str, str]) -> dict[str, str] | None:
    """What stands in the places, names as they are; None when a phrase is none."""
    filled = {}
    for name, value in said.items():
        known: str | None = value
        if name in PHRASES:
            known = _phrase(value)
        elif name == NAME_OR_PHRASE:
            known = _phrase(value, with_places=True) or value
        if known is None:
            return None
        filled[name] = known
    return filled


@cache
def _patterns() -> tuple[tuple[regex.Pattern[str], Sentence], ...]:
    return tuple((regex.compile(_pattern(sentence.en)), sentence) for sentence in phrases())


def _pattern(template: str) -> str:
    parts, end = [], 0
    for place in PLACE.finditer(template):
        parts += [regex.escape(template[end : place.start()]), rf"(?P<{place[1]}>.+?)"]
        end = place.end()
    return "".join([*parts, regex.escape(template[end:])])
