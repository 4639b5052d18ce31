"""The words of a short piece of LaTeX, such as a title."""

import re

from pylatexenc.latex2text import (
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)

STAND_INS = re.compile(r"\\(?:footnote|label|thanks|index)\s*\{[^{}]*\}")
CHARACTERS = {
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textquotedbl": '"',
    "textquotesingle": "'",
    "textasciigrave": "`",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textbackslash": "\\",
    "textmu": "µ",
    "textdegree": "°",
    "nobreakspace": " ",
}
"""What `escape` writes and pylatexenc does not know."""

CONTEXT = get_default_latex_context_db()
CONTEXT.add_context_category(
    "escape",
    prepend=True,
    macros=[MacroTextSpec(name, simplify_repl=char) for name, char in CHARACTERS.items()],
)


def plain_text(latex: str) -> str:
    """The text without commands, formulas as far as they can be written so, in one line."""
    converter = LatexNodes2Text(
        latex_context=CONTEXT, math_mode="text", strict_latex_spaces=False, keep_comments=False
    )
    try:
        text = converter.latex_to_text(STAND_INS.sub("", latex))
    except RecursionError:
        text = re.sub(r"\\[A-Za-z]+|[{}$]", " ", latex)
    return " ".join(text.split())
