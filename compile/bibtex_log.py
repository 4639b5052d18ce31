"""The logs of BibTeX and biber as diagnostics."""

import re
from collections.abc import Iterator

from latex.diagnostic import Diagnostic, Severity

_AT = re.compile(r"^(?P<what>.*?)---?line (?P<line>\d+) of file (?P<file>.+)$")
_NO_ENTRY = re.compile(r"Warning--I didn't find a database entry for \"(.+)\"")
_NO_FILE = re.compile(r"I couldn't open (database|style) file (\S+)")
_NO_COMMANDS = re.compile(r"I found no \\(citation|bibdata|bibstyle) command")
_REPEATED = re.compile(r"Repeated entry---line (\d+) of file (.+)")
_EMPTY = re.compile(r"Warning--(?:empty|missing|can't use both) (.+?) (?:in|fields in) (\S+)$")
_WARNING = re.compile(r"Warning--(.+)")
_BIBER = re.compile(r"(?P<level>ERROR|WARN) - (?P<text>.+)$")
_BIBER_FILE = re.compile(r"Looking for bibtex file '(.+?)'")
_BIBER_LINE = re.compile(r"BibTeX subsystem: .*?, line (\d+), (.*)")
_BIBER_CITE = re.compile(r"I didn't find a database entry for '(.+?)'")
_BIBER_NO_FILE = re.compile(r"Cannot find '(.+?)'")
_BIBER_VERSION = re.compile(r"control file version (\S+), expected version (\S+?)\.?$")
_BIBER_ENCODING = re.compile(r"(?:file|File) '?(\S+?)'? .*?cannot be read in encoding|not .*UTF-8")

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
    biber = any("This is Biber" in line for line in lines[:3])
    found = _biber(lines) if biber else _bibtex(lines)
    return tuple(dict.fromkeys(found))


def _bibtex(lines: list[str]) -> Iterator[Diagnostic]:
    for line in lines:
        if unknown := _NO_ENTRY.match(line):
            yield _unknown_key(unknown[1])
        elif absent := _NO_FILE.search(line):
            yield _absent(absent[2], "bibliography" if absent[1] == "database" else "style")
        elif missing := _NO_COMMANDS.match(line):
            if missing[1] != "citation":
                yield Diagnostic(
                    "warning", "Sources are cited, but no bibliography file or style is named.",
                    "no-bibliography",
                )  # fmt: skip
        elif repeated := _REPEATED.match(line):
            yield Diagnostic(
                "warning", "A key of the bibliography is used twice; the later entry is ignored.",
                "duplicate-entry", repeated[2].strip(), int(repeated[1]),
            )  # fmt: skip
        elif placed := _AT.match(line):
            yield _placed(placed)
        elif empty := _EMPTY.match(line):
            yield Diagnostic(
                "info", f"The entry {empty[2]} has no {empty[1]}.", "incomplete-entry",
                context=empty[2],
            )  # fmt: skip
        elif warning := _WARNING.match(line):
            yield Diagnostic("info", f"BibTeX: {warning[1]}.", "bibtex-warning")


def _placed(found: re.Match[str]) -> Diagnostic:
    what = found["what"].strip()
    file, line = found["file"].strip(), int(found["line"])
    if what.startswith("Warning--"):
        return Diagnostic("info", f"BibTeX: {what[9:]}.", "bibtex-warning", file, line)
    meaning = next((say for start, say in _EXPECTED.items() if what.startswith(start)), what)
    sentence = f"An entry of the bibliography cannot be read here: {meaning}."
    return Diagnostic("error", sentence, "bibliography-syntax", file, line)


def _biber(lines: list[str]) -> Iterator[Diagnostic]:
    file: str | None = None
    for line in lines:
        if looking := _BIBER_FILE.search(line):
            file = looking[1]
        elif report := _BIBER.search(line):
            yield _biber_report(report["level"], report["text"], file)


def _biber_report(level: str, text: str, file: str | None) -> Diagnostic:
    severity: Severity = "error" if level == "ERROR" else "info"
    if unknown := _BIBER_CITE.search(text):
        return _unknown_key(unknown[1])
    if absent := _BIBER_NO_FILE.search(text):
        return _absent(absent[1], "bibliography")
    if placed := _BIBER_LINE.search(text):
        sentence = f"This entry of the bibliography cannot be read: {_plain(placed[2])}."
        return Diagnostic(severity, sentence, "bibliography-syntax", file, int(placed[1]))
    if versions := _BIBER_VERSION.search(text):
        return Diagnostic(
            "error",
            f"biber and biblatex do not fit together (control file {versions[1]}, expected "
            f"{versions[2]}); install both from one release, or use natbib with BibTeX.",
            "biber-version",
        )
    if _BIBER_ENCODING.search(text):
        return Diagnostic(
            "error", "The bibliography is not UTF-8, which biber insists on.",
            "invalid-encoding", file,
        )  # fmt: skip
    return Diagnostic(severity, f"biber: {text.rstrip('.')}.", "biber-report", file)


def _plain(text: str) -> str:
    text = text.removeprefix("syntax error: ").removeprefix("warning: ")
    return re.sub(r"\s+", " ", text).split(", expected one of")[0].strip().rstrip(".")


def _unknown_key(key: str) -> Diagnostic:
    return Diagnostic(
        "warning", f"The source {key} is cited but not in the bibliography.",
        "undefined-citation", context=key,
    )  # fmt: skip


def _absent(name: str, kind: str) -> Diagnostic:
    return Diagnostic("error", f"The {kind} file {name} is not there.", "missing-bibliography")
