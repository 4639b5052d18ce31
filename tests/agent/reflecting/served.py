"""Roles that ask a model over HTTP, as in a run, and a server that answers by the prompt."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.launch import connect
from agent.reflecting.model_roles import model_roles
from agent.settings import Layer, resolve
from reflect.roles import Critic, Judge, Reviser, Roles
from reflect.score import Criterion
from tests.endpoint import Answer, Endpoint, stream
from tests.reflect.drafts import CRITERIA

TASKS = {
    "# Task: the edit plan": "critic", "# 任务：给出修改方案": "critic",
    "# Task: revise this text": "reviser", "# 任务：修订这段文字": "reviser",
    "# Task: judge the draft": "judge", "# 任务：评判草稿": "judge",
}  # fmt: skip
MATERIAL = "# Material\n\n<material>\nThe cart weighed 0.5 kg.\n</material>\n"


def prompt_of(body: dict[str, Any]) -> str:
    """The user's message of the first question, without what was asked again."""
    return str(body["messages"][1]["content"])


def role_of(body: dict[str, Any]) -> str:
    return next(role for task, role in TASKS.items() if task in prompt_of(body))


def text_of(body: dict[str, Any]) -> str:
    """What a reviser was given."""
    found = re.search(r"\n<text>\n(.*)\n</text>\n", prompt_of(body), re.DOTALL)
    assert found is not None
    return found[1]


def fenced(latex: str) -> str:
    return f"```latex\n{latex}\n```"


def item(section: str, **fields: Any) -> dict[str, Any]:
    return {
        "section": section, "issue": "The tense is wrong.", "action": "Use the past perfect.",
        "category": "clarity", "severity": 4, "evidence": "", "preserve": [], "removes": [],
        **fields,
    }  # fmt: skip


def plan_of(*items: dict[str, Any]) -> str:
    return json.dumps({"changes": list(items)}, ensure_ascii=False)


def shared_prefix(one: str, other: str) -> int:
    """How many characters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


Reply = str | Answer
Say = Callable[[dict[str, Any]], Reply]


def answering(critic: Say, reviser: Say, judge: Say | None = None) -> Callable[..., Answer]:
    """A handler that answers each role by its own function of the request."""
    roles = {"critic": critic, "reviser": reviser, "judge": judge}

    def handler(body: dict[str, Any], number: int) -> Answer:
        say = roles[role_of(body)]
        assert say is not None
        said = say(body)
        return said if isinstance(said, Answer) else stream(said)

    return handler


@dataclass
class Served:
    endpoint: Endpoint
    roles: Roles
    spendings: Callable[[], dict[str, dict[str, float]]]
    events: list[Any] = field(default_factory=list)

    @property
    def revisions(self) -> list[dict[str, Any]]:
        """What the reviser was asked, in order."""
        return [body for body in self.endpoint.requests if role_of(body) == "reviser"]

    @property
    def critic(self) -> Critic:
        assert self.roles.critic is not None
        return self.roles.critic

    @property
    def reviser(self) -> Reviser:
        assert self.roles.reviser is not None
        return self.roles.reviser

    @property
    def judge(self) -> Judge:
        assert self.roles.judge is not None
        return self.roles.judge

    def prompts(self, role: str) -> list[str]:
        """System and user message of each question to this role, joined."""
        return [
            "\n\n".join(message["content"] for message in body["messages"])
            for body in self.endpoint.requests
            if role_of(body) == role
        ]


@contextmanager
def served(
    handler: Callable[..., Answer],
    folder: Path,
    *,
    language: Any = "en",
    protect: bool = False,
    judge: bool = False,
    material: str = MATERIAL,
    criteria: tuple[Criterion, ...] = CRITERIA,
    **settings: Any,
) -> Iterator[Served]:
    """`settings` are tables, such as `budget={"calls": 3}`."""
    with Endpoint(handler) as endpoint:
        model = {"base_url": endpoint.url, "name": "m", "retries": 1, **settings.pop("model", {})}
        chosen = resolve(Layer("test", {"model": model, **settings})).settings
        events: list[Any] = []
        connection = connect(chosen, {"OPENAI_API_KEY": "k"}, folder, events.append)
        roles = model_roles(
            connection.model(""),
            connection.model(""),
            connection.model("") if judge else None,
            language=language,
            material=material,
            criteria=criteria,
            protect=protect,
            on_event=events.append,
        )
        try:
            yield Served(endpoint, roles, connection.spendings, events)
        finally:
            connection.close()
