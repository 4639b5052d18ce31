"""The log of biber, as it stands in the `.blg`, as diagnostics.

A report looks like `[123] Utils.pm:399> ERROR - Cannot find 'refs.bib'!`. What biber's reader
of .bib files says names a copy, such as `/tmp/biber_tmp_X/0a1b_4711.utf8`; the lines are right.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from latex.diagnostic import Diagnostic, Severity

_REPORT = re.compile(r"(?:^|> )(?P<level>ERROR|WARN|FATAL) - (?P<text>.+)$")
_READS = re.compile(r"(?:Looking for bibtex file|Found BibTeX data source) '(.+?)'")
_AT_LINE = re.compile(r"BibTeX subsystem: (?P<file>.*?), line (?P<line>\d+), (?P<what>.*)")
_COPY = re.compile(r"(?:^|/)(?P<name>[^/]+?\.\w+)_\d+\.utf8$")
_STARTED = re.compile(r"possible runaway string started at line (\d+)")
_COUNTS = re.compile(r"(?:ERRORS|WARNINGS): \d+$")

_NO_ENTRY = re.compile(r"I didn't find a database entry for '(.+?)'")
_NO_FILE = re.compile(r"Cannot find (?:file )?'(.+?)'")
_VERSION = re.compile(r"control file version (\S+), expected version (\S+?)\.?$")
_MALFORMED = re.compile(r"\.bcf\S* is malformed|^Error: .*\.bcf|control file .*(?:empty|missing)")
_ENCODING = re.compile(r"(?:Data file '(?P<file>.+?)' )?cannot be read in encoding")
_TWICE = re.compile(r"Duplicate entry key: '(.+?)' in file '(.+?)'")
_NAME = re.compile(r"Name \"(?P<name>.+)\" .*(?:skipping entry|in entry) '(?P<key>.+?)'")
_YEAR = re.compile(r"(?:legacy year field|date (?:field )?format|Invalid format) '(.+?)'")
_IN_ENTRY = re.compile(r"[Ee]ntry '(.+?)'")

_SYNTAX: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"at end of input"), "the file ends inside an entry, a closing brace is missing"),
    (re.compile(r"expected \"=\""), "a field name is not followed by ="),
    (re.compile(r"found \"(.+?)\", expected (?:\",\"|end of entry)"),
     "a comma is missing before {0}"),
    (re.compile(r"expected end of entry"), "a comma or a closing brace is missing before this"),
    (re.compile(r"unbalanced braces"), "braces do not match"),
    (re.compile(r"undefined macro \"(.+?)\""), "{0} stands neither in braces nor in quotes"),
    (re.compile(r"expected (?:one of: )?.*(?:entry key|\"\{\"|number, name|name)"),
     "an entry has no key, or no brace opens it"),
)  # fmt: skip


def read_biber_log(text: str) -> tuple[Diagnostic, ...]:
    """What biber says, in its order and without repetitions; its counts at the end say nothing."""
    found = dict.fromkeys(_reports(text.split("\n")))
    return tuple(dict.fromkeys(_from_start_of_string(list(found))))


def _reports(lines: list[str]) -> Iterator[Diagnostic]:
    file: str | None = None
    for line in lines:
        if reads := _READS.search(line):
            file = reads[1]
        elif (report := _REPORT.search(line)) and not _COUNTS.match(report["text"]):
            severity: Severity = "info" if report["level"] == "WARN" else "error"
            yield _report(severity, report["text"].strip(), file)


def _report(severity: Severity, text: str, file: str | None) -> Diagnostic:
    if unknown := _NO_ENTRY.search(text):
        return Diagnostic(
            "warning", f"The source {unknown[1]} is cited but not in the bibliography.",
            "undefined-citation", context=unknown[1],
        )  # fmt: skip
    if placed := _AT_LINE.search(text):
        return _syntax(severity, placed, file)
    if absent := _NO_FILE.search(text):
        return _absent(absent[1])
    if versions := _VERSION.search(text):
        return Diagnostic(
            "error",
            f"biber and biblatex do not fit together (control file {versions[1]}, expected "
            f"{versions[2]}); install both from one release, or use natbib with BibTeX.",
            "biber-version",
        )
    if encoding := _ENCODING.search(text):
        return Diagnostic(
            "error", "The bibliography is not UTF-8, which biber insists on.",
            "invalid-encoding", encoding["file"] or file,
        )  # fmt: skip
    if severity == "error" and _MALFORMED.search(text):
        return Diagnostic(
            "error", "biber cannot read what biblatex wrote for it, because TeX stopped before it; "
            "the bibliography comes once that error is gone.",
            "biber-control-file",
        )  # fmt: skip
    return _about_entry(severity, text, file)


def _about_entry(severity: Severity, text: str, file: str | None) -> Diagnostic:
    if twice := _TWICE.search(text):
        return Diagnostic(
            "warning", "A key of the bibliography is used twice; the later entry is ignored.",
            "duplicate-entry", twice[2].rpartition("/")[2], context=twice[1],
        )  # fmt: skip
    if name := _NAME.search(text):
        return Diagnostic(
            severity, f"The entry {name['key']} is left out: its names cannot be read; "
            "write them as A. Author and B. Author.",
            "bibliography-name", file, context=name["name"][:120],
        )  # fmt: skip
    if (year := _YEAR.search(text)) and (entry := _IN_ENTRY.search(text)):
        return Diagnostic(
            "info", f"The entry {entry[1]} gives {year[1]} where a year or date should stand.",
            "bibliography-date", file, context=entry[1],
        )  # fmt: skip
    return Diagnostic(severity, f"biber: {_closed(text)}", "biber-report", file)


def _absent(name: str) -> Diagnostic:
    if name.endswith(".bcf"):
        return Diagnostic(
            "error", "biblatex wrote no list of citations, because TeX stopped before the text.",
            "biber-control-file",
        )  # fmt: skip
    return Diagnostic(
        "error", f"The bibliography file {name} is not there.", "missing-bibliography", context=name
    )


def _syntax(severity: Severity, found: re.Match[str], file: str | None) -> Diagnostic:
    """A fault in the .bib, at the line where biber's reader noticed it."""
    copy = _COPY.search(found["file"])
    name = copy["name"] if copy else file
    what = found["what"].strip()
    if started := _STARTED.search(what):
        return Diagnostic("info", _UNCLOSED, "bibliography-syntax", name, int(started[1]))
    plain = re.sub(r"^(?:syntax error|error|warning): ", "", what)
    for pattern, say in _SYNTAX:
        if shown := pattern.search(what):
            plain = say.format(*shown.groups())
            break
    sentence = f"An entry of the bibliography cannot be read here: {_closed(plain)}"
    return Diagnostic(
        severity, sentence, "bibliography-syntax", name, int(found["line"]), what[:120]
    )


_UNCLOSED = "A brace or quote of the bibliography that opens here is never closed."


def _from_start_of_string(found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """A string without its end is noticed lines later; biber guesses where it began."""
    starts = [d for d in found if d.message == _UNCLOSED]
    for diagnostic in found:
        if diagnostic.code != "bibliography-syntax":
            yield diagnostic
            continue
        before = [s for s in starts if (s.line or 0) <= (diagnostic.line or 0)]
        if diagnostic.severity == "error" and before:
            diagnostic = replace(before[-1], severity="error")
        elif diagnostic in starts:
            diagnostic = replace(diagnostic, severity="error")
        yield diagnostic


def _closed(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
