"""What a command of siunitx whose number cannot be read may have meant."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from compile.remedies.numbers import as_list, as_number, as_range, is_number

NUMBERS = {"num": 1, "qty": 1, "SI": 1, "ang": 1, "numrange": 2, "qtyrange": 2, "SIrange": 2}
"""How many of the first arguments are numbers."""
_RANGED = {"num": "numrange", "qty": "qtyrange", "SI": "SIrange"}
_LISTED = {"num": "numlist", "qty": "qtylist", "SI": "SIlist"}
_LEADING = re.compile(
    r"(?P<words>(?:[^\W\d_]{2,}|\\(?:approx|sim|lesssim|gtrsim|leq|geq|text\{[^{}]*\})|[≈∼~≲≳≤≥])"
    r"(?:\s+[^\W\d_]{2,})*)\s*(?P<number>[-+]?[\d.,].*)",
    re.DOTALL,
)
_WITH_UNIT = re.compile(
    r"\s*(?P<number>[-+]?\d[\d.,]*(?:[eE][-+]?\d+)?)\s*(?P<unit>\\?%|[A-Za-zµμΩ°Å]{1,4})\s*"
)
_STYLED = re.compile(
    r"\s*(?P<style>\\(?:text(?:bf|it)|mathbf|bm|boldsymbol))\s*\{(?P<inner>[^{}]*)\}\s*"
)
_BARE_POWER = re.compile(r"[-+]?e[-+]?\d+")
_MATH = re.compile(r"[_^=<>]|\\[A-Za-z]+")
_MATH_SIGNS = {
    "≈": r"\approx", "∼": r"\sim", "~": r"\sim", "≲": r"\lesssim", "≳": r"\gtrsim", "≤": r"\leq",
    "≥": r"\geq",
}  # fmt: skip

Reading = tuple[str, str]
"""The new text of the whole command, and what was done."""


@dataclass(frozen=True, slots=True)
class _Written:
    """A command with one number as it stands in the source."""

    name: str
    option: str
    number: str
    """Stripped, as the unit."""
    unit: str
    rest: str
    """Its arguments behind the number, with their braces."""


def readings(name: str, option: str, texts: list[str]) -> Iterator[Reading]:
    """What the whole command may have meant, the likeliest first; plain text is the last resort."""
    count = NUMBERS[name]
    rest = "".join(f"{{{text}}}" for text in texts[count:])
    mended = [as_number(text) or text for text in texts[:count]]
    if mended != texts[:count] and all(is_number(n) or _BARE_POWER.fullmatch(n) for n in mended):
        numbers = "".join(f"{{{number}}}" for number in mended)
        yield f"\\{name}{option}{numbers}{rest}", "Wrote a number as siunitx reads it."
        return
    if count == 1:
        unit = texts[1].strip() if len(texts) > 1 else ""
        written = _Written(name, option, texts[0].strip(), unit, rest)
        yield from filter(None, [next(filter(None, (read(written) for read in _KINDS)), None)])
    yield _plain(name, texts, count), "Set as plain text what is no number."


def _range(of: _Written) -> Reading | None:
    ends = as_range(of.number) if of.name in _RANGED else None
    if ends is None:
        return None
    new = f"\\{_RANGED[of.name]}{of.option}{{{ends[0]}}}{{{ends[1]}}}{of.rest}"
    return new, "Wrote a range as a range."


def _list(of: _Written) -> Reading | None:
    numbers = as_list(of.number) if of.name in _LISTED else None
    if numbers is None:
        return None
    new = f"\\{_LISTED[of.name]}{of.option}{{{';'.join(numbers)}}}{of.rest}"
    return new, "Wrote a list of numbers as a list."


def _swapped(of: _Written) -> Reading | None:
    if of.name not in {"qty", "SI"} or not of.number or not is_number(of.unit):
        return None
    new = f"\\{of.name}{of.option}{{{of.unit}}}{{{of.number}}}"
    return new, "Put number and unit in their order."


def _unit_alone(of: _Written) -> Reading | None:
    what = of.unit or of.number
    if of.name not in {"qty", "SI"} or (of.rest and of.number) or not what:
        return None
    command = "unit" if of.name == "qty" else "si"
    return f"\\{command}{of.option}{{{what}}}", "Set a unit without a number as a unit."


def _empty(of: _Written) -> Reading | None:
    if of.name == "num" and not of.number:
        return "{}", "Took out an empty number."
    return None


def _with_unit(of: _Written) -> Reading | None:
    found = _WITH_UNIT.fullmatch(of.number) if of.name == "num" else None
    if found is None:
        return None
    symbol = r"\percent" if "%" in found["unit"] else found["unit"]
    new = f"\\qty{of.option}{{{found['number']}}}{{{symbol}}}"
    return new, "Set a number with its unit as a quantity."


def _styled(of: _Written) -> Reading | None:
    found = _STYLED.fullmatch(of.number)
    if found is None or not is_number(found["inner"]):
        return None
    style = r"\textit" if found["style"] == r"\textit" else r"\textbf"
    new = f"{style}{{\\{of.name}{of.option}{{{found['inner']}}}{of.rest}}}"
    return new, "Formatted a number from outside."


def _after_words(of: _Written) -> Reading | None:
    found = _LEADING.fullmatch(of.number)
    if found is None:
        return None
    number = found["number"] if is_number(found["number"]) else as_number(found["number"])
    if number is None:
        return None
    words = found["words"].strip()
    sign = _MATH_SIGNS.get(words, words)
    before = f"${sign}$" if sign.startswith("\\") and not sign.startswith(r"\text") else words
    new = f"{before}~\\{of.name}{of.option}{{{number}}}{of.rest}"
    return new, "Set the words before a number outside of it."


_KINDS: tuple[Callable[[_Written], Reading | None], ...] = (
    _range, _list, _swapped, _unit_alone, _empty, _with_unit, _styled, _after_words,
)  # fmt: skip


def _plain(name: str, texts: list[str], count: int) -> str:
    shown = [
        text.strip() if "$" in text or not _MATH.search(text) else f"\\ensuremath{{{text.strip()}}}"
        for text in texts[:count]
    ]
    unit = texts[count] if len(texts) > count else ""
    command = "unit" if name.startswith("qty") else "si"
    return " to ".join(shown) + (f"~\\{command}{{{unit}}}" if unit.strip() else "")
