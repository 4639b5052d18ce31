r"""What a character beyond ASCII is in LaTeX, in text and in formulas.

Both tables rest on the one of pylatexenc, by way of `latex.escape`.
"""

import re
import unicodedata

from compile.packages import PACKAGE_OF_COMMAND
from latex.escape import SUBSCRIPTS, SUPERSCRIPTS, TABLE, encode

IDEOGRAPH = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3105-\u312f\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U000323af]"
)
"""Chinese, Japanese and Korean letters: nothing but a font for them can set them."""
WIDE = re.compile("[\u3000-\u303f\uff00-\uffef]")
INVISIBLE = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
"""Characters without a form of their own: direction marks, joiners, width zero."""
_SPACES = {"\u2002": r"\enspace{}", "\u2003": r"\quad{}", "\u2004": r"\ ", "\u2005": r"\ ",
           "\u2006": r"\,", "\u2008": r"\,", "\u200a": r"\,", "\u205f": r"\ ", "\u3000": r"\quad{}",
           "\u2028": "\n", "\u2029": "\n\n"}  # fmt: skip
_MATH = {
    "×": r"\times ", "÷": r"\div ", "±": r"\pm ", "·": r"\cdot ", "°": r"^{\circ}", "µ": r"\mu ",
    "…": r"\ldots ", "−": "-", "–": "-", "—": "-", "¬": r"\neg ", "½": r"\frac{1}{2}",
    "¼": r"\frac{1}{4}", "¾": r"\frac{3}{4}", "′": "'", "″": "''", "‘": "'", "’": "'", "∗": "*",
    "•": r"\bullet ", "∆": r"\Delta ", "Ω": r"\Omega ", "⁄": "/", "℃": r"^{\circ}\mathrm{C}",
    "℉": r"^{\circ}\mathrm{F}", "‰": r"\text{\textperthousand}", "Å": r"\text{\AA}",
    "\u00a0": "~", "\u2009": r"\,", "\u202f": r"\,", "‖": r"\Vert ", "≙": r"\mathrel{\hat{=}}",
    "∙": r"\cdot ", "⋅": r"\cdot ", "ħ": r"\hbar ", "ℏ": r"\hbar ", "ℓ": r"\ell ", "ı": r"\imath ",
}  # fmt: skip
_ENSURED = re.compile(r"\\ensuremath\{(?P<math>.+)\}(?:\{\})?$")


def in_text(run: str) -> str | None:
    """LaTeX for a run of characters in text, or None where it would not be the same any more."""
    run = unicodedata.normalize("NFC", run)
    pieces, pending = list[str](), ""
    for sign in run:
        if INVISIBLE.match(sign) or sign in _SPACES:
            pieces += (encode(pending), r"\-" if sign == "\u00ad" else _SPACES.get(sign, ""))
            pending = ""
        elif same(sign):
            pending += sign
        else:
            return None
    return "".join((*pieces, encode(pending)))


def same(sign: str) -> bool:
    """Whether LaTeX for this character shows it, and not a name or a sound in its place."""
    latex = TABLE[ord(sign)]
    if "{[}" in latex or not latex:
        return False
    if IDEOGRAPH.match(sign) or WIDE.match(sign):
        return False
    category = unicodedata.category(sign)
    if category[0] == "L" and latex.isascii() and not latex.startswith("\\"):
        return unicodedata.normalize("NFKC", sign) == latex
    return True


def in_formula(sign: str) -> str | None:
    """LaTeX for one character in a formula, scripts apart; None where it is not known."""
    if sign in _MATH:
        return _MATH[sign]
    if INVISIBLE.match(sign):
        return ""
    if sign in _SPACES:
        return r"\ "
    latex = TABLE[ord(sign)]
    if ensured := _ENSURED.fullmatch(latex):
        math = ensured["math"]
        return f"{math} " if re.search(r"\\[A-Za-z]+$", math) else math
    if same(sign) and unicodedata.category(sign)[0] == "L":
        return rf"\text{{{latex}}}"
    folded = unicodedata.normalize("NFKC", sign)
    return folded if folded.isascii() and folded.isalnum() else None


def scripts(run: str) -> str | None:
    """A run of raised or lowered characters as one script: `⁻¹` is `^{-1}`."""
    for table, mark in ((SUPERSCRIPTS, "^"), (SUBSCRIPTS, "_")):
        if all(sign in table for sign in run):
            return f"{mark}{{{''.join(table[sign] for sign in run)}}}"
    return None


def packages_for(latex: str) -> tuple[str, ...]:
    """The packages whose commands a piece of LaTeX uses."""
    names = re.findall(r"\\([A-Za-z]+)", latex)
    found = [PACKAGE_OF_COMMAND[name] for name in names if name in PACKAGE_OF_COMMAND]
    return tuple(dict.fromkeys(found))
