"""The build folder of one document and what is run in it: TeX, latexmk, the tools that look."""

import hashlib
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event

from compile import tectonic
from compile.attempt import CURABLE_WARNINGS, Attempt
from compile.bibtex_log import read_bibtex_log
from compile.blocked import blocked_attempts
from compile.findings import after_the_run, from_output, unprinted_pictures
from compile.ledger import Ledger
from compile.log import read_log
from compile.log_events import LostCharacter, TexError, log_events
from compile.process import Finished, run_limited
from compile.project import Copied, copy_project
from compile.sandbox import Level, cage
from compile.sources import decode, project_sources, read_build_file, real_file, sources_read
from compile.tectonic import TECTONIC
from latex.diagnostic import Diagnostic

_MODE = {"pdflatex": "-pdf", "xelatex": "-pdfxe", "lualatex": "-pdflua"}
_GIGABYTE = 1 << 30
_LARGEST_FILE = 200 * 1024 * 1024
_MOST_OUTPUT = 16 * 1024 * 1024
_FIRST_ERROR_SECONDS = 20.0
"""What a second run, which stops at the first error, may take after the build was stopped."""
_SETTLING_PASSES = 2
_LARGEST_TEXT = 5 * 1024 * 1024
_LARGEST_PICTURE = 50 * 1024 * 1024

_FINE_TIMES = (
    '{ no warnings "redefine"; *get_time_size = sub '
    "{ my @s = Time::HiRes::stat($_[0]); return @s ? ($s[9], $s[7]) : (0, -1); }; }"
)
"""latexmk sees whether a file changed by size and whole seconds. Two passes within one second then
look alike, and about one short document in twenty kept page numbers of the pass before."""

_PAGES = re.compile(r"Output written on .+? \((\d+) pages?\b")
_UNSETTLED = re.compile(r"Rerun|re-?run|may have changed|has changed|undefined on input line")
_STOPPED = re.compile(r"^! (?:Emergency stop|.*TeX capacity exceeded)|Fatal error occurred", re.M)
_AUXILIARY = (".aux", ".toc", ".lof", ".lot", ".out", ".bbl")
_POISONED = (
    *(".aux", ".toc", ".lof", ".lot", ".lol", ".out", ".nav", ".snm", ".bcf", ".pdf", ".log"),
    *(".blg", ".run.xml", ".fdb_latexmk", ".refused"),
)
"""What a failed pass leaves behind: an old error in it would come back in the next pass, and with
its notes latexmk begins where it stopped, at a BibTeX that finds no .aux."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The build folder, its engine, and the cage it is used in."""

    copied: Copied
    source: Path
    job: Path
    engine: str
    level: Level
    originals: dict[str, tuple[bytes, str]] = field(default_factory=dict, repr=False)
    """Bytes and text of each source as it came: what is not edited is not written anew."""

    @classmethod
    def set_up(cls, root: Path, job: Path, engine: str, level: Level) -> "Bench":
        """Copy the folder of the document `root` into `job`, which must be fresh."""
        return cls(copy_project(root, job / "source"), job / "source", job, engine, level)

    def with_engine(self, engine: str) -> "Bench":
        return replace(self, engine=engine)

    @property
    def stem(self) -> str:
        return self.copied.root.removesuffix(".tex")

    # Running

    def latexmk(self, timeout: float, *, to_the_end: bool, stop: Event | None = None) -> Finished:
        """All passes. Without `to_the_end` it stops after the first pass that has errors.

        With it references are right all the same, at the price of passes on a faulty text.
        Another thread ends it by setting `stop`. Tectonic, which needs no latexmk, always goes on.
        """
        if self.engine == TECTONIC:
            return self.run(tectonic.whole(self.copied.root), timeout, stop)
        return self.run(
            ("latexmk", "-norc", "-e", _FINE_TIMES, _MODE[self.engine], *(["-f"] * to_the_end),
             "-latexoption=-no-shell-escape", "-interaction=nonstopmode", "-file-line-error",
             self.copied.root),
            timeout,
            stop,
        )  # fmt: skip

    def single(self, timeout: float, *extra: str) -> Finished:
        if self.engine == TECTONIC:
            return self.run(tectonic.bare(self.copied.root), timeout)
        return self.run(
            (self.engine, "-no-shell-escape", "-interaction=nonstopmode", "-file-line-error",
             "-recorder", *extra, self.copied.root),
            timeout,
        )  # fmt: skip

    def run(self, command: tuple[str, ...], timeout: float, stop: Event | None = None) -> Finished:
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
            stop=stop,
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

    def attempt(self, ledger: Ledger, timeout: float) -> Attempt | None:
        """One pass over these texts; None when it did not end by itself in time."""
        if timeout <= 0:
            return None
        self.put(ledger)
        self.wipe()
        bench = self.with_engine(ledger.engine)
        finished = bench.single(timeout)
        return None if finished.killed_by is not None else bench.seen(finished, CURABLE_WARNINGS)

    def whole(self, ledger: Ledger, timeout: float) -> Finished:
        """A whole build of these texts from the beginning."""
        self.put(ledger)
        self.wipe()
        return self.with_engine(ledger.engine).latexmk(timeout, to_the_end=False)

    def seen(self, finished: Finished, curable: frozenset[str]) -> Attempt:
        """What the run that just ended shows."""
        log = self.read(".log")
        found = tuple(self.diagnose(finished))
        events = list(log_events(log, self.sources()))
        errors = sum(isinstance(event, TexError) for event in events)
        lost = sum(isinstance(e, LostCharacter) and e.font != "nullfont" for e in events)
        other = sum(d.code in curable or (d.severity == "error" and errors == 0) for d in found)
        pages = len(re.findall(r"\[\d+", log))
        stopped = bool(_STOPPED.search(log)) or "(That makes 100 errors" in log
        return Attempt(found, errors + lost + other, not stopped, pages, curable)

    # The folder

    def put(self, ledger: Ledger) -> None:
        """Write the texts and files into the build folder, unedited texts byte for byte."""
        for name, data in self.contents(ledger).items():
            path = self.source / name
            if not path.is_file() or path.read_bytes() != data:
                path.write_bytes(data)
        for file in ledger.files:
            (self.source / file.name).parent.mkdir(parents=True, exist_ok=True)
            (self.source / file.name).write_bytes(file.data)

    def contents(self, ledger: Ledger) -> dict[str, bytes]:
        """The bytes of each source: as they came, or the edited text in the same encoding."""
        found: dict[str, bytes] = {}
        for name, text in ledger.texts.items():
            data, before = self.originals.get(name, (b"", None))
            found[name] = data if text == before else _encoded(text, data)
        return found

    def wipe(self) -> None:
        for suffix in _POISONED:
            (self.source / f"{self.stem}{suffix}").unlink(missing_ok=True)
        if any(name.endswith(".bib") for name in self.originals):
            (self.source / f"{self.stem}.bbl").unlink(missing_ok=True)

    def sources(self) -> dict[str, str]:
        """The sources TeX read in its last pass; tectonic, which does not tell, may read all."""
        known = project_sources(self.source, self.copied.root) if self.engine == TECTONIC else ()
        return sources_read(self.source, self.copied.root, known)

    def read(self, suffix: str) -> str:
        return read_build_file(self.source, f"{self.stem}{suffix}")

    def log(self) -> Path | None:
        return real_file(self.source, f"{self.stem}.log")

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

    def look(self, command: tuple[str, ...]) -> str:
        """What a program that looks at the PDF prints; nothing where it is not installed."""
        return self.run(command, 20.0).output if shutil.which(command[0]) else ""

    def take_texts(self) -> dict[str, str]:
        """The document's sources and .bib files by name; what is too large is left out."""
        for name in project_sources(self.source, self.copied.root):
            path = real_file(self.source, name)
            if path is not None and path.stat().st_size <= _LARGEST_TEXT:
                data = path.read_bytes()
                self.originals[name] = data, decode(data)
        return {name: text for name, (_, text) in self.originals.items()}

    def names(self) -> frozenset[str]:
        """Relative names of all files in the folder."""
        return frozenset(
            str(path.relative_to(self.source)) for path in self.source.rglob("*") if path.is_file()
        )

    def data(self, name: str) -> bytes | None:
        """The bytes of a file in the folder; None where there is none, or it is too large."""
        path = real_file(self.source, name)
        if path is None or path.stat().st_size > _LARGEST_PICTURE:
            return None
        return path.read_bytes()

    # Reading what a run left

    def diagnose(self, finished: Finished) -> Iterator[Diagnostic]:
        """What log, bibliography log, output and the way it ended have to say."""
        log = self.read(".log")
        sources = self.sources()
        if finished.killed_by is not None:
            # A log cut off in its buffer says nothing; the first error often says it all.
            self.single(min(_FIRST_ERROR_SECONDS, 1 + finished.seconds / 4), "-halt-on-error")
            log = self.read(".log")
        found = list(read_log(log, known_files=sources))
        said = {diagnostic.message for diagnostic in found}
        found += [d for d in read_bibtex_log(self.read(".blg")) if d.message not in said]
        found += from_output(finished.output, sources, {d.message for d in found})
        if self.engine == TECTONIC and not any(d.severity == "error" for d in found):
            found += tectonic.failures(finished.output)
        found += blocked_attempts(finished.output, log, sources, found)
        found += unprinted_pictures(self.engine, sources, found)
        found += after_the_run(finished, log, self.copied, found)
        yield from found

    def _auxiliary_digest(self) -> str:
        digest = hashlib.sha256()
        for suffix in _AUXILIARY:
            digest.update(self.read(suffix).encode("utf-8", "replace"))
        return digest.hexdigest()


def _encoded(text: str, before: bytes) -> bytes:
    """`text` in the encoding its file had, as far as that can hold it, or in the one it names."""
    if text.startswith("% Encoding: UTF-8\n"):
        return text.encode("utf-8")
    try:
        before.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:
            return text.encode("utf-8")
    return text.encode("utf-8")
