"""Asking again, a bounded number of times, with the reason in the model's own terms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from agent.model.errors import ModelError
from agent.model.latex_text import blocks
from agent.model.replies import NoJson, NoLatex, json_reply, latex_reply
from agent.model.thinking import split_thinking
from agent.model.types import Message, Model, Reply

T = TypeVar("T")

Tell = Callable[[str], None]
"""Hears what was done to make a reply usable, a few words each."""

TOO_LONG = "Your reply was too long and was cut off. Answer again, shorter, and complete."


Examine = Callable[[str], tuple[str, ...]]
"""What is wrong with a piece of LaTeX, in sentences for the model; empty when nothing is."""


def _tell_nobody(what: str) -> None:
    pass


def _no_doubt(source: str) -> tuple[str, ...]:
    return ()


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
    tell: Tell = _tell_nobody,
) -> T:
    """The validated value; `validate` raises ValueError with the reason where it is not good.

    `tell` hears what was repaired in the reply that is used, and why another one was asked for.

    Raises:
        Unusable: no try gave a good value.
    """

    def read(reply: Reply) -> T:
        def accepted(value: Any) -> bool:
            try:
                validate(value)
            except ValueError:
                return False
            return True

        try:
            parsed = json_reply(reply.text, accepted)
        except NoJson as error:
            raise ValueError(_reason(reply.text, validate, str(error))) from None
        value = validate(parsed.value)
        for repair in (*reply.repaired, *parsed.repaired):
            tell(repair)
        return value

    return _ask(model, messages, purpose, read, tries, schema, tell)


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
    examine: Examine,
    tries: int = 2,
    tell: Tell = _tell_nobody,
    doubt: Examine = _no_doubt,
    shorter: bool = True,
) -> str:
    """The LaTeX of a reply in which `examine` finds no problem; for `tell` see `ask_json`.

    `doubt` is asked as well where no closed fence shows that the reply came to its end: a server
    may say `stop` of one that was cut. `shorter` says that a reply which was cut may be asked for
    in fewer words; of a text that must come back whole it may not.

    Raises:
        Unusable: no try gave good LaTeX.
    """

    def read(reply: Reply) -> str:
        try:
            source = latex_reply(reply.text)
        except NoLatex as error:
            raise ValueError(str(error)) from None
        problems = examine(source)
        if not problems and not _closed(reply.text, source):
            problems = doubt(source)
        if problems:
            raise ValueError(" ".join(problems))
        for repair in reply.repaired:
            tell(repair)
        return source

    return _ask(model, messages, purpose, read, tries, None, tell, shorter=shorter)


def _closed(text: str, source: str) -> bool:
    """Whether the LaTeX of a reply stood in a fence that was closed."""
    lines = split_thinking(text.replace("\r\n", "\n").strip()).answer.split("\n")
    return any(
        block.end < len(lines) and source.strip() in block.content for block in blocks(lines)
    )


def _ask(
    model: Model,
    messages: Sequence[Message],
    purpose: str,
    read: Callable[[Reply], T],
    tries: int,
    schema: Mapping[str, Any] | None,
    tell: Tell,
    *,
    shorter: bool = True,
) -> T:
    conversation = list(messages)
    reasons: list[str] = []
    for left in reversed(range(max(1, tries))):
        try:
            reply = model.ask(conversation, purpose=purpose, schema=schema)
        except ModelError as error:
            # Nothing of a cut reply is used, and the same question would be cut again.
            if error.kind != "truncated" or not left or not shorter:
                raise
            reasons.append(TOO_LONG)
            tell("asked again for a shorter reply, since one was cut off")
            conversation = [*messages, Message("user", TOO_LONG)]
            continue
        try:
            return read(reply)
        except ValueError as error:
            reason = str(error)
        except TimeoutError:
            # Of a pattern that ran away: nothing a person or a sane model writes.
            reason = "It cannot be read."
        reasons.append(reason)
        if left:
            tell(f"asked again: {reason}")
        conversation = [
            *messages,
            Message("assistant", reply.text),
            Message("user", f"Your reply cannot be used: {reason} Answer again, in full."),
        ]
    raise Unusable(tuple(reasons))
