"""What a person sees while a run goes on: one line for each stage, on stderr."""

import sys
from typing import Any, TextIO

from agent.events import (
    ChangeTried,
    ModelAdapted,
    ModelAnswered,
    RoundFinished,
    RunStarted,
    StageFailed,
    StageFinished,
    StageProgressed,
    StageStarted,
    Warned,
)


class Console:
    """A listener; lively on a terminal, plain lines on a pipe, silent when quiet."""

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False) -> None:
        from rich.console import Console as Rich

        self._rich = Rich(file=stream or sys.stderr, highlight=False, soft_wrap=True)
        self._quiet = quiet
        self._status: Any = None
        self._calls = 0

    def __call__(self, event: Any) -> None:
        if self._quiet:
            return
        match event:
            case RunStarted():
                self._say(f"Reflectex {event.version}: the {event.author} author; {event.reason}.")
            case StageStarted() | StageProgressed() | StageFinished() | StageFailed():
                self._stage(event)
            case ModelAnswered():
                self._calls += 1
                self._update(f"{event.purpose} · model replies: {self._calls}")
            case ChangeTried():
                self._change(event)
            case RoundFinished():
                self._say(f"  {_round(event)}")
            case ModelAdapted():
                self._say(f"  · {event.what}")
            case Warned():
                self._say(f"  ! {event.message}")
            case _:
                pass

    def _stage(self, event: StageStarted | StageProgressed | StageFinished | StageFailed) -> None:
        match event:
            case StageStarted():
                self._begin(event.stage)
            case StageProgressed():
                self._update(f"{event.stage}: {event.done} · {event.what}")
            case StageFinished():
                self._end()
                took = "unchanged" if event.reused else f"{event.seconds:.1f} s"
                self._say(f"{self._mark(True)} {event.stage:<8} {took:>9}  {event.summary}")
            case StageFailed():
                self._end()
                self._say(f"{self._mark(False)} {event.stage:<8} {event.seconds:>7.1f} s  stopped")

    def _change(self, event: ChangeTried) -> None:
        mark = {"kept": "+", "refused": "-", "skipped": "/"}.get(event.fate, "=")
        self._say(f"  {mark} {event.fate} in {event.section}: {_short(event.issue)}")
        for reason in event.reasons:
            self._say(f"      {reason}")

    def close(self) -> None:
        """Take the moving line away; the terminal is the user's again."""
        self._end()

    def _mark(self, good: bool) -> str:
        if not self._unicode:
            return "ok" if good else "!!"
        return "✓" if good else "✗"

    @property
    def _unicode(self) -> bool:
        return (self._rich.encoding or "").lower().startswith("utf")

    def _say(self, text: str) -> None:
        encoding = self._rich.encoding or "utf-8"
        # A terminal in another encoding must not end a run with an error of encoding.
        printable = text.encode(encoding, "replace").decode(encoding)
        self._rich.print(printable, markup=False)

    def _begin(self, stage: str) -> None:
        if self._rich.is_terminal:
            self._status = self._rich.status(stage)
            self._status.start()

    def _update(self, text: str) -> None:
        if self._status is not None:
            self._status.update(text.replace("[", r"\["))

    def _end(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None


def _short(text: str, room: int = 100) -> str:
    line = " ".join(text.split())
    return line if len(line) <= room else f"{line[: room - 1]}…"


def _round(event: RoundFinished) -> str:
    gate = event.reflect_gate
    score = gate["score"]
    moved = f"score {score['before']['value']:.2f} → {score['after']['value']:.2f}"
    said = "; ".join(objection["message"] for objection in gate["objections"])
    end = f"; then: {gate['termination'].replace('_', ' ')}" if gate["termination"] else ""
    verdict = "accepted" if event.accepted else gate["outcome"]
    return f"round {event.round}: {verdict}, {moved}{end}" + (f": {said}" if said else "")
