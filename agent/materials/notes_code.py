"""Code and other literal text of notes, so that it prints with any engine."""

import re

from latex.escape import escape

WIDEST_LINE = 76
"""Letters of typewriter type in 11 pt that fit on a line of A4 with margins of 2.5 cm."""
LONG_NAME = 20
CJK_OR_ASCII = re.compile("[\x20-\x7e\n\u3000-\u303f\u3400-\u9fff\uff01-\uff60]*")


def inline_code(code: str) -> str:
    r"""The code in typewriter, dashes and quotes as they are; a long name may break after `/`, `_`
    and the like.
    """
    return rf"\texttt{{{_breakable(code)}}}"


def _breakable(code: str) -> str:
    latex = escape(code)
    if len(code) <= LONG_NAME:
        return latex
    return re.sub(r"(?:[/.:=,(]|\\_)(?=[\w\\])", r"\g<0>\\allowbreak{}", latex)


def listing(code: str) -> str:
    """Lines of code, or of other text whose line breaks and blanks matter.

    As `verbatim` where that can print them; with lines that wrap where one is too long, or where a
    character needs a command.
    """
    code = code.expandtabs(4).strip("\n").replace("\r", "")
    lines = code.split("\n")
    plain = CJK_OR_ASCII.fullmatch(code) and "\\end{verbatim}" not in code
    if plain and max(map(_width, lines)) <= WIDEST_LINE:
        return f"\\begin{{verbatim}}\n{code}\n\\end{{verbatim}}"
    printed = " \\\\\n".join(_line(line) for line in lines)
    return f"\\begin{{flushleft}}\n\\ttfamily\\small\n{printed}\n\\end{{flushleft}}"


def _line(line: str) -> str:
    indent = len(line) - len(line.lstrip(" "))
    # A line that is empty, or starts with `[` or `*`, must not be taken for a part of the `\\`.
    return r"\mbox{}" + r"\ " * indent + _breakable(line[indent:])


def _width(line: str) -> int:
    return sum(2 if char >= "\u2e80" else 1 for char in line)
