"""The rule on numbers that vanish from a sentence that stays."""

import re
from collections.abc import Collection, Iterator, Sequence

from reflect.finding import Category
from reflect.gate_alignment import Aligned
from reflect.gate_numbers import Number, numbers_in, same
from reflect.gate_pair import Pair
from reflect.verdict import Objection

NEAR = 3
"""Words that may go with a number; with more of them a part of the sentence was struck."""
MAY_GO = frozenset({Category.UNSUPPORTED_CLAIM, Category.WRONG_NUMBER, Category.CONTRADICTION,
                    Category.REPETITION})  # fmt: skip
"""Categories of changes that may take a number away."""
PLUS_MINUS = re.compile(r"(?:\\pm(?![A-Za-z])|\u00b1|\+-|\+/-)[\s${}]*\Z")
GIVES = re.compile(r"\\(?:fact|factvalue|[A-Za-z]*ref)(?![A-Za-z])")
COMMAND = re.compile(r"\\[A-Za-z]+")
FORM = frozenset(
    {
        *(
            "\\emph",
            "\\textbf",
            "\\textit",
            "\\textsc",
            "\\texttt",
            "\\text",
            "\\mathrm",
            "\\approx",
        ),
        *(
            "\\sim",
            "\\pm",
            "\\cdot",
            "\\times",
            "\\SI",
            "\\si",
            "\\num",
            "\\qty",
            "\\unit",
            "\\left",
        ),
        *("\\right", "\\label", "\\footnote", "\\ldots", "\\dots", "\\item", "\\cite", "\\citep"),
        *("\\citet", "\\le", "\\leq", "\\ge", "\\geq", "\\quad", "\\textrm", "\\par", "\\noindent"),
    }
)
"""Commands that stand for no number."""
WORDS = {
    **{0: {"no", "none", "zero", "null", "kein", "\u96f6"}, 1: {"one", "once", "single", "ein"}},
    2: {"two", "both", "twice", "double", "doubled", "pair", "zwei", "beide", "\u4e24", "\u4e8c"},
    **{3: {"three", "thrice", "triple", "drei", "\u4e09"}, 4: {"four", "vier", "\u56db"}},
    **{5: {"five", "f\u00fcnf", "\u4e94"}, 6: {"six", "sechs", "\u516d"}},
    **{7: {"seven", "sieben", "\u4e03"}, 8: {"eight", "acht", "\u516b"}},
    **{9: {"nine", "neun", "\u4e5d"}, 10: {"ten", "tenth", "zehn", "\u5341"}},
    **{11: {"eleven", "elf"}, 12: {"twelve", "dozen", "zw\u00f6lf"}, 15: {"fifteen"}},
    **{20: {"twenty", "zwanzig"}, 24: {"day"}, 25: {"quarter"}, 30: {"thirty", "half"}},
    **{40: {"forty"}, 50: {"half", "fifty", "h\u00e4lfte", "\u534a"}, 60: {"hour", "sixty"}},
    100: {"hundred", "all", "every", "whole", "full", "hundert", "\u767e", "entire", "fully"},
    **{200: {"double", "doubled", "twice"}, 1000: {"thousand", "tausend", "\u5343"}},
}
"""How whole numbers are said."""
PARTS = {"0.5": {"half", "halb", "halbe", "\u534a"}, "0.25": {"quarter"}, "0.75": {"quarters"},
         "1.5": {"half", "anderthalb"}}  # fmt: skip


def numbers_dropped(
    pair: Pair, both: Sequence[Aligned], names: Collection[str]
) -> Iterator[Objection]:
    """A number with a unit, decimals or three digits for which there are only words now.

    It may stand elsewhere; the one behind a plus-minus sign may not.
    """
    if any(change.category in MAY_GO for change in pair.plan):
        return
    gone = [
        number
        for found in both
        if found.lost and not _given_otherwise(found)
        for number in _vanished(found, names)
        if not pair.names(number.text) and not _still_given(pair, found, number)
    ]
    if gone:
        shown = tuple(map(str, gone))
        message = f"`{gone[0]}` is gone from a sentence that is the same otherwise."
        yield Objection("number-dropped", message, shown)


def _vanished(found: Aligned, names: Collection[str]) -> Iterator[Number]:
    lost = {number.size for number in found.lost if number.weighty}
    if not lost or len(found.after) > len(found.before):
        return
    for kind, a, b, c, d in found.matcher.get_opcodes():
        if kind not in ("replace", "delete"):
            continue
        piece, new = found.words[a:b], found.others[c:d]
        numbers = [n for n in range(a, b) if n in found.places]
        if "\0" in new or not numbers or len(piece) - len(numbers) > NEAR * len(numbers):
            continue
        for place in numbers:
            number = found.before[found.places[place]]
            if number.size not in lost or _said(number, new):
                continue
            if not any(word in names for word in found.words[max(0, place - 1) : place]):
                yield number


def _said(number: Number, words: Collection[str]) -> bool:
    """Whether words give the number."""
    part = PARTS.get(str(number.value.normalize()), set())
    if not part.isdisjoint(words):
        return True
    if number.value != int(number.value):
        return False
    whole = int(number.value)
    return not WORDS.get(whole, set()).isdisjoint(words) or any(
        whole % scale == 0
        and not WORDS[scale].isdisjoint(words)
        and not WORDS.get(whole // scale, set()).isdisjoint(words)
        for scale in (100, 1000)
    )


def _given_otherwise(found: Aligned) -> bool:
    """Whether a fact, a reference or a command of the document may have taken its place."""
    one, other = found.one.text, found.other.text
    if len(GIVES.findall(other)) > len(GIVES.findall(one)):
        return True
    return bool(set(COMMAND.findall(other)) - set(COMMAND.findall(one)) - FORM)


def _still_given(pair: Pair, found: Aligned, number: Number) -> bool:
    text = found.one.plain
    place = text.find(number.text)
    if PLUS_MINUS.search(text, 0, max(place, 0)):
        return False
    digits = re.compile(rf"(?<![0-9.,]){re.escape(number.text)}(?![0-9]|[.,][0-9])")
    if digits.search(pair.after.folded):
        return True
    return any(same(number, new) for text in pair.came for new, _, _ in numbers_in(text))
