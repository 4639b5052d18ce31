"""Critic, reviser and judge as models; each may be another one."""

from collections.abc import Callable, Sequence
from typing import Any

from agent.authors.types import Language
from agent.model.types import Model
from agent.reflecting.model_critic import ModelCritic
from agent.reflecting.model_judge import ModelJudge
from agent.reflecting.model_reviser import ModelReviser
from reflect.roles import Roles
from reflect.score import Criterion


def model_roles(
    critic: Model,
    reviser: Model,
    judge: Model | None,
    *,
    language: Language,
    material: str,
    criteria: Sequence[Criterion],
    protect: bool,
    on_event: Callable[[Any], None],
) -> Roles:
    """The roles of one reflection: a critic remembers what it has shown its model.

    `material` is what prompts begin with, its tags around it. `protect` says that cites and
    references travel as placeholders, so nobody is to ask for changes of them.
    """
    return Roles(
        critic=ModelCritic(critic, language, material, tuple(criteria), protect, on_event),
        reviser=ModelReviser(reviser, language, material, protect, on_event),
        judge=None if judge is None else ModelJudge(judge, language, material, on_event),
    )
