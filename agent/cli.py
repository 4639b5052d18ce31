"""The command line: parse, call, render. Errors become exit codes here and nowhere else.

Heavy modules are imported inside the commands, so that `--help` answers at once; a test holds
the list of what may not be imported here.
"""

import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Turn a folder of lab data into a compiled LaTeX report whose every number can be traced.",
)

Folder = Annotated[Path, typer.Argument(help="The folder that holds your data.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Where the report goes [NAME-report here].")
]


@app.command()
def run(
    folder: Folder,
    output: Output = None,
    author: Annotated[str | None, typer.Option(help="offline, model or auto.")] = None,
    model: Annotated[str | None, typer.Option(help="Name of the model.")] = None,
    base_url: Annotated[str | None, typer.Option(help="Any OpenAI-compatible endpoint.")] = None,
    concurrency: Annotated[int | None, typer.Option(help="Sections asked for at once.")] = None,
    max_calls: Annotated[int | None, typer.Option(help="Model calls at the most.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Tokens at the most.")] = None,
    max_cost: Annotated[float | None, typer.Option(help="Cost at the most.")] = None,
    max_minutes: Annotated[float | None, typer.Option(help="Minutes at the most.")] = None,
    engine: Annotated[str | None, typer.Option(help="pdflatex, xelatex, lualatex.")] = None,
    title: Annotated[str | None, typer.Option(help="Title of the report.")] = None,
    language: Annotated[str | None, typer.Option("--lang", help="en, zh or auto.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what a model would be sent; send nothing.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Redo every stage.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only errors on stderr.")] = False,
    as_json: AsJson = False,
) -> None:
    """Turn a folder into a compiled report."""
    from agent.commands.run import run_folder

    given = {
        "write": {"author": author or ("model" if model or base_url else None)},
        "model": {"name": model, "base_url": base_url, "concurrency": concurrency},
        "budget": {
            "calls": max_calls,
            "tokens": max_tokens,
            "cost": max_cost,
            "minutes": max_minutes,
        },
        "compile": {"engine": engine},
        "report": {"title": title, "language": language},
    }
    code = run_folder(
        folder, output, given, dry_run=dry_run, fresh=fresh, quiet=quiet, as_json=as_json
    )
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
    engine: Annotated[str, typer.Option(help="auto, pdflatex, xelatex or lualatex.")] = "auto",
    timeout: Annotated[float, typer.Option(help="Seconds at the most.")] = 120.0,
    as_json: AsJson = False,
) -> None:
    """Compile a LaTeX document, locked in; say what is wrong in plain words."""
    from agent.commands.compile import compile_path

    raise typer.Exit(compile_path(file, output, engine, timeout, as_json=as_json))


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
    sys.exit(run_command(sys.argv[1:]))


def run_command(arguments: list[str]) -> int:
    """Run one command and give its exit code; what went wrong stands on stderr."""
    from agent.errors import INTERRUPTED, ReportError

    try:
        outcome: Any = app(arguments, prog_name="reflectex", standalone_mode=False)
    except ReportError as error:
        _complain(error.message, error.hint)
        return error.exit_code
    except KeyboardInterrupt:
        _complain("Interrupted; what was finished is kept.", "Run the same command to go on.")
        return INTERRUPTED
    except BrokenPipeError:
        return 0
    except Exception as error:
        return _other(error)
    return outcome if isinstance(outcome, int) else 0


def _other(error: Exception) -> int:
    """A usage error of the parser, or a bug of ours."""
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        _complain(str(error.format_message()), "`reflectex --help` shows the commands.")
        return int(error.exit_code)
    import traceback

    traceback.print_exc()
    _complain(
        f"This is a bug in Reflectex: {type(error).__name__}: {error}",
        "Please report it with the text above and the journal.jsonl of the run folder.",
    )
    return 70


def _complain(message: str, hint: str = "") -> None:
    for line in filter(None, (message, hint)):
        sys.stderr.write(line.encode("utf-8", "replace").decode() + "\n")


if __name__ == "__main__":
    main()
