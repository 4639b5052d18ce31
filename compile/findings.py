"""What a build shows beside its logs: how it ended, what latexmk said, what the pages show."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from compile.passes import listed, restless_files, runs
from compile.places import Sources
from compile.process import Finished, KilledBy
from compile.project import MOST_BYTES, MOST_FILES, Copied
from compile.wording import missing_file
from latex.diagnostic import Diagnostic

_NO_BIB = re.compile(r"^Bib file\(s\) not found in search path:\n((?:[ \t]+\S.*\n)+)", re.MULTILINE)
_NO_BIBER_FILE = re.compile(
    r"^Latexmk: Failed to find one or more biber source files:\n((?:[ \t]+'.+'\n)+)", re.MULTILINE
)
_NO_STYLE = re.compile(
    r"^Latexmk: Bst file not found in search path:\n((?:[ \t]+\S.*\n)+)", re.MULTILINE
)
_NO_BIBER = re.compile(r"^(?:/bin/)?\w*sh: (?:(?:line )?\d+: )?biber: (?:command )?not found", re.M)
_BAD_NAME = re.compile(r"^Latexmk: Filename '(.+)' contains (?:character|initial)", re.MULTILINE)
_PDF_DRIVER = re.compile(r"^x?dvipdfmx:fatal: (.+)$", re.MULTILINE)
_DAMAGED_PNG = re.compile(r"libpng error: ")
_NO_IMAGE = re.compile(r"Could not find file: (.+?)\.?$")
_FORBIDDEN = re.compile(r"Not (reading from|writing to) (\S+) \(open(?:in|out)_any = p\)")
_EPS = re.compile(r"\\includegraphics\*?\s*(?:\[[^\]]*\])?\s*\{([^{}]+\.eps)\}")
_NO_BIBLIOGRAPHY = {"missing-bibliography", "bibliography-syntax"}
"""Faults after which latexmk asks for the bibliography again and again."""
_ABSENT = {"missing-file", "missing-figure", "missing-package"}

_ENDED: dict[KilledBy, str] = {
    "time": "TeX did not end within {seconds:.0f} s and was stopped; something in the document "
    "never ends.",
    "cpu": "TeX used up its processor time and was stopped; something in the document never ends.",
    "output": "TeX was stopped because it printed without end.",
    "file-size": "TeX was stopped because a file it wrote grew without end.",
    "memory": "TeX was stopped because it used too much memory.",
    "signal": "TeX was stopped from outside.",
}


def from_output(
    output: str, sources: Mapping[str, str], said: Collection[str]
) -> Iterator[Diagnostic]:
    """Defects that only the terminal output names."""
    places = Sources(sources)
    yield from _absent_bibliography(output, places, said)
    if _NO_BIBER.search(output):
        sentence = "The program biber, which biblatex asks for, is not installed."
        yield Diagnostic("error", sentence, "biber-absent")
    for way, name in dict.fromkeys(_FORBIDDEN.findall(output)):
        file, line = places.search(re.compile(re.escape(name)))
        if file is None:
            continue  # packages look for fonts and devices of other systems
        verb = "read" if way.startswith("reading") else "write"
        yield Diagnostic(
            "error", f"TeX may not {verb} {name}: it is hidden or outside the document's folder.",
            "forbidden-file", file, line,
        )  # fmt: skip
    if fatal := _PDF_DRIVER.search(output):
        yield _driver_failure(fatal[1], places, said)
    if _DAMAGED_PNG.search(output) and not any("cannot be read" in sentence for sentence in said):
        yield Diagnostic(
            "error", "A PNG picture is damaged, and XeLaTeX writes no PDF.", "broken-figure"
        )
    for name in dict.fromkeys(_BAD_NAME.findall(output)):
        yield Diagnostic(
            "error", f"The name {name} holds a sign that TeX allows in no file name; rename it.",
            "file-name", context=name,
        )  # fmt: skip


def _absent_bibliography(
    output: str, places: Sources, said: Collection[str]
) -> Iterator[Diagnostic]:
    """Files and styles that latexmk looked for in vain, before or instead of BibTeX and biber."""
    asked = r"\\(?:bibliography|addbibresource|addglobalbib)\s*(?:\[[^\]]*\])?\{[^}]*"
    files = [n for pattern in (_NO_BIB, _NO_BIBER_FILE) for n in _names(pattern, output)]
    for name in sorted(set(files)):
        stem = re.escape(name.removesuffix(".bib"))
        file, line = places.search(re.compile(rf"{asked}(?<![\w-]){stem}(?![\w-])"))
        sentence = f"The bibliography file {name} is not there."
        if sentence not in said:
            yield Diagnostic("error", sentence, "missing-bibliography", file, line, name)
    for name in sorted(set(_names(_NO_STYLE, output))):
        stem = re.escape(name.removesuffix(".bst"))
        file, line = places.search(re.compile(rf"\\bibliographystyle\s*\{{\s*{stem}\s*\}}"))
        sentence = f"The style file {name} is not there."
        if sentence not in said:
            yield Diagnostic("error", sentence, "missing-bibliography", file, line, name)


def _names(pattern: re.Pattern[str], output: str) -> list[str]:
    """The names listed in the lines behind a message of latexmk."""
    listed = [
        name.strip().strip("'") for block in pattern.findall(output) for name in block.split("\n")
    ]
    return [name for name in listed if name]


def _driver_failure(reason: str, places: Sources, said: Collection[str]) -> Diagnostic:
    if absent := _NO_IMAGE.search(reason):
        meaning = missing_file(absent[1], "includegraphics")
        file, line = places.search(re.compile(re.escape(absent[1])))
        sentence = f"{meaning.sentence[:-1]}, and XeLaTeX writes no PDF without it."
        return Diagnostic("error", sentence, "missing-figure", file, line)
    return Diagnostic("error", f"The PDF could not be written: {reason.rstrip('.')}.", "no-output")


def unprinted_pictures(
    engine: str, sources: Mapping[str, str], found: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """EPS pictures, for which pdfLaTeX without shell escape prints a grey box and says nothing."""
    if engine != "pdflatex":
        return
    places = Sources(sources)
    names = {name for source in sources.values() for name in _EPS.findall(source)}
    for name in sorted(names):
        file, line = places.search(re.compile(re.escape(name)))
        if file is not None and not any(name in diagnostic.message for diagnostic in found):
            sentence = f"The picture {name} is not printed: pdfLaTeX takes no EPS; make it a PDF."
            yield Diagnostic("warning", sentence, "figure-format", file, line)


def after_the_run(
    finished: Finished, log: str, copied: Copied, found: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """What the way the build ended means for the reader."""
    if finished.killed_by is not None:
        sentence = _ENDED[finished.killed_by].format(seconds=finished.seconds)
        code = "timeout" if finished.killed_by in {"time", "cpu"} else "stopped"
        yield Diagnostic("error", sentence, code, copied.root)
    if "No pages of output" in log and not any(d.severity == "error" for d in found):
        yield Diagnostic(
            "error", "The document has no text, so there is no page to print.",
            "no-output", copied.root,
        )  # fmt: skip
    restless = restless_files(finished.output)
    if restless and not any(d.code in _NO_BIBLIOGRAPHY for d in found):
        verb = "changes" if len(restless) == 1 else "change"
        yield Diagnostic(
            "warning",
            f"Not stable after {runs(finished.output)} passes: {listed(restless)} {verb} with each "
            "of them.",
            "not-stable", copied.root, context=restless[0],
        )  # fmt: skip
    if "/fonts/pk/" in log:
        yield Diagnostic(
            "info", "The text is set in bitmap fonts, which look coarse; load the package lmodern.",
            "bitmap-font", copied.root,
        )  # fmt: skip
    yield from _not_copied(copied, found)


def _not_copied(copied: Copied, found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    if copied.left_out:
        yield Diagnostic(
            "info",
            f"{len(copied.left_out)} files of the folder were kept from TeX, beyond "
            f"{MOST_FILES} files or {MOST_BYTES >> 20} MB: {_some(copied.left_out)}.",
            "files-left-out",
        )
    if copied.outside and any(d.code in _ABSENT for d in found):
        yield Diagnostic(
            "info",
            f"Links that lead out of the document's folder are not followed: "
            f"{_some(copied.outside)}.",
            "link-outside",
        )


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
