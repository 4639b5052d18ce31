"""The words of a short piece of LaTeX, such as a title."""

import re

from pylatexenc.latex2text import LatexNodes2Text

STAND_INS = re.compile(r"\\(?:footnote|label|thanks|index)\s*\{[^{}]*\}")


def plain_text(latex: str) -> str:
    """The text without commands, formulas as far as they can be written so, in one line."""
    try:
        text = LatexNodes2Text(math_mode="text", strict_latex_spaces=False).latex_to_text(
            STAND_INS.sub("", latex)
        )
    except RecursionError:
        text = re.sub(r"\\[A-Za-z]+|[{}$]", " ", latex)
    return " ".join(text.split())
