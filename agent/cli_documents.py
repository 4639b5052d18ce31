"""The commands for a document that a user already has; `agent.cli` takes them in."""

from pathlib import Path
from typing import Annotated

import typer

from agent.cli_options import (
    AsJson,
    AuthorName,
    BaseUrl,
    File,
    Granularity,
    MaxCalls,
    MaxCost,
    MaxMinutes,
    MaxTokens,
    ModelName,
    Protect,
    Quiet,
    Rounds,
    Scope,
    Strategy,
    budget_settings,
    model_settings,
    reflect_settings,
)

Allow = Annotated[list[str] | None, typer.Option(help="A rule of the gate to switch off.")]
Bib = Annotated[Path | None, typer.Option(help="The .bib [those that the document names].")]
Material = Annotated[Path | None, typer.Option(help="A folder with what the document rests on.")]
Written = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write there, not over the document.")
]


def sections(file: File, as_json: AsJson = False) -> None:
    """List the sections of a document with their anchors."""
    from agent.commands.sections import show_sections

    raise typer.Exit(show_sections(file, as_json=as_json))


def check(
    files: Annotated[list[Path] | None, typer.Argument(help="LaTeX documents.")] = None,
    bib: Bib = None,
    material: Material = None,
    severity: Annotated[
        int, typer.Option(help="Least severity, 1 to 5.", min=1, max=5, show_default=False)
    ] = 1,
    only: Annotated[list[str] | None, typer.Option(help="Only this check.")] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the checks.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find what can be found without a model; exit 1 when something is."""
    from agent.commands.check import check_files, list_checks
    from agent.errors import UsageError

    if listing:
        raise typer.Exit(list_checks(as_json=as_json))
    if not files:
        raise UsageError("A document is missing.", "reflectex check FILE.tex")
    code = check_files(
        files,
        bib=bib,
        material=material,
        least=severity,
        only=tuple(only or ()),
        as_json=as_json,
    )
    raise typer.Exit(code)


def gate(
    files: Annotated[list[str], typer.Argument(help="OLD NEW; OLD may be git:REV:PATH.")],
    against: Annotated[
        str | None, typer.Option(help="A git revision; every FILE is held against it.")
    ] = None,
    bib: Bib = None,
    allow: Allow = None,
    as_json: AsJson = False,
) -> None:
    """Hold a revision against the text before; exit 1 when something was lost."""
    from agent.commands.gate import gate_against, gate_two
    from agent.errors import UsageError

    allowed = tuple(allow or ())
    if against is not None:
        paths = [Path(name) for name in files]
        code = gate_against(against, paths, bib=bib, allow=allowed, as_json=as_json)
        raise typer.Exit(code)
    if len(files) != 2:
        raise UsageError("The gate needs two texts.", "reflectex gate OLD.tex NEW.tex")
    raise typer.Exit(gate_two(files[0], Path(files[1]), bib=bib, allow=allowed, as_json=as_json))


def edit(
    file: File,
    section: Annotated[str, typer.Argument(help="Its anchor, such as n2, or its title.")],
    instruction: Annotated[str, typer.Argument(help="What shall be changed.")],
    output: Written = None,
    bib: Bib = None,
    allow: Allow = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    protect: Protect = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write without asking.")] = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Let a model change one section; show the diff, gate it, ask before writing."""
    from agent.commands.edit import edit_section

    given = {
        **model_settings(None, model, base_url),
        "reflect": reflect_settings(protect=protect),
    }
    code = edit_section(
        file,
        section,
        instruction,
        given,
        output=output,
        bib=bib,
        allow=tuple(allow or ()),
        yes=yes,
        quiet=quiet,
        as_json=as_json,
    )
    raise typer.Exit(code)


def reflect(
    file: File,
    output: Written = None,
    rounds: Rounds = None,
    strategy: Strategy = None,
    granularity: Granularity = None,
    scope: Scope = None,
    protect: Protect = None,
    material: Material = None,
    bib: Bib = None,
    author: AuthorName = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_cost: MaxCost = None,
    max_minutes: MaxMinutes = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the diff; write nothing.")
    ] = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Improve a document in gated rounds; what got worse is reverted."""
    from agent.commands.reflect import reflect_file

    given = {
        **model_settings(author, model, base_url),
        "budget": budget_settings(max_calls, max_tokens, max_cost, max_minutes),
        "reflect": reflect_settings(
            rounds=rounds,
            strategy=strategy,
            granularity=granularity,
            scope=scope,
            protect=protect,
        ),
    }
    code = reflect_file(
        file,
        given,
        output=output,
        bib=bib,
        material=material,
        dry_run=dry_run,
        quiet=quiet,
        as_json=as_json,
    )
    raise typer.Exit(code)


COMMANDS = (sections, check, gate, edit, reflect)
