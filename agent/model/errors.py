"""How asking a model can fail: for the program as a kind, for a person as two sentences."""

from typing import Any, Literal

from agent.errors import ModelFailed

Kind = Literal[
    "auth", "quota", "rate", "server", "timeout", "network", "bad_request", "not_found",
    "context", "truncated", "empty", "filtered", "protocol",
]  # fmt: skip

RETRIED = {"rate", "server", "timeout", "network", "empty", "protocol", "truncated"}
"""Kinds that another try may mend."""

HINTS: dict[str, str] = {
    "auth": "Check OPENAI_API_KEY, and that the key belongs to this endpoint.",
    "quota": "The account has no credit left; top it up, or choose another endpoint.",
    "rate": "Wait a while and run the same command again; lower --concurrency.",
    "server": "The endpoint is in trouble; run the same command again later.",
    "timeout": "Raise model.timeout, or choose a faster model; what was answered is kept.",
    "network": "Is the server running, and is the base URL right?",
    "bad_request": "The endpoint refused the request; see the sentence above.",
    "not_found": "Check the name of the model and the base URL.",
    "context": "The material is too long for this model; choose one with a larger context.",
    "truncated": "Raise model.max_output_tokens.",
    "empty": "Choose another model, or raise model.max_output_tokens.",
    "filtered": "The endpoint's filter refused the reply; choose another model.",
    "protocol": "The address does not answer like an OpenAI-compatible endpoint.",
}


class ModelError(Exception):
    """Plain and picklable: it crosses threads and processes."""

    def __init__(
        self, kind: Kind, message: str, status: int | None = None, wait: float | None = None
    ) -> None:
        super().__init__(kind, message, status, wait)
        self.kind: Kind = kind
        self.message = message
        self.status = status
        self.wait = wait
        """Seconds the endpoint asks us to wait."""
        self.sent: dict[str, Any] = {}
        """The parameters that were refused, for the next try."""

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


def for_people(error: ModelError, place: str) -> ModelFailed:
    """The error as the command line shows it; exit code 4."""
    return ModelFailed(
        f"The model at {place} gave no usable answer: {error.message.rstrip('.')}.",
        HINTS[error.kind],
    )
