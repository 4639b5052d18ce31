"""`reflectex run --dry-run`: what a model would be sent, and about what it would cost."""

import json
import sys
from collections.abc import Sequence

from agent.authors.model import ModelAuthor
from agent.authors.offline.author import OfflineAuthor
from agent.model.errors import ModelError
from agent.model.estimate import estimate_tokens
from agent.model.scripted import Asked, ScriptedModel
from agent.model.types import Message
from agent.run import Run
from agent.settings import ModelSettings
from agent.stages.explore import explore_materials
from agent.stages.figures import draw_figures
from agent.stages.scan import scan_materials
from agent.stages.write import write_draft
from agent.summaries import count

ANSWER = 900
"""Tokens of one reply, about: a section of 350 words, or a plan in JSON."""


def _nothing(purpose: str, messages: Sequence[Message]) -> str:
    """In place of a reply: the author then goes on as it does after an empty one."""
    raise ModelError("empty", "nothing was sent")


def _tokens(asked: Asked) -> int:
    return sum(estimate_tokens(message.content) for message in asked.messages)


def show_prompts(run: Run, *, as_json: bool) -> int:
    """Go through the stages with a model that answers nothing; compile nothing.

    Later prompts depend on earlier replies; where there is none, the offline author's choice
    stands in, so the sections are those it would write.
    """
    model = ScriptedModel(_nothing, run.settings.model.name)
    run.author = ModelAuthor(model, run.settings, fallback=OfflineAuthor(run.settings))
    run.listeners = ()
    run.fresh = True
    with run:
        inventory = run.stage("scan", scan_materials)
        findings = run.stage("explore", explore_materials, inventory)
        figures = run.stage("figures", draw_figures, inventory, findings)
        run.stage("write", write_draft, inventory, findings, figures)
    _print(model.asked, run.settings.model, as_json=as_json)
    return 0


def _print(prompts: list[Asked], prices: ModelSettings, *, as_json: bool) -> None:
    sent, answered = sum(_tokens(p) for p in prompts), ANSWER * len(prompts)
    cost = (sent * prices.input_price + answered * prices.output_price) / 1e6
    if as_json:
        content = {
            "prompts": [
                {
                    "purpose": p.purpose,
                    "tokens": _tokens(p),
                    "messages": [{"role": m.role, "content": m.content} for m in p.messages],
                }
                for p in prompts
            ],
            "estimate": {"prompt_tokens": sent, "completion_tokens": answered, "cost": cost},
        }
        sys.stdout.write(json.dumps(content, ensure_ascii=False) + "\n")
        return
    for prompt in prompts:
        sys.stdout.write(f"=== {prompt.purpose}: about {_tokens(prompt)} tokens\n")
        for message in prompt.messages:
            sys.stdout.write(f"--- {message.role}\n{message.content}\n")
    price = f", cost about {cost:.4f}" if cost else ", cost unknown (no prices in the settings)"
    sys.stdout.write(
        f"=== {count(len(prompts), 'call')}: about {sent} prompt tokens, most of them one shared "
        f"prefix, and {answered} completion tokens{price}. Nothing was sent.\n"
    )
