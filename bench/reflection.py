"""What a scoped round costs against one rewrite of the body; exit code 1 when a limit is passed.

Both carry out the same three changes on the same report of eight sections, with the prompts of a
run, its material and its gate; tokens are counted with one estimate for both, sent and received.
What is compared are the calls that revise; the critic's call comes before either and is the same,
so the ratio of both with it is printed beside. Of all ways to choose three places some are drawn.

The limit of a third holds for what happens by default (`--scope auto`), on average and at worst,
also where one change of three quotes nothing and gets its section. A section for each change costs
more: both ways it is twice its length, so three of eight alike are 3/8 of a rewrite and more.
"""

import json
import random
import re
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from agent.model.scripted import ScriptedModel
from agent.model.types import Message
from latex.sections import Outline, Section, outline
from reflect.change import Change
from reflect.loop import reflect
from reflect.roles import Policy
from tests.agent.reflecting.costs import (
    CRITERIA,
    criticising,
    missing,
    quoting,
    revise,
    revising,
    roles_of,
)
from tests.agent.reflecting.long_draft import long_draft
from tests.agent.reflecting.served import item, plan_of, shared_prefix

THIRD, UNCHANGED, DRAWN = 1 / 3, 0.8, 25
Choose = Callable[[str, Sequence[Section]], list[Change]]


def all_quote(source: str, sections: Sequence[Section]) -> list[Change]:
    return [quoting(source, section) for section in sections]


def one_misses(source: str, sections: Sequence[Section]) -> list[Change]:
    return [missing(sections[0]), *all_quote(source, sections[1:])]


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


def compare(name: str, source: str, policy: Policy, choose: Choose = all_quote) -> float:
    """The worst ratio of the drawn ones."""
    places = list(combinations(leaves(outline(source)), 3))
    ratios, sizes = [], []
    for chosen in random.Random(3).sample(places, DRAWN):
        changes = choose(source, chosen)
        scoped = revising(source, changes, policy)
        whole = revising(source, changes, Policy(strategy="whole"))
        ratios.append(scoped / whole)
        sizes.append((scoped, whole, criticising(source, changes)))
    scoped, whole, critic = (round(statistics.mean(column)) for column in zip(*sizes, strict=True))
    print(
        f"{name:34} {scoped:5} tokens for {whole:5}: {statistics.mean(ratios):.2f} of a rewrite, "
        f"{max(ratios):.2f} at worst; {(scoped + critic) / (whole + critic):.2f} with the critic"
    )
    return max(ratios)


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
    held = [
        compare("by default", flat, Policy()),
        compare("by default, with subsections", nested, Policy()),
        compare("by default, one quotes nothing", flat, Policy(), one_misses),
    ]
    compare("--scope paragraph", flat, Policy(scope="paragraph"))
    compare("--scope section", flat, Policy(scope="section"))
    compare("--scope section, with subsections", nested, Policy(scope="section"))
    shares = prefixes()
    shown = ", ".join(f"{share:.0%} in round {n}" for n, share in enumerate(shares, 2))
    print(f"unchanged beginning of the critic's prompt: {shown}")
    return 0 if max(held) <= THIRD and min(shares) >= UNCHANGED else 1


if __name__ == "__main__":
    sys.exit(main())
