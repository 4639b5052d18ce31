"""What it costs to carry out changes on the long draft, in tokens sent and received."""

import re
from collections.abc import Sequence

from agent.model.estimate import estimate_tokens
from agent.model.scripted import ScriptedModel
from agent.model.types import Message
from agent.reflecting.criteria_files import criteria_of
from agent.reflecting.model_roles import model_roles
from latex.sections import Section, outline
from reflect.apply import Application
from reflect.change import Change
from reflect.evidence import Evidence
from reflect.roles import Critiqued, Hooks, Policy, Roles
from tests.agent.reflecting.long_draft import long_material
from tests.agent.reflecting.served import fenced, plan_of

SENTENCE = re.compile(r"The [^.\\\n]{20,100} was [^.\\\n]{10,100}\.")
TEXT = re.compile(r"\n<text>\n(.*)\n</text>\n", re.DOTALL)
CRITERIA = criteria_of("lab")


def quoting(source: str, section: Section) -> Change:
    """Quotes a sentence of the last paragraph that has a fitting one."""
    quote = SENTENCE.findall(source[section.body_start : section.end])[-1]
    return Change(
        section.anchor,
        "The sentence is in the wrong tense: the work was done before the report was written.",
        "Put the sentence that is quoted into the past perfect, and leave all others.",
        severity=4,
        evidence=quote,
    )


def missing(section: Section) -> Change:
    """Quotes nothing, since what it is about is not there: such a change gets its section."""
    return Change(
        section.anchor,
        "Nothing says when the work was done.",
        "Say at the end that it was done before the report was written.",
        severity=4,
    )


def revise(purpose: str, messages: Sequence[Message]) -> str:
    found = TEXT.search(messages[1].content)
    assert found is not None
    return fenced(found[1].replace(" was ", " had been ", 1))


def roles_of(model: ScriptedModel, *, judge: bool = False) -> Roles:
    return model_roles(
        model,
        model,
        model if judge else None,
        language="en",
        material=long_material(),
        criteria=CRITERIA,
        protect=False,
        on_event=lambda event: None,
    )


def revising(source: str, changes: Sequence[Change], policy: Policy) -> int:
    """Tokens of the calls that carry out these changes."""
    model = ScriptedModel(revise)
    reviser = roles_of(model).reviser
    assert reviser is not None
    applied = Application(source, reviser, policy, Evidence(), Hooks(), 1).run(changes)
    assert all(attempt.fate == "kept" for attempt in applied.attempts), applied.attempts
    return _counted(model, [revise("", asked.messages) for asked in model.asked])


def criticising(source: str, changes: Sequence[Change]) -> int:
    """Tokens of the call that asks for these changes, the same whoever carries them out."""
    items = [
        {
            **{"section": change.section, "issue": change.issue, "action": change.action},
            **{"category": str(change.category), "severity": 4, "evidence": change.evidence},
            **{"preserve": [], "removes": []},
        }
        for change in changes
    ]
    reply = plan_of(*items)
    model = ScriptedModel(lambda purpose, messages: reply)
    critic = roles_of(model).critic
    assert critic is not None
    critic(Critiqued(source, outline(source), (), 1))
    return _counted(model, [reply])


def _counted(model: ScriptedModel, replies: Sequence[str]) -> int:
    sent = [message.content for asked in model.asked for message in asked.messages]
    return sum(map(estimate_tokens, (*sent, *replies)))
