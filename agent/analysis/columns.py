"""Tables and columns as the user names them, their symbols, and the uncertainties that belong to
them.
"""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from agent.analysis import units
from agent.analysis.keys import slug, slugs
from agent.arrays import Vector
from agent.errors import UsageError
from agent.materials.types import Column, Table
from latex.escape import escape

_LETTER = re.compile(r"([A-Za-z])(?:_?(\d{1,2})|_([A-Za-z]{1,3}))?")
_GREEK_WORDS = (
    r"\alpha \beta \gamma \delta \varepsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi"
    r" \rho \sigma \tau \upsilon \varphi \chi \psi \omega"
    r" \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Phi \Psi \Omega"
)
_GREEK = dict(zip("αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", _GREEK_WORDS.split(), strict=True))
_SPELLED = {word.lstrip("\\"): word for word in _GREEK.values() if word.islower()} | {
    "epsilon": r"\varepsilon",
    "phi": r"\varphi",
}


_LARGEST = 1e70


def readable(name: str) -> str:
    """The name of a column as a sentence would say it."""
    return " ".join(name.replace("_", " ").split()) or name


def symbol_of(table: str, name: str, symbols: Mapping[str, str]) -> str:
    """LaTeX for running text: `$p$` where there is a symbol, else the name, escaped."""
    for key in (f"{table}.{name}", name, slug(name)):
        if written := symbols.get(key, "").strip().strip("$").strip():
            return f"${written}$"
    if name in _GREEK or name.lower() in _SPELLED:
        return f"${_GREEK.get(name) or _SPELLED[name.lower()]}$"
    if found := _LETTER.fullmatch(name):
        letter, number, index = found.groups()
        below = number or (rf"\mathrm{{{index}}}" if index else "")
        return f"${letter}_{{{below}}}$" if below else f"${letter}$"
    return escape(readable(name))


def in_math(symbol: str) -> str:
    """The same for inside a formula, without dollars."""
    return symbol[1:-1] if symbol.startswith("$") else rf"\text{{{symbol}}}"


def find_table(tables: Sequence[Table], reference: str, where: str) -> Table:
    """The table of that name, or the only one from the file of that name or path.

    Raises:
        UsageError: there is none; names the nearest.
    """
    for matches in (
        [t for t in tables if t.name == reference],
        [t for t in tables if reference in (t.path, t.path.rpartition("/")[2])],
        [t for t in tables if slug(t.name) == slug(reference) != ""],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = ", ".join(t.name for t in matches)
            raise UsageError(
                f"{where} names the file {reference!r}, which holds several tables.",
                f"Name one of them: {names}.",
            )
    raise UsageError(
        f"{where} names the table {reference!r}, which does not exist.",
        nearest(reference, [t.name for t in tables]),
    )


def find_column(
    table: Table, reference: str, symbols: Mapping[str, str], where: str, position: str = ""
) -> Column:
    """The column of that name, of that slug, or with that symbol in `[symbols]`.

    Raises:
        UsageError: there is none; names the nearest.
    """
    column = column_or_none(table, reference, symbols)
    if column is not None:
        return column
    raise UsageError(
        f"{where} names the column {reference!r}{position}, which the table {table.name!r} lacks.",
        nearest(reference, names_of(table, symbols)),
    )


def column_or_none(table: Table, reference: str, symbols: Mapping[str, str]) -> Column | None:
    parts = slugs(c.name for c in table.columns)
    for column in table.columns:
        if column.name == reference:
            return column
    for column in table.columns:
        written = symbols.get(column.name, symbols.get(f"{table.name}.{column.name}", ""))
        if written.strip().strip("$\\").strip() == reference.strip("$\\") != "":
            return column
    for column, part in zip(table.columns, parts, strict=True):
        if part == reference:
            return column
    return None


def names_of(table: Table, symbols: Mapping[str, str]) -> list[str]:
    known = [c.name for c in table.columns]
    return known + [symbols[name].strip("$\\") for name in known if name in symbols]


def nearest(word: str, known: Iterable[str]) -> str:
    """The hint that goes with an unknown name."""
    names = list(dict.fromkeys(known))
    folded = {name.lower(): name for name in reversed(names)}
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    if close:
        return f"Did you mean {folded[close[0]]!r}?"
    if not names:
        return "There is none to choose from."
    shown = ", ".join(names[:12])
    return f"There {'is' if len(names) == 1 else 'are'} {shown}{' …' if len(names) > 12 else ''}."


def computable(values: Vector) -> bool:
    """Whether squares of the values, and of their quotients, neither overflow nor vanish."""
    sizes = np.abs(values[np.isfinite(values) & (values != 0)])
    return len(sizes) == 0 or bool(sizes.max() < _LARGEST and sizes.max() > 1 / _LARGEST)


def uncertainty_values(table: Table, column: Column) -> Vector | None:
    """Standard uncertainties of a column, in its unit; None when no column gives them.

    One in per cent beside a column that is not is relative to the value.
    """
    given = table.uncertainty(column.name)
    if given is None or given.type != "number":
        return None
    # A negative one is no standard uncertainty, but a slip: it counts as missing.
    values = np.where(given.values >= 0, given.values, np.nan)
    own, theirs = units.parse_unit(column.unit), units.parse_unit(given.unit)
    if theirs in ("percent", "permille") and own != theirs:
        return values / (100 if theirs == "percent" else 1000) * np.abs(column.values)
    if own is None or theirs is None or own == theirs:
        return values
    try:
        return values * units.convert(1.0, units.difference(theirs), units.difference(own))
    except units.UnitError:
        return None
