"""One execution: its stages with their stored products, its events and its run folder."""

import fcntl
import functools
import json
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Concatenate, ParamSpec, TypeVar, get_type_hints

from agent.authors.types import Author
from agent.errors import UsageError
from agent.events import EVENT, StageFailed, StageFinished, StageProgressed, StageStarted, Warned
from agent.settings import Resolved, Settings
from agent.store import Store, digest_of
from agent.summaries import words

Q = ParamSpec("Q")
T = TypeVar("T")

STATE = ".reflectex"
"""Where a run folder keeps what is not for the user's eyes."""
PACKAGES = ("agent", "latex", "reflect", "compile")


def program_version() -> str:
    try:
        return version("reflectex")
    except PackageNotFoundError:
        return "0"


@functools.cache
def program_digest() -> str:
    """Of all our code, prompts and templates: a product of other code is not reused."""
    root = Path(__file__).parent.parent
    paths = sorted(
        path
        for package in PACKAGES
        for path in (root / package).rglob("*")
        if path.suffix in {".py", ".md", ".toml", ".j2"}
    )
    return digest_of(*(path.read_bytes() for path in paths))


@dataclass(frozen=True, slots=True)
class Reads:
    """What, besides its inputs, the product of a stage depends on."""

    settings: tuple[str, ...] = ()
    author: bool = False
    always: bool = False
    """Run it every time: it looks at the world itself."""


def reads(
    *settings: str, author: bool = False, always: bool = False
) -> Callable[[Callable[Q, T]], Callable[Q, T]]:
    """Declare what a stage depends on; a change elsewhere leaves its product standing."""

    def mark(function: Callable[Q, T]) -> Callable[Q, T]:
        _READS[function] = Reads(settings, author, always)
        return function

    return mark


_READS: dict[Any, Reads] = {}


@dataclass(frozen=True, slots=True)
class StageRecord:
    name: str
    seconds: float
    reused: bool
    summary: str


@dataclass(slots=True)
class Run:
    """A context manager: holds the run folder's lock while it is open.

    Raises:
        UsageError: on entering, when another run works in the same run folder.
    """

    folder: Path
    """The user's; only read."""
    target: Path
    """The run folder."""
    resolved: Resolved
    author: Author
    listeners: tuple[Callable[[Any], None], ...] = ()
    fresh: bool = False
    """Redo every stage, whatever is stored."""
    records: list[StageRecord] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    products: dict[str, Any] = field(default_factory=dict)
    """What each stage returned, by its name."""
    spendings: Callable[[], dict[str, dict[str, float]]] = dict
    """Model calls, tokens, seconds and cost by stage."""
    closers: list[Callable[[], None]] = field(default_factory=list)
    """Called when the run is over: connections and the like."""
    _store: Store = field(init=False)
    _digests: dict[int, tuple[Any, str]] = field(init=False, default_factory=dict)
    _lock: IO[str] | None = field(init=False, default=None)
    _journal: IO[str] | None = field(init=False, default=None)
    _emitting: threading.RLock = field(init=False, default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._store = Store(self.target / STATE / "products", self.target)

    @property
    def settings(self) -> Settings:
        return self.resolved.settings

    def __enter__(self) -> "Run":
        state = self.target / STATE
        try:
            state.mkdir(parents=True, exist_ok=True)
            self._lock = (state / "lock").open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._journal = (self.target / "journal.jsonl").open("a", encoding="utf-8")
        except BlockingIOError:
            self._close()
            raise UsageError(
                f"Another run is at work in {self.target}.",
                "Wait for it, or choose another place with --output.",
            ) from None
        except OSError as error:
            self._close()
            raise UsageError(
                f"The run folder {self.target} cannot be written: {error.strerror}.",
                "Choose another place with --output.",
            ) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def _close(self) -> None:
        for close in self.closers:
            close()
        for stream in (self._journal, self._lock):
            if stream is not None:
                stream.close()

    def emit(self, event: Any) -> None:
        """Write the event down, then tell the listeners; from any thread."""
        with self._emitting:
            if isinstance(event, Warned):
                self.warnings.append(event.message)
            if self._journal is not None and not self._journal.closed:
                line = EVENT.dump_json(event).decode()
                self._journal.write(line + "\n")
                self._journal.flush()
            for listener in self.listeners:
                listener(event)

    def warn(self, stage: str, message: str) -> None:
        self.emit(Warned(stage, message))

    def progress(self, stage: str) -> Callable[[str], None]:
        """A function that counts what a long stage has done."""
        done = 0

        def report(what: str) -> None:
            nonlocal done
            with self._emitting:
                done += 1
                self.emit(StageProgressed(stage, what, done))

        return report

    def stage(
        self,
        name: str,
        function: Callable[Concatenate["Run", Q], T],
        *inputs: Q.args,
        **options: Q.kwargs,
    ) -> T:
        """The product of a stage: the stored one where nothing it depends on has changed."""
        needs = _READS.get(function, Reads())
        kind = get_type_hints(function)["return"]
        key = self._key(name, needs, inputs)
        self.emit(StageStarted(name))
        begun = time.monotonic()
        stored = None if self.fresh or needs.always else self._store.get(name, key, kind)
        told = len(self.warnings)
        try:
            if stored is not None:
                product, digest = stored
                self._repeat_warnings(name, key)
            else:
                product = function(self, *inputs, **options)
                said = tuple(self.warnings[told:])
                self._store.put(f"{name}-warnings", key, tuple[str, ...], said)
                digest = self._store.put(name, key, kind, product)
        except BaseException as error:
            self.emit(StageFailed(name, time.monotonic() - begun, type(error).__name__))
            raise
        self._digests[id(product)] = (product, digest)
        self.products[name] = product
        seconds, reused = time.monotonic() - begun, stored is not None
        summary = words(product)
        self.records.append(StageRecord(name, seconds, reused, summary))
        self.emit(StageFinished(name, seconds, reused, summary))
        return product  # type: ignore[no-any-return]  # decoded by the return type itself

    def _repeat_warnings(self, name: str, key: str) -> None:
        """What was wrong with a stored product is wrong with it still."""
        said = self._store.get(f"{name}-warnings", key, tuple[str, ...])
        for message in said[0] if said is not None else ():
            self.warn(name, message)

    def memo(self, name: str, kind: Any) -> Callable[[str, Callable[[], Any]], Any]:
        """Finer reuse inside a stage: `memo(key, make)` makes only what is not stored."""

        def remember(key: str, make: Callable[[], Any]) -> Any:
            whole = digest_of(name, program_digest(), key)
            if not self.fresh and (stored := self._store.get(name, whole, kind)) is not None:
                return stored[0]
            product = make()
            self._store.put(name, whole, kind, product)
            return product

        return remember

    def spending(self, stage: str | None = None) -> dict[str, Any]:
        """`tokens` and `cost` of one stage, or of the whole run."""
        parts = [v for k, v in self.spendings().items() if stage is None or k == stage]
        names = ("calls", "stored", "prompt", "cached", "completion")
        tokens = {name: int(sum(part.get(name, 0) for part in parts)) for name in names}
        return {"tokens": tokens, "cost": round(sum(part.get("cost", 0.0) for part in parts), 6)}

    def _key(self, name: str, needs: Reads, inputs: tuple[Any, ...]) -> str:
        chosen = self.settings.model_dump(mode="json", include=set(needs.settings))
        return digest_of(
            name,
            program_digest(),
            json.dumps(chosen, sort_keys=True),
            self.author.name if needs.author else "",
            *(self._digests[id(product)][1] for product in inputs),
        )


def default_target(folder: Path) -> Path:
    """`NAME-report` here; beside the folder when here is inside it, which is never written to."""
    here, folder = Path.cwd(), folder.resolve()
    place = folder.parent if here == folder or folder in here.parents else here
    return place / f"{folder.name or 'folder'}-report"


def is_writable(folder: Path) -> bool:
    """Whether the folder, or the nearest one above that exists, may be written to."""
    place = next((p for p in (folder, *folder.parents) if p.exists()), Path("/"))
    return os.access(place, os.W_OK)
