"""Text from data as text that matplotlib sets without fail, with formulas where they can be set.

matplotlib reads what stands between dollars as a formula, sets all that stands outside with the
first family only, and drops, with no more than a line in its log, what that family does not have.
So dollars of the data are escaped, a formula is tried before it is used, and a text that has
Chinese beside a formula is set with a Chinese face first, or without the formula.
"""

import re
import unicodedata
from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import MathTextParser

from agent.figures.complaints import complaints
from agent.figures.fonts import typefaces

_FORMULA = re.compile(r"(?<!\\)\$((?:\\.|[^$\\])*)(?<!\\)\$")
_GREEK = re.compile(
    r"\\(var)?(alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|"
    r"rho|sigma|tau|upsilon|phi|chi|psi|omega)(?![A-Za-z])"
)
_VARIANTS = {"epsilon": "𝜀", "theta": "𝜗", "kappa": "𝜘", "phi": "𝜑", "rho": "𝜚", "pi": "𝜛"}
_PLAIN = {"epsilon": "𝜖", "phi": "𝜙"}
"""TeX's own forms of the letters, which Unicode calls symbols."""
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
_RAISED = re.compile("[D]+(?:·[D]+)?".replace("D", "".join(_SUPERSCRIPTS)))
"""A raised number; a middle dot within it is its decimal point."""
_MARKUP = re.compile(r"\\math[a-z]+|\\[^A-Za-z]|[{}^_$]")
_COMMAND = re.compile(r"\\(?!math)[A-Za-z]+")
_WIDE = re.compile(
    r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]"
)


def clean(text: str) -> str:
    """One line without control or invisible characters, composed where Unicode can."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(c for c in text if unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co"})


def escaped(text: str) -> str:
    """Any text, to stand outside of a formula as it is."""
    return text.replace("$", r"\$")


def outside_formulas(text: str) -> str:
    """What of a text is not a formula."""
    return _FORMULA.sub("", text).replace(r"\$", "$")


def has_formula(text: str) -> bool:
    return _FORMULA.search(text) is not None


def width(text: str) -> float:
    """Estimated width in em: a Chinese character has one, a Latin letter about half of it."""
    plain = _FORMULA.sub(lambda found: _MARKUP.sub("", _COMMAND.sub("x", found[1])), text)
    return sum(1.0 if _WIDE.match(c) else 0.5 for c in plain)


def shortened(text: str, ems: float) -> str:
    """The text itself, or its beginning with an ellipsis, no wider than so many em."""
    if width(text) <= ems:
        return text
    while text and width(text) > ems - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"


def formula(math: str) -> str | None:
    """A formula (without dollars) as matplotlib can set it; None where it cannot."""
    for attempt in (_with_italic_greek(math), math):
        text = f"${attempt}$"
        if _FORMULA.fullmatch(text) and _sets(text):
            return text
    return None


def raised(text: str) -> str:
    """Unit text with its superscripts as formulas, `cm³` as `cm$^{3}$`, and dollars escaped."""
    parts = _RAISED.split(text)
    powers = [
        "$^{" + "".join(_SUPERSCRIPTS.get(c, ".") for c in run) + "}$"
        for run in _RAISED.findall(text)
    ]
    return "".join(a + b for a, b in zip(map(escaped, parts), [*powers, ""], strict=True))


def families_for(text: str) -> list[str] | None:
    """The families to set a text with; None when no family can set all of it beside its formula."""
    faces = typefaces()
    if not has_formula(text):
        return faces.families
    plain = [c for c in outside_formulas(text) if c != " "]
    for face in (faces.latin, *faces.chinese, *faces.rest):
        if all(face.has(character) for character in plain):
            return [face.family, *(f for f in faces.families if f != face.family)]
    return None


def _with_italic_greek(math: str) -> str:
    r"""Greek letters from Latin Modern Math, which mathtext reaches through `\mathrm`."""
    if not typefaces().math.has("𝜆"):
        return math

    def letter(found: re.Match[str]) -> str:
        variant, name = found[1], found[2]
        if variant and name in _VARIANTS:
            character = _VARIANTS[name]
        elif name in _PLAIN:
            character = _PLAIN[name]
        else:
            spelled = {"lambda": "lamda"}.get(name, name)
            character = unicodedata.lookup(f"MATHEMATICAL ITALIC SMALL {spelled.upper()}")
        return rf"{{\mathrm{{{character}}}}}"

    return _GREEK.sub(letter, math)


@lru_cache(maxsize=512)
def _sets(text: str) -> bool:
    with complaints() as heard:
        try:
            MathTextParser("path").parse(text, dpi=72, prop=FontProperties())
        except (ValueError, RuntimeError, KeyError, IndexError):
            return False
    return not heard
