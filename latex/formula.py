"""Formulas as people write them in notes, made fit for amsmath."""

import re

from latex.escape import IDEOGRAPHIC, TABLE

SYMBOLS = {
    "°": r"^{\circ}",
    "×": r"\times ",
    "·": r"\cdot ",
    "±": r"\pm ",
    "÷": r"\div ",
    "¬": r"\neg ",
    "µ": r"\mu ",
    "′": "'",
    "″": "''",
    "…": r"\ldots ",
    "–": "-",
    "—": "-",
    "’": "'",
    "“": "``",
    "”": "''",
    "\u00a0": "~",
    "→": r"\to ",
    "¹": "^{1}",
    "²": "^{2}",
    "³": "^{3}",
}
DISPLAYED = re.compile(
    r"\s*\\begin\{(?P<name>(?:align|alignat|gather|multline|eqnarray|equation|flalign)\*?)\}"
    r".*\\end\{(?P=name)\}\s*",
    re.DOTALL,
)
"""Environments that MathJax takes inside `$$`, and amsmath does not."""
BARE_SPECIAL = re.compile(r"\\.|(?P<special>[%#])", re.DOTALL)
CELL = re.compile(r"\\begin\{|(?<!\\)&")
BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def is_displayed(formula: str) -> bool:
    r"""Whether the formula brings its own display, so that it needs no `\[` around it."""
    return DISPLAYED.fullmatch(formula) is not None


def encode_math(formula: str) -> str:
    r"""The formula with symbols beyond ASCII as commands, and `%` and `#` as what they look like.

    Chinese goes into `\text`. A row with `&` that no environment takes becomes an `aligned`.
    """
    plain = BARE_SPECIAL.sub(
        lambda match: "\\" + match["special"] if match["special"] else match[0], formula
    )
    encoded = BEYOND_ASCII.sub(lambda run: _encoded(run[0]), plain)
    first = CELL.search(encoded)
    if first and first[0] == "&":
        return f"\\begin{{aligned}}{encoded}\\end{{aligned}}"
    return encoded


def _encoded(run: str) -> str:
    if IDEOGRAPHIC.search(run):
        return rf"\text{{{run}}}"
    return "".join(_symbol(char) for char in run)


def _symbol(char: str) -> str:
    if char in SYMBOLS:
        return SYMBOLS[char]
    latex = TABLE[ord(char)]
    if script := re.fullmatch(r"\\text(super|sub)script\{(.*)\}", latex):
        return ("^" if script[1] == "super" else "_") + f"{{{script[2]}}}"
    inner = re.fullmatch(r"\\ensuremath\{(.*)\}", latex)
    if inner:
        return inner[1] + (" " if inner[1][-1:].isalpha() else "")
    return rf"\text{{{latex}}}" if latex else ""
