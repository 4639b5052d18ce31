"""What stands along an axis and in a legend: `volume $V$ (cm³)`."""

import re
from collections.abc import Sequence

from agent.figures.lettering import (
    clean,
    escaped,
    families_for,
    formula,
    raised,
    shortened,
    width,
)
from agent.figures.series import Quantity
from agent.figures.style import CM, FONT_SIZE
from agent.figures.ticks import THIN, Scale, decimals, number

_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_POWER = re.compile(r"(?:\^|\*\*)\{?([+-]?[0-9]+)\}?")
"""As a file writes it in a unit that is not understood: `m/s^2`."""
_LETTERS = re.compile(r"[\W_]+")


def label(item: Quantity, scale: Scale, length_cm: float) -> str:
    """Name, symbol and unit, with the power of ten the ticks leave out.

    A name that is no more than the symbol is not said twice; one too long for the axis is cut, the
    unit never is.
    """
    room = length_cm * CM * 72 / FONT_SIZE
    symbol = formula(item.symbol) if item.symbol else None
    unit = _POWER.sub(lambda found: found[1].translate(_SUPERSCRIPT), clean(item.unit))
    for with_formula in (True, False):
        ending = _unit(unit, scale, with_formula=with_formula)
        offset = _offset(scale, with_formula=with_formula)
        name = _name(item.name, symbol if with_formula else None, room - width(ending + offset))
        text = f"{name}{offset} {ending}".strip()
        if families_for(text) is not None:
            return text
    return escaped(clean(item.name))


def unit_label(items: Sequence[Quantity], value: str, scale: Scale, length_cm: float) -> str:
    """The label of an axis that several quantities share: their names, or a word for all."""
    units = {clean(item.unit) for item in items}
    unit = units.pop() if len(units) == 1 else ""
    names = ", ".join(clean(item.name) for item in items)
    room = length_cm * CM * 72 / FONT_SIZE
    shared = Quantity(
        name=names if width(names) < 0.6 * room else value,
        symbol="",
        unit=unit,
        pint_unit=None,
        values=items[0].values,
        uncertainty=None,
    )
    return label(shared, scale, length_cm)


def legend_name(item: Quantity, *, with_unit: bool) -> str:
    """A quantity in a legend."""
    short = Quantity(
        name=shortened(clean(item.name), 30),
        symbol=item.symbol,
        unit=item.unit if with_unit else "",
        pint_unit=None,
        values=item.values,
        uncertainty=None,
    )
    return label(short, Scale(), 1000)


def _name(name: str, symbol: str | None, room: float) -> str:
    name = clean(name)
    if symbol is None:
        return escaped(shortened(name, max(room, 8)))
    if _LETTERS.sub("", symbol.replace("mathrm", "")) == _LETTERS.sub("", name):
        return symbol
    return f"{escaped(shortened(name, max(room - width(symbol), 8)))} {symbol}"


def _unit(unit: str, scale: Scale, *, with_formula: bool) -> str:
    power = f"10{str(scale.exponent).translate(_SUPERSCRIPT)}" if scale.exponent else ""
    inside = " ".join(part for part in (power, unit) if part)
    if not inside:
        return ""
    return f"({raised(inside) if with_formula else escaped(inside)})"


def _offset(scale: Scale, *, with_formula: bool) -> str:
    if not scale.offset:
        return ""
    sign = "−" if scale.offset > 0 else "+"
    size = abs(scale.offset)
    digits = number(size, decimals([size, 2 * size]))
    # Beside a formula only one family is looked at, and none with letters has the thin space.
    space = r"$\,$" if with_formula else THIN
    return f" {sign} {digits.replace(THIN, space)}"
