"""Criteria as data: those of a profile, or a file of the user's own."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.errors import UsageError
from reflect.checks.run import CHECKS
from reflect.score import Criterion

PROFILES = ("lab", "document")


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: str
    passes: str
    fails: str
    weight: Literal["high", "medium", "low"] = "medium"
    checks: tuple[str, ...] = ()
    needs_bibliography: bool = False


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    extends: Literal["lab", "document"] | None = None
    """A profile whose criteria come first; of two with one id the file's own stays."""
    criterion: tuple[_Entry, ...] = ()


def criteria_of(profile: str, own: Path | None = None) -> tuple[Criterion, ...]:
    """The criteria of a profile (`lab`, `document`), or those of the user's own file instead.

    Raises:
        UsageError: the file cannot be read, or is not what it should be.
    """
    if own is None:
        return _of_profile(profile)
    try:
        return _parsed(own.read_text(encoding="utf-8-sig"), own.name)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"The criteria {str(own)!r} cannot be read: {error}.", "Check the path."
        ) from None


def _of_profile(profile: str) -> tuple[Criterion, ...]:
    text = files("agent").joinpath("reflecting", "criteria", f"{profile}.toml")
    return _parsed(text.read_text(encoding="utf-8"), profile)


def _parsed(text: str, name: str) -> tuple[Criterion, ...]:
    hint = "docs/reflection.md shows the form of a criterion."
    try:
        content = _File.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not valid TOML: {error}.", hint) from None
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"])
        raise UsageError(f"{name}: {place!r} is wrong: {problem['msg']}.", hint) from None
    names = [entry.id for entry in content.criterion]
    if twice := [given for given in names if names.count(given) > 1]:
        raise UsageError(f"{name} holds the criterion {twice[0]!r} twice.", hint)
    for entry in content.criterion:
        if unknown := [given for given in entry.checks if given not in CHECKS]:
            raise UsageError(
                f"{name}: the criterion {entry.id!r} names an unknown check {unknown[0]!r}.",
                "`reflectex check --list` shows all of them.",
            )
    inherited = _of_profile(content.extends) if content.extends else ()
    return (
        *(criterion for criterion in inherited if criterion.id not in names),
        *(Criterion(**entry.model_dump()) for entry in content.criterion),
    )
