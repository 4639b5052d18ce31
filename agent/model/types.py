"""What is asked of a model, and what it gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, all its tries together."""

    prompt: int = 0
    cached: int = 0
    """Of the prompt, those the endpoint had in its cache."""
    completion: int = 0
    estimated: bool = False
    """Counted by us at least in part, since the endpoint did not say."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.completion + other.completion,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    finish: str
    usage: Usage
    model: str
    seconds: float
    reasoning: str = ""
    repaired: tuple[str, ...] = ()
    """What was done to the text before it was handed on, in words."""


class Model(Protocol):
    @property
    def name(self) -> str:
        """As the endpoint calls it."""

    def ask(
        self,
        messages: Sequence[Message],
        *,
        purpose: str,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """One whole reply.

        Raises:
            ModelError: there is none.
            BudgetSpent: there must be none.
        """
