"""The units people write in the headers of tables: spellings, pint's name, how each is printed.

A closed list, since pint alone reads too much into a word: `k` is Boltzmann's constant to it and
`pit` a picoinch.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnitName:
    pint: str
    plain: str
    """The symbol in Unicode."""
    tex: str
    """The symbol for the literal argument of siunitx. Signs stand in `\\text`, and the ohm in math
    inside it: else fontspec's roman font has no glyph for it, or the text of the PDF says W."""
    spellings: tuple[str, ...]
    """Case matters."""
    prefixes: bool = False
    """Whether SI prefixes may stand before the symbol."""


def _unit(
    pint: str, spellings: str, plain: str = "", tex: str = "", *, si: bool = False
) -> UnitName:
    symbol, *_ = words = tuple(spellings.split())
    return UnitName(pint, plain or symbol, tex or plain or symbol, words, si)


UNITS = (
    _unit("meter", "m meter metre meters metres", si=True),
    _unit("gram", "g gram grams gramme", si=True),
    _unit("second", "s sec secs second seconds Sekunden", si=True),
    _unit("ampere", "A amp amps ampere amperes Ampere", si=True),
    _unit("kelvin", "K kelvin Kelvin", si=True),
    _unit("mole", "mol mole moles", si=True),
    _unit("candela", "cd candela", si=True),
    _unit("hertz", "Hz hertz Hertz hz", si=True),
    _unit("newton", "N newton newtons Newton", si=True),
    _unit("pascal", "Pa pascal pascals Pascal", si=True),
    _unit("joule", "J joule joules Joule", si=True),
    _unit("watt", "W watt watts Watt", si=True),
    _unit("coulomb", "C coulomb coulombs Coulomb", si=True),
    _unit("volt", "V volt volts Volt Volts", si=True),
    _unit("farad", "F farad farads", si=True),
    _unit("ohm", "Ω ohm ohms Ohm Ohms", tex=r"\text{$\Omega$}", si=True),
    _unit("siemens", "S siemens", si=True),
    _unit("weber", "Wb weber", si=True),
    _unit("tesla", "T tesla Tesla", si=True),
    _unit("henry", "H henry", si=True),
    _unit("lumen", "lm lumen", si=True),
    _unit("lux", "lx lux", si=True),
    _unit("becquerel", "Bq becquerel", si=True),
    _unit("gray", "Gy", si=True),
    _unit("sievert", "Sv", si=True),
    _unit("liter", "L l liter litre liters litres", si=True),
    _unit("electron_volt", "eV", si=True),
    _unit("bar", "bar bars", si=True),
    _unit("parsec", "pc parsec parsecs", si=True),
    _unit("calorie", "cal calorie calories", si=True),
    _unit("gauss", "G Gs gauss Gauss", si=True),
    _unit("radian", "rad radian radians", si=True),
    _unit("steradian", "sr"),
    _unit("molar", "M", si=True),
    _unit("dalton", "Da dalton", si=True),
    _unit("byte", "B byte bytes", si=True),
    _unit("bit", "bit bits", si=True),
    _unit("degree_Celsius", "°C ℃ degC deg_C celsius Celsius", "°C", r"\text{\textdegree}C"),
    _unit("delta_degree_Celsius", "ΔC delta_degC", "°C", r"\text{\textdegree}C"),
    _unit(
        "degree_Fahrenheit", "°F ℉ degF deg_F fahrenheit Fahrenheit", "°F", r"\text{\textdegree}F"
    ),
    _unit("delta_degree_Fahrenheit", "ΔF delta_degF", "°F", r"\text{\textdegree}F"),
    _unit("degree", "° deg degree degrees º", "°", r"\text{\textdegree}"),
    _unit("arcminute", "arcmin ′"),
    _unit("arcsecond", "arcsec ″"),
    _unit("minute", "min mins minute minutes"),
    _unit("hour", "h hr hrs hour hours"),
    _unit("day", "d day days"),
    _unit("year", "yr yrs year years", si=True),
    _unit("percent", "% percent pct ％", "%", r"\%"),
    _unit("permille", "‰ permille", "‰", r"\text{\textperthousand}"),
    _unit("ppm", "ppm"),
    _unit("inch", "in inch inches"),
    _unit("foot", "ft foot feet"),
    _unit("yard", "yd yard yards"),
    _unit("mile", "mi mile miles"),
    _unit("pound", "lb lbs pound pounds"),
    _unit("ounce", "oz ounce ounces"),
    _unit("gallon", "gal gallon gallons"),
    _unit("pound_force_per_square_inch", "psi"),
    _unit("horsepower", "hp"),
    _unit("mile_per_hour", "mph"),
    _unit("knot", "kn knot knots"),
    _unit("dyne", "dyn dyne", si=True),
    _unit("erg", "erg ergs"),
    _unit("poise", "P poise", si=True),
    _unit("stokes", "St", si=True),
    _unit("millimeter_Hg", "mmHg mm_Hg", "mmHg"),
    _unit("centimeter_Hg", "cmHg cm_Hg", "cmHg"),
    _unit("inch_Hg", "inHg in_Hg", "inHg"),
    _unit("centimeter_H2O", "cmH2O cmH₂O", "cmH₂O", "cmH_{2}O"),
    _unit("torr", "Torr torr", si=True),
    _unit("standard_atmosphere", "atm atmospheres"),
    _unit("angstrom", "Å Angstrom angstrom Å", "Å", r"\text{\r{A}}"),
    _unit("astronomical_unit", "au AU"),
    _unit("light_year", "ly", si=True),
    _unit("hectare", "ha"),
    _unit("watt_hour", "Wh", si=True),
    _unit("ampere_hour", "Ah", si=True),
    _unit("metric_ton", "t tonne tonnes"),
    _unit("decibel", "dB"),
    _unit("revolutions_per_minute", "rpm RPM"),
    _unit("count", "counts count cts"),
)

PREFIXES = {
    "y": ("yocto", "y"),
    "z": ("zepto", "z"),
    "a": ("atto", "a"),
    "f": ("femto", "f"),
    "p": ("pico", "p"),
    "n": ("nano", "n"),
    "µ": ("micro", r"\text{\textmu}"),
    "μ": ("micro", r"\text{\textmu}"),
    "u": ("micro", r"\text{\textmu}"),
    "m": ("milli", "m"),
    "c": ("centi", "c"),
    "d": ("deci", "d"),
    "da": ("deca", "da"),
    "h": ("hecto", "h"),
    "k": ("kilo", "k"),
    "M": ("mega", "M"),
    "G": ("giga", "G"),
    "T": ("tera", "T"),
    "P": ("peta", "P"),
    "E": ("exa", "E"),
}
"""Symbol → pint's name, and the symbol in the literal argument of siunitx."""

CHINESE = {
    "米": "meter", "厘米": "centimeter", "毫米": "millimeter", "微米": "micrometer",
    "纳米": "nanometer", "千米": "kilometer", "克": "gram", "千克": "kilogram", "毫克": "milligram",
    "秒": "second", "毫秒": "millisecond", "分": "minute", "分钟": "minute", "小时": "hour",
    "天": "day", "安": "ampere", "安培": "ampere", "毫安": "milliampere", "微安": "microampere",
    "伏": "volt", "伏特": "volt", "毫伏": "millivolt", "欧": "ohm", "欧姆": "ohm",
    "千欧": "kiloohm",
    "摄氏度": "degree_Celsius", "度": "degree", "牛": "newton", "牛顿": "newton", "帕": "pascal",
    "千帕": "kilopascal", "兆帕": "megapascal", "焦": "joule", "焦耳": "joule", "瓦": "watt",
    "毫瓦": "milliwatt", "赫兹": "hertz", "千赫": "kilohertz", "升": "liter", "毫升": "milliliter",
    "摩尔": "mole", "特斯拉": "tesla", "毫特": "millitesla", "开": "kelvin", "弧度": "radian",
    "转/分": "revolutions_per_minute",
}  # fmt: skip


def _printed() -> dict[str, tuple[str, str]]:
    names = {u.pint: (u.plain, u.tex) for u in UNITS}
    for unit in UNITS:
        if unit.prefixes:
            for symbol, (word, tex) in PREFIXES.items():
                plain = ("µ" if word == "micro" else symbol) + unit.plain
                names.setdefault(word + unit.pint, (plain, tex + unit.tex))
    return names


def _read() -> dict[str, str]:
    spellings = {spelling: unit.pint for unit in UNITS for spelling in unit.spellings} | CHINESE
    for unit in UNITS:
        if unit.prefixes:
            symbol, *words = unit.spellings
            for prefix, (word, _) in PREFIXES.items():
                spellings.setdefault(prefix + symbol, word + unit.pint)
                for spelling in words:
                    # `mTorr` and `kOhm` are written, `kmeters` is not.
                    short = prefix if len(spelling) <= 3 else word
                    spellings.setdefault(short + spelling, word + unit.pint)
    return spellings


PRINTED = _printed()
"""pint's name → (Unicode, literal for siunitx)."""
READ = _read()
"""What a file may write → pint's name."""
