"""Arguments and options that more than one command takes."""

from pathlib import Path
from typing import Annotated, Any

import typer

Folder = Annotated[Path, typer.Argument(help="The folder that holds your data.")]
File = Annotated[Path, typer.Argument(help="A LaTeX document; its \\input files belong to it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only errors on stderr.")]

AuthorName = Annotated[str | None, typer.Option("--author", help="offline, model or auto.")]
ModelName = Annotated[str | None, typer.Option("--model", help="Name of the model.")]
BaseUrl = Annotated[str | None, typer.Option(help="Any OpenAI-compatible endpoint.")]
MaxCalls = Annotated[int | None, typer.Option(help="Model calls at the most.")]
MaxTokens = Annotated[int | None, typer.Option(help="Tokens at the most.")]
MaxCost = Annotated[float | None, typer.Option(help="Cost at the most.")]
MaxMinutes = Annotated[float | None, typer.Option(help="Minutes at the most.")]

Rounds = Annotated[int | None, typer.Option(help="Rounds of reflection [2]; 0: none.")]
Strategy = Annotated[str | None, typer.Option(help="scoped or whole.")]
Granularity = Annotated[str | None, typer.Option(help="plan, or single: one change a round.")]
Scope = Annotated[str | None, typer.Option(help="auto, section or paragraph.")]
Protect = Annotated[
    bool | None, typer.Option("--protect/--no-protect", help="Cites and refs as placeholders.")
]


def model_settings(
    author: str | None, model: str | None, base_url: str | None
) -> dict[str, dict[str, Any]]:
    """Who names a model wants one."""
    return {
        "write": {"author": author or ("model" if model or base_url else None)},
        "model": {"name": model, "base_url": base_url},
    }


def budget_settings(
    calls: int | None, tokens: int | None, cost: float | None, minutes: float | None
) -> dict[str, Any]:
    return {"calls": calls, "tokens": tokens, "cost": cost, "minutes": minutes}


def reflect_settings(
    *,
    rounds: int | None = None,
    strategy: str | None = None,
    granularity: str | None = None,
    scope: str | None = None,
    protect: bool | None = None,
) -> dict[str, Any]:
    return {
        "rounds": rounds,
        "strategy": strategy,
        "granularity": granularity,
        "scope": scope,
        "protect": protect,
    }
