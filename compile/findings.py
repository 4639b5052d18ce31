"""What a build shows beside its logs: how it ended, what latexmk said, what the pages show."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from compile.places import Sources
from compile.process import Finished, KilledBy
from compile.project import MOST_BYTES, MOST_FILES, Copied
from compile.wording import missing_file
from latex.diagnostic import Diagnostic

_NO_BIB = re.compile(r"^Bib file\(s\) not found in search path:\n((?:[ \t]+\S.*\n)+)", re.MULTILINE)
_PDF_DRIVER = re.compile(r"^x?dvipdfmx:fatal: (.+)$", re.MULTILINE)
_NO_IMAGE = re.compile(r"Could not find file: (.+?)\.?$")
_FORBIDDEN = re.compile(r"Not (reading from|writing to) (\S+) \(open(?:in|out)_any = p\)")
_EPS = re.compile(r"\\includegraphics\*?\s*(?:\[[^\]]*\])?\s*\{([^{}]+\.eps)\}")
_TOO_MANY = re.compile(r"^Latexmk: Maximum runs of ", re.MULTILINE)
_CHANGED = re.compile(r"Changed files or newly in use/created:\n((?:  \S.*\n)+)")
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
    absent = {name.strip() for block in _NO_BIB.findall(output) for name in block.split("\n")}
    for name in sorted(absent - {""}):
        stem = re.escape(name.removesuffix(".bib"))
        command = rf"\\(?:bibliography|addbibresource)\s*(?:\[[^\]]*\])?\{{[^}}]*\b{stem}\b"
        file, line = places.search(re.compile(command))
        sentence = f"The bibliography file {name} is not there."
        if sentence not in said:
            yield Diagnostic("error", sentence, "missing-bibliography", file, line)
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
    finished: Finished, passes: int, log: str, copied: Copied, found: Sequence[Diagnostic]
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
    if _TOO_MANY.search(finished.output) and not any(d.code in _NO_BIBLIOGRAPHY for d in found):
        changed = _CHANGED.findall(finished.output)
        names = ", ".join(changed[-1].split()) if changed else "an auxiliary file"
        yield Diagnostic(
            "warning", f"Not stable after {passes} passes: {names} changes with each of them.",
            "unstable", copied.root,
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


def shown_question_marks(
    text: str, found: Sequence[Diagnostic], sources: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """`??` on a page that no warning explains and nobody typed."""
    if "??" not in text or any(d.code == "undefined-reference" for d in found):
        return
    if not any("??" in source for source in sources.values()):
        yield Diagnostic(
            "warning", "The PDF shows ?? where a number should stand.", "unresolved-reference"
        )
