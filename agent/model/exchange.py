"""One request and its answer over HTTP: every way it can fail becomes one kind of trouble."""

import os
from collections.abc import Callable
from typing import Any

import httpx2
import openai

from agent.model.address import host_of, is_loopback
from agent.model.answer import Answer
from agent.model.errors import Kind, ModelError
from agent.model.estimate import estimate_tokens, read_usage
from agent.model.reading import BodyReader, Undecodable
from agent.model.refusals import Again, Trouble, error_words, refused
from agent.settings import ModelSettings

LONGEST_BODY = 32_000_000
CONNECT_SECONDS = 10.0


class Connection:
    """The HTTP clients of the openai package, one for each process that asks.

    A client is built at the first call of a process, since a socket shared after a fork hangs.
    The package's own retries are off: they repeat calls for spent quota, give up on long waits,
    and know no deadline.
    """

    def __init__(
        self,
        settings: ModelSettings,
        url: str,
        place: str,
        key: str,
        clock: Callable[[], float],
        now: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._url, self._place, self._key = url, place, key
        self._clock, self._now = clock, now
        self._clients: dict[int, openai.OpenAI] = {}

    def client(self) -> openai.OpenAI:
        """The client of this process.

        Raises:
            ModelError: the environment names a proxy that cannot be used.
        """
        process = os.getpid()
        if process not in self._clients:
            mine = self._connect()
            if self._clients.setdefault(process, mine) is not mine:
                mine.close()
        return self._clients[process]

    def _connect(self) -> openai.OpenAI:
        local = is_loopback(host_of(self._url))
        try:
            return openai.OpenAI(
                base_url=self._url,
                api_key=self._key,
                max_retries=0,
                timeout=self._settings.timeout,
                http_client=openai.DefaultHttpx2Client(
                    trust_env=not local,
                    # Reading the certificates takes time that plain HTTP does not need.
                    verify=not (local and self._url.startswith("http://")),
                ),
            )
        except (ImportError, ValueError) as error:
            message = f"the proxy of the environment cannot be used ({type(error).__name__})"
            raise ModelError("network", message) from None

    def close(self) -> None:
        """Close this process's connections; the next call opens new ones."""
        if client := self._clients.pop(os.getpid(), None):
            client.close()

    def exchange(self, sent: dict[str, Any], deadline: float) -> Answer:
        """Send the fields of one request and read the whole answer.

        Raises:
            Trouble: whatever went wrong on the way, in one form.
        """
        answer = Answer()
        try:
            self._receive(sent, answer, deadline)
        except openai.APIStatusError as error:
            response = error.response
            raise refused(
                response.status_code, dict(response.headers), _body(response), self._now()
            ) from None
        except (openai.APITimeoutError, httpx2.TimeoutException):
            raise _trouble("timeout", "no piece of the reply came in time", answer) from None
        except (openai.APIConnectionError, httpx2.HTTPError) as error:
            cause = error.__cause__ or error
            reason = f"{type(cause).__name__}: {cause}".rstrip(": ")
            message = f"no connection to {self._place} ({reason})"
            raise _trouble("network", message, answer) from None
        except Undecodable as error:
            raise _trouble("protocol", f"the answer is no JSON: {error}", answer) from None
        except openai.OpenAIError as error:
            raise _trouble("protocol", str(error), answer) from None
        return answer

    def _receive(self, sent: dict[str, Any], answer: Answer, deadline: float) -> None:
        left = max(deadline - self._clock(), 0.1)
        # Without a stream nothing comes before everything does.
        patience = min(self._settings.timeout, left) if sent.get("stream") else left
        reader = BodyReader(lambda document: answer.add(document, self._now()))
        size = 0
        with self.client().chat.completions.with_streaming_response.create(
            model=self._settings.name,
            messages=sent["messages"],
            extra_body={key: value for key, value in sent.items() if key != "messages"},
            timeout=httpx2.Timeout(patience, connect=min(CONNECT_SECONDS, left)),
        ) as response:
            kind = response.headers.get("content-type", "")
            for piece in response.iter_bytes():
                size += len(piece)
                if self._clock() > deadline:
                    raise _trouble("timeout", "the deadline passed amid the reply", answer, "no")
                if size > LONGEST_BODY:
                    raise _trouble("protocol", "the answer is endless", answer, "no")
                if "html" in kind or (size == len(piece) and piece.lstrip()[:1] == b"<"):
                    words = error_words(piece.decode("utf-8", "replace"))
                    raise _trouble("protocol", words, answer)
                reader.feed(piece)
        reader.close()
        answer.plain = reader.streamed is False


def _trouble(kind: Kind, message: str, answer: Answer, again: Again = "same") -> Trouble:
    """A failed try; what the server had counted or sent until then was paid for."""
    text = "".join(answer.text)
    paid = read_usage(answer.usage, 0, estimate_tokens(text)) if text or answer.usage else None
    return Trouble(ModelError(kind, message), again, usage=paid, text=text)


def _body(response: httpx2.Response) -> object:
    """The body of a refusal: JSON where it is, else its text, else nothing."""
    try:
        text = response.text
    except (httpx2.HTTPError, httpx2.StreamError, RuntimeError):
        return ""
    try:
        return response.json()
    except ValueError:
        return text
