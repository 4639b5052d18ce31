"""The one client for every endpoint."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from agent.events import ModelAdapted
from agent.model.address import NO_KEY, OFFICIAL, clean_base_url, clean_key, host_of, shown
from agent.model.answer import whole
from agent.model.errors import ModelError
from agent.model.estimate import Estimator, estimate_tokens, read_usage
from agent.model.exchange import Connection
from agent.model.learning import Learned, adapt, room
from agent.model.refusals import Trouble
from agent.model.requests import TOKEN_LIMITS, Dialect, parameters
from agent.model.sendable import clean_text, clean_value
from agent.model.types import Message, Reply, Usage
from agent.settings import ModelSettings

LEAST_ROOM = 64
"""Tokens; a reply that has less room in the context is not worth asking for."""
SUSPICIOUS = 2000
"""Estimated prompt tokens above which a far smaller count of the server is reported."""


@dataclass(slots=True)
class Call:
    """One `ask` while it is under way."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None
    limit: int
    purpose: str
    started: float
    deadline: float
    tries: int = 0
    grown: int = 0
    fitted: bool = False
    spent: Usage = field(default_factory=Usage)

    @property
    def prompt(self) -> str:
        return "\n".join(message.content for message in self.messages)


class OpenAIModel:
    """Chat completions of any compatible server; what servers differ in is absorbed here."""

    def __init__(
        self,
        settings: ModelSettings,
        api_key: str,
        *,
        sleep: Callable[[float], None] = time.sleep,
        on_event: Callable[[ModelAdapted], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        """The key is cleaned, and kept out of everything that is shown.

        Raises:
            UsageError: the base URL is no address.
            ModelError: the key cannot be one.
        """
        self.base_url = clean_base_url(settings.base_url)
        self._url = self.base_url or OFFICIAL
        self._key = clean_key(api_key)
        self._settings = settings
        self._extra: dict[str, Any] = clean_value(settings.extra_body)
        self._sleep, self._clock, self._now = sleep, clock, now
        self._on_event = on_event
        official = host_of(self._url) == host_of(OFFICIAL)
        # Elsewhere the old name first: a server that ignores the new one sets no limit at all.
        limits = TOKEN_LIMITS[::-1] if official else TOKEN_LIMITS
        self._learned = Learned(Dialect(limits=limits), self._tell)
        self.estimator = Estimator()
        self._connection = Connection(settings, self._url, self.place, self._key, clock, now)
        if self.base_url != settings.base_url.strip().rstrip("/"):
            self._tell(f"the base URL was put right to {self.place}")

    def __repr__(self) -> str:
        return f"OpenAIModel({self.name!r} at {self.place})"

    @property
    def name(self) -> str:
        return self._settings.name

    @property
    def place(self) -> str:
        """The address, for messages."""
        return shown(self.base_url) or "api.openai.com"

    def ask(
        self,
        messages: Sequence[Message],
        *,
        purpose: str,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        started = self._clock()
        call = Call(
            messages=tuple(replace(m, content=clean_text(m.content)) for m in messages),
            schema=None if schema is None else clean_value(schema),
            limit=max_tokens or self._settings.max_output_tokens,
            purpose=purpose,
            started=started,
            deadline=started + self._settings.deadline,
        )
        while True:
            dialect = self._learned.current
            sent = parameters(dialect, call.messages, call.schema, call.limit, self._extra)
            try:
                return self._try(call, dialect, sent)
            except Trouble as trouble:
                call.spent += trouble.usage or Usage()
                self._recover(call, trouble, dialect, sent)

    def _try(self, call: Call, dialect: Dialect, sent: dict[str, Any]) -> Reply:
        answer = self._connection.exchange(sent, call.deadline)
        if answer.plain and answer.choices and dialect.stream:
            self._learned.learn(dialect, replace(dialect, stream=False), "")
        text = "".join(answer.text)
        received = self.estimator.tokens(text + "".join(answer.reasoning))
        usage = read_usage(answer.usage, self.estimator.tokens(call.prompt), received)
        self._compare(call, usage)
        result = whole(answer, usage, wants_json=call.schema is not None)
        return Reply(
            text=result.text,
            finish=result.finish,
            usage=call.spent + usage,
            model=answer.model or self.name,
            seconds=self._clock() - call.started,
            reasoning=result.reasoning,
            repaired=result.repaired,
        )

    def _recover(
        self, call: Call, trouble: Trouble, dialect: Dialect, sent: dict[str, Any]
    ) -> None:
        """Return when another try may help, after the wait it needs; else raise for good."""
        error = trouble.error
        if error.kind == "bad_request" and error.status in (400, 415, 422):
            better = adapt(dialect, sent, trouble.body, error.message)
            if better is not None:
                return self._learned.learn(dialect, better, self._redacted(error.message))
        if error.kind == "context" and self._fit(call, error.message):
            return None
        if trouble.again == "larger":
            self._grow(call, trouble)
            return None
        if trouble.again == "no" or call.tries >= self._settings.retries:
            self._give_up(call, error)
        call.tries += 1
        self._wait(call, trouble)
        return None

    def _fit(self, call: Call, message: str) -> bool:
        """Ask for a shorter reply where the refusal says how much room the context has left."""
        left = room(message)
        if call.fitted or left is None or not LEAST_ROOM <= left - 8 < call.limit:
            return False
        call.limit, call.fitted = left - 8, True
        self._tell(f"replies are limited to the {call.limit} tokens that the context has left")
        return True

    def _grow(self, call: Call, trouble: Trouble) -> None:
        """Double the limit once for a cut reply, twice where thinking left no room for any."""
        allowed = 1 if trouble.text.strip() else 2
        if call.grown >= allowed or call.fitted:
            self._give_up(call, trouble.error)
        call.grown += 1
        call.limit *= 2
        self._retrying(call, trouble.error, 0.0)

    def _wait(self, call: Call, trouble: Trouble) -> None:
        hint = trouble.hint
        least = min(2.0 ** (call.tries - 1), 30.0) if hint is None else hint
        wait = least + random.uniform(0.0, 0.1 * least)
        if self._clock() + wait >= call.deadline:
            asked = f"; the server asks for a wait of {hint:.0f} s" if hint else ""
            message = f"{trouble.error.message}{asked}; the deadline of the call leaves no time"
            self._give_up(call, ModelError(trouble.error.kind, message, trouble.error.status))
        self._retrying(call, trouble.error, wait)
        self._sleep(wait)

    def _give_up(self, call: Call, error: ModelError) -> NoReturn:
        message = self._redacted(error.message)
        raise ModelError(error.kind, message, error.status, call.spent) from None

    def _retrying(self, call: Call, error: ModelError, wait: float) -> None:
        after = f" after {wait:.0f} s" if wait >= 0.5 else ""
        self._tell(f"asking again for {call.purpose}{after} ({error.kind}: {error.message})")

    def _compare(self, call: Call, usage: Usage) -> None:
        """Learn how the server counts; say so when it seems to have read half of the prompt."""
        if usage.estimated:
            return
        guess = estimate_tokens(call.prompt)
        if guess > SUSPICIOUS and usage.prompt < guess / 2:
            message = f"the server counted {usage.prompt} tokens of about {guess} sent; it may "
            self._tell(message + "have cut the prompt to its context size")
        else:
            self.estimator.observe(call.prompt, usage.prompt)

    def _tell(self, what: str) -> None:
        self._on_event(ModelAdapted(self._redacted(what)))

    def _redacted(self, text: str) -> str:
        return text if self._key == NO_KEY else text.replace(self._key, "***")

    def offered(self) -> list[str]:
        """The models the endpoint lists; raises what the openai package raises."""
        return [entry.id for entry in self._connection.client().models.list()]

    def close(self) -> None:
        """Close this process's connections; the next call opens new ones."""
        self._connection.close()
