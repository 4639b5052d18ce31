"""The appendix that says where each number comes from."""

from collections.abc import Iterable

from agent.analysis.facts import Fact, Facts
from agent.analysis.printing import tex
from agent.authors.breaking import breakable
from agent.authors.offline.told import told
from agent.authors.offline.words import Speech, speech
from agent.authors.types import Brief
from latex.citations import fact_keys
from latex.escape import escape


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
    rows = "\n".join(_rows(used, said))
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


def _rows(facts: Iterable[Fact], said: Speech) -> Iterable[str]:
    for fact in facts:
        target = rf"\raisebox{{1.1em}}[0pt][0pt]{{\hypertarget{{fact:{fact.key}}}{{}}}}"
        yield rf"{target}{_name(fact, said)} & {tex(fact)} & {_origin(fact, said)} \\"


def _capital(text: str) -> str:
    # A symbol such as `pV` or `t` keeps its case; a word begins with a capital.
    first = text.split(" ", 1)[0]
    return text[:1].upper() + text[1:] if len(first) > 2 and first.islower() else text


def _name(fact: Fact, said: Speech) -> str:
    if said.language == "zh":
        return said.told(fact.name)
    return escape(_capital(fact.name))


def _origin(fact: Fact, said: Speech) -> str:
    origin = fact.origin
    if fact.kind == "reference":
        # The source of a reference value is LaTeX of the user's, and may hold a citation.
        return _reference(origin.method, said)
    parts = [said.told(origin.method if said.language == "zh" else _capital(origin.method))]
    if origin.formula:
        parts = [said.say("appendix.computed", formula=breakable(origin.formula))]
    if origin.path:
        place = breakable(origin.path)
        if origin.columns:
            names = ", ".join(rf"\textit{{{escape(name)}}}" for name in origin.columns)
            place += f", {names}"
        parts.append(place)
    return ("；" if said.language == "zh" else "; ").join(parts)


def _reference(method: str, said: Speech) -> str:
    if said.language == "zh":
        return told(method, "zh")
    return _capital(method)
