"""Names of colours: which xcolor knows, with which option, and what an unknown one looks like."""

import re

_BASE = (
    "black blue brown cyan darkgray gray green lightgray lime magenta olive orange pink purple red "
    "teal violet white yellow"
)
_DVIPS = (
    "Apricot Aquamarine Bittersweet Black Blue BlueGreen BlueViolet BrickRed Brown BurntOrange "
    "CadetBlue CarnationPink Cerulean CornflowerBlue Cyan Dandelion DarkOrchid Emerald "
    "ForestGreen Fuchsia Goldenrod Gray Green GreenYellow JungleGreen Lavender LimeGreen Magenta "
    "Mahogany Maroon Melon MidnightBlue Mulberry NavyBlue OliveGreen Orange OrangeRed Orchid "
    "Peach Periwinkle PineGreen Plum ProcessBlue Purple RawSienna Red RedOrange RedViolet "
    "Rhodamine RoyalBlue RoyalPurple RubineRed Salmon SeaGreen Sepia SkyBlue SpringGreen Tan "
    "TealBlue Thistle Turquoise Violet VioletRed White WildStrawberry Yellow YellowGreen "
    "YellowOrange"
)
_SVG = (
    "AliceBlue AntiqueWhite Azure Beige Bisque BlanchedAlmond BurlyWood Chartreuse Chocolate "
    "Coral Cornsilk Crimson DarkBlue DarkCyan DarkGoldenrod DarkGray DarkGreen DarkKhaki "
    "DarkMagenta DarkOliveGreen DarkOrange DarkRed DarkSalmon DarkSeaGreen DarkSlateBlue "
    "DarkSlateGray DarkTurquoise DarkViolet DeepPink DeepSkyBlue DimGray DodgerBlue FireBrick "
    "FloralWhite Gainsboro GhostWhite Gold Honeydew HotPink IndianRed Indigo Ivory Khaki "
    "LavenderBlush LawnGreen LemonChiffon LightBlue LightCoral LightCyan LightGray LightGreen "
    "LightPink LightSalmon LightSeaGreen LightSkyBlue LightSteelBlue LightYellow Lime Linen "
    "MediumBlue MediumOrchid MediumPurple MediumSeaGreen MidnightBlue MintCream MistyRose "
    "Moccasin NavajoWhite Navy OldLace Olive OliveDrab PaleGreen PaleTurquoise PapayaWhip "
    "PeachPuff Peru Pink PowderBlue RosyBrown SaddleBrown SandyBrown Seashell Sienna Silver "
    "SlateBlue SlateGray Snow SteelBlue Teal Tomato Wheat WhiteSmoke"
)

COLOURS: dict[str, str] = {
    **dict.fromkeys(_SVG.split(), "svgnames"),
    **dict.fromkeys(_DVIPS.split(), "dvipsnames"),
    **dict.fromkeys(_BASE.split(), ""),
}
"""Colour → the option of xcolor that defines it; empty where none is needed."""

_SHADES = {
    "black": (0.0, 0.0, 0.0), "blue": (0.0, 0.0, 1.0), "brown": (0.75, 0.5, 0.25),
    "cyan": (0.0, 1.0, 1.0), "gray": (0.5, 0.5, 0.5), "grey": (0.5, 0.5, 0.5),
    "green": (0.0, 0.6, 0.0), "magenta": (1.0, 0.0, 1.0), "olive": (0.5, 0.5, 0.0),
    "orange": (1.0, 0.5, 0.0), "pink": (1.0, 0.75, 0.75), "purple": (0.5, 0.0, 0.5),
    "red": (1.0, 0.0, 0.0), "teal": (0.0, 0.5, 0.5), "violet": (0.5, 0.0, 0.5),
    "yellow": (1.0, 1.0, 0.0), "navy": (0.0, 0.0, 0.5), "maroon": (0.5, 0.0, 0.0),
    "gold": (1.0, 0.84, 0.0), "silver": (0.75, 0.75, 0.75), "turquoise": (0.25, 0.88, 0.82),
    "indigo": (0.29, 0.0, 0.51), "crimson": (0.86, 0.08, 0.24), "coral": (1.0, 0.5, 0.31),
    "salmon": (0.98, 0.5, 0.45), "khaki": (0.76, 0.69, 0.57), "beige": (0.96, 0.96, 0.86),
    "lavender": (0.9, 0.9, 0.98), "aqua": (0.0, 1.0, 1.0), "white": (1.0, 1.0, 1.0),
}  # fmt: skip
_TONES = {
    "light": (0.6, 1.0), "pale": (0.6, 1.0), "soft": (0.4, 1.0), "bright": (0.2, 1.0),
    "dark": (0.45, 0.0), "deep": (0.35, 0.0), "medium": (0.15, 0.0),
}  # fmt: skip
_TONED = re.compile(rf"(?P<tone>{'|'.join(_TONES)})?[-_ ]?(?P<shade>{'|'.join(_SHADES)})")


def colour_like(name: str) -> tuple[float, float, float] | None:
    """Red, green and blue of a colour by its name, such as `lightpurple`; None for others."""
    words = re.sub(r"^(?:my|custom)|(?:colou?r|\d+)$", "", name.lower())
    found = _TONED.search(words)
    if found is None:
        return None
    share, towards = _TONES.get(found["tone"] or "", (0.0, 0.0))
    red, green, blue = (
        value * (1 - share) + towards * share for value in _SHADES[found["shade"]]
    )  # fmt: skip
    return red, green, blue
