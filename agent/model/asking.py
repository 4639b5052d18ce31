"""Asking again, a bounded number of times, with the reason in the model's own terms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from agent.model.errors import ModelError
from agent.model.replies import NoJson, NoLatex, json_reply, latex_reply
from agent.model.types import Message, Model

T = TypeVar("T")

TOO_LONG = "Your reply was too long and was cut off. Answer again, shorter, and complete."


class Unusable(Exception):
    """No reply could be used; the reasons, one sentence each."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def ask_json(
    model: Model,
    messages: Sequence[Message],
    purpose: str,
    validate: Callable[[Any], T],
    tries: int = 2,
    schema: Mapping[str, Any] | None = None,
) -> T:
    """The validated value; `validate` raises ValueError with the reason where it is not good.

    Raises:
        Unusable: no try gave a good value.
    """

    def read(text: str) -> T:
        def accepted(value: Any) -> bool:
            try:
                validate(value)
            except ValueError:
                return False
            return True

        try:
            return validate(json_reply(text, accepted).value)
        except NoJson as error:
            raise ValueError(_reason(text, validate, str(error))) from None

    return _ask(model, messages, purpose, read, tries, schema)


def _reason(text: str, validate: Callable[[Any], T], reason: str) -> str:
    """What is wrong with the value itself, where there is one."""
    try:
        validate(json_reply(text).value)
    except NoJson:
        return reason
    except ValueError as fault:
        return f"{reason} {fault}"
    return reason


def ask_latex(
    model: Model,
    messages: Sequence[Message],
    purpose: str,
    examine: Callable[[str], tuple[str, ...]],
    tries: int = 2,
) -> str:
    """The LaTeX of a reply in which `examine` finds no problem.

    Raises:
        Unusable: no try gave good LaTeX.
    """

    def read(text: str) -> str:
        try:
            source = latex_reply(text)
        except NoLatex as error:
            raise ValueError(str(error)) from None
        if problems := examine(source):
            raise ValueError(" ".join(problems))
        return source

    return _ask(model, messages, purpose, read, tries, None)


def _ask(
    model: Model,
    messages: Sequence[Message],
    purpose: str,
    read: Callable[[str], T],
    tries: int,
    schema: Mapping[str, Any] | None,
) -> T:
    conversation = list(messages)
    reasons: list[str] = []
    for left in reversed(range(max(1, tries))):
        try:
            reply = model.ask(conversation, purpose=purpose, schema=schema)
        except ModelError as error:
            # Nothing of a cut reply is used, so the same question would be cut again.
            if error.kind != "truncated" or not left:
                raise
            reasons.append(TOO_LONG)
            conversation = [*messages, Message("user", TOO_LONG)]
            continue
        try:
            return read(reply.text)
        except ValueError as error:
            reasons.append(str(error))
            conversation = [
                *messages,
                Message("assistant", reply.text),
                Message("user", f"Your reply cannot be used: {error} Answer again, in full."),
            ]
    raise Unusable(tuple(reasons))
