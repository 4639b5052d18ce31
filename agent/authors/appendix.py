"""The appendix that says where each number comes from."""

import re
from collections.abc import Iterable, Mapping, Sequence

from agent.analysis.facts import Fact, Facts, Origin
from agent.analysis.printing import tex
from agent.analysis.types import Findings
from agent.authors.breaking import breakable
from agent.authors.offline.told import told
from agent.authors.offline.words import Speech, speech
from agent.authors.types import Brief
from latex.citations import fact_keys
from latex.escape import escape

NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")
POWER = re.compile(r"\s*(?:\*\*|\^)")
MOST_PARENTS = 4
"""Facts that are named as those another one was computed from."""


def used_facts(facts: Facts, written: str) -> tuple[Fact, ...]:
    """The facts a text prints and those they were computed from, in the ledger's order."""
    wanted: set[str] = set()
    pending = [key for key in fact_keys(written) if key in facts]
    while pending:
        key = pending.pop()
        if key not in wanted:
            wanted.add(key)
            pending += [parent for parent in facts[key].origin.parents if parent in facts]
    return tuple(fact for fact in facts if fact.key in wanted)


def appendix(brief: Brief, written: str) -> str:
    """The section for the end of the report; empty when the text prints no fact."""
    used = used_facts(brief.findings.facts, written)
    if not used:
        return ""
    said = speech(brief)
    title, introduction = said.say("appendix.title"), said.say("appendix.introduction")
    heads = [said.say(f"appendix.{part}") for part in ("quantity", "value", "origin")]
    rows = "\n".join(_rows(brief.findings, used, said))
    columns = r">{\raggedright\arraybackslash}p{0.33\linewidth}"
    value = r">{\raggedright\arraybackslash}p{0.24\linewidth}"
    origin = r">{\raggedright\arraybackslash}p{0.37\linewidth}"
    return "\n".join(
        [
            rf"\section{{{title}}}",
            r"\label{sec:numbers}",
            introduction,
            r"{\footnotesize",
            r"\setlength{\tabcolsep}{4pt}",
            rf"\begin{{longtable}}{{@{{}}{columns}{value}{origin}@{{}}}}",
            r"\toprule",
            " & ".join(heads) + r" \\",
            r"\midrule",
            r"\endhead",
            r"\bottomrule",
            r"\endfoot",
            rows,
            r"\end{longtable}",
            "}",
        ]
    )


def _rows(findings: Findings, used: Iterable[Fact], said: Speech) -> Iterable[str]:
    ledger = findings.facts
    sheets = {table.name: table.sheet for table in findings.tables if table.sheet}
    for fact in used:
        target = rf"\raisebox{{1.1em}}[0pt][0pt]{{\hypertarget{{fact:{fact.key}}}{{}}}}"
        origin = _origin(fact, ledger, sheets, said)
        yield rf"{target}{_name(fact, said)} & {tex(fact)} & {origin} \\"


def _capital(text: str) -> str:
    # A symbol such as `pV` or `t` keeps its case; a word begins with a capital.
    first = text.split(" ", 1)[0]
    return text[:1].upper() + text[1:] if len(first) > 2 and first.islower() else text


def _within(fact: Fact, said: Speech) -> str:
    """Its name in the middle of a sentence."""
    return said.told(fact.name) if said.language == "zh" else escape(fact.name)


def _name(fact: Fact, said: Speech) -> str:
    if said.language == "zh":
        return said.told(fact.name)
    return escape(_capital(fact.name))


def _origin(fact: Fact, ledger: Facts, sheets: Mapping[str, str], said: Speech) -> str:
    """Method or formula, what it was computed from, file, sheet, columns and rows."""
    origin = fact.origin
    if fact.kind == "reference":
        # The source of a reference value is LaTeX of the user's, and may hold a citation.
        return _reference(origin.method, said)
    parts = [said.told(origin.method if said.language == "zh" else _capital(origin.method))]
    parents = [ledger[key] for key in origin.parents if key in ledger]
    if origin.formula:
        parts = [said.say("appendix.computed", formula=breakable(origin.formula))]
        if (put_in := _with_values(origin.formula, parents)) and len(parents) > 0:
            parts.append(said.say("appendix.put_in", formula=put_in))
    elif parents:
        links = [_link(parent, _within(parent, said)) for parent in parents[:MOST_PARENTS]]
        more = said.say("appendix.more", n=str(len(parents) - MOST_PARENTS))
        shown = said.listed([*links, *[more][: len(parents) > MOST_PARENTS]])
        parts.append(said.say("appendix.parents", parents=shown))
    if origin.path:
        parts.append(_place(origin, sheets, said))
    return ("；" if said.language == "zh" else "; ").join(parts)


def _with_values(formula: str, parents: Sequence[Fact]) -> str:
    """The formula with a value, linked to its own line, for each key; empty for a key alone."""
    values = {fact.key: fact for fact in parents}
    if formula.strip() in values:
        return ""
    pieces: list[str] = []
    done = 0
    for name in NAME.finditer(formula):
        if (fact := values.get(name[0])) is None:
            continue
        if between := formula[done : name.start()].strip():
            pieces.append(breakable(between))
        ambiguous = fact.uncertainty if fact.unit is None else POWER.match(formula, name.end())
        pieces.append(_link(fact, f"({tex(fact)})" if ambiguous else tex(fact)))
        done = name.end()
    if not pieces:
        return ""
    if rest := formula[done:].strip():
        pieces.append(breakable(rest))
    return " ".join(pieces)


def _link(fact: Fact, text: str) -> str:
    return rf"\hyperlink{{fact:{fact.key}}}{{{text}}}"


def _place(origin: Origin, sheets: Mapping[str, str], said: Speech) -> str:
    path = origin.path or ""
    parts = [breakable(path)]
    if sheet := sheets.get(origin.table or ""):
        parts.append(said.say("appendix.sheet", name=escape(sheet)))
    parts += [rf"\textit{{{escape(name)}}}" for name in origin.columns]
    if origin.line is not None:
        parts.append(said.say("appendix.line", n=str(origin.line)))
    elif origin.rows:
        parts.append(said.say("appendix.rows", n=str(origin.rows)))
    return ", ".join(parts)


def _reference(method: str, said: Speech) -> str:
    if said.language == "zh":
        return told(method, "zh")
    return _capital(method)
