"""A model that gives prepared replies: for trying the path, for samples and for tests."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.model.types import Message, Reply, Usage


@dataclass(frozen=True, slots=True)
class Scripted:
    reply: str
    match: str = ""
    """A part of the purpose or of the last message it answers; empty: the next one that comes.
    An entry that matches goes before one that takes anything."""


@dataclass(frozen=True, slots=True)
class Asked:
    purpose: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None


class ScriptRanOut(Exception):
    """Something was asked that the script has no reply for."""


class ScriptedModel:
    """Takes a list of replies, or a function of (purpose, messages); records what it is asked."""

    def __init__(
        self,
        script: Iterable[str | Scripted] | Callable[[str, Sequence[Message]], str],
        name: str = "scripted",
    ) -> None:
        self._name = name
        self._answer = script if callable(script) else None
        entries = () if callable(script) else script
        self._entries = [e if isinstance(e, Scripted) else Scripted(e) for e in entries]
        self._lock = threading.Lock()
        self.asked: list[Asked] = []

    @classmethod
    def from_file(cls, path: Path) -> "ScriptedModel":
        """One JSON object a line: `reply`, and perhaps `match`."""
        lines = path.read_text(encoding="utf-8").splitlines()
        return cls(Scripted(**json.loads(line)) for line in lines if line.strip())

    @property
    def name(self) -> str:
        return self._name

    def ask(
        self,
        messages: Sequence[Message],
        *,
        purpose: str,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        with self._lock:
            self.asked.append(Asked(purpose, tuple(messages), schema))
            text = (
                self._answer(purpose, messages)
                if self._answer is not None
                else self._next(purpose, messages[-1].content)
            )
        size = sum(len(m.content) for m in messages)
        return Reply(text, "stop", Usage(size // 4, 0, len(text) // 4, True), self._name, 0.0)

    def _next(self, purpose: str, prompt: str) -> str:
        fitting = [
            e for e in self._entries if e.match and (e.match in purpose or e.match in prompt)
        ]
        for entry in [*fitting, *(e for e in self._entries if not e.match)][:1]:
            self._entries.remove(entry)
            return entry.reply
        raise ScriptRanOut(f"The script has no reply for {purpose!r}: {prompt[:200]!r}")
