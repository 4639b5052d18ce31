"""Replies are stored before they are used: a run that dies pays for nothing twice."""

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from agent.events import ModelAnswered
from agent.model.budget import Budget
from agent.model.errors import ModelError
from agent.model.sendable import clean_value
from agent.model.types import Message, Model, Reply
from agent.store import digest_of, write_atomically

REPLY = TypeAdapter(Reply)


class StoredReplies:
    """One readable JSON file for each request, named by what was asked."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, key: str) -> Path:
        return self._folder / f"{key[:32]}.json"

    def get(self, key: str) -> Reply | None:
        try:
            content = json.loads(self.path(key).read_text(encoding="utf-8"))
            return REPLY.validate_python(content["reply"])
        except (OSError, ValueError, KeyError, TypeError, ValidationError):
            # A damaged file is no reply; the question is asked again.
            return None

    def put(self, key: str, purpose: str, messages: Sequence[Message], reply: Reply) -> None:
        # Cleaned like what was sent: a lone surrogate must not lose a reply that was paid for.
        content = {
            "purpose": purpose,
            "reply": asdict(reply),
            "messages": [asdict(message) for message in messages],
        }
        text = json.dumps(clean_value(content), ensure_ascii=False, indent=1)
        write_atomically(self.path(key), text)


class Recorded:
    """A model whose replies are kept: the same question is paid for once."""

    def __init__(
        self,
        model: Model,
        store: StoredReplies,
        budget: Budget,
        on_event: Callable[[Any], None] = lambda _: None,
    ) -> None:
        self._model = model
        self._store = store
        self._budget = budget
        self._on_event = on_event
        self._locks: dict[str, threading.Lock] = {}
        self._guard = threading.Lock()

    @property
    def name(self) -> str:
        return self._model.name

    def ask(
        self,
        messages: Sequence[Message],
        *,
        purpose: str,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        key = self._key(messages, schema, max_tokens)
        with self._guard:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            reply = self._store.get(key)
            stored = reply is not None
            if reply is None:
                with self._budget.call():
                    reply = self._asked(messages, purpose, schema, max_tokens)
                    # Booked first: a full disk must not hide what was paid.
                    cost = self._budget.charge(reply, purpose)
                    self._store.put(key, purpose, messages, reply)
            else:
                cost = self._budget.charge(reply, purpose, stored=True)
        usage = reply.usage
        self._on_event(
            ModelAnswered(
                purpose,
                reply.model,
                usage.prompt,
                usage.cached,
                usage.completion,
                usage.estimated,
                reply.seconds,
                cost,
                stored,
            )
        )
        return reply

    def _asked(
        self,
        messages: Sequence[Message],
        purpose: str,
        schema: Mapping[str, Any] | None,
        max_tokens: int | None,
    ) -> Reply:
        begun = time.monotonic()
        try:
            return self._model.ask(messages, purpose=purpose, schema=schema, max_tokens=max_tokens)
        except ModelError as error:
            self._budget.charge_failed(error.usage, purpose, time.monotonic() - begun)
            raise

    def _key(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None,
        max_tokens: int | None,
    ) -> str:
        asked = [[m.role, m.content] for m in messages]
        text = json.dumps([asked, schema, max_tokens], sort_keys=True, default=str)
        return digest_of(self.name, text.encode("utf-8", "surrogatepass"))
