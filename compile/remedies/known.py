"""Environments and commands by what they take and what they hold."""

import re

from compile.latex_names import ENVIRONMENTS as NAMED
from compile.latex_names import SIGNATURES, words

DISPLAYS = words(
    "equation equation* align align* gather gather* multline multline* flalign flalign* alignat "
    "alignat* eqnarray eqnarray* displaymath math"
)
INNER = words(
    "cases dcases matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix aligned gathered "
    "split array alignedat subarray"
)
"""Environments inside a formula."""
LISTS = words("itemize enumerate description list trivlist")
TABLES = words("tabular tabular* tabularx tabulary longtable array supertabular")
FLOATS = words(
    "figure figure* table table* wrapfigure wraptable subfigure sidewaystable sidewaysfigure"
)
BIBLIOGRAPHY = words("thebibliography")
ENVIRONMENTS = NAMED | DISPLAYS | INNER | LISTS | TABLES | FLOATS | BIBLIOGRAPHY
ARGUMENTS = {name: number for name, (_, number) in SIGNATURES.items() if number}
"""How many arguments in braces a command takes."""
KEYS = words(
    "label ref eqref cref Cref autoref pageref cite citep citet nocite begin end usepackage "
    "documentclass input include bibliography bibliographystyle bibitem includegraphics"
)
"""Commands whose argument is a name without spaces."""
KEYED = re.compile(
    rf"\\(?:{'|'.join(sorted(KEYS))})\*?(?![A-Za-z])(?:\s*\[[^\]\n]*\])*\s*\{{[^{{}}\n]*\}}"
)
"""Such a command with its argument."""
HEADINGS = words(
    "section subsection subsubsection paragraph subparagraph chapter part title author date"
)
LONG = words(
    "footnote footnotetext parbox newcommand renewcommand providecommand newenvironment fbox "
    "renewenvironment thanks minipage makebox lstset hypersetup author resizebox scalebox"
)
"""Commands whose argument may hold a paragraph's end."""
HEADING = re.compile(r"\\(?:part|chapter|(?:sub){0,2}section|appendix|paragraph)(?![A-Za-z])")
_OWN = re.compile(
    r"\\(?:(?:re)?newenvironment|newtheorem|NewDocumentEnvironment|lstnewenvironment|newtcolorbox"
    r"|NewEnviron|newtcbtheorem|newfloat|declaretheorem|newmdenv|DefineVerbatimEnvironment)"
    r"\*?\s*(?:\[[^\]]*\]\s*)?\{([^{}\\]+)\}"
)
_OWN_COMMAND = re.compile(
    r"\\(?:re|provide)?newcommand\*?\s*\{?\\(?P<name>[A-Za-z]+)\}?\s*(?:\[(?P<number>\d)\])?"
)


def own_environments(code: str) -> frozenset[str]:
    """Names of the environments that a source defines."""
    return frozenset(found[1].strip() for found in _OWN.finditer(code))


def own_arguments(code: str) -> dict[str, int]:
    """How many arguments the commands take that a source defines."""
    return {f["name"]: int(f["number"] or 0) for f in _OWN_COMMAND.finditer(code)}
