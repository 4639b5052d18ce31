"""How asking a model can fail: for the program as a kind, for a person as two sentences."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Literal

from agent.errors import ModelFailed
from agent.model.types import Usage

Kind = Literal[
    "auth", "quota", "rate", "server", "timeout", "network", "bad_request", "not_found",
    "context", "truncated", "empty", "filtered", "protocol",
]  # fmt: skip

SHOWN_NAMES = 8

HINTS: dict[str, str] = {
    "auth": "Check OPENAI_API_KEY, and that the key belongs to this endpoint.",
    "quota": "The account has no credit left; top it up, or choose another endpoint.",
    "rate": "Wait a while and run the same command again; lower --concurrency.",
    "server": "The endpoint is in trouble; run the same command again later.",
    "timeout": "Raise model.timeout, or choose a faster model; what was answered is kept.",
    "network": "Is the server at {place} running, and is the base URL right?",
    "bad_request": "The endpoint refused the request; see the sentence above.",
    "not_found": "Check the name of the model and the base URL.",
    "context": "The material is too long for this model; choose one with a larger context.",
    "truncated": "Raise model.max_output_tokens.",
    "empty": "Choose another model, or raise model.max_output_tokens.",
    "filtered": "The endpoint's filter refused the reply; choose another model.",
    "protocol": "The address does not answer like an OpenAI-compatible endpoint; most base URLs "
    "end in /v1.",
}


class ModelError(Exception):
    """One call failed for good. Plain and picklable: it crosses threads and processes.

    The openai package's own errors do not: in a worker process they break the pool.
    """

    def __init__(
        self, kind: Kind, message: str, status: int | None = None, usage: Usage | None = None
    ) -> None:
        super().__init__(kind, message, status, usage)
        self.kind: Kind = kind
        self.message = message
        self.status = status
        self.usage = usage
        """What the failed tries cost all the same; `None`: nothing is known of it."""

    def __str__(self) -> str:
        code = f" (HTTP {self.status})" if self.status else ""
        return f"{self.kind}{code}: {self.message}"


class BudgetSpent(Exception):
    """A limit of the user's is reached; what exists is still compiled."""

    def __init__(self, which: str, limit: float) -> None:
        super().__init__(which, limit)
        self.which = which
        self.limit = limit

    def __str__(self) -> str:
        return f"the budget of {self.limit:g} {self.which} is spent"


def for_people(
    error: ModelError, place: str, *, model: str = "", offered: Sequence[str] = ()
) -> ModelFailed:
    """The error as the command line shows it; exit code 4.

    `offered` are the names of the models the endpoint lists, where it was asked.
    """
    hint = HINTS[error.kind].format(place=place)
    if error.kind == "not_found" and offered and model not in offered:
        near = get_close_matches(model, offered, n=1, cutoff=0.4)
        guess = f"Did you mean {near[0]}? " if near else ""
        more = ", …" if len(offered) > SHOWN_NAMES else ""
        hint = f"{guess}The endpoint has no model {model!r}; it offers "
        hint += f"{', '.join(offered[:SHOWN_NAMES])}{more}."
    return ModelFailed(
        f"The model at {place} gave no usable answer: {error.message.rstrip('.')}.", hint
    )
