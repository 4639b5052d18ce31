"""Working on a user's own document: journal, model and trial compilation around it."""

import fcntl
import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeVar

from agent.authors.material import harmless
from agent.authors.types import Language
from agent.documents.read import Document
from agent.documents.write import unwritable
from agent.errors import UsageError
from agent.events import EVENT, StageFailed, StageFinished, StageStarted, Warned
from agent.launch import Connection, choose_author, connect
from agent.reflecting.landing import for_files
from agent.reflecting.recording import hooks_for
from agent.reflecting.verify import verify_in
from agent.run import STATE
from agent.settings import Settings
from compile.project import copy_project
from reflect.evidence import Evidence
from reflect.roles import Hooks, Policy, Reviser, Roles, Verify

T = TypeVar("T")

NO_MATERIAL = {
    "en": "No material was given: judge the document by itself.",
    "zh": "没有给出素材：请仅就文稿本身判断。",
}


@dataclass(slots=True)
class Session:
    """A context manager; what happens is in the folder `.reflectex/NAME` beside the document.

    Raises:
        UsageError: on entering, when the folder cannot be written, another session works there, or
            a model is asked for and none is known.
    """

    document: Document
    settings: Settings
    environment: Mapping[str, str]
    place: Path
    """The folder that gets `.reflectex`."""
    listeners: tuple[Callable[[Any], None], ...] = ()
    warnings: list[str] = field(default_factory=list)
    number: int = 0
    """Which session on this document it is; its texts and diffs have a folder of their own."""
    _stack: ExitStack = field(init=False, default_factory=ExitStack)
    _journal: IO[str] | None = field(init=False, default=None)
    _connection: Connection | None = field(init=False, default=None)
    _pool: ThreadPoolExecutor | None = field(init=False, default=None)
    _emitting: threading.RLock = field(init=False, default_factory=threading.RLock)

    @property
    def folder(self) -> Path:
        return self.place / STATE / self.document.root.stem

    @property
    def rounds(self) -> Path:
        """What this session tried."""
        return self.folder / f"{self.number:03}"

    def __enter__(self) -> "Session":
        author = choose_author(self.settings, self.environment).author
        with ExitStack() as stack:
            self._open(stack)
            if author == "model":
                self._connection = connect(
                    self.settings, self.environment, self.folder / "replies", self.emit
                )
                stack.callback(self._connection.close)
            self._stack = stack.pop_all()
        return self

    def _open(self, stack: ExitStack) -> None:
        try:
            state = self.place / STATE
            if not state.exists():
                state.mkdir(parents=True)
                # A document is mostly in git, and this is no part of it.
                (state / ".gitignore").write_text("*\n", encoding="utf-8")
            self.folder.mkdir(exist_ok=True)
            lock = stack.enter_context((self.folder / "lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            journal = (self.folder / "journal.jsonl").open("a", encoding="utf-8")
            self._journal = stack.enter_context(journal)
            while self.number == 0 or self.rounds.exists():
                self.number += 1
            self.rounds.mkdir()
        except BlockingIOError:
            raise UsageError(
                f"Reflectex is at work on {self.document.root.name} already.",
                "Wait for it, or write elsewhere with --output.",
            ) from None
        except OSError as error:
            raise UsageError(
                f"{str(self.folder)!r} cannot be written: {error.strerror}.",
                "Choose another place with --output.",
            ) from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            # What is on its way is paid for; only who interrupts does not want to wait for it.
            interrupted = kind is not None and issubclass(kind, KeyboardInterrupt)
            self._pool.shutdown(wait=not interrupted, cancel_futures=True)
        self._stack.close()

    def emit(self, event: Any) -> None:
        """Write the event down, then tell the listeners; from any thread."""
        with self._emitting:
            if isinstance(event, Warned):
                self.warnings.append(event.message)
            if self._journal is not None and not self._journal.closed:
                self._journal.write(EVENT.dump_json(event).decode() + "\n")
                self._journal.flush()
            for listener in self.listeners:
                listener(event)

    def stage(self, name: str, work: Callable[[], T], summary: Callable[[T], str]) -> T:
        """What `work` gives, with its begin, its end and its summary among the events."""
        begun = time.monotonic()
        self.emit(StageStarted(name))
        try:
            result = work()
        except BaseException as error:
            self.emit(StageFailed(name, time.monotonic() - begun, type(error).__name__))
            raise
        self.emit(StageFinished(name, time.monotonic() - begun, False, summary(result)))
        return result

    def spendings(self) -> dict[str, dict[str, float]]:
        return self._connection.spendings() if self._connection is not None else {}

    def roles(self, evidence: Evidence, policy: Policy) -> Roles:
        """Those of the model that the settings name; none without a model."""
        if self._connection is None:
            return Roles()
        from agent.reflecting.model_roles import model_roles

        wish = self.settings.reflect
        model = self._connection.model
        language = evidence.language or "en"
        roles = model_roles(
            model(wish.critic),
            model(wish.reviser),
            model(wish.judge) if wish.judge else None,
            language=language,
            material=_material(evidence.material, language),
            criteria=policy.criteria,
            protect=policy.protect,
            on_event=self.emit,
        )
        if roles.reviser is None:
            return roles
        return replace(roles, reviser=for_files(roles.reviser, self.document))

    def reviser(self, language: Language) -> Reviser | None:
        """The model that mends what TeX refuses; None without a model."""
        if self._connection is None:
            return None
        from agent.reflecting.model_reviser import ModelReviser

        model = self._connection.model(self.settings.reflect.reviser)
        return ModelReviser(model, language, "", False, self.emit)

    def hooks(self) -> Hooks:
        self._pool = ThreadPoolExecutor(self.settings.model.concurrency)
        return hooks_for(
            emit=self.emit,
            folder=self.rounds,
            spendings=self.spendings,
            pool=self._pool,
            verify=self._verify(),
            admit=partial(unwritable, self.document),
        )

    def _verify(self) -> Verify | None:
        """A chapter cannot be compiled without the document it belongs to."""
        if self.document.partial:
            return None
        return verify_in(self._lay_out, self.settings.compile.engine, self.settings.compile.timeout)

    def _lay_out(self, folder: Path, source: str) -> Path:
        """A copy of the document's folder in which its files read as in `source`."""
        copied = copy_project(self.document.root, folder)
        main = folder / copied.root
        for name, content in self.document.encoded(source).items():
            path = main if name == self.document.root.name else folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return main


def _material(material: str, language: str) -> str:
    if not material.strip():
        return f"# Material\n\n{NO_MATERIAL[language]}\n"
    return f"# Material\n\n<material>\n{harmless(material)}\n</material>\n"


def session_for(
    document: Document,
    settings: Settings,
    listeners: tuple[Callable[[Any], None], ...],
    output: Path | None,
) -> Session:
    """Beside the document, or beside what is written instead of it."""
    place = document.root.parent
    if output is not None:
        folder = output.is_dir() or len(document.tree.files) > 1
        place = output if folder else output.parent
    return Session(document, settings, os.environ, place.resolve(), listeners)
