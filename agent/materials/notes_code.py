"""Code and other literal text of notes, so that it prints with any engine."""

import re

from latex.escape import escape

WIDEST_LINE = 85
"""Characters of `\\ttfamily` in `\\small` that fit on a line of A4 with usual margins."""
LONG_NAME = 20
CJK_OR_ASCII = re.compile("[\x20-\x7e\n\u3000-\u303f\u3400-\u9fff\uff01-\uff60]*")


def inline_code(code: str) -> str:
    r"""The code in typewriter, dashes and quotes as they are; a long name may break after `/`, `_`
    and the like.
    """
    latex = escape(code)
    if len(code) > LONG_NAME:
        latex = re.sub(r"(?:[/.:=,]|\\_)(?=[\w\\])", r"\g<0>\\allowbreak{}", latex)
    return rf"\texttt{{{latex}}}"


def listing(code: str) -> str:
    """Lines of code, or of other text whose line breaks and blanks matter.

    As `verbatim` where that can print them; with lines that wrap where one is too long, or where a
    character needs a command.
    """
    code = code.expandtabs(4).strip("\n").replace("\r", "")
    lines = code.split("\n")
    plain = CJK_OR_ASCII.fullmatch(code) and "\\end{verbatim}" not in code
    if plain and max(map(len, lines)) <= WIDEST_LINE:
        return f"\\begin{{verbatim}}\n{code}\n\\end{{verbatim}}"
    printed = " \\\\\n".join(_line(line) for line in lines)
    return f"\\begin{{flushleft}}\n\\ttfamily\\small\n{printed}\n\\end{{flushleft}}"


def _line(line: str) -> str:
    indent = len(line) - len(line.lstrip(" "))
    # A line that is empty, or starts with `[` or `*`, must not be taken for a part of the `\\`.
    return r"\mbox{}" + r"\ " * indent + escape(line[indent:])
