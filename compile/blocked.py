"""What a document tried and was kept from, each attempt named with its place."""

import re
from collections.abc import Iterator, Mapping, Sequence

from compile.forbidden import reaching
from compile.places import Sources
from compile.seal import REFUSED
from latex.diagnostic import Diagnostic

_REFUSED = re.compile(rf"^{REFUSED}: ([^:\n]+): ([^\n]*)$", re.MULTILINE)
_NOT_RUN = re.compile(r"^runsystem\((.*)\)\.\.\.disabled", re.MULTILINE)
_PIPE = re.compile(r"File [`'‘]\|(.+?)(?:\.tex)?['’] not found")
_NAMED = frozenset({"forbidden-file", "missing-file", "missing-figure", "missing-bibliography"})
_MOST = 50


def blocked_attempts(
    output: str, log: str, sources: Mapping[str, str], found: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """Attempts that lock and seal, TeX itself or the cage stopped, and that `found` has not named.

    A refusal took something away, so it is an error; an attempt that came to nothing is a warning.
    """
    places = Sources(sources)
    told = {(d.file, d.line) for d in found if d.code in _NAMED}
    for what, name in list(dict.fromkeys(_REFUSED.findall(output)))[:_MOST]:
        file, line = _place(places, name)
        yield Diagnostic("error", f"Blocked: {what}: {name}.", "blocked", file, line, name)
    programs = [*_NOT_RUN.findall(log), *_PIPE.findall(log)]
    for command in list(dict.fromkeys(programs))[:_MOST]:
        file, line = _place(places, command)
        told.add((file, line))
        sentence = f"Blocked: the program {command[:200]} was not run."
        yield Diagnostic("warning", sentence, "blocked", file, line, command[:200])
    for attempt in reaching(sources)[:_MOST]:
        if (attempt.file, attempt.line) not in told:
            yield attempt


def _place(places: Sources, name: str) -> tuple[str | None, int | None]:
    """Where the name stands in the sources, whole or by its last part."""
    for wanted in (name, name.rpartition("/")[2], name.rpartition("/")[2].rpartition(".")[0]):
        if len(wanted) > 2:
            file, line = places.search(re.compile(re.escape(wanted)))
            if file is not None:
                return file, line
    return None, None
