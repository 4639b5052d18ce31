"""The log of BibTeX as diagnostics; that of biber is handed on."""

import re
from collections.abc import Iterator
from itertools import pairwise

from compile.biber_log import read_biber_log
from latex.diagnostic import Diagnostic

_AT = re.compile(r"^(?P<what>.*?)---?line (?P<line>\d+) of file (?P<file>.+)$")
_NO_ENTRY = re.compile(r"Warning--I didn't find a database entry for \"(.+)\"")
_NO_FILE = re.compile(r"I couldn't open (database|style) file (\S+)")
_NO_COMMANDS = re.compile(r"I found no \\(citation|bibdata|bibstyle) command")
_REPEATED = re.compile(r"Repeated entry---line (\d+) of file (.+)")
_EMPTY = re.compile(r"Warning--(?:empty|missing|can't use both) (.+?) (?:in|fields in) (\S+)$")
_WARNING = re.compile(r"Warning--(.+)")
_BEHIND = re.compile(r"--line (?P<line>\d+) of file (?P<file>.+)$")
_ELSEWHERE = ("", "while executing")
"""What stands before a place that belongs to the line before it, or to the style file."""
_NAME = re.compile(
    r"(?:Too many commas in|Name \d+ in|A bad) .*?\"(?P<name>.+)\".* for entry (?P<key>\S+)"
)

_EXPECTED = {
    "I was expecting a `,' or a `}'": "a comma or a closing brace is missing",
    "I was expecting an `='": "a field name is not followed by =",
    'Missing "}"': "a closing brace is missing",
    "Illegal end of database file": "the file ends inside an entry",
    "You're missing a field name": "a field name is missing",
    "You're missing an entry type": "an entry type is missing",
    "Unbalanced braces": "braces do not match",
    "I was expecting a `{' or a `('": "an entry is not followed by {",
}


def read_bibtex_log(text: str) -> tuple[Diagnostic, ...]:
    """What BibTeX's or biber's `.blg` says, in its order and without repetitions."""
    lines = text.split("\n")
    if any("This is Biber" in line for line in lines[:3]):
        return read_biber_log(text)
    return tuple(dict.fromkeys(_bibtex(lines)))


def _bibtex(lines: list[str]) -> Iterator[Diagnostic]:
    for line, after in pairwise([*lines, ""]):
        if unknown := _NO_ENTRY.match(line):
            yield _unknown_key(unknown[1])
        elif absent := _NO_FILE.search(line):
            yield _absent(absent[2], "bibliography" if absent[1] == "database" else "style")
        elif repeated := _REPEATED.match(line):
            yield Diagnostic(
                "warning", "A key of the bibliography is used twice; the later entry is ignored.",
                "duplicate-entry", repeated[2].strip(), int(repeated[1]),
            )  # fmt: skip
        elif warning := _WARNING.match(line):
            yield _warning(warning, _BEHIND.match(after))
        else:
            yield from _other(line)


def _other(line: str) -> Iterator[Diagnostic]:
    if missing := _NO_COMMANDS.match(line):
        if missing[1] != "citation":
            yield Diagnostic(
                "warning", "Sources are cited, but no bibliography file or style is named.",
                "no-bibliography",
            )  # fmt: skip
    elif name := _NAME.match(line):
        yield _name(name)
    elif (placed := _AT.match(line)) and placed["what"].strip() not in _ELSEWHERE:
        yield _placed(placed)


def _warning(found: re.Match[str], place: re.Match[str] | None) -> Diagnostic:
    if empty := _EMPTY.match(found[0]):
        return Diagnostic(
            "info", f"The entry {empty[2]} has no {empty[1]}.", "incomplete-entry", context=empty[2]
        )
    file, line = (place["file"].strip(), int(place["line"])) if place else (None, None)
    return Diagnostic("info", f"BibTeX: {found[1]}.", "bibtex-warning", file, line)


def _placed(found: re.Match[str]) -> Diagnostic:
    what = found["what"].strip()
    file, line = found["file"].strip(), int(found["line"])
    meaning = next((say for start, say in _EXPECTED.items() if what.startswith(start)), what)
    sentence = f"An entry of the bibliography cannot be read here: {meaning}."
    return Diagnostic("error", sentence, "bibliography-syntax", file, line)


def _name(found: re.Match[str]) -> Diagnostic:
    return Diagnostic(
        "warning", f"The names of the entry {found['key']} cannot be read; "
        "write them as A. Author and B. Author.",
        "bibliography-name", context=found["name"][:120],
    )  # fmt: skip


def _unknown_key(key: str) -> Diagnostic:
    return Diagnostic(
        "warning", f"The source {key} is cited but not in the bibliography.",
        "undefined-citation", context=key,
    )  # fmt: skip


def _absent(name: str, kind: str) -> Diagnostic:
    sentence = f"The {kind} file {name} is not there."
    return Diagnostic("error", sentence, "missing-bibliography", context=name)
