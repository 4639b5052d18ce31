"""Formulas as people write them in notes, made fit for amsmath."""

import re

from latex.escape import IDEOGRAPHIC, TABLE, TABLE_BESIDE_CJK

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
IN_FORMULAS = frozenset("°×·±÷¬µ→")
"""Symbols whose command for text prints something else, or nothing, in a formula."""
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


def inside_text(formula: str) -> str:
    """The formula without a display of its own, so that it can stand in a line of text."""
    match = DISPLAYED.fullmatch(formula)
    if match is None:
        return formula
    name = match["name"]
    inner = formula.strip()[len(f"\\begin{{{name}}}") : -len(f"\\end{{{name}}}")]
    inner = re.sub(r"^\{\d+\}", "", inner).strip()
    if name.rstrip("*") in ("equation", "multline"):
        return inner
    inside = "gathered" if name.startswith("gather") else "aligned"
    return f"\\begin{{{inside}}}{inner}\\end{{{inside}}}"


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


def encode_mixed(latex: str, *, cjk: bool) -> str:
    """LaTeX in which text and formulas alternate, with symbols as commands fit for both."""
    table = TABLE_BESIDE_CJK if cjk else TABLE

    def encoded(run: re.Match[str]) -> str:
        return "".join(
            rf"\ensuremath{{{SYMBOLS[char].strip()}}}" if char in IN_FORMULAS else table[ord(char)]
            for char in run[0]
        )

    return BEYOND_ASCII.sub(encoded, latex)
