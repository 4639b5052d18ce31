"""How a text cites."""

import re
from collections.abc import Iterator

from latex.commands import CITES, LABELS, REFS, commands
from latex.structure import Structure
from reflect.checks.form_prose import is_plain
from reflect.checks.form_setup import packages
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

GROUP = r"(?:\s*\[[^\[\]]{0,200}\]){0,2}\s*\{[^{}]{1,400}\}"
UNTIED = re.compile(r"(?<=[A-Za-z0-9)\]}'’])(?P<gap>[ \t]*\r?\n[ \t]*(?!\s)|[ \t]+)\\cite" + GROUP)
VERBS = (
    "show(?:s|ed)?|present(?:s|ed)?|propose[sd]?|report(?:s|ed)?|f(?:i|ou)nds?|argue[sd]?|state[sd]?"
    "|describe[sd]?|measure[sd]?|introduce[sd]?|use[sd]?|gives?|gave|has|have|was|were|is|are|did"
    "|suggest(?:s|ed)?|stud(?:y|ies|ied)|demonstrate[sd]?|observe[sd]?|obtain(?:s|ed)?|claim(?:s|ed)?"
    "|prove[sd]?|derive[sd]?|develop(?:s|ed)?|note[sd]?|investigate[sd]?|compare[sd]?|provide[sd]?"
    "|explain(?:s|ed)?|discuss(?:es|ed)?|determine[sd]?|conclude[sd]?|calculate[sd]?"
)
SUBJECT = re.compile(
    r"(?:(?<=\n\n)|(?<=[.!?] )|(?<=[.!?]\n)|(?<=that )|\A)"
    r"(?P<name>\\(?:cite|citep|parencite|autocite))"
    rf"(?={GROUP}(?:~|\s)+(?:{VERBS})\b)"
)
OBJECT = re.compile(
    rf"(?<![A-Za-z])(?:[Bb]y|[Ff]ollowing|[Ss]ee|[Aa]ccording to|[Ii]n)(?:~|[ ]|\r?\n)"
    rf"(?P<name>\\(?:citep|parencite))(?={GROUP})"
)
ENCLOSED = re.compile(rf"\((?P<name>\\(?:citet|textcite))(?P<group>{GROUP})\)")
TEXTUAL = {"natbib": "\\citet", "biblatex": "\\textcite"}
PLAIN = {"\\citet": "\\citep", "\\textcite": "\\parencite"}


@check("untied-citation", 1, Category.TYPOGRAPHY)
def untied_citation(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A space at which a line may end before the number of a source.

    Names and years, as natbib and biblatex set them, may well begin a line.

    Pass: Springs were measured early~\cite{hooke}.
    Fail: Springs were measured early \cite{hooke}.
    """
    if packages(structure.live) & {"natbib", "biblatex", "apacite", "harvard"}:
        return
    for match in UNTIED.finditer(structure.live):
        start, end = match.span("gap")
        if is_plain(structure, *match.span()) and "#" not in match[0]:
            yield Hit(
                *match.span(),
                "A line may end before the citation.",
                cure=(Edit(start, end, "~"),),
                action="Tie it with ~.",
            )


@check("cite-as-noun", 2, Category.CITATION)
def cite_as_noun(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A citation in brackets where the name of its authors belongs.

    Pass: \usepackage{natbib} \citet{hooke} showed it \citep{boyle}. In \cite{hooke} it is.
    Fail: \usepackage{natbib} So it was. \citep{hooke} showed that force grows with length.
    """
    textual = next((t for name, t in TEXTUAL.items() if name in packages(structure.live)), None)
    for pattern in (SUBJECT, OBJECT):
        for match in pattern.finditer(structure.live):
            start, end = match.span("name")
            if match["name"] == "\\cite" and textual is not None:
                # With natbib and biblatex it may well give the name.
                continue
            yield Hit(
                start,
                end,
                "The citation stands where a name belongs.",
                cure=(Edit(start, end, textual),) if textual else (),
                action=f"Cite by name: {textual or 'write the name of the authors'}.",
            )


@check("textual-cite-in-parentheses", 2, Category.CITATION)
def textual_cite_in_parentheses(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A citation by name in parentheses of its own: the year gets a second pair.

    Pass: It is so \citep{hooke}, as \citet{boyle} says (see \citealt{b}).
    Fail: It is so (\citet{hooke}).
    """
    for match in ENCLOSED.finditer(structure.live):
        new = PLAIN[match["name"]] + match["group"]
        yield Hit(
            *match.span(),
            "The parentheses are set twice.",
            cure=(Edit(*match.span(), new),) if is_plain(structure, *match.span()) else (),
        )


@check("empty-key", 4, Category.REFERENCE)
def empty_key(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A citation, label or reference without a key, or with a gap in its list.

    Pass: As \cite{a,b} says, see \ref{c}.
    Fail: As \cite{a,,b} says, see \ref{}.
    """
    for command in commands(structure.live).outside:
        if command.key is None or command.name not in CITES | LABELS | REFS:
            continue
        if command.key.strip() and all(key.strip() for key in command.key.split(",")):
            continue
        start, end = command.end + 1, command.end + 1 + len(command.key)
        kept = ",".join(key.strip() for key in command.key.split(",") if key.strip())
        sure = bool(kept) and structure.live[command.end] == "{"
        yield Hit(
            command.start,
            end + 1,
            "A key is missing.",
            cure=(Edit(start, end, kept),) if sure and is_plain(structure, start, end) else (),
            action="Name what is meant, or leave it out.",
        )
