"""Why the engine ran again, and what never came to rest: read from what latexmk or tectonic say."""

import re
from collections.abc import Iterator

from compile import tectonic

MOST_NAMED = 4
"""Files named in one sentence."""
_UNNAMED = "an auxiliary file"

_REASONS = re.compile(r"Rule '(?:pdf|xe|lua)latex':  Reasons for rerun$")
_RUN = re.compile(r"Run number (\d+) of rule '(?:pdf|xe|lua)latex'")
_CHANGED = "Changed files or newly in use/created:"
_TOO_MANY = re.compile(r"^Latexmk: Maximum runs of ", re.MULTILINE)


def runs(output: str) -> int:
    """How often the engine ran."""
    return sum(bool(_RUN.match(line)) for line in output.split("\n")) or tectonic.runs(output)


def pass_reasons(output: str) -> tuple[str, ...]:
    """One sentence for each pass after the first."""
    of_latexmk = (
        f"Pass {number} was needed: {_because(names)}."
        for number, names in _passes(output)
        if number > 1
    )
    return tuple(of_latexmk) or tectonic.pass_reasons(output)


def restless_files(output: str) -> tuple[str, ...]:
    """The files that still changed when latexmk gave up; empty where all came to rest.

    A file it cannot name is one of TeX's own: the list is then `an auxiliary file` alone.
    """
    if tectonic.restless(output):
        return (_UNNAMED,)
    if not _TOO_MANY.search(output):
        return ()
    changed = [names for _, names in _passes(f"{output}\nRun number 0 of rule 'pdflatex'") if names]
    return changed[-1] if changed else (_UNNAMED,)


def listed(names: tuple[str, ...]) -> str:
    """`a.aux`; `a.aux and a.toc`; `a.aux, a.toc and 3 more`."""
    shown = list(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        shown = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else ""


def _because(names: tuple[str, ...]) -> str:
    if not names:
        return "latexmk asked for it"
    verb = "was" if len(names) == 1 else "were"
    has = "has" if len(names) == 1 else "have"
    return f"{listed(names)} {verb} new or {has} changed"


def _passes(output: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each pass with the files that brought it about."""
    names: list[str] = []
    naming = False
    for line in output.split("\n"):
        if _REASONS.match(line):
            names, naming = [], False
        elif line.startswith(_CHANGED):
            naming = True
        elif naming and line.startswith("  ") and line.strip():
            names.append(line.strip())
        elif run := _RUN.match(line):
            yield int(run[1]), tuple(names)
            names, naming = [], False
        else:
            naming = False
