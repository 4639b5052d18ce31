"""What is not read as LaTeX: environments, commands and characters, also those a document makes.

Sources: the manuals of `listings`, `minted`, `fancyvrb`, `tcolorbox` (library `listings`),
`comment`, `shortvrb` and `newverbs`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from latex.patterns import re

Inline = Literal["verb", "listing", "minted"]
"""How an inline command takes its text: between two equal characters; so or in braces, after
options; the same after a language."""

ENVIRONMENTS = frozenset(
    {
        *("verbatim", "verbatim*", "Verbatim", "Verbatim*", "BVerbatim", "BVerbatim*"),
        *("LVerbatim", "LVerbatim*", "SaveVerbatim", "VerbatimOut", "VerbatimWrite"),
        *("spverbatim", "boxedverbatim", "verbatimtab", "verbatimwrite", "alltt"),
        *("lstlisting", "lstlisting*", "minted", "minted*", "tcblisting", "tcblisting*"),
        *("comment", "filecontents", "filecontents*", "macrocode", "macrocode*"),
        *("luacode", "luacode*", "pycode", "pyblock", "pyverbatim", "pyconsole", "pysub"),
        *("sagesilent", "sageblock", "sageverbatim", "asy", "asydef", "Sinput", "Soutput"),
    }
)
"""`alltt` still runs commands but not comments. Nothing of it is structure all the same."""

INLINE: dict[str, Inline] = {
    "verb": "verb",
    "Verb": "listing",
    "spverb": "verb",
    "lstinline": "listing",
    "mintinline": "minted",
    "mint": "minted",
}
DOCUMENTATION = frozenset({"ltxdoc", "l3doc", "ltxguide", "ltnews", "ltxdockit", "scrdoc"})
"""Classes that make `|` a short verb."""

EVIDENCE = re.compile(
    r"""\|\\(?:document(?:class|style)|usepackage|part|chapter|(?:sub){0,2}section|(?:sub)?paragraph
          |input|include|appendix|tableofcontents|(?:begin|end)\{document\}|maketitle|title|author
          |bibliography(?:style)?|label|ref|cite|item|newcommand|caption)
        \*?(?:<[^<>|\n]*>)?(?:\[[^\[\]|\n]*\])?(?:\{[^{}|\n]*\})?\|""",
    re.VERBOSE,
)
"""A command that no formula and no table can hold, alone between two bars."""

MOST_CHARACTERS = 20
OFTEN_OWN = frozenset({"comment", "asy", "macrocode", "Sinput", "Soutput", "pysub"})
"""Names that documents give to environments of their own whose text is LaTeX."""

NAME = re.compile(r"\s*+(?:\[(?P<option>[^\[\]\n]*+)\])?+\s*+\{\s*+\\?(?P<name>[^{}\\\s]++)\s*+\}")
LANGUAGE = re.compile(r"\s*\{\s*(?P<name>[^{}\\\s]+)\s*\}")
ARGUMENTS = re.compile(r"(?:\s*\[[^\[\]\n]*\]){0,2}\s*\{\s*%?\s*")
BODY = re.compile(
    r"(?:\\[A-Za-z@]++[^\\{}\n]{0,40}+\s*+){0,4}?"
    r"\\(?:[vV]erbatim|VerbatimEnvironment|comment|lst@@?env|BVerbatim|LVerbatim)(?![A-Za-z@])"
)
"""How the first lines of an environment look whose text is not read as LaTeX."""
CHARACTER = re.compile(
    r"\*?\s*+(?:\[[^\[\]\n]*+\])?+\s*+(?:\{\s*+\\[A-Za-z@]++\s*+\})?+\s*+\{?\\?([^\w\s])"
)

VERBATIM_MAKERS = {
    *("lstnewenvironment", "DefineVerbatimEnvironment", "RecustomVerbatimEnvironment"),
    *("CustomVerbatimEnvironment", "newtcblisting", "renewtcblisting", "DeclareTCBListing"),
    *("NewTCBListing", "RenewTCBListing", "ProvideTCBListing", "excludecomment"),
}


@dataclass(slots=True)
class Verbatim:
    """What is not LaTeX at one place of a source; definitions change it as they come."""

    environments: set[str] = field(default_factory=lambda: set(ENVIRONMENTS))
    inline: dict[str, Inline] = field(default_factory=lambda: dict(INLINE))
    characters: str = ""
    """Those that begin and end verbatim text by themselves."""

    def define(self, text: str, maker: str, position: int) -> int:
        """Take up what the command before this position makes; behind the name of that."""
        end = MAKERS[maker](self, text, position)
        return position if end is None else end


Maker = Callable[[Verbatim, str, int], int | None]
"""Takes up a definition; gives the offset behind the name, or None where there is none."""


def _environment(verbatim: Verbatim, text: str, position: int) -> int | None:
    match = NAME.match(text, position)
    if match is None:
        return None
    verbatim.environments |= {match["name"], match["name"] + "*"}
    return match.end()


def _live_environment(verbatim: Verbatim, text: str, position: int) -> int | None:
    match = NAME.match(text, position)
    if match is None:
        return None
    verbatim.environments.discard(match["name"])
    return match.end()


def _own_environment(verbatim: Verbatim, text: str, position: int) -> int | None:
    match = NAME.match(text, position + text.startswith("*", position))
    if match is None:
        return None
    start = ARGUMENTS.match(text, match.end())
    if start and BODY.match(text, start.end()):
        verbatim.environments.add(match["name"])
    elif match["name"] in OFTEN_OWN:
        verbatim.environments.discard(match["name"])
    return match.end()


def _minted_environment(verbatim: Verbatim, text: str, position: int) -> int | None:
    match = NAME.match(text, position)
    if match is None:
        return None
    name = match["option"] or match["name"] + "code"
    verbatim.environments |= {name, name + "*"}
    return match.end()


def _minted_command(ending: str) -> Maker:
    def take(verbatim: Verbatim, text: str, position: int) -> int | None:
        match = NAME.match(text, position)
        if match is None:
            return None
        name = match["option"] or match["name"] + ending
        if name.isalpha() and name.isascii():
            verbatim.inline[name] = "listing"
        return match.end()

    return take


def _verb_command(verbatim: Verbatim, text: str, position: int) -> int | None:
    match = NAME.match(text, position)
    base = LANGUAGE.match(text, match.end()) if match else None
    if match is None or base is None:
        return None
    if base["name"] == "Verb" and match["name"].isalpha() and match["name"].isascii():
        verbatim.inline[match["name"]] = "listing"
    return base.end()


def _character(verbatim: Verbatim, text: str, position: int) -> int | None:
    end = _no_character(verbatim, text, position)
    if end is not None and (character := text[end - 1]) not in "{}%\\":
        verbatim.characters = (verbatim.characters + character)[:MOST_CHARACTERS]
    return end


def _no_character(verbatim: Verbatim, text: str, position: int) -> int | None:
    match = CHARACTER.match(text, position)
    if match is None:
        return None
    verbatim.characters = verbatim.characters.replace(match[1], "")
    return match.end()


def _class(verbatim: Verbatim, text: str, position: int) -> int | None:
    if (match := NAME.match(text, position)) and match["name"] in DOCUMENTATION:
        verbatim.characters = "|"
    return None


MAKERS: dict[str, Maker] = {
    **dict.fromkeys(VERBATIM_MAKERS, _environment),
    "includecomment": _live_environment,
    "specialcomment": _live_environment,
    "newenvironment": _own_environment,
    "renewenvironment": _own_environment,
    "newminted": _minted_environment,
    "newmint": _minted_command(""),
    "newmintinline": _minted_command("inline"),
    "CustomVerbatimCommand": _verb_command,
    "DefineVerbatimCommand": _verb_command,
    "RecustomVerbatimCommand": _verb_command,
    "MakeShortVerb": _character,
    "MakeSpecialShortVerb": _character,
    "DefineShortVerb": _character,
    "lstMakeShortInline": _character,
    "DeleteShortVerb": _no_character,
    "UndefineShortVerb": _no_character,
    "lstDeleteShortInline": _no_character,
    "documentclass": _class,
}
"""By the name of the command. What `specialcomment` makes is printed, so it is LaTeX."""


def undeclared_characters(live: str) -> str:
    r"""`|` where a masked source uses it as a short verb that is made elsewhere.

    Parts of manuals do, and documents whose own package makes it. The source must show it twice:
    a bar stands right before and right behind a command such as `\section`, which no formula and
    no table can hold.
    """
    if "|\\" not in live:
        return ""
    found = EVIDENCE.finditer(live)
    return "|" if next(found, None) and next(found, None) else ""
