"""From the command line's words to a run: settings folded, author chosen, folder checked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.authors.offline.author import OfflineAuthor
from agent.authors.types import Author
from agent.errors import UsageError
from agent.events import ModelAdapted, ModelAnswered
from agent.materials.walk import check_folder
from agent.model.types import Model
from agent.run import STATE, Run, default_target
from agent.settings import FILE, Layer, Resolved, Settings, from_environment, from_file, resolve


@dataclass(frozen=True, slots=True)
class Choice:
    """Which author works, and why."""

    author: str
    reason: str


def settings_for(
    folder: Path, environment: Mapping[str, str], command_line: Mapping[str, Any]
) -> Resolved:
    """Defaults, the folder's file, the environment and the command line, in this order."""
    return resolve(
        from_file(folder / FILE),
        from_environment(environment),
        Layer("command line", command_line),
    )


def choose_author(settings: Settings, environment: Mapping[str, str]) -> Choice:
    """A model where one is given, else the offline author.

    Raises:
        UsageError: a model is asked for, but neither a key nor an endpoint is known.
    """
    key = environment.get("OPENAI_API_KEY", "").strip()
    match settings.write.author:
        case "offline":
            return Choice("offline", "the settings ask for it")
        case "model" if not (key or settings.model.base_url):
            raise UsageError(
                "A model author is asked for, but neither OPENAI_API_KEY nor a base URL is set.",
                "Set OPENAI_API_KEY, or name an endpoint with --base-url.",
            )
        case _ if settings.model.base_url:
            return Choice("model", f"{settings.model.name} at {settings.model.base_url}")
        case _ if key:
            return Choice("model", f"{settings.model.name}, since OPENAI_API_KEY is set")
        case _:
            return Choice("offline", "no OPENAI_API_KEY and no base URL is set")


def open_run(
    folder: Path,
    *,
    output: Path | None,
    resolved: Resolved,
    environment: Mapping[str, str],
    listeners: tuple[Callable[[Any], None], ...] = (),
    fresh: bool = False,
) -> Run:
    """A run that is ready to be entered.

    Raises:
        UsageError: the folder is none, or the run folder would lie over it.
    """
    folder = folder.resolve()
    check_folder(folder)
    target = (output or default_target(folder)).resolve()
    if target == folder:
        raise UsageError(
            "The report cannot be written into the folder of the data itself.",
            "Choose another place with --output.",
        )
    if target.is_dir() and any(target.iterdir()) and not (target / STATE).is_dir():
        raise UsageError(
            f"{target} holds files that no run of Reflectex wrote.",
            "Choose an empty or a new place with --output.",
        )
    run = Run(folder, target, resolved, OfflineAuthor(resolved.settings), listeners, fresh)
    if choose_author(resolved.settings, environment).author == "model":
        run.author = _model_author(run, environment)
    return run


@dataclass(frozen=True, slots=True)
class Connection:
    """The models of a run: one endpoint, one budget, one store of replies."""

    model: Callable[[str], Model]
    """By name; empty: the one of the settings."""
    spendings: Callable[[], dict[str, dict[str, float]]]
    close: Callable[[], None]


def connect(
    settings: Settings, environment: Mapping[str, str], replies: Path, emit: Callable[[Any], None]
) -> Connection:
    """Ready to ask; nothing is sent yet. Replies are stored in the folder `replies`."""
    from agent.model.budget import Budget
    from agent.model.client import OpenAIModel
    from agent.model.store import Recorded, StoredReplies

    budget = Budget(settings.budget, settings.model)
    stored = StoredReplies(replies)
    clients: dict[str, OpenAIModel] = {}

    def answered(event: ModelAnswered | ModelAdapted) -> None:
        emit(event)

    def model(name: str) -> Model:
        name = name or settings.model.name
        if name not in clients:
            chosen = settings.model.model_copy(update={"name": name})
            key = environment.get("OPENAI_API_KEY", "")
            clients[name] = OpenAIModel(chosen, key, on_event=answered)
        return Recorded(clients[name], stored, budget, answered)

    def close() -> None:
        for client in clients.values():
            client.close()

    return Connection(model, budget.by_stage, close)


def _model_author(run: Run, environment: Mapping[str, str]) -> Author:
    from agent.authors.model import ModelAuthor

    connection = connect(run.settings, environment, run.target / STATE / "replies", run.emit)
    run.spendings = connection.spendings
    run.closers.append(connection.close)
    return ModelAuthor(
        connection.model(""),
        run.settings,
        fallback=OfflineAuthor(run.settings),
        on_event=run.emit,
        models=connection.model,
    )
