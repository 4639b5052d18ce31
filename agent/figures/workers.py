"""Figures drawn in processes of their own: matplotlib draws one at a time in each."""

import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from types import TracebackType

from agent.analysis.facts import Facts
from agent.analysis.types import Findings
from agent.figures.draw import draw
from agent.figures.types import Figure, FigureSpec

FEWEST = 12
"""Figures below which starting a process (one second, until it can draw) costs more than it saves.
"""
MOST_WORKERS = 8


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workers:
    """A context manager: `draw` may be called from as many threads as there are `count`.

    This process is one of the workers, so that it draws while the others start. A worker that dies
    (out of memory) costs no figure: what it should have drawn is drawn here.
    """

    def __init__(self, figures: int, *, count: int | None = None) -> None:
        wanted = min(count or cores(), MOST_WORKERS, figures)
        self.count = wanted if figures >= FEWEST else 1
        self._pool: ProcessPoolExecutor | None = None
        self._here = threading.Lock()

    def __enter__(self) -> "Workers":
        if self.count > 1:
            # Before a thread of ours can hold a lock that a fork would copy.
            self._pool = ProcessPoolExecutor(
                self.count - 1, mp_context=get_context(way_to_start()), initializer=_settle_in
            )
            self._pool.submit(os.getpid)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def draw(self, spec: FigureSpec, findings: Findings, target: Path, language: str) -> Figure:
        """As `agent.figures.draw.draw`, wherever there is room.

        Raises:
            Undrawable: as there.
        """
        if self._pool is None or self._here.acquire(blocking=False):
            try:
                return draw(spec, findings, target, language=language)
            finally:
                if self._pool is not None:
                    self._here.release()
        try:
            work = self._pool.submit(draw, spec, needed(spec, findings), target, language=language)
            return work.result()
        except (BrokenProcessPool, OSError):
            return draw(spec, findings, target, language=language)


def way_to_start() -> str:
    """`fork` where it is safe: it starts at once, with matplotlib loaded.

    Where other threads run it would copy the locks they hold, and macOS does not bear it at all.
    """
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _settle_in() -> None:
    """An interrupt is the parent's to answer; a parent that is gone ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def needed(spec: FigureSpec, findings: Findings) -> Findings:
    """What of the findings a figure shows, so that no more travels to another process."""
    fits = tuple(fit for fit in findings.fits if spec.fit and fit.key == spec.fit)
    names = {spec.table, *spec.tables, *(fit.table for fit in fits)}
    reference = findings.facts.get(spec.reference) if spec.reference else None
    return replace(
        findings,
        facts=Facts(() if reference is None else (reference,)),
        tables=tuple(table for table in findings.tables if table.name in names),
        profiles=tuple(profile for profile in findings.profiles if profile.table in names),
        dependences=(),
        fits=fits,
        groupings=(),
        comparisons=(),
        results=(),
        remarks=(),
    )
