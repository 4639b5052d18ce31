"""The units and prefixes of siunitx, and the names people give them."""

from difflib import get_close_matches
from functools import cache

_UNITS = frozenset([
    "ampere", "candela", "kelvin", "kilogram", "metre", "meter", "mole", "second", "becquerel",
    "degreeCelsius", "coulomb", "farad", "gray", "hertz", "henry", "joule", "lumen", "katal",
    "lux", "newton", "ohm", "pascal", "radian", "siemens", "sievert", "steradian", "tesla",
    "volt", "watt", "weber", "astronomicalunit", "bel", "dalton", "day", "decibel", "degree",
    "electronvolt", "hectare", "hour", "litre", "liter", "arcminute", "minute", "arcsecond",
    "neper", "tonne", "percent", "gram",
])  # fmt: skip
_PREFIXES = [
    "quecto", "ronto", "yocto", "zepto", "atto", "femto", "pico", "nano", "micro", "milli",
    "centi", "deci", "deca", "deka", "hecto", "kilo", "mega", "giga", "tera", "peta", "exa",
    "zetta", "yotta",
]  # fmt: skip
_OTHERS = frozenset(["per", "squared", "cubed", "square", "cubic", "of", "tothe", "raiseto"])
_CELSIUS = (
    "celsius", "celcius", "celcuis", "Celsius", "Celcius", "degC", "degreeC", "degreesC",
    "degreeCelcius", "degreecelsius", "degreesCelsius", "centigrade", "degcelsius", "°C",
)  # fmt: skip
_ALIASES = {
    **dict.fromkeys(_CELSIUS, r"\degreeCelsius"),
    **dict.fromkeys(("electronVolt", "eVolt", "electronvolts"), r"\electronvolt"),
    **dict.fromkeys(("gramm", "gramme", "grammes"), r"\gram"),
    **dict.fromkeys(("kilogramm", "kilogramme"), r"\kilo\gram"),
    **dict.fromkeys(("amp", "amps", "Amp"), r"\ampere"),
    **dict.fromkeys(("deg", "degrees", "°"), r"\degree"),
    **dict.fromkeys(("sec", "secs"), r"\second"),
    **dict.fromkeys(("mins",), r"\minute"),
    **dict.fromkeys(("percentage", "pct", "%"), r"\percent"),
    **dict.fromkeys(("Ohms", "ohms"), r"\ohm"),
    **dict.fromkeys(("hr", "hrs"), r"\hour"),
    **dict.fromkeys(("ton", "tons", "tonnes"), r"\tonne"),
    "squaremetre": r"\square\metre",
    "squaremeter": r"\square\metre",
    "cubicmetre": r"\cubic\metre",
    "cubicmeter": r"\cubic\metre",
    "power": r"\tothe",
}
_SYMBOLS = {
    "m": "metre", "s": "second", "g": "gram", "A": "ampere", "K": "kelvin", "mol": "mole",
    "cd": "candela", "V": "volt", "W": "watt", "J": "joule", "N": "newton", "Pa": "pascal",
    "Hz": "hertz", "C": "coulomb", "F": "farad", "H": "henry", "T": "tesla", "L": "litre",
    "l": "litre", "eV": "electronvolt", "Ω": "ohm", "\u2126": "ohm", "rad": "radian",
    "min": "minute", "h": "hour", "d": "day", "t": "tonne", "Wb": "weber", "Bq": "becquerel",
    "Gy": "gray",
    "Sv": "sievert", "S": "siemens", "lm": "lumen", "lx": "lux", "dB": "decibel",
}  # fmt: skip
_SHORT = {
    "µ": "micro", "μ": "micro", "u": "micro", "mu": "micro", "n": "nano", "p": "pico", "f": "femto",
    "m": "milli", "c": "centi", "d": "deci", "h": "hecto", "k": "kilo", "M": "mega", "G": "giga",
    "T": "tera",
}  # fmt: skip
_DEFINED_IN_SIUNITX = _UNITS | frozenset(_PREFIXES) | _OTHERS


@cache
def spelled(name: str) -> str | None:
    r"""The siunitx macros that a misspelt name or a symbol stands for; None where none is near.

    `Volts` is `\volt`, `kilometer` is `\kilo\metre`, `µm` is `\micro\metre`.
    """
    if len(name) > 40:
        return None
    if name in _ALIASES:
        return _ALIASES[name]
    if symbol := _by_symbol(name):
        return symbol
    return _by_name(name) or _compound(name) or _near(name)


def _by_symbol(name: str) -> str | None:
    if name in _SYMBOLS:
        return f"\\{_SYMBOLS[name]}"
    for short, prefix in _SHORT.items():
        unit = name.removeprefix(short)
        if unit != name and unit in _SYMBOLS:
            return f"\\{prefix}\\{_SYMBOLS[unit]}"
    return None


def _by_name(name: str) -> str | None:
    for form in (name, name.removesuffix("s"), name.removesuffix("es")):
        for known in (form, form.lower(), f"{form[:1].lower()}{form[1:]}"):
            if known in _DEFINED_IN_SIUNITX and known != name:
                return f"\\{known}"
            if known in _ALIASES:
                return _ALIASES[known]
    return None


def _compound(name: str) -> str | None:
    for prefix in (*_PREFIXES, "per", "square", "cubic"):
        rest = name[len(prefix) :]
        if name.lower().startswith(prefix) and rest:
            unit = f"\\{rest}" if rest in _UNITS else _by_name(rest) or _compound(rest)
            if unit:
                return f"\\{prefix}{unit}"
    return None


def _near(name: str) -> str | None:
    if len(name) < 4:
        return None
    names = sorted(_DEFINED_IN_SIUNITX)
    found = get_close_matches(name.lower().removesuffix("s"), names, n=2, cutoff=0.78)
    if len(found) == 2 and {found[0], found[1]} != {"metre", "meter"}:
        first, second = found
        if abs(len(first) - len(second)) == 0 and first[0] != name[0].lower() == second[0]:
            return f"\\{second}"
    return f"\\{found[0]}" if found else None
