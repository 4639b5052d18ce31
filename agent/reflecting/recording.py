"""Rounds as they happen: events for whoever listens, texts and diffs into the run folder."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from agent.events import ChangeTried, RoundFinished
from agent.reflecting.gate_record import gate_record
from agent.store import write_atomically
from reflect.history import Attempt, Revision, Spending
from reflect.roles import Admit, Each, Hooks, Verify

STAGE = "reflect"


def hooks_for(
    *,
    emit: Callable[[Any], None],
    folder: Path,
    spendings: Callable[[], dict[str, dict[str, float]]],
    pool: ThreadPoolExecutor,
    verify: Verify | None,
    admit: Admit = lambda source: "",
) -> Hooks:
    """The hooks of one reflection; `folder` takes a text and a diff of every round.

    What an earlier reflection left there goes: its rounds are not of this history.
    """
    for left in folder.glob("[0-9][0-9]-*"):
        left.unlink()
    return Hooks(
        verify=verify,
        admit=admit,
        each=_each(pool),
        spending=partial(_spent, spendings, time.monotonic()),
        on_attempt=lambda number, attempt: emit(_tried(number, attempt)),
        on_round=partial(_round, emit, folder),
    )


def _each(pool: ThreadPoolExecutor) -> Each:
    def each(function: Any, tasks: Any) -> Any:
        return list(pool.map(function, tasks))

    return each


def _spent(spendings: Callable[[], dict[str, dict[str, float]]], begun: float) -> Spending:
    """What the stage has cost so far, and the seconds since it began."""
    part = spendings().get(STAGE, {})
    return Spending(
        calls=int(part.get("calls", 0)),
        prompt=int(part.get("prompt", 0)),
        cached=int(part.get("cached", 0)),
        completion=int(part.get("completion", 0)),
        seconds=time.monotonic() - begun,
        cost=part.get("cost", 0.0),
    )


def _tried(number: int, attempt: Attempt) -> ChangeTried:
    change = attempt.change
    return ChangeTried(
        number, change.section, change.issue, attempt.fate, attempt.reasons, change.source
    )


def _round(emit: Callable[[Any], None], folder: Path, revision: Revision) -> None:
    word = "accepted" if revision.accepted else "refused"
    if revision.proposal != revision.before:
        write_atomically(folder / f"{revision.number:02}-{word}.tex", _bytes(revision.proposal))
        write_atomically(folder / f"{revision.number:02}-{word}.diff", _bytes(revision.diff))
    for number, attempt in enumerate(revision.attempts, 1):
        if attempt.fate in ("refused", "skipped") and attempt.after:
            name = f"{revision.number:02}-change-{number}-{attempt.fate}.diff"
            why = "".join(f"# {reason}\n" for reason in attempt.reasons)
            write_atomically(folder / name, _bytes(why + attempt.diff))
    emit(RoundFinished(revision.number, revision.accepted, gate_record(revision)))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
