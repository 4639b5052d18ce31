"""The judge: asks a model which criteria a draft passes. Only scores are made of its answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.authors.prompts import load
from agent.authors.types import Language
from agent.events import ModelAdapted, Warned
from agent.model.asking import ask_json
from agent.model.types import Message, Model
from agent.reflecting.model_faults import announced
from agent.reflecting.prefix import inert_material, passages, title_of
from latex.sections import outline
from reflect.roles import Spent
from reflect.score import Criterion

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "results": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "reason": {"type": "string"},
                    "passes": {"type": "boolean"},
                },
                "required": ["id", "reason", "passes"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["results"],
    "additionalProperties": False,
}
WORDS = {
    "true": True, "yes": True, "pass": True, "passes": True, "passed": True, "是": True,
    "达标": True, "false": False, "no": False, "fail": False, "fails": False, "failed": False,
    "否": False, "不达标": False,
}  # fmt: skip
"""Decisions as models say them in words."""


class NotJudged(Exception):
    """No reply was a judgement; its arguments are the reasons."""


@dataclass(slots=True)
class ModelJudge:
    model: Model
    language: Language
    material: str
    on_event: Callable[[Any], None]
    _last: dict[str, bool] = field(default_factory=dict)
    """What was last said of each criterion."""
    _silent: set[str] = field(default_factory=set)
    """Criteria that were not decided when they were first asked about."""

    def __call__(self, source: str, criteria: Sequence[Criterion]) -> Mapping[str, bool]:
        """Which criteria pass, by id.

        A criterion that no reply decides keeps what was said of it before: a draft must not gain
        by a judge that falls silent. One that was not decided of the first draft is left out of
        all, since scores over different criteria cannot be compared.

        Raises:
            Spent: the budget allows no call, and there is no earlier judgement.
            ModelError: the model cannot be asked at all.
        """
        asked = [criterion for criterion in criteria if criterion.id not in self._silent]
        if not asked:
            return {}
        try:
            with announced(lambda reasons: NotJudged(*reasons)):
                self._last |= ask_json(
                    self.model,
                    self._messages(source, asked),
                    "judge",
                    lambda value: read_results(value, asked),
                    schema=SCHEMA,
                    tell=lambda what: self.on_event(ModelAdapted(f"judgement: {what}")),
                )
        except NotJudged as error:
            reasons = " ".join(map(str, error.args))
            self.on_event(Warned("reflect", f"The judge gave no usable judgement: {reasons}"))
        except Spent:
            if not all(criterion.id in self._last for criterion in asked):
                raise
        finally:
            self._silent |= {c.id for c in asked if c.id not in self._last}
        return {c.id: self._last[c.id] for c in asked if c.id in self._last}

    def _messages(self, source: str, criteria: Sequence[Criterion]) -> tuple[Message, Message]:
        system = load(self.language, "judge_system").render(criteria=criteria)
        seen = passages(source, outline(source))
        user = load(self.language, "judge").render(
            material=inert_material(self.material),
            title=title_of(source),
            draft="".join(passage.marked for passage in seen).strip(),
        )
        return Message("system", system), Message("user", user)


def read_results(value: Any, criteria: Sequence[Criterion]) -> dict[str, bool]:
    """The judgement of a parsed reply, of the criteria that were asked about.

    Raises:
        ValueError: one of them is not decided.
    """
    items = value.get("results") if isinstance(value, dict) else None
    if not isinstance(items, list):
        raise ValueError('The reply must be one object with the key "results", an array.')
    said: dict[str, bool] = {}
    for item in items:
        if not (isinstance(item, dict) and isinstance(item.get("id"), str)):
            continue
        passes = item.get("passes")
        if isinstance(passes, str):
            passes = WORDS.get(passes.strip().lower())
        if isinstance(passes, bool):
            said[item["id"].strip().strip("`")] = passes
    missing = [criterion.id for criterion in criteria if criterion.id not in said]
    if missing:
        raise ValueError(f"These criteria are not decided: {', '.join(missing)}.")
    return {criterion.id: said[criterion.id] for criterion in criteria}
