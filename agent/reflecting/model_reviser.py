"""The reviser: asks a model for one text with one change made; it sees no criteria and no score."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agent.authors.model_tidy import tidy
from agent.authors.prompts import load
from agent.authors.types import Language
from agent.events import ModelAdapted
from agent.model.asking import ask_latex
from agent.model.sendable import clean_text
from agent.model.types import Message, Model
from agent.reflecting.excerpt import excerpt
from agent.reflecting.model_faults import announced
from agent.reflecting.prefix import PARAGRAPH_END
from reflect.roles import NoRevision, Task

UNSENDABLE = "The text holds bytes that are no characters, and would come back changed."
UNPROVEN = (
    "Nothing shows that your reply is whole: it ends otherwise than the text, and no closed fence "
    "holds it. Put the whole text into one fenced block."
)
SAME_END = 24
"""Characters at the end, white space apart, by which a reply without a fence is taken for whole."""


@dataclass(frozen=True, slots=True)
class ModelReviser:
    """May be called from several threads at once."""

    model: Model
    language: Language
    material: str
    protect: bool
    on_event: Callable[[Any], None]

    def __call__(self, task: Task) -> str:
        """The revised text, with the white space at its ends and the line ends of the old one.

        Raises:
            NoRevision: no reply can be spliced in; the reasons are its arguments.
            Spent: the budget allows no call.
            ModelError: the model cannot be asked at all.
        """
        if clean_text(task.text) != task.text:
            raise NoRevision(UNSENDABLE)
        purpose = _purpose(task)
        with announced(lambda reasons: NoRevision(*reasons)):
            reply = ask_latex(
                self.model,
                self._messages(task),
                purpose,
                lambda source: task.examine(fitted(source, task.text)),
                tell=lambda what: self.on_event(ModelAdapted(f"{purpose}: {what}")),
                doubt=lambda source: () if _ends_alike(source, task.text) else (UNPROVEN,),
                shorter=False,
            )
        return fitted(reply, task.text)

    def _messages(self, task: Task) -> tuple[Message, Message]:
        shared = {
            "changes": task.changes,
            "placeholders": task.placeholders,
            "material": excerpt(self.material, task),
            "text": task.text.replace("\r\n", "\n").strip("\n"),
        }
        if task.scope == "body":
            user = load(self.language, "revise_body").render(**shared)
        else:
            several = len(PARAGRAPH_END.split(task.text.strip()))
            paragraph = several if task.scope == "paragraph" else 0
            prompt = load(self.language, "revise")
            user = prompt.render(**shared, path=task.path, paragraph=paragraph)
        system = load(self.language, "reviser_system").render(protect=self.protect)
        return Message("system", system), Message("user", user)


def _purpose(task: Task) -> str:
    if task.scope == "body":
        return "revise-body"
    return " ".join(("revise", *" ".join(task.path[-1:]).split()))[:60]


def _ends_alike(reply: str, old: str) -> bool:
    one, other = ("".join(text[-8 * SAME_END :].split())[-SAME_END:] for text in (reply, old))
    return one == other


def fitted(reply: str, old: str) -> str:
    r"""A reply made fit for the place of the old text.

    Habits of a model are cured only where the cure would not touch the old text: in a document
    whose own commands it misreads, such as `\mykey{a_b}`, nothing is certain. White space at the
    ends is no matter of a revision and is taken from the old text, and so are the ends of lines.
    """
    text = reply.strip()
    if tidy(old, keep_heading=True) == old.strip():
        text = tidy(text, keep_heading=True)
    if "\r\n" in old and "\n" not in old.replace("\r\n", ""):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    body = old.strip()
    start = old.find(body)
    return f"{old[:start]}{text}{old[start + len(body) :]}"
