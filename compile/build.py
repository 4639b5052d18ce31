"""One document built in a private folder: copied, run through latexmk in the cage, examined."""

import hashlib
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from compile.bibtex_log import read_bibtex_log
from compile.errors import EngineAbsent
from compile.findings import after_the_run, from_output, shown_question_marks, unprinted_pictures
from compile.log import read_log
from compile.process import Finished, run_limited
from compile.project import Copied, copy_project
from compile.sandbox import Level, cage, sandbox_level
from compile.sources import read_build_file, real_file, sources_read
from latex.diagnostic import Diagnostic

_MODE = {"pdflatex": "-pdf", "xelatex": "-pdfxe", "lualatex": "-pdflua"}
_GIGABYTE = 1 << 30
_LARGEST_FILE = 200 * 1024 * 1024
_MOST_OUTPUT = 16 * 1024 * 1024
_FIRST_ERROR_SECONDS = 20.0
"""What a second run, which stops at the first error, may take after the build was stopped."""
_SETTLING_PASSES = 2

_FINE_TIMES = (
    '{ no warnings "redefine"; *get_time_size = sub '
    "{ my @s = Time::HiRes::stat($_[0]); return @s ? ($s[9], $s[7]) : (0, -1); }; }"
)
"""latexmk sees whether a file changed by size and whole seconds. Two passes within one second then
look alike, and about one short document in twenty kept page numbers of the pass before."""

_RUN = re.compile(r"^Run number \d+ of rule '(?:pdf|xe|lua)latex'", re.MULTILINE)
_PAGES = re.compile(r"Output written on .+? \((\d+) pages?\b")
_UNSETTLED = re.compile(r"Rerun|re-?run|may have changed|has changed|undefined on input line")
_AUXILIARY = (".aux", ".toc", ".lof", ".lot", ".out", ".bbl")


@dataclass(frozen=True, slots=True)
class Built:
    pdf: Path | None
    """In the build folder; None unless it is whole."""
    diagnostics: tuple[Diagnostic, ...]
    log: Path | None
    """TeX's raw log in the build folder."""
    passes: int
    pages: int
    stable: bool
    """Whether a further pass would have changed nothing."""
    timed_out: bool
    seconds: float
    sandbox: Level


def build(
    root: Path,
    *,
    engine: str,
    timeout: float,
    sandbox: Level | None = None,
    folder: Path | None = None,
) -> Built:
    """Compile the document `root` without touching its folder.

    Args:
        root: the main .tex file; its folder's visible files are copied.
        engine: `pdflatex`, `xelatex` or `lualatex`.
        timeout: wall seconds for all passes together.
        sandbox: how TeX is locked in; None takes the best that works here.
        folder: a fresh folder to build in; None makes one, which the caller removes.
    """
    if shutil.which("latexmk") is None:
        raise EngineAbsent("latexmk")
    started = time.monotonic()
    job = folder or Path(tempfile.mkdtemp(prefix="reflectex-"))
    source = job / "source"
    copied = copy_project(root, source)
    bench = _Bench(copied, source, job, engine, sandbox or sandbox_level())
    finished = bench.latexmk(timeout)
    passes = len(_RUN.findall(finished.output))
    if finished.killed_by is None and finished.returncode != 0:
        passes += bench.settle(timeout - finished.seconds)
    diagnostics = list(_renamed(bench.diagnose(finished, passes), copied.root, root.name))
    pdf = None if finished.killed_by else bench.pdf()
    if pdf is None and not any(d.severity == "error" for d in diagnostics):
        diagnostics.append(Diagnostic("error", "TeX wrote no PDF.", "no-output", root.name))
    if pdf is not None:
        diagnostics += shown_question_marks(bench.page_text(pdf), diagnostics, bench.sources())
    return Built(
        pdf=pdf,
        diagnostics=tuple(diagnostics),
        log=real_file(source, f"{bench.stem}.log"),
        passes=passes,
        pages=bench.pages() if pdf else 0,
        stable=not any(d.code == "unstable" for d in diagnostics),
        timed_out=finished.timed_out,
        seconds=time.monotonic() - started,
        sandbox=bench.level,
    )


def try_once(root: Path, *, engine: str, timeout: float) -> tuple[Diagnostic, ...] | None:
    """The errors of a single pass that writes no PDF; None when it did not end in time.

    References are open after one pass, so warnings say nothing and are left out.
    """
    with tempfile.TemporaryDirectory(prefix="reflectex-", ignore_cleanup_errors=True) as folder:
        job = Path(folder)
        copied = copy_project(root, job / "source")
        bench = _Bench(copied, job / "source", job, engine, sandbox_level())
        finished = bench.single(timeout, "-no-pdf" if engine == "xelatex" else "-draftmode")
        if finished.killed_by is not None:
            return None
        found = read_log(bench.read(".log"), known_files=bench.sources())
        return tuple(diagnostic for diagnostic in found if diagnostic.severity == "error")


@dataclass(frozen=True, slots=True)
class _Bench:
    """The build folder and what is done in it."""

    copied: Copied
    source: Path
    job: Path
    engine: str
    level: Level

    @property
    def stem(self) -> str:
        return self.copied.root.removesuffix(".tex")

    def latexmk(self, timeout: float) -> Finished:
        """All passes; `-f` goes on after errors, so that references are right all the same."""
        return self.run(
            ("latexmk", "-norc", "-e", _FINE_TIMES, _MODE[self.engine], "-f",
             "-latexoption=-no-shell-escape", "-interaction=nonstopmode", "-file-line-error",
             self.copied.root),
            timeout,
        )  # fmt: skip

    def single(self, timeout: float, *extra: str) -> Finished:
        return self.run(
            (self.engine, "-no-shell-escape", "-interaction=nonstopmode", "-file-line-error",
             "-recorder", *extra, self.copied.root),
            timeout,
        )  # fmt: skip

    def run(self, command: tuple[str, ...], timeout: float) -> Finished:
        caged = cage(command, level=self.level, source=self.source, scratch=self.job / "scratch")
        memory = 2 * _GIGABYTE if self.engine == "lualatex" else _GIGABYTE
        return run_limited(
            caged.command,
            cwd=self.source,
            env=caged.env,
            timeout=timeout,
            cpu=max(1, round(timeout) + 1),
            address_space=memory,
            file_size=_LARGEST_FILE,
            output_limit=_MOST_OUTPUT,
        )

    def settle(self, timeout: float) -> int:
        """Passes that latexmk leaves out after an error, without which references stay open."""
        deadline = time.monotonic() + timeout
        for number in range(_SETTLING_PASSES):
            left = deadline - time.monotonic()
            if left <= 0 or self.pdf() is None or not _UNSETTLED.search(self.read(".log")):
                return number
            before = self._auxiliary_digest()
            self.single(left)
            if self._auxiliary_digest() == before:
                return number + 1
        return _SETTLING_PASSES

    def diagnose(self, finished: Finished, passes: int) -> Iterator[Diagnostic]:
        """What log, bibliography log, output and the way it ended have to say."""
        log = self.read(".log")
        sources = self.sources()
        if finished.killed_by is not None:
            # A log cut off in its buffer says nothing; the first error often says it all.
            self.single(min(_FIRST_ERROR_SECONDS, max(1.0, finished.seconds)), "-halt-on-error")
            log = self.read(".log")
        found = list(read_log(log, known_files=sources))
        said = {diagnostic.message for diagnostic in found}
        found += [d for d in read_bibtex_log(self.read(".blg")) if d.message not in said]
        found += from_output(finished.output, sources, {d.message for d in found})
        found += unprinted_pictures(self.engine, sources, found)
        found += after_the_run(finished, passes, log, self.copied, found)
        yield from found

    def sources(self) -> dict[str, str]:
        return sources_read(self.source, self.copied.root)

    def read(self, suffix: str) -> str:
        return read_build_file(self.source, f"{self.stem}{suffix}")

    def pages(self) -> int:
        counts = _PAGES.findall(self.read(".log"))
        return int(counts[-1]) if counts else 0

    def pdf(self) -> Path | None:
        """The PDF if it is whole: xdvipdfmx and a killed TeX leave half ones."""
        path = real_file(self.source, f"{self.stem}.pdf")
        if path is None or path.stat().st_size == 0:
            return None
        with path.open("rb") as file:
            head = file.read(5)
            file.seek(-min(1024, path.stat().st_size), 2)
            whole = head == b"%PDF-" and b"%%EOF" in file.read()
        return path if whole and self.pages() > 0 else None

    def page_text(self, pdf: Path) -> str:
        if shutil.which("pdftotext") is None:
            return ""
        return self.run(("pdftotext", "-q", "-l", "100", pdf.name, "-"), 20.0).output

    def _auxiliary_digest(self) -> str:
        digest = hashlib.sha256()
        for suffix in _AUXILIARY:
            digest.update(self.read(suffix).encode("utf-8", "replace"))
        return digest.hexdigest()


def _renamed(found: Iterator[Diagnostic], built: str, name: str) -> Iterator[Diagnostic]:
    """The user's own name for the main file, which the copy may not bear."""
    for diagnostic in found:
        yield replace(diagnostic, file=name) if diagnostic.file == built else diagnostic
