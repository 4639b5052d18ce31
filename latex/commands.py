"""The commands of a source that mean something to its structure, found in one scan."""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from latex.alternation import one_of
from latex.braces import Braces
from latex.patterns import re

HEADINGS = (
    *("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"),
)
DEFINITIONS = {
    **dict.fromkeys(("newcommand", "renewcommand", "providecommand", "newcommandx"), 1),
    **dict.fromkeys(("renewcommandx", "DeclareRobustCommand", "newrobustcmd", "renewrobustcmd"), 1),
    **dict.fromkeys(("providerobustcmd", "NewEnviron", "RenewEnviron"), 1),
    **dict.fromkeys(("newenvironment", "renewenvironment", "lstnewenvironment"), 2),
    **dict.fromkeys(("newenvironmentx", "renewenvironmentx", "newtcolorbox"), 2),
    **{f"{kind}DocumentCommand": 2 for kind in ("New", "Renew", "Provide", "Declare")},
    **{f"{kind}ExpandableDocumentCommand": 2 for kind in ("New", "Renew", "Provide", "Declare")},
    **{f"{kind}DocumentEnvironment": 3 for kind in ("New", "Renew", "Provide", "Declare")},
    **dict.fromkeys(("def", "edef", "gdef", "xdef", "csdef", "csgdef"), 1),
}
"""How many groups follow the name and its options; those of xparse begin with a specification."""
PRIMITIVE = frozenset({"def", "edef", "gdef", "xdef"})

CITES = frozenset(
    {
        *(
            first + second + third
            for first in ("no", "full", "foot", "footfull", "auto", "smart", "super", "paren")
            for second in ("cite", "Cite")
            for third in ("", "s", "text", "texts")
        ),
        *("textcite", "textcites", "foottextcite", "foottextcites", "textCite", "textCites"),
        *(f"{name}cite{s}" for name in ("Paren", "Auto", "Smart", "Foot", "Text", "Super")
          for s in ("", "s")),
        *(
            first + second
            for first in ("cite", "Cite")
            for second in ("", "s", "t", "p", "alt", "alp", "author", "year", "yearpar", "title")
        ),
        *(
            first + second
            for first in ("cite", "Cite")
            for second in ("date", "url", "num", "full", "talias", "palias", "fullauthor")
        ),
        *("volcite", "volcites", "pvolcite", "fvolcite", "tvolcite", "notecite", "pnotecite"),
        *("fnotecite", "onlinecite", "citelabel", "shortcite", "citeasnoun", "possessivecite"),
        *("citeA", "citeNP", "citeyearNP", "citeauthorNP", "shortciteA", "shortciteNP"),
        *("defcite", "citetalias", "citepalias", "nptextcite", "bibentry"),
    }
)  # fmt: skip
LABELS = frozenset({"label", "zlabel", "customlabel", "phantomlabel"})
REFS = frozenset(
    {
        *("ref", "eqref", "pageref", "autoref", "nameref", "autopageref", "titleref", "fullref"),
        *("cref", "Cref", "cpageref", "Cpageref", "crefrange", "Crefrange", "cpagerefrange"),
        *("Cpagerefrange", "namecref", "nameCref", "namecrefs", "nameCrefs", "lcnamecref"),
        *("labelcref", "labelcpageref", "vref", "Vref", "vpageref", "vrefrange", "vpagerefrange"),
        *("fref", "Fref", "subref", "hyperref", "zref", "zcref", "zcpageref", "prettyref"),
        *("thref", "Autoref", "refrange", "subeqref"),
    }
)
GRAPHICS = frozenset(
    {
        *("includegraphics", "includesvg", "includepdf", "includestandalone", "includeinkscape"),
        *("epsfig", "psfig", "epsfbox", "epsffile", "plotone", "plottwo", "plotfiddle"),
        *("pgfimage", "adjustimage", "adjincludegraphics", "overpic"),
    }
)
CAPTIONS = frozenset(
    {
        "caption",
        "captionof",
        "captionbox",
        "tablecaption",
        "topcaption",
        "bicaption",
        "bottomcaption",
    }
)
FACTS = frozenset({"fact", "factvalue"})
INPUTS = frozenset(
    {
        *("input", "include", "subfile", "subfileinclude", "import", "subimport", "inputfrom"),
        *("includefrom", "subinputfrom", "subincludefrom"),
    }
)
STOPS = frozenset(
    {
        *("appendix", "backmatter", "bibliography", "bibliographystyle", "printbibliography"),
        *("printindex", "printglossary", "printglossaries"),
    }
)
OTHERS = (
    *("begin", "end", "documentclass", "documentstyle", "graphicspath", "let", "[", "]"),
    *("lstinputlisting", "inputtcblisting", "newtcbtheorem"),
)

NAMES = frozenset(
    {*HEADINGS, *DEFINITIONS, *CITES, *LABELS, *REFS, *GRAPHICS, *CAPTIONS}
    | {*FACTS, *INPUTS, *STOPS, *OTHERS}
)

WORDS = one_of(name for name in NAMES if name.isalpha())
TOKEN = re.compile(
    rf"[^\\]*+(?:\\(?![\[\]]|{WORDS}(?![A-Za-z@]))(?:[A-Za-z@]++|.|\Z)[^\\]*+)*+"
    rf"(?:\\(?P<name>[A-Za-z]+|[\[\]])(?P<star>\*?)(?:\{{(?P<key>[^{{}}\\\r\n]*)\}})?)?",
    re.DOTALL,
)
DEFINED = re.compile(
    r"\*?\s*(?:\{(?P<braced>[^{}]*+)\}|(?P<bare>\\(?:[A-Za-z@]+|.)))",
    re.DOTALL,
)
PARAMETERS = re.compile(r"(?:\\[^{}]|[^{}\\]){0,300}+(?=\{)", re.DOTALL)
"""What delimits the arguments of a primitive definition, up to its text."""
END_OF_LET = re.compile(
    r"\s*+(?:\\(?:[A-Za-z@]++|.)|\S)\s*+=?\s*+(?:\\(?:[A-Za-z@]+|.)|\S)", re.DOTALL
)


class Command(NamedTuple):
    name: str
    """Without backslash and star."""
    start: int
    """Offset of the backslash."""
    end: int
    """Behind the name, and behind the star if it has one."""
    key: str | None
    """Its argument, where that follows at once, in one line, and holds no command."""


START = attrgetter("start")


class Definition(NamedTuple):
    r"""`\newcommand` and its kin."""

    command: str
    """The command that defines."""
    name: str
    """What is defined, without backslash."""
    start: int
    end: int
    groups: tuple[tuple[int, int], ...]
    """The spans of the groups that follow the name, with their braces."""


class Commands(NamedTuple):
    """In order of appearance."""

    live: str
    everywhere: tuple[Command, ...]
    outside: tuple[Command, ...]
    """Those outside of definitions."""
    definitions: tuple[Definition, ...]
    """The outermost."""
    named: dict[str, list[Command]]
    """All by their names."""
    braces: Braces

    def of(self, names: Iterable[str]) -> list[Command]:
        """All with one of these names, in order."""
        wanted = names if isinstance(names, frozenset) else frozenset(names)
        found = [command for name in self.named if name in wanted for command in self.named[name]]
        return sorted(found, key=START)


@lru_cache(maxsize=8)
def commands(live: str) -> Commands:
    """The commands that `NAMES` names, of a masked source."""
    braces = Braces(live)
    everywhere: list[Command] = []
    outside: list[Command] = []
    named: defaultdict[str, list[Command]] = defaultdict(list)
    definitions: list[Definition] = []
    defined = 0
    for match in TOKEN.finditer(live):
        name, star, key = match.groups()
        if name is None:
            break
        end = match.end() if key is None else match.end() - len(key) - 2
        start = end - len(star) - len(name) - 1
        command = Command(name, start, end, key)
        everywhere.append(command)
        named[name].append(command)
        if start < defined:
            continue
        outside.append(command)
        if name in DEFINITIONS:
            definition = _definition(braces, command)
            defined = definition.end
            definitions.append(definition)
        elif name == "let" and (let := END_OF_LET.match(live, command.end)):
            defined = let.end()
    return Commands(live, tuple(everywhere), tuple(outside), tuple(definitions), named, braces)


def _definition(braces: Braces, command: Command) -> Definition:
    """With as many of its groups as are there."""
    position = braces.behind_options(command.end)
    name = DEFINED.match(braces.live, position)
    if name is None:
        return Definition(command.name, "", command.start, command.end, ())
    position = name.end()
    if command.name in PRIMITIVE and (parameters := PARAMETERS.match(braces.live, position)):
        position = parameters.end()
    groups: list[tuple[int, int]] = []
    while len(groups) < DEFINITIONS[command.name]:
        group = braces.argument(braces.behind_options(position))
        if group is None:
            break
        groups.append(group)
        position = group[1]
    if not groups:
        position = name.end()
    defined = name["braced"] if name["bare"] is None else name["bare"]
    plain = defined.strip().lstrip("\\")
    return Definition(command.name, plain, command.start, position, tuple(groups))
