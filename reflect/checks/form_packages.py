"""What a document loads, in which order, and where."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from latex.commands import commands
from latex.structure import Structure
from reflect.checks.form_prose import is_plain
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category

LOAD = re.compile(
    r"\\(?:usepackage|RequirePackage)\s*(?:\[(?P<options>[^\[\]]{0,2000})\])?\s*"
    r"\{(?P<names>[^{}\\]{0,1000})\}"
)
BEFORE_HYPERREF = frozenset(
    {"natbib", "float", "titlesec", "fancyref", "caption", "subfig", "appendix", "tocbibind",
     "footmisc", "multicol", "amsmath"}
)  # fmt: skip
"""Those of which hyperref's manual says, or whose own do, that they come before it."""
MATTERS = frozenset({"float", "titlesec", "subfig"})
"""Of them those for which the order changes what is printed or linked."""
BEHIND_HYPERREF = frozenset({"cleveref", "glossaries", "bookmark", "hypcap"})
HIDDEN = re.compile(r"\\(?:if[a-z]*|else|fi)(?![A-Za-z])")
SI_OLD = re.compile(r"\\(?:SI|si|SIrange|SIlist)(?![A-Za-z])\s*[\[{]")
SI_NEW = re.compile(r"\\(?:qty|unit|qtyrange|qtylist)(?![A-Za-z])\s*[\[{]")


@dataclass(frozen=True, slots=True)
class Loaded:
    name: str
    options: frozenset[str]
    start: int
    end: int


def loaded(structure: Structure) -> list[Loaded]:
    """Every package in order, definitions of commands apart."""
    definitions = [(d.start, d.end) for d in commands(structure.live).definitions]
    return [
        Loaded(name.strip(), _options(match["options"] or ""), *match.span())
        for match in LOAD.finditer(structure.live)
        if not any(start <= match.start() < end for start, end in definitions)
        for name in match["names"].split(",")
        if name.strip()
    ]


def _options(text: str) -> frozenset[str]:
    return frozenset("".join(part.split()) for part in text.split(",") if part.strip())


@check("package-order", 3, Category.STRUCTURE)
def package_order(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A package on the wrong side of hyperref, so that links or references break.

    Pass: \usepackage{float} \usepackage{hyperref} \usepackage{cleveref}
    Fail: \usepackage{cleveref} \usepackage{hyperref}
    """
    found = loaded(structure)
    position = next((n for n, item in enumerate(found) if item.name == "hyperref"), None)
    if position is None or HIDDEN.search(structure.live, 0, found[-1].start):
        return
    for n, item in enumerate(found):
        early = n < position and item.name in BEHIND_HYPERREF
        late = n > position and item.name in MATTERS
        if early or late:
            side = "behind" if early else "before"
            yield Hit(
                item.start,
                item.end,
                f"{item.name} has to be loaded {side} hyperref.",
                action=f"Load it {side} hyperref.",
            )


@check("option-clash", 4, Category.STRUCTURE)
def option_clash(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A package that is loaded again with options it was not loaded with: LaTeX stops.

    Pass: \usepackage[dvipsnames]{xcolor} \usepackage{xcolor}
    Fail: \usepackage{xcolor} \usepackage[dvipsnames]{xcolor}
    """
    first: dict[str, Loaded] = {}
    found = loaded(structure)
    if not found or HIDDEN.search(structure.live, 0, found[-1].start):
        return
    for item in found:
        known = first.setdefault(item.name, item)
        new = item.options - known.options - {""}
        if known is not item and new and "PassOptionsToPackage" not in structure.live:
            yield Hit(
                item.start,
                item.end,
                f"{item.name} was loaded before without {', '.join(sorted(new))}.",
                action="Load it once, with all options.",
            )


@check("package-in-body", 4, Category.STRUCTURE)
def package_in_body(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A package that is loaded behind `\begin{document}`, where LaTeX stops.

    Pass:
        \documentclass{article} \usepackage{xcolor}
        \begin{document} It. \end{document}
    Fail:
        \documentclass{article}
        \begin{document} \usepackage{xcolor} It. \end{document}
    """
    if structure.body is None:
        return
    for item in loaded(structure):
        if item.start >= structure.body[0] and is_plain(structure, item.start, item.end):
            yield Hit(
                item.start,
                item.end,
                f"{item.name} is loaded inside the document.",
                action="Load it before \\begin{document}.",
            )


@check("siunitx-mixed", 1, Category.UNIT)
def siunitx_mixed(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Commands of the second and of the third version of siunitx in one document.

    Pass: \qty{5}{\metre} and \unit{\metre}
    Fail: \qty{5}{\metre} and \SI{5}{\metre}
    """
    start = structure.body[0] if structure.body else 0
    old = [*SI_OLD.finditer(structure.live, start)]
    new = [*SI_NEW.finditer(structure.live, start)]
    if old and new:
        for match in old if len(old) <= len(new) else new:
            yield Hit(
                match.start(),
                match.end() - 1,
                "Elsewhere the document uses the commands of another version of siunitx.",
                action="Use one set of commands.",
            )
