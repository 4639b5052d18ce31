"""The command line: parse, call, render. Errors become exit codes here and nowhere else.

Heavy modules are imported inside the commands, so that `--help` answers at once; a test holds
the list of what may not be imported here.
"""

import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from agent.cli_documents import COMMANDS
from agent.cli_options import (
    AsJson,
    AuthorName,
    BaseUrl,
    Folder,
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


class Commands(TyperGroup):
    """An interruption reaches `run_command`; typer would end in code 130 without a word."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Abort from None


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Turn a folder of lab data into a compiled LaTeX report whose every number can be traced.",
)

Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Where the report goes [NAME-report here].")
]


@app.command()
def run(
    folder: Folder,
    output: Output = None,
    author: AuthorName = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    concurrency: Annotated[int | None, typer.Option(help="Sections asked for at once.")] = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_cost: MaxCost = None,
    max_minutes: MaxMinutes = None,
    rounds: Rounds = None,
    strategy: Strategy = None,
    granularity: Granularity = None,
    scope: Scope = None,
    protect: Protect = None,
    engine: Annotated[
        str | None, typer.Option(help="pdflatex, xelatex, lualatex or tectonic.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Title of the report.")] = None,
    template: Annotated[
        str | None, typer.Option(help="article, report, ieee, revtex, ctexart or auto.")
    ] = None,
    language: Annotated[str | None, typer.Option("--lang", help="en, zh or auto.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what a model would be sent; send nothing.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Redo every stage.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="End with 6 where a number has no origin.")
    ] = False,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Turn a folder into a compiled report."""
    from agent.commands.run import run_folder

    given: dict[str, dict[str, Any]] = {
        **model_settings(author, model, base_url),
        "budget": budget_settings(max_calls, max_tokens, max_cost, max_minutes),
        "reflect": reflect_settings(
            rounds=rounds,
            strategy=strategy,
            granularity=granularity,
            scope=scope,
            protect=protect,
        ),
        "compile": {"engine": engine},
        "report": {"title": title, "template": template, "language": language},
    }
    given["model"]["concurrency"] = concurrency
    code = run_folder(
        folder, output, given,
        dry_run=dry_run, fresh=fresh, quiet=quiet, as_json=as_json, strict=strict,
    )  # fmt: skip
    raise typer.Exit(code)


@app.command()
def scan(folder: Folder, as_json: AsJson = False) -> None:
    """List every file of a folder: what was read, and why not the rest."""
    from agent.commands.scan import scan_folder

    raise typer.Exit(scan_folder(folder, as_json=as_json))


@app.command(name="compile")
def compile_file(
    file: Annotated[Path, typer.Argument(help="A LaTeX document.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The PDF [beside the document].")
    ] = None,
    engine: Annotated[
        str, typer.Option(help="auto, pdflatex, xelatex, lualatex or tectonic.")
    ] = "auto",
    bibtool: Annotated[str, typer.Option(help="auto, bibtex or biber.")] = "auto",
    timeout: Annotated[float, typer.Option(help="Seconds at the most.")] = 120.0,
    keep: Annotated[
        Path | None, typer.Option(help="A folder for the raw log.", file_okay=False)
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair/--no-repair", help="Cure errors, in a copy.")
    ] = True,
    model: ModelName = None,
    base_url: BaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Compile a LaTeX document, locked in; cure what can be cured, and say what was done."""
    from agent.commands.compile import compile_path

    code = compile_path(
        file,
        output,
        model_settings(None, model, base_url),
        engine=engine,
        bibtool=bibtool,
        timeout=timeout,
        keep=keep,
        repair=repair,
        as_json=as_json,
    )
    raise typer.Exit(code)


for command in COMMANDS:
    app.command()(command)


@app.command()
def settings(
    folder: Annotated[Path, typer.Argument(help="The folder that holds your data.")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Show each setting, its value and the layer it came from."""
    from agent.commands.settings import show_settings

    raise typer.Exit(show_settings(folder, as_json=as_json))


@app.command()
def doctor(
    folder: Annotated[Path, typer.Argument(help="The folder that holds your data.")] = Path(),
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Check what a run needs, and name the command that mends each fault."""
    from agent.commands.doctor import examine_machine

    raise typer.Exit(examine_machine(folder, output, as_json=as_json))


@app.command()
def init(
    folder: Folder,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
) -> None:
    """Write a commented reflectex.toml and a notes.md to begin with."""
    from agent.commands.init import begin_folder

    raise typer.Exit(begin_folder(folder, force=force))


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"reflectex {version('reflectex')}")
        raise typer.Exit


@app.callback()
def _all(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def main() -> NoReturn:
    """The program: exit codes as in the README."""
    from agent.errors import INTERRUPTED

    code = run_command(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads no further must not be told of it by a traceback at the very end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if code == INTERRUPTED:
        # A thread that waits for a reply would hold the program up until it comes.
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def run_command(arguments: list[str]) -> int:
    """Run one command and give its exit code; what went wrong stands on stderr.

    With `--json` it stands on stdout too, as the one object that is promised there.
    """
    from agent.errors import INTERRUPTED, ReportError

    as_json = "--json" in arguments
    try:
        outcome: Any = app(arguments, prog_name="reflectex", standalone_mode=False)
    except ReportError as error:
        return _failed(error.exit_code, error.message, error.hint, as_json=as_json)
    except (KeyboardInterrupt, typer.Abort):
        message = "Interrupted; what was finished is kept."
        hint = "Run the same command to go on."
        return _failed(INTERRUPTED, message, hint, as_json=as_json)
    except Exception as error:
        return _other(error, as_json=as_json)
    return outcome if isinstance(outcome, int) else 0


def _other(error: Exception, *, as_json: bool) -> int:
    """A usage error of the parser, or a bug of ours."""
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        message = str(error.format_message())
        hint = "`reflectex --help` shows the commands."
        return _failed(int(error.exit_code), message, hint, as_json=as_json)
    import traceback

    traceback.print_exc()
    return _failed(
        70,
        f"This is a bug in Reflectex: {type(error).__name__}: {error}",
        "Please report it with the text above and the journal.jsonl of the run folder.",
        as_json=as_json,
    )


def _failed(code: int, message: str, hint: str = "", *, as_json: bool) -> int:
    for line in filter(None, (message, hint)):
        sys.stderr.write(line.encode("utf-8", "replace").decode() + "\n")
    if as_json:
        from agent.commands.printing import print_json

        print_json({"error": message, "hint": hint, "exit_code": code})
    return code


if __name__ == "__main__":
    main()
