"""One document built in a private folder: copied, locked in, cured where TeX refuses it, examined.

latexmk runs first and stops at the first pass with errors: a clean document costs what it costs
anyway, a faulty one a single pass, which names all its errors. Only then the repair loop begins.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event

from compile.asking import Ask, ask_for_cures
from compile.attempt import CURABLE_WARNINGS, FINAL_WARNINGS, Attempt
from compile.bench import Bench
from compile.bibtool import with_bibtool
from compile.cured import Cured, cured_in
from compile.engine import DRIVER
from compile.errors import EngineAbsent
from compile.ledger import Ledger
from compile.log import read_log
from compile.passes import pass_reasons, runs
from compile.process import Finished
from compile.quarantine import Quarantined, faultless, quarantined_in, set_aside
from compile.remedies.project import Project
from compile.remedies.registry import precautions_for
from compile.repair import repair
from compile.sandbox import Level, sandbox_level
from compile.tectonic import TECTONIC
from compile.truth import examine, ready
from latex.diagnostic import Diagnostic

_SETTLING = "Pass {} was needed: references were open after a pass with errors."
_STOPPED = 1_000_000
"""Weight of a run that had to be stopped."""
_MOST_PRECAUTIONS = 200
_PATIENCE = 20
"""A run that was stopped took all its time. The search for the reason may take as much again; this
part of it for one pass."""
_LEAST_PATIENCE = 1.5


@dataclass(frozen=True, slots=True)
class Built:
    pdf: Path | None
    """In the build folder; None unless it is whole."""
    diagnostics: tuple[Diagnostic, ...]
    log: Path | None
    """TeX's raw log in the build folder."""
    engine: str
    passes: int
    pages: int
    stable: bool
    """Whether a further pass would have changed nothing."""
    timed_out: bool
    seconds: float
    sandbox: Level
    cured: tuple[Cured, ...] = ()
    pass_reasons: tuple[str, ...] = ()
    """Why each pass after the first of the last build was needed, one sentence each."""
    sources: Mapping[str, bytes] = field(default_factory=dict)
    """The sources that were changed, by name relative to the document's folder, and new files."""
    quarantined: tuple[Quarantined, ...] = ()
    """Blocks that stand behind a note, by their place in the document as it came."""
    first: tuple[Diagnostic, ...] = ()
    """What the first run said, before any error was cured."""


def build(
    root: Path,
    *,
    engine: str,
    timeout: float,
    sandbox: Level | None = None,
    folder: Path | None = None,
    mend: bool = True,
    ask: Ask | None = None,
    bibtool: str = "auto",
) -> Built:
    """Compile the document `root` without touching its folder.

    Args:
        root: the main .tex file; its folder's visible files are copied.
        engine: one of `ENGINES` to begin with; a cure may change it.
        timeout: wall seconds for all passes together.
        sandbox: how TeX is locked in; None takes the best that works here.
        folder: a fresh folder to build in; None makes one, which the caller removes.
        mend: whether errors are cured in the working copy.
        ask: asks a model for a section with an error that no remedy cured.
        bibtool: the program for the bibliography, one of `BIBTOOLS`.
    """
    if engine != TECTONIC and shutil.which(DRIVER) is None:
        raise EngineAbsent(DRIVER)
    job = folder or Path(tempfile.mkdtemp(prefix="reflectex-"))
    bench = Bench.set_up(root, job, engine, sandbox or sandbox_level())
    return _Build(bench, root.name, timeout, ask, bibtool).run(mend=mend)


@dataclass
class _Build:
    bench: Bench
    name: str
    """Of the main file, as the user knows it."""
    timeout: float
    ask: Ask | None = None
    bibtool: str = "auto"
    last: tuple[Ledger, Finished] | None = None
    """The last whole build, while the folder shows it."""
    stopped: bool = False
    """Whether the first run had to be stopped."""
    passes: int = 0
    reasons: tuple[str, ...] = ()
    said_first: tuple[Diagnostic, ...] = ()
    started: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        allowed = 2 * self.timeout if self.stopped else self.timeout
        return allowed - (time.monotonic() - self.started)

    @property
    def patience(self) -> float:
        """Seconds for one pass of the search."""
        if self.stopped:
            return min(self.left, max(_LEAST_PATIENCE, self.timeout / _PATIENCE))
        return self.left

    def run(self, *, mend: bool) -> Built:
        ledger = Ledger(self.bench.take_texts(), self.bench.engine)
        if cure := with_bibtool(self.project(ledger), self.bibtool):
            ledger = ledger.with_cures((cure,))
        ledger, finished = self.first(ledger, mend=mend)
        now = self.seen(finished)
        self.said_first = now.diagnostics
        self.stopped = finished.killed_by is not None
        known: tuple[Diagnostic, ...] | None = now.diagnostics
        if mend and not now.clean and self.left > 0:
            mended, seen = self.mended(ledger, now)
            if self.stopped and not faultless(seen):
                return self.result(ledger, finished, now.diagnostics)
            ledger, finished = mended, self.final(mended, seen)
            known = seen.diagnostics if self.last is not None else None
        elif not now.clean and finished.killed_by is None:
            second = self.latexmk(to_the_end=True)
            finished = replace(second, output=finished.output + second.output)
            known = None
        return self.result(ledger, finished, known)

    def first(self, ledger: Ledger, *, mend: bool) -> tuple[Ledger, Finished]:
        """The first run. What is wrong without a word from TeX is sought, and cured, meanwhile.

        It begins anew where something is found, which is seldom.
        """
        self.bench.put(ledger)
        stop = Event()
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(
                self.bench.latexmk, max(1.0, self.left), to_the_end=False, stop=stop
            )
            try:
                guarded = self.guarded(ledger) if mend else ledger
                if guarded is ledger:
                    ready(ledger.texts)
                    return ledger, self.counted(running.result(), to_the_end=False)
            finally:
                stop.set()
        self.bench.put(guarded)
        self.bench.wipe()
        return guarded, self.latexmk(to_the_end=False)

    def guarded(self, ledger: Ledger) -> Ledger:
        """With the cures for faults of which TeX would say nothing."""
        for _ in range(_MOST_PRECAUTIONS):
            project = self.project(ledger)
            for cure in precautions_for(project):
                trial = ledger.with_cures((cure,))
                if trial.changed != ledger.changed or trial.engine != ledger.engine:
                    ledger = trial
                    break
            else:
                break
        self.bench = self.bench.with_engine(ledger.engine)
        return ledger

    def mended(self, ledger: Ledger, now: Attempt) -> tuple[Ledger, Attempt]:
        """The texts with all that could be cured: first TeX's errors, then what a build shows.

        What TeX cannot set by then is set aside.
        """
        first = self.bare(ledger, replace(now, curable=CURABLE_WARNINGS))
        if not first.clean:
            ledger, now = self.repaired(ledger, first, self.one)
            if self.ask is not None and not faultless(now):
                ledger, now = ask_for_cures(
                    ledger, now, root=self.bench.copied.root, ask=self.ask, attempt_on=self.one
                )
            if not faultless(now):
                ledger, now = set_aside(
                    ledger, now, root=self.bench.copied.root, attempt_on=self.one
                ) or (ledger, now)
            if not faultless(now) or (built := self.all(ledger)) is None:
                return ledger, now
            now = built
        return (ledger, now) if now.clean else self.repaired(ledger, now, self.all)

    def repaired(
        self, ledger: Ledger, now: Attempt, attempt_on: Callable[[Ledger], Attempt | None]
    ) -> tuple[Ledger, Attempt]:
        assets = self.bench.names() - set(ledger.texts)
        root = self.bench.copied.root
        repaired = repair(
            ledger, now, root=root, assets=assets, read=self.bench.data, attempt_on=attempt_on
        )
        return repaired.ledger, repaired.attempt

    def one(self, ledger: Ledger) -> Attempt | None:
        """A bare pass."""
        self.passes += 1
        self.last = None
        return self.bench.attempt(ledger, self.patience)

    def all(self, ledger: Ledger) -> Attempt | None:
        """A whole build."""
        self.last = None
        if self.left <= 0:
            return None
        finished = self.bench.whole(ledger, self.left)
        self.passes += runs(finished.output)
        self.reasons = pass_reasons(finished.output)
        if finished.killed_by is not None:
            return None
        self.last = ledger, finished
        return self.bench.with_engine(ledger.engine).seen(finished, FINAL_WARNINGS)

    def bare(self, ledger: Ledger, now: Attempt) -> Attempt:
        """What one pass shows: the whole build's `now`, unless that tells of the bibliography."""
        if now.of_the_text:
            return now
        return self.one(ledger) or now

    def project(self, ledger: Ledger) -> Project:
        assets = self.bench.names() - set(ledger.texts)
        return Project(self.bench.copied.root, ledger.texts, ledger.engine, assets, self.bench.data)

    def final(self, ledger: Ledger, now: Attempt) -> Finished:
        """The build that goes out, of the texts as they are now."""
        self.bench = self.bench.with_engine(ledger.engine)
        if self.last is not None and self.last[0] is ledger and self.last[1].returncode == 0:
            return self.last[1]
        self.last = None
        self.bench.put(ledger)
        self.bench.wipe()
        return self.latexmk(to_the_end=not now.clean)

    def latexmk(self, *, to_the_end: bool) -> Finished:
        finished = self.bench.latexmk(max(1.0, self.left), to_the_end=to_the_end)
        return self.counted(finished, to_the_end=to_the_end)

    def counted(self, finished: Finished, *, to_the_end: bool) -> Finished:
        """The run's passes entered, and those made that latexmk has left out."""
        done = runs(finished.output)
        self.passes += done
        self.reasons = pass_reasons(finished.output)
        if to_the_end and finished.killed_by is None and finished.returncode != 0:
            more = self.bench.settle(self.left)
            self.passes += more
            self.reasons += tuple(_SETTLING.format(done + n) for n in range(1, more + 1))
        return finished

    def seen(self, finished: Finished) -> Attempt:
        attempt = self.bench.seen(finished, FINAL_WARNINGS)
        if finished.killed_by is not None:
            return replace(attempt, complete=False, weight=_STOPPED)
        return attempt

    def result(
        self, ledger: Ledger, finished: Finished, known: tuple[Diagnostic, ...] | None = None
    ) -> Built:
        """What came of it; `known` is what the run's own look at the folder has found."""
        bench = self.bench
        told = bench.diagnose(finished) if known is None else known
        found = list(_renamed(told, bench.copied.root, self.name))
        pdf = None if finished.killed_by else bench.pdf()
        if pdf is None and not any(d.severity == "error" for d in found):
            found.append(Diagnostic("error", "TeX wrote no PDF.", "no-output", self.name))
        quarantined = tuple(
            replace(block, file=self.named(block.file)) for block in quarantined_in(ledger)
        )
        found += [block.diagnostic for block in quarantined]
        if pdf is not None:
            found += examine(
                pdf, bench.sources(), bench.copied.root, bench.engine,
                run=bench.look, known=found, pages=bench.pages(),
            )  # fmt: skip
        contents = bench.contents(ledger)
        sources = {self.named(name): contents[name] for name in ledger.changed}
        sources |= {file.name: file.data for file in ledger.files}
        return Built(
            pdf=pdf,
            diagnostics=tuple(found),
            log=bench.log(),
            engine=bench.engine,
            passes=self.passes,
            pages=bench.pages() if pdf else 0,
            stable=not any(d.code == "not-stable" for d in found),
            pass_reasons=self.reasons,
            timed_out=finished.timed_out,
            seconds=time.monotonic() - self.started,
            sandbox=bench.level,
            cured=tuple(
                replace(cured, file=self.named(cured.file) if cured.file else None)
                for cured in cured_in(ledger)
            ),
            sources=sources,
            quarantined=quarantined,
            first=self.said_first,
        )

    def named(self, name: str) -> str:
        return self.name if name == self.bench.copied.root else name


def try_once(root: Path, *, engine: str, timeout: float) -> tuple[Diagnostic, ...] | None:
    """The errors of a single pass that writes no PDF; None when it did not end in time.

    References are open after one pass, so warnings say nothing and are left out.
    """
    with tempfile.TemporaryDirectory(prefix="reflectex-", ignore_cleanup_errors=True) as folder:
        bench = Bench.set_up(root, Path(folder), engine, sandbox_level())
        finished = bench.single(timeout, "-no-pdf" if engine == "xelatex" else "-draftmode")
        if finished.killed_by is not None:
            return None
        found = read_log(bench.read(".log"), known_files=bench.sources())
        return tuple(diagnostic for diagnostic in found if diagnostic.severity == "error")


def _renamed(found: Iterable[Diagnostic], built: str, name: str) -> Iterator[Diagnostic]:
    """The user's own name for the main file, which the copy may not bear."""
    for diagnostic in found:
        yield replace(diagnostic, file=name) if diagnostic.file == built else diagnostic
