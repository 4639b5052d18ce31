"""The rule on bounds: what was less stays less, and what was greater stays greater."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from reflect.gate_pair import Pair
from reflect.gate_sentences import Sentence
from reflect.verdict import Objection

LESS = r"<|\u2264|\u2a7d|\u226a|\\(?:le|leq|leqslant|lt|ll|lesssim|lessapprox|textless)(?![A-Za-z])"
MORE = (
    r">|\u2265|\u2a7e|\u226b|\\(?:ge|geq|geqslant|gt|gg|gtrsim|gtrapprox|textgreater)(?![A-Za-z])"
)
BELOW = (
    r"(?:less|fewer|smaller|lower|shorter|weniger|kleiner|geringer) (?:than|als)|at most|below"
    r"|under|up to|h\u00f6chstens"
    r"|\u5c0f\u4e8e|\u4f4e\u4e8e"
    r"|\u5c11\u4e8e|\u81f3\u591a|\u4e0d\u8d85\u8fc7"
)
ABOVE = (
    r"(?:more|greater|larger|higher|longer|mehr|gr\u00f6\u00dfer) (?:than|als)|at least|above|over"
    r"|exceeding|mindestens|\u5927\u4e8e|\u9ad8\u4e8e|\u591a\u4e8e|\u81f3\u5c11|\u8d85\u8fc7"
)
NOT = r"(?:(?<![A-Za-z])(?:not|no|never|nicht|kein)(?![A-Za-z])|\u4e0d)"
SIGN = re.compile(rf"(?P<less>{LESS})|(?P<more>{MORE})|(?P<equal>=)(?![=A-Za-z]*\s*\\)")
SIDE = re.compile(r"[\s$~{}]*(?P<atom>\\?[A-Za-z]+(?:_\{?[A-Za-z0-9]+\}?)?|-?[0-9][0-9.,]*)")
BEFORE = re.compile(r"(?P<atom>\\?[A-Za-z]+(?:_\{?[A-Za-z0-9]+\}?)?|[0-9][0-9.,]*)[\s$~{}]*\Z")
WORDS = re.compile(
    rf"(?P<no>{NOT}\s*)?(?:(?P<less>(?<![A-Za-z])(?:{BELOW}))|(?P<more>(?<![A-Za-z])(?:{ABOVE})))"
    r"(?:\s|~|\$|\\,|\\(?:SI|num|qty)\s*\{|about|circa|\u7ea6)*(?P<atom>[0-9][0-9.,]*)",
    re.IGNORECASE,
)
HINTS = (
    *("<", ">", "\\le", "\\lt", "\\ll", "\\textless", "\\ge", "\\gt", "\\gg", "\\textgreater"),
    *(" than", " als", "at most", "below", "under", "up to", "h\u00f6chstens", "at least", "above"),
    *("over", "exceeding", "mindestens", "\u5c0f", "\u4f4e", "\u5c11", "\u591a", "\u8d85"),
    *("\u5927", "\u9ad8"),
    *("\u2264", "\u2a7d", "\u226a", "\u2265", "\u2a7e", "\u226b"),
)
"""One of which stands wherever `ANY` is found."""
ANY = re.compile(rf"{LESS}|{MORE}|{BELOW}|{ABOVE}", re.IGNORECASE)
REACH = 30
"""Characters to the left of a sign that are looked through for what it stands behind."""


def relations_turned(
    pair: Pair, partners: Sequence[tuple[Sentence, Sentence]]
) -> Iterator[Objection]:
    """The same bound, or the same two sides, with the opposite sign between them."""
    turned = []
    for one, other in partners:
        signs = [_bounded(sentence.text) for sentence in (one, other)]
        if any(signs) and (all(signs) or "=" in one.text or "=" in other.text):
            before, after = _bounds(one.text), _bounds(other.text)
            turned += [
                text
                for key, (way, text) in before.items()
                if key in after and after[key][0] != way and not pair.names(text)
            ]
    if turned:
        message = f"What was a bound is another one now: `{turned[0]}`."
        yield Objection("relation-turned", message, tuple(dict.fromkeys(turned)))


@lru_cache(maxsize=1024)
def _bounded(text: str) -> bool:
    lowered = text.lower()
    return any(hint in lowered for hint in HINTS) and bool(ANY.search(text))


def _bounds(text: str) -> dict[tuple[str, str], tuple[str, str]]:
    """By both sides, or by the number that words bound: the way, and how it is written."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    clash: set[tuple[str, str]] = set()

    def take(key: tuple[str, str], way: str, written: str) -> None:
        if found.setdefault(key, (way, written))[0] != way:
            clash.add(key)

    for sign in SIGN.finditer(text):
        left = BEFORE.search(text[max(0, sign.start() - REACH) : sign.start()])
        right = SIDE.match(text, sign.end())
        if left and right:
            one, other = left["atom"], right["atom"].rstrip(".,")
            way = str(sign.lastgroup)
            written = f"{one} {sign[0]} {other}"
            take((one, other), way, written)
            if way != "equal":
                take((other, one), "more" if way == "less" else "less", written)
    for words in WORDS.finditer(text):
        way = "less" if (words["less"] is not None) != (words["no"] is not None) else "more"
        take(("", words["atom"].rstrip(".,")), way, " ".join(words[0].split()))
    return {key: bound for key, bound in found.items() if key not in clash}
