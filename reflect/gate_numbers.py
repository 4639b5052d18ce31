"""The rule on numbers: in a sentence that stayed they stay, but for rounding and another unit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import SequenceMatcher

from reflect.finding import Category
from reflect.gate_pair import Pair
from reflect.gate_sentences import MARK, Sentence
from reflect.verdict import Objection

GAP = r"(?:\\[,;:! ]|~|[\u2009\u202f\u00a0 ])"
NUMBER = re.compile(
    rf"""
    (?<![A-Za-z0-9_.\\^])
    (?P<sign>(?<![A-Za-z0-9)}}\]-])[-\u2212])?
    (?P<digits>[0-9]+(?:(?:{GAP}[0-9]{{3}}(?![0-9]))|(?:\{{[,.]\}}|[.,])[0-9]+)*)
    (?:\s*(?:\\times|\\cdot|\u00d7)\s*10\^\{{?(?P<power>[-+\u2212]?[0-9]+)\}}?
      |[eE](?P<e>[-+]?[0-9]+)(?![A-Za-z0-9]))?
    """,
    re.VERBOSE,
)
PREFIXED = (
    r"(?:[kMGTPmcdnpf\u00b5\u03bc]|\\mu\s*)?"
    r"(?:m|g|s|A|K|V|W|Hz|J|N|Pa|C|F|T|L|l|eV|bar|mol|rad|B|bit|byte|sr|H|S|Wb|lm|lx|Bq|Gy|Sv|cd"
    r"|\u03a9|\u2126|Jy|pc)"
)
UNIT = re.compile(
    rf"""
    [\s$}}{{]*(?:{GAP}|\$|\}})*\{{?
    (?P<unit>
        \\?% | \uff05 | \u00b0\s*C? | \u2103 | \\(?:si|unit|mathrm|text|textrm|rm)(?![A-Za-z])
      | \\(?:degree|celsius|ohm|Omega|mu|micro|kilo|milli|mega|giga|nano|centi|metre|meter|second
          |gram|kelvin|volt|ampere|watt|hertz|joule|newton|pascal|percent|per|hour|minute|day
          |electronvolt|mole|litre|liter|tesla|radian|angstrom)(?![A-Za-z])
      | (?:{PREFIXED}|dB[A-Za-z]?|min|h|d|yr|au|AU|ppm|kcal|cal|rpm)(?![A-Za-z])
      | (?:percent|per\s+cent|degrees?|met(?:re|er)s?|seconds?|minutes?|hours?|days?|weeks?|months?
          |years?|kilograms?|grams?|times)(?![A-Za-z])
      | [\u7c73\u79d2\u514b\u5ea6\u500d\u4f0f\u5b89\u74e6]
    )
    """,
    re.VERBOSE,
)
PREFIXES = {
    "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "m": -3, "c": -2, "d": -1, "n": -9, "p": -12, "f": -15,
    "\u00b5": -6, "\u03bc": -6,
}  # fmt: skip
LETTERS = re.compile(
    r"(?P<prefix>[kMGTmcdnpf\u00b5\u03bc]?)(?P<symbol>m|g|s|A|K|V|W|Hz|J|N|Pa|C|F|T|eV|bar|mol|rad"
    r"|\u03a9|\u2126)"
)
LAYOUT = re.compile(
    r"\s*\\(?:text|line|column|paper)(?:width|height)|\s*\\baselineskip|\s*(?:em|ex|pt)\b"
)
NUMBERED = frozenset(
    {
        *("figure", "figures", "fig", "figs", "table", "tables", "tab", "section", "sections"),
        *("sec", "chapter", "chapters", "equation", "equations", "eq", "eqs", "page", "pages", "p"),
        *("pp", "version", "appendix", "part", "listing", "theorem", "lemma"),
        *("abbildung", "tabelle", "abschnitt", "kapitel", "seite", "\u56fe", "\u8868", "\u5f0f"),
        *("\u8282", "\u7ae0", "\u9875"),
    }
)
"""Words before a number that is only a name."""
YEAR_BEFORE = re.compile(r"(?:[(\[,]|al\.|[A-ZÀ-Þ][a-zà-ÿ]+|\})\s*[(\[]?\s*$")
NO_NAME = re.compile(r"(?:In|Since|Until|From|By|During|Before|After|Im|Seit|Bis|Vor|Nach)\s*$")


@dataclass(frozen=True, slots=True)
class Number:
    text: str
    value: Decimal
    digits: str
    """Without separators, zeros and powers at both ends: what a change of unit keeps."""
    places: int
    """Decimals, as written."""
    unit: str
    weighty: bool
    """Has decimals, a unit, a power of ten or three digits, and is no year of a source."""

    @property
    def size(self) -> tuple[Decimal, str]:
        return self.value, self.unit

    def __str__(self) -> str:
        return f"{self.text} {self.unit}".rstrip()


def numbers_in(text: str) -> Iterator[tuple[Number, int, int]]:
    """Every number of a piece of LaTeX with its span; not those that are lengths on the page."""
    for match in NUMBER.finditer(text):
        if LAYOUT.match(text, match.end()):
            continue
        if (number := _number(text, match)) is not None:
            yield number, match.start(), match.end()


def _number(text: str, match: re.Match[str]) -> Number | None:
    plain, places = _plain(match["digits"])
    power = (match["power"] or match["e"] or "0").replace("\u2212", "-")
    try:
        value = Decimal(plain) * Decimal(10) ** min(max(int(power), -99), 99)
    except (InvalidOperation, ValueError):
        return None
    if match["sign"]:
        value = -value
    unit = UNIT.match(text, match.end())
    digits = plain.replace(".", "")
    weighty = bool(unit or places or power != "0" or len(digits) >= 3)
    year = len(plain) == 4 and 1500 <= value <= 2100 and not unit
    if year and YEAR_BEFORE.search(text, 0, match.start()):
        weighty = bool(NO_NAME.search(text, 0, match.start()))
    return Number(match[0], value, digits.strip("0"), places, unit["unit"] if unit else "", weighty)


def _plain(digits: str) -> tuple[str, int]:
    """The number with a decimal point, and its decimals: `1{,}5`, `10 000`, `1,234.5`."""
    bare = re.sub(rf"{GAP}|[{{}}]", "", digits)
    last = max(bare.rfind("."), bare.rfind(","))
    if last < 0:
        return bare, 0
    marks = re.sub(r"[0-9]", "", bare)
    tail = len(bare) - last - 1
    grouping = marks[-1] == "," and tail == 3 and "{" not in digits and bare[0] != "0"
    if (len(marks) > 1 and len(set(marks)) == 1) or grouping:
        return re.sub(r"[.,]", "", bare), 0
    return f"{re.sub('[.,]', '', bare[:last])}.{bare[last + 1 :]}", tail


def _scale(unit: str) -> tuple[int, str] | None:
    """The power of ten and the symbol of a unit that is written in letters."""
    match = LETTERS.fullmatch(unit)
    return (PREFIXES[match["prefix"] or ""], match["symbol"]) if match else None


def same(one: Number, other: Number) -> bool:
    """Equal, written otherwise, in another unit of the same digits, or rounded."""
    mine, its = _scale(one.unit), _scale(other.unit)
    if mine is not None and its is not None and mine != its:
        size = one.value.scaleb(mine[0]), other.value.scaleb(its[0])
        return mine[1] == its[1] and size[0] == size[1]
    if one.value == other.value:
        return True
    if one.digits == other.digits and (one.value < 0) == (other.value < 0):
        return one.unit != other.unit or ("," in one.text) != ("," in other.text)
    rounded = len(other.digits) >= 2 and other.places < one.places
    return rounded and abs(one.value - other.value) <= Decimal(5).scaleb(-other.places - 1)


def numbers_changed(
    pair: Pair, partners: Sequence[tuple[Sentence, Sentence]]
) -> Iterator[Objection]:
    """A new value that stood nowhere before, or two values that changed places.

    Where a ledger or material is known, its claims say more than the text before can.
    """
    if pair.evidence.material or pair.evidence.facts is not None:
        return
    changed = [both for one, other in partners for both in _changed(one, other)]
    if not changed:
        return
    known = {number.value for number, _, _ in numbers_in(MARK.sub(" ", pair.before.live))}
    moves = {(one.value, other.value) for one, other in changed}
    wrong = [
        (one, other)
        for one, other in changed
        if not (other.value in known and _may_be_set_right(pair, one, other))
        or (other.value, one.value) in moves
        if not _asked_for(pair, other)
    ]
    if wrong:
        shown = tuple(f"{one} -> {other}" for one, other in wrong)
        yield Objection(
            "number-changed",
            f"`{wrong[0][0]}` became `{wrong[0][1]}` in a sentence that is the same otherwise.",
            shown,
        )


def _may_be_set_right(pair: Pair, one: Number, other: Number) -> bool:
    """Whether a value that stands elsewhere is likely to be the right one here as well.

    A small number stands elsewhere by chance.
    """
    return (
        other.weighty
        or pair.names(one.text)
        or any(change.category in (Category.WRONG_NUMBER, Category.CONTRADICTION)
               for change in pair.plan)
    )  # fmt: skip


def _asked_for(pair: Pair, number: Number) -> bool:
    """Whether the user named the new number."""
    return any(
        said.value == number.value
        for change in pair.plan
        if change.source == "user"
        for said, _, _ in numbers_in(f"{change.issue} {change.action}")
    )


def _changed(one: Sentence, other: Sentence) -> Iterator[tuple[Number, Number]]:
    """Numbers that stand in the same place of a sentence and differ."""
    before, words = _items(one)
    after, others = _items(other)
    if not before or not after:
        return
    lost, gained = _without(before, after), _without(after, before)
    exchanged = not lost and not gained and len(before) == len(after)
    old, new = _positions(words), _positions(others)
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    for a, b, size in matcher.get_matching_blocks():
        for shift in range(size):
            if a + shift not in old:
                continue
            was, now = before[old[a + shift]], after[new[b + shift]]
            if same(was, now) or not (
                was.weighty or now.weighty or (words == others and _counts(words, a + shift))
            ):
                continue
            # By value: which of two equal numbers of a row was taken for the twin is chance.
            if exchanged or (was.size in {n.size for n in lost} and now in gained):
                yield was, now


def _counts(words: list[str], place: int) -> bool:
    """Whether a number is more than that of a figure or a page, as in `Figures 3 and 4`."""
    while place >= 2 and words[place - 2] == "\0" and words[place - 1] in ("and", "to", "or"):
        place -= 2
    return place == 0 or words[place - 1] not in NUMBERED


def _without(numbers: list[Number], others: list[Number]) -> list[Number]:
    """Those that none of the others is, each of which serves once."""
    rest = list(others)
    left = []
    for number in numbers:
        twin = next((n for n, other in enumerate(rest) if same(number, other)), None)
        if twin is None:
            left.append(number)
        else:
            del rest[twin]
    return left


def _items(sentence: Sentence) -> tuple[list[Number], list[str]]:
    """The numbers, and the words with a mark for each number."""
    numbers: list[Number] = []
    pieces: list[str] = []
    done = 0
    plain = sentence.plain.replace("\0", " ")
    for number, start, end in numbers_in(plain):
        numbers.append(number)
        pieces += (plain[done:start], " \0 ")
        done = end
    marked = Sentence("", "".join([*pieces, plain[done:]]))
    return numbers, marked.words


def _positions(words: list[str]) -> dict[int, int]:
    """Which number a mark stands for."""
    places = [n for n, word in enumerate(words) if word == "\0"]
    return {place: number for number, place in enumerate(places)}
