"""Names of files and formulas in typewriter type that may break over lines."""

from latex.escape import escape

SIGNS = (".", "/", r"\_", "-", ",")


def breakable(text: str) -> str:
    """As LaTeX, with a break allowed behind each of the signs that names are made of."""
    escaped = escape(text)
    for sign in SIGNS:
        escaped = escaped.replace(sign, sign + r"\allowbreak{}")
    return rf"\texttt{{{escaped}}}"
