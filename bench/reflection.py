"""What a scoped round costs against one rewrite of the body; exit code 1 when a limit is passed.

Both carry out the same three changes on the same report of eight sections, with the prompts of a
run, its material and its gate; tokens are counted with one estimate for both. What is compared are
the calls that revise, since the critic's call is the same before either. Of all ways to choose
three places some are drawn: the mean of them is held against the limit, the worst is printed.

A section costs twice its length, so three of eight alike cost 3/8 of the text and more: only where
a change goes to a subsection, or with `--scope paragraph`, is a round a third of a rewrite.
"""

import json
import random
import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from agent.model.estimate import estimate_tokens
from agent.model.scripted import ScriptedModel
from agent.model.types import Message
from agent.reflecting.criteria_files import criteria_of
from agent.reflecting.model_roles import model_roles
from latex.sections import Outline, Section, outline
from reflect.apply import Application
from reflect.change import Change
from reflect.evidence import Evidence
from reflect.loop import reflect
from reflect.roles import Hooks, Policy, Roles
from tests.agent.reflecting.long_draft import long_draft, long_material
from tests.agent.reflecting.served import fenced, item, plan_of, shared_prefix

THIRD, UNCHANGED, DRAWN = 1 / 3, 0.8, 25
SENTENCE = re.compile(r"The [^.\\\n]{20,100} was [^.\\\n]{10,100}\.")
TEXT = re.compile(r"\n<text>\n(.*)\n</text>\n", re.DOTALL)
CRITERIA = criteria_of("lab")
JUDGED = ("argument", "clarity", "question-answered")


def with_subsections(source: str) -> str:
    """Two subsections in each section but the first and the last."""
    pieces = re.split(r"(?=\\section\{)", source)
    return "".join(
        piece if number in (0, 1, len(pieces) - 1) else _divided(piece, number)
        for number, piece in enumerate(pieces)
    )


def _divided(section: str, number: int) -> str:
    heading, _, text = section.partition("\n")
    paragraphs = [f"\\subsection{{Part {number}a}}", *text.strip("\n").split("\n\n")]
    paragraphs.insert(1 + len(paragraphs) // 2, f"\\subsection{{Part {number}b}}")
    return f"{heading}\n\n" + "\n\n".join(paragraphs) + "\n\n"


def leaves(found: Outline) -> Iterator[Section]:
    """The sections that hold no other."""
    holders = {parent.anchor for section in found if (parent := found.parent(section))}
    return (section for section in found if section.anchor not in holders)


def change(source: str, section: Section) -> Change:
    """Quotes a sentence of the last paragraph that has a fitting one."""
    quote = SENTENCE.findall(source[section.body_start : section.end])[-1]
    return Change(
        section.anchor,
        "The sentence is in the wrong tense: the work was done before the report was written.",
        "Put the sentence that is quoted into the past perfect, and leave all others.",
        severity=4,
        evidence=quote,
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


def tokens(source: str, changes: Sequence[Change], policy: Policy) -> int:
    """Sent and received to carry out these changes."""
    model = ScriptedModel(revise)
    reviser = roles_of(model).reviser
    assert reviser is not None
    applied = Application(source, reviser, policy, Evidence(), Hooks(), 1).run(changes)
    assert all(attempt.fate == "kept" for attempt in applied.attempts), applied.attempts
    texts = [message.content for asked in model.asked for message in asked.messages]
    texts += [revise("", asked.messages) for asked in model.asked]
    return sum(map(estimate_tokens, texts))


def compare(name: str, source: str, policy: Policy) -> float:
    places = list(combinations(leaves(outline(source)), 3))
    ratios, sizes = [], []
    for chosen in random.Random(3).sample(places, DRAWN):
        changes = [change(source, section) for section in chosen]
        scoped = tokens(source, changes, policy)
        whole = tokens(source, changes, Policy(strategy="whole"))
        ratios.append(scoped / whole)
        sizes.append((scoped, whole))
    scoped, whole = (round(statistics.mean(column)) for column in zip(*sizes, strict=True))
    mean = statistics.mean(ratios)
    print(
        f"{name:36} {scoped:5} tokens for {whole:5} of a rewrite: {mean:.2f} of it, "
        f"{max(ratios):.2f} at worst"
    )
    return mean


def prefixes() -> list[float]:
    """Of the critic's prompts in the rounds after the first, the share the one before had."""
    asked = {"critique": 0, "judge": 0}

    def answer(purpose: str, messages: Sequence[Message]) -> str:
        if purpose.startswith("revise"):
            return revise(purpose, messages)
        kind = purpose.split()[0]
        asked[kind] += 1
        number = asked[kind]
        if kind == "judge":
            # Each draft a little better than the one before, or the rounds would end.
            passed = [{"id": id_, "reason": "", "passes": n < number} for n, id_ in
                      enumerate(c.id for c in CRITERIA if not c.checks)]  # fmt: skip
            return json.dumps({"results": passed})
        category = ("language", "verbosity", "structure")[number - 1]
        anchors = (number, number + 2, number + 5)
        return plan_of(*(item(f"n{anchor}", category=category) for anchor in anchors))

    model = ScriptedModel(answer)
    roles = roles_of(model, judge=True)
    result = reflect(long_draft(), roles, Policy(rounds=3, criteria=CRITERIA))
    assert [len(revision.kept) for revision in result.history] == [3, 3, 3]
    prompts = [
        "\n\n".join(message.content for message in one.messages)
        for one in model.asked
        if one.purpose.startswith("critique")
    ]
    return [shared_prefix(one, other) / len(other) for one, other in pairwise(prompts)]


def main() -> int:
    flat, nested = long_draft(), with_subsections(long_draft())
    compare("a section of eight for each change", flat, Policy())
    inner = compare("its subsection", nested, Policy())
    paragraph = compare("its paragraph (--scope paragraph)", flat, Policy(scope="paragraph"))
    shares = prefixes()
    shown = ", ".join(f"{share:.0%} in round {n}" for n, share in enumerate(shares, 2))
    print(f"unchanged beginning of the critic's prompt: {shown}")
    good = max(inner, paragraph) <= THIRD and min(shares) >= UNCHANGED
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
