"""Names, symbols and sizes of units, as prose, siunitx and Chinese write them.

The sizes are those of the brochure on the International System of Units (BIPM, 9th edition).
"""

from decimal import Decimal

Dimension = tuple[int, ...]
"""Powers of metre, kilogram, second, ampere, kelvin, mole, candela, radian, bit and decibel."""
Size = tuple[Decimal, Dimension]


def _size(factor: str, *powers: int) -> Size:
    return Decimal(factor), powers + (0,) * (10 - len(powers))


NONE = _size("1")
SYMBOLS: dict[str, Size] = {
    "m": _size("1", 1),
    "g": _size("0.001", 0, 1),
    "t": _size("1000", 0, 1),
    "Da": _size("1.66053906892e-27", 0, 1),
    "s": _size("1", 0, 0, 1),
    "min": _size("60", 0, 0, 1),
    "h": _size("3600", 0, 0, 1),
    "d": _size("86400", 0, 0, 1),
    "week": _size("604800", 0, 0, 1),
    "month": _size("2629800", 0, 0, 1),
    "yr": _size("31557600", 0, 0, 1),
    "A": _size("1", 0, 0, 0, 1),
    "K": _size("1", 0, 0, 0, 0, 1),
    "mol": _size("1", 0, 0, 0, 0, 0, 1),
    "cd": _size("1", 0, 0, 0, 0, 0, 0, 1),
    "lm": _size("1", 0, 0, 0, 0, 0, 0, 1),
    "lx": _size("1", -2, 0, 0, 0, 0, 0, 1),
    "rad": _size("1", 0, 0, 0, 0, 0, 0, 0, 1),
    "sr": _size("1", 0, 0, 0, 0, 0, 0, 0, 2),
    "°": _size("0.01745329251994329577", 0, 0, 0, 0, 0, 0, 0, 1),
    "arcmin": _size("0.000290888208665721596", 0, 0, 0, 0, 0, 0, 0, 1),
    "arcsec": _size("0.00000484813681109535994", 0, 0, 0, 0, 0, 0, 0, 1),
    "Hz": _size("1", 0, 0, -1),
    "Bq": _size("1", 0, 0, -1),
    "rpm": _size("0.01666666666666666667", 0, 0, -1),
    "N": _size("1", 1, 1, -2),
    "Pa": _size("1", -1, 1, -2),
    "bar": _size("100000", -1, 1, -2),
    "atm": _size("101325", -1, 1, -2),
    "J": _size("1", 2, 1, -2),
    "eV": _size("1.602176634e-19", 2, 1, -2),
    "cal": _size("4.184", 2, 1, -2),
    "W": _size("1", 2, 1, -3),
    "Wh": _size("3600", 2, 1, -2),
    "Ah": _size("3600", 0, 0, 1, 1),
    "C": _size("1", 0, 0, 1, 1),
    "V": _size("1", 2, 1, -3, -1),
    "F": _size("1", -2, -1, 4, 2),
    "Ω": _size("1", 2, 1, -3, -2),
    "S": _size("1", -2, -1, 3, 2),
    "Wb": _size("1", 2, 1, -2, -1),
    "T": _size("1", 0, 1, -2, -1),
    "H": _size("1", 2, 1, -2, -2),
    "Gy": _size("1", 2, 0, -2),
    "Sv": _size("1", 2, 0, -2),
    "l": _size("0.001", 3),
    "L": _size("0.001", 3),
    "ha": _size("10000", 2),
    "Å": _size("1e-10", 1),
    "au": _size("149597870700", 1),
    "pc": _size("3.0856775814913673e16", 1),
    "ft": _size("0.3048", 1),
    "mile": _size("1609.344", 1),
    "lb": _size("0.45359237", 0, 1),
    "bit": _size("1", 0, 0, 0, 0, 0, 0, 0, 0, 1),
    "B": _size("8", 0, 0, 0, 0, 0, 0, 0, 0, 1),
    "dB": _size("1", 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    "%": _size("0.01"),
    "‰": _size("0.001"),
    "ppm": _size("0.000001"),
    "times": NONE,
}
CELSIUS = "°C"
PREFIXES = {
    **{"k": 3, "M": 6, "G": 9, "T": 12, "m": -3, "c": -2, "d": -1, "n": -9, "p": -12, "f": -15},
    **{"u": -6, "\u00b5": -6, "\u03bc": -6, "h": 2},
}
COMMON = [
    "m", "g", "s", "A", "K", "V", "W", "Hz", "J", "N", "Pa", "C", "F", "T", "L", "l", "eV",
    "bar", "mol", "rad", "Ω", "S", "H", "Wb", "lm", "lx", "Bq", "Gy", "Sv", "cal", "pc",
    "B", "bit", "t", "cd", "sr", "Da", "Wh", "Ah",
]  # fmt: skip
SCALED: dict[str, list[str]] = {
    **dict.fromkeys("kMGmunpµμ", COMMON),
    "T": ["Hz", "W", "J", "V", "eV", "B", "bit", "Ω", "N", "Pa", "m", "s"],
    "f": ["s", "m", "F", "g", "A", "C", "mol"],
    "c": ["m", "l", "L", "g", "N"],
    "d": ["m", "l", "L", "g"],
    "h": ["Pa", "l", "L"],
}  # fmt: skip
"""Which units are written with a prefix: `as` and `in` are words."""
ALIASES = {
    **{"\u2126": "Ω", "Ohm": "Ω", "yrs": "yr", "hr": "h", "hrs": "h", "sec": "s", "secs": "s"},
    **{"mins": "min", "wk": "week", "AU": "au", "byte": "B", "bytes": "B", "bits": "bit"},
    **{"\u212b": "Å", "deg": "°"},
}
NAMES: dict[str, str] = {
    **dict.fromkeys(("metre", "meter", "mètre", "米"), "m"),
    **dict.fromkeys(("gram", "gramme", "gramm", "克"), "g"),
    **dict.fromkeys(("tonne", "tonnen", "吨"), "t"),
    **dict.fromkeys(("second", "sekunde", "sekunden", "seconde", "秒"), "s"),
    **dict.fromkeys(("minute", "minuten", "分钟"), "min"),
    **dict.fromkeys(("hour", "stunde", "stunden", "heure", "小时"), "h"),
    **dict.fromkeys(("day", "tag", "tage", "tagen", "jour", "天"), "d"),
    **dict.fromkeys(("week", "woche", "wochen", "semaine", "周"), "week"),
    **dict.fromkeys(("month", "monat", "monate", "monaten", "mois", "个月"), "month"),
    **dict.fromkeys(("year", "jahr", "jahre", "jahren", "année", "ans", "年"), "yr"),
    **dict.fromkeys(("ampere", "amp", "安培", "安"), "A"),
    **dict.fromkeys(("kelvin", "开尔文"), "K"),
    **dict.fromkeys(("mole", "mol", "摩尔"), "mol"),
    **dict.fromkeys(("hertz", "赫兹", "赫"), "Hz"),
    **dict.fromkeys(("newton", "牛顿", "牛"), "N"),
    **dict.fromkeys(("pascal", "帕斯卡", "帕"), "Pa"),
    **dict.fromkeys(("joule", "焦耳", "焦"), "J"),
    **dict.fromkeys(("watt", "瓦特", "瓦"), "W"),
    **dict.fromkeys(("volt", "伏特", "伏"), "V"),
    **dict.fromkeys(("ohm", "欧姆", "欧"), "Ω"),
    **dict.fromkeys(("litre", "liter", "升"), "L"),
    **dict.fromkeys(("degree", "grad", "degré", "arcdegree", "textdegree", "circ", "度"), "°"),
    **dict.fromkeys(("percent", "prozent"), "%"),
    **dict.fromkeys(("times", "fold", "fach", "mal", "倍"), "times"),
    **dict.fromkeys(("degreecelsius", "celsius", "textcelsius", "摄氏度"), CELSIUS),
    **dict.fromkeys(("angstrom", "ångström"), "Å"),
    **{"arcminute": "arcmin", "arcsecond": "arcsec", "candela": "cd", "lumen": "lm", "lux": "lx"},
    **{"radian": "rad", "steradian": "sr", "becquerel": "Bq", "coulomb": "C", "farad": "F"},
    **{"siemens": "S", "weber": "Wb", "tesla": "T", "henry": "H", "gray": "Gy", "sievert": "Sv"},
    **{"hectare": "ha", "dalton": "Da", "electronvolt": "eV", "bar": "bar", "bit": "bit"},
    **{"byte": "B", "decibel": "dB", "foot": "ft", "feet": "ft", "mile": "mile", "pound": "lb"},
    **{"parsec": "pc", "astronomicalunit": "au", "calorie": "cal", "kilocalorie": "kcal"},
}
"""In lower case, without the plural."""
NAMED_PREFIXES = {
    **{"kilo": "k", "mega": "M", "giga": "G", "tera": "T", "milli": "m", "centi": "c"},
    **{"zenti": "c", "deci": "d", "dezi": "d", "micro": "\u00b5", "mikro": "\u00b5", "nano": "n"},
    **{"pico": "p", "femto": "f", "hecto": "h", "hekto": "h"},
    **{"千": "k", "兆": "M", "毫": "m", "厘": "c", "分": "d", "微": "\u00b5", "纳": "n"},
}
CHINESE = {
    **{"公斤": "kg", "公里": "km"},
    **{
        prefix + name: NAMED_PREFIXES.get(prefix, "") + NAMES[name]
        for prefix in ("千", "兆", "毫", "厘", "分", "微", "纳", "")
        for name in ("米", "克", "秒", "升", "安", "伏", "瓦", "赫", "帕", "欧", "焦", "牛")
    },
    **{name: symbol for name, symbol in NAMES.items() if name[0] > "\u3000"},
}
MULTIPLES = {
    **{"thousand": 3, "million": 6, "billion": 9, "tausend": 3, "Millionen": 6, "Mio": 6},
    **{"万": 4, "亿": 8, "百万": 6, "千万": 7},
}
"""Words that make a number greater, by their power of ten."""
