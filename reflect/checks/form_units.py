"""Numbers with units."""

from collections.abc import Iterator

import regex

from latex.alternation import one_of
from latex.structure import Structure
from reflect.checks.form_prose import HOLE, begins, is_plain, prose
from reflect.checks.registry import Hit, check
from reflect.checks.views import views
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

CLEAR = frozenset(
    {
        *("km", "cm", "mm", "µm", "μm", "nm", "kg", "mg", "µg", "μg", "ms", "µs", "μs", "ns"),
        *("Hz", "kHz", "MHz", "GHz", "THz", "eV", "meV", "keV", "MeV", "GeV", "TeV", "Pa", "hPa"),
        *("kPa", "MPa", "GPa", "mV", "kV", "µV", "μV", "mA", "µA", "μA", "mW", "kW", "MW", "kWh"),
        *("kJ", "MJ", "mN", "kN", "mK", "mT", "µT", "μT", "mL", "ml", "µL", "μL", "mol", "mmol"),
        *("nF", "pF", "µF", "μF", "mH", "µH", "μH", "Ω", "kΩ", "MΩ", "mΩ", "dB", "kB", "MB"),
        *("GB", "TB", "min", "rpm", "℃", "°C", "°F"),
    }
)
"""Units that are no words and no names."""
SHORT = frozenset({"m", "s", "g", "V", "W", "J", "K", "N", "A", "T", "L", "F"})
"""Units that are names as well, such as those of a panel or a person."""
NO_PRODUCT = frozenset(unit for unit in CLEAR if len(unit) > 2 or not unit.isascii()) | {
    *("Hz", "eV", "Pa", "dB", "GB"),
}
"""Units that no one writes as a product of quantities."""

_CLEAR, _SHORT = one_of(CLEAR), one_of(SHORT)
_NUMBER = r"(?:\d+(?:[.,]\d+)?+[-–]{1,2})?+(?P<number>\d++(?P<decimals>[.,]\d+)?+)"
_ALONE = r"(?<![A-Za-z0-9_.,=/\\-])"
_PER = rf"(?P<per>(?:{_CLEAR}|{_SHORT})/(?:{_CLEAR}|{_SHORT}))"
_END = rf"(?![A-Za-z0-9_]|{HOLE}[A-Za-z])"
GLUED = regex.compile(rf"{_ALONE}{_NUMBER}(?:{_PER}|(?P<clear>{_CLEAR})|(?P<short>{_SHORT})){_END}")
SPACED = regex.compile(
    rf"{_ALONE}{_NUMBER}(?P<gap>[ \t]*+(?:\r?\n[ \t]*+)?+)(?<=\s)"
    rf"(?:{_PER}|(?P<clear>{_CLEAR})|(?P<short>[msgVWJK])){_END}"
)
_LABEL = regex.compile(
    r"(?i)\b(?:fig|figs|figures?|tables?|tab|eqs?|equations?|sections?|sec|chapters?|chap|parts?"
    r"|panels?|appendix|steps?|cases?|types?|class|phases?|groups?|versions?|models?|nos?|theorems?"
    r"|lemmas?|page|pages|item|items|room|the|his|her|their|in)\.?[\s~]*\Z"
)
_IN_MATH = regex.compile(
    rf"""(?<![A-Za-z0-9_.^\\}}])(?P<number>\d++(?P<decimals>\.\d+)?+)
    (?P<gap>[\ ~]*+(?:\\[\ ,;:])?+[\ ~]*+)
    (?P<unit>(?P<per>(?:{_CLEAR}|{_SHORT})/(?:{_CLEAR}|{_SHORT}))|(?P<clear>{_CLEAR}))
    (?P<power>\^(?:\d|\{{-?\d\}}))?+
    (?=\s*+[.,;]?+\s*+(?:\Z|\$|\\[)\]]|\\end\b|\\\\|\\q?quad\b))""",
    regex.VERBOSE,
)


@check("unit-glued", 2, Category.UNIT)
def unit_glued(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A unit right behind its number.

    Of units of one letter only those are told that can be nothing else.

    Pass: The rail of 2.05\,m is 3D printed in panel 4V.
    Fail: The rail is 35.5mm wide.
    """
    text = prose(structure).text
    for match in GLUED.finditer(text):
        if not begins(structure, match.start()) or (match["short"] and not _is_unit(match, text)):
            continue
        place = match.end("number")
        cure = (Edit(place, place, r"\,"),)
        message = f"{match[0]!r} has no space before its unit."
        yield Hit(*match.span(), message, cure=cure if is_plain(structure, *match.span()) else ())


def _is_unit(match: "regex.Match[str]", text: str) -> bool:
    """Whether one letter behind a number is a unit."""
    if match["short"] in "K":
        return False
    if match["decimals"]:
        return match["decimals"].startswith(".")
    before = text[max(match.start() - 14, 0) : match.start()]
    return match["short"] in "mVW" and not _LABEL.search(before)


@check("unit-breaking-space", 1, Category.UNIT)
def unit_breaking_space(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A number and its unit with a plain space between, where the line may break.

    Pass: The rail is 2.05\,m long and 35~mm wide.
    Fail: The rail is 35 mm wide.
    """
    text = prose(structure).text
    for match in SPACED.finditer(text):
        before = text[max(match.start() - 14, 0) : match.start()]
        if not begins(structure, match.start()) or (match["short"] and _LABEL.search(before)):
            continue
        cure = (Edit(*match.span("gap"), "~"),) if is_plain(structure, *match.span()) else ()
        shown = " ".join(match[0].split())
        yield Hit(*match.span(), f"A line may end within {shown!r}.", cure=cure)


@check("unit-in-italics", 2, Category.UNIT)
def unit_in_italics(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A unit in a formula that is set as if it were a product of quantities.

    Pass: The rail is $2.5\,\mathrm{mm}$ thick, and $n = 2km$ holds.
    Fail: The rail is $2.5 mm$ thick.
    """
    live = structure.live
    for start, end in views(structure).math:
        for match in _IN_MATH.finditer(live, start, end):
            clear = match["decimals"] or match["gap"] or match["unit"] in NO_PRODUCT
            if not clear or not is_plain(structure, *match.span()):
                continue
            first, last = match.end("number"), match.end()
            unit = f"{match['unit']}{match['power'] or ''}"
            cure = Edit(first, last, rf"\,\mathrm{{{unit}}}")
            yield Hit(
                match.start(),
                last,
                f"The unit {unit!r} is set in italics.",
                cure=(cure,) if unit.isascii() else (),
            )
