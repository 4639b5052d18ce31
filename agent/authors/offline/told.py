"""What analysis and readers say in English, told in the language of the report."""

from functools import cache, lru_cache

import regex

from agent.authors.offline.catalogue import Sentence, Spoken, phrases

PLACE = regex.compile(r"\{(\w+)\}")
PHRASES = frozenset({"what", "of", "how", "kind", "quantity", "why"})
"""Places that hold a phrase themselves; the others hold a name, which stays as it is."""
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


def _phrase(text: str) -> str | None:
    for pattern, sentence in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            places = {
                name: (_phrase(value) or value) if name in PHRASES else value
                for name, value in found.groupdict().items()
            }
            return sentence.zh.format(**places)
    return None


@cache
def _patterns() -> tuple[tuple[regex.Pattern[str], Sentence], ...]:
    return tuple((regex.compile(_pattern(sentence.en)), sentence) for sentence in phrases())


def _pattern(template: str) -> str:
    parts, end = [], 0
    for place in PLACE.finditer(template):
        parts += [regex.escape(template[end : place.start()]), rf"(?P<{place[1]}>.+?)"]
        end = place.end()
    return "".join([*parts, regex.escape(template[end:])])
