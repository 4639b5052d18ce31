"""One thing that happened, as a tagged union; console, journal and page are readers of it."""

import time
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    at: float = field(default_factory=time.time)
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class RunStarted(Happened):
    folder: str
    author: str
    reason: str
    """Why this author works."""
    version: str
    event: Literal["run_started"] = "run_started"


@dataclass(frozen=True, slots=True)
class StageStarted(Happened):
    stage: str
    event: Literal["stage_started"] = "stage_started"


@dataclass(frozen=True, slots=True)
class StageProgressed(Happened):
    stage: str
    what: str
    done: int
    event: Literal["stage_progressed"] = "stage_progressed"


@dataclass(frozen=True, slots=True)
class StageFinished(Happened):
    stage: str
    seconds: float
    reused: bool
    summary: str = ""
    event: Literal["stage_finished"] = "stage_finished"


@dataclass(frozen=True, slots=True)
class StageFailed(Happened):
    stage: str
    seconds: float
    error: str
    event: Literal["stage_failed"] = "stage_failed"


@dataclass(frozen=True, slots=True)
class ModelAnswered(Happened):
    purpose: str
    model: str
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    estimated: bool
    seconds: float
    cost: float
    stored: bool
    """From the store: paid for by an earlier run."""
    event: Literal["model_answered"] = "model_answered"


@dataclass(frozen=True, slots=True)
class ModelAdapted(Happened):
    """What the client changed or repaired to get along with the endpoint."""

    what: str
    event: Literal["model_adapted"] = "model_adapted"


@dataclass(frozen=True, slots=True)
class ChangeTried(Happened):
    """One change of a round, and what became of it."""

    round: int
    section: str
    issue: str
    fate: str
    """`kept`, `refused`, `skipped` or `unchanged`."""
    reasons: tuple[str, ...]
    source: str
    """Who asked for it: `model`, `check` or `user`."""
    event: Literal["change_tried"] = "change_tried"


@dataclass(frozen=True, slots=True)
class RoundFinished(Happened):
    round: int
    accepted: bool
    reflect_gate: dict[str, Any]
    """Plan, kept, dropped and why, objections, score, tokens, seconds, cost, termination; see
    `agent.reflecting.gate_record`."""
    event: Literal["round_finished"] = "round_finished"


@dataclass(frozen=True, slots=True)
class Warned(Happened):
    stage: str
    message: str
    event: Literal["warned"] = "warned"


@dataclass(frozen=True, slots=True)
class RunFinished(Happened):
    exit_code: int
    pdf: str | None
    message: str = ""
    event: Literal["run_finished"] = "run_finished"


Event = Annotated[
    RunStarted
    | StageStarted
    | StageProgressed
    | StageFinished
    | StageFailed
    | ModelAnswered
    | ModelAdapted
    | ChangeTried
    | RoundFinished
    | Warned
    | RunFinished,
    Field(discriminator="event"),
]
EVENT: TypeAdapter[Any] = TypeAdapter(Event)
