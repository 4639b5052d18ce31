"""What the commands of a document do with the class and the packages it loads."""

import re
from functools import lru_cache
from typing import Literal

from latex.commands import commands
from latex.structure import Structure
from reflect.checks.form_setup import packages

Citing = Literal["natbib", "biblatex"]
Printed = Literal["names", "numbers"]

WITH_AMSMATH = frozenset(
    {
        *("amsmath", "mathtools", "empheq", "unicode-math", "physics", "breqn", "witharrows"),
    }
)
CLASSES_WITH_AMSMATH = frozenset({"amsart", "amsbook", "amsproc", "beamer", "acmart"})
CLASSES_WITH_NATBIB: dict[str, Printed | None] = {
    **dict.fromkeys(("revtex4", "revtex4-1", "revtex4-2", "elsarticle", "cas-sc", "cas-dc")),
    **dict.fromkeys(
        ("aastex", "aastex6", "aastex61", "aastex62", "aastex63", "aastex631"), "names"
    ),
    **dict.fromkeys(("aastex7", "aastex701", "emulateapj"), "names"),
}
"""Classes that load natbib, and what they print if it is always the same."""
PLAIN_CLASSES = frozenset(
    {
        *("article", "report", "book", "ctexart", "ctexrep", "ctexbook", "IEEEtran", "llncs"),
        *("scrartcl", "scrreprt", "scrbook", "amsart", "amsbook", "memoir", "extarticle", "beamer"),
    }
)
"""Classes that leave citations as LaTeX has them."""
WITH_NAMES = frozenset(
    {"apacite", "chicago", "harvard", "jurabib", "achicago", "newapa", "apalike", "authordate1-4"}
)
OF_PACKAGES = frozenset({"citet", "citep", "citealt", "textcite", "parencite", "autocite"})
"""Commands that only natbib and biblatex bring, so that one of them is loaded out of sight."""
INPUT = re.compile(r"\\(?:input|include|subfile|import)(?![A-Za-z])")
LOADED = re.compile(
    r"\\(?:usepackage|RequirePackage)\s*(?:\[(?P<options>[^\[\]]{0,600})\])?"
    r"\s*\{(?P<names>[^{}\\]{0,600})\}"
)
STYLE = re.compile(r"\\bibliographystyle\s*\{\s*([^{}\s]{1,80})\s*\}")
SET_CITE_STYLE = re.compile(
    r"\\setcitestyle\s*\{(?P<words>[^{}]{0,200})\}"
    r"|\\bibpunct\s*(?:\[[^\[\]]{0,20}\]\s*)?(?:\{[^{}]{0,9}\}\s*){3}\{(?P<letter>[^{}]{0,9})\}"
    r"|\\citestyle(?![A-Za-z])"
)
WITH_NUMBERS = re.compile(
    r"(?:plain|unsrt|abbrv|alpha|siam|acm|ieeetr|IEEEtranS?|ieeetran|amsplain|amsalpha|unsrturl"
    r"|vancouver|elsarticle-num(?:-names)?|spmpsci|splncs04|naturemag|aipnum4-[12]|apsrev4-[12])"
)
"""Styles of BibTeX that give natbib no names of authors, or number the entries."""
AUTHOR_YEAR = re.compile(
    r"(?:^|,)\s*(?:cite)?style\s*=\s*\{?\s*(?:authoryear|apa|chicago-authordate)"
)
ANY_STYLE = re.compile(r"(?:^|,)\s*(?:cite)?style\s*=\s*\{?\s*([\w-]+)")


def has_amsmath(structure: Structure) -> bool:
    """Whether amsmath is certainly loaded."""
    known = structure.class_name in CLASSES_WITH_AMSMATH
    return known or bool(packages(structure.live) & WITH_AMSMATH)


def citing(structure: Structure) -> tuple[Citing | None, Printed | None]:
    """Which package sets the citations, and what these print, as far as either is certain."""
    return _citing(structure.live, structure.class_name)


def prints_numbers(structure: Structure) -> bool | None:
    r"""Whether `\cite` prints a number or a short label; None where it does as far as one sees."""
    package, printed = citing(structure)
    if package is not None:
        return printed == "numbers"
    named = any(cite.command in OF_PACKAGES for cite in structure.cites)
    if named or WITH_NAMES & packages(structure.live):
        return False
    if structure.class_name is None:
        return None
    preamble = structure.live[: structure.body[0]] if structure.body else structure.live
    return structure.class_name in PLAIN_CLASSES and not INPUT.search(preamble)


def is_redefined(structure: Structure, name: str) -> bool:
    """Whether the document gives a command a meaning of its own."""
    return any(definition.name == name for definition in commands(structure.live).definitions)


@lru_cache(maxsize=4)
def _citing(live: str, class_name: str | None) -> tuple[Citing | None, Printed | None]:
    for match in LOADED.finditer(live):
        names = {name.strip() for name in match["names"].split(",")}
        options = match["options"] or ""
        if "biblatex" in names:
            return "biblatex", _of_biblatex(options)
        if "natbib" in names:
            return "natbib", _of_natbib(live, options)
    if class_name in CLASSES_WITH_NATBIB:
        printed = CLASSES_WITH_NATBIB[class_name]
        return "natbib", printed
    return None, None


def _of_biblatex(options: str) -> Printed | None:
    if AUTHOR_YEAR.search(options):
        return "names"
    style = ANY_STYLE.search(options)
    if style is None or style[1].startswith(("numeric", "ieee", "phys", "nature", "science")):
        return "numbers"
    return None


def _of_natbib(live: str, options: str) -> Printed | None:
    words = {word.strip() for word in options.split(",")}
    if setting := SET_CITE_STYLE.search(live):
        given = setting["words"] or {"a": "authoryear", "n": "numbers", "s": "super"}.get(
            (setting["letter"] or "").strip(), ""
        )
        words = {word.strip() for word in given.split(",")}
        if not words & {"authoryear", "numbers", "super"}:
            return None
    if words & {"numbers", "super"}:
        return "numbers"
    style = STYLE.search(live)
    return "numbers" if style is not None and WITH_NUMBERS.fullmatch(style[1]) else "names"
