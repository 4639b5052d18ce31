"""Whether a revision may take the place of the text it revises.

The source is *Controlled revision in reflection loops* (part 10 of "Engineering LLM applications"),
which answers a measurement: full rewrites by deep research agents lost 16-27 % of the content that
was already covered, and the quality of citations with it (arXiv:2601.13217, *Beyond Single-shot
Writing: Deep Research Agents are Unreliable at Multi-turn Report Revision*). Losing content can be
seen without asking a model, so the gate asks none.

Six criteria come from there: the skeleton, 60 % of the length, the structural score, the set of
cite keys, the number of sections, the number of figures and tables; and so does the outcome
`converged`, and that citations are not called open while there is no bibliography. What must be
preserved is after *Critique and revision*: what held before and holds no more is broken. All other
rules go beyond, to damage that keeps every count: files that are swapped, labels that are gone but
referred to, sections that are renamed, moved, merged, split or emptied, facts and numbers that are
others than before, entries, listings, equations, rows and theorems that are lost, text that is said
to be unchanged instead of being there.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from latex.mask import mask
from reflect.change import Change
from reflect.evidence import Evidence
from reflect.gate_content import blocks_lost, check_floats, equations_lost, verbatim_lost
from reflect.gate_frame import (
    bibliography_lost,
    elision,
    inputs_lost,
    length_collapse,
    preamble_changed,
    preserve_broken,
    score_lower,
    skeleton_lost,
)
from reflect.gate_keys import (
    citations_lost,
    cites_unknown_new,
    claims,
    facts_lost,
    labels_lost,
    refs_dangling_new,
)
from reflect.gate_leads import check_sentences
from reflect.gate_pair import Pair, common, pair
from reflect.gate_passages import paragraphs_lost, passages_lost
from reflect.gate_rows import rows_lost
from reflect.gate_sections import check_sections
from reflect.verdict import Objection, Outcome, Verdict

RULES: tuple[Callable[[Pair], Iterator[Objection]], ...] = (
    skeleton_lost,
    preamble_changed,
    length_collapse,
    score_lower,
    citations_lost,
    cites_unknown_new,
    bibliography_lost,
    inputs_lost,
    check_sections,
    check_floats,
    rows_lost,
    equations_lost,
    verbatim_lost,
    blocks_lost,
    passages_lost,
    paragraphs_lost,
    labels_lost,
    refs_dangling_new,
    facts_lost,
    claims,
    check_sentences,
    elision,
    preserve_broken,
)
"""In the order of their objections; some object under more than one name."""

RULE_NAMES = (
    "skeleton-lost", "preamble-changed", "length-collapse", "score-lower", "citations-lost",
    "cites-unknown-new", "bibliography-lost", "input-lost", "sections-fewer", "section-merged",
    "section-lost", "section-split", "section-added-without-plan", "section-order",
    "section-level", "section-collapse", "section-replaced", "figures-fewer", "tables-fewer",
    "figure-file-changed", "caption-lost", "caption-collapse", "rows-lost", "equations-lost",
    "verbatim-lost", "blocks-lost", "passage-lost", "paragraph-lost", "labels-lost",
    "refs-dangling-new", "facts-lost", "fact-contradicted", "untraced-number", "number-changed",
    "citation-changed", "fact-changed", "reference-changed", "citation-dropped",
    "reference-dropped", "link-dropped", "fact-dropped", "elision", "preserve-broken",
)  # fmt: skip
"""Under which the rules object; each can be switched off by its name."""

SPACE = re.compile(r"\s+")
NO_SPACE = re.compile(r"\S")
WORDLIKE = re.compile(r"[A-Za-z0-9\\@]")


def regression_check(
    before: str,
    after: str,
    *,
    evidence: Evidence = Evidence(),  # noqa: B008  # frozen
    plan: Sequence[Change] = (),
    allow: Collection[str] = (),
) -> Verdict:
    """Accepted, converged (the same but for white space), or regressed with every reason.

    Args:
        before: the whole source that is to be replaced.
        after: the whole source that is to replace it.
        evidence: what is known beyond both: keys of the bibliography, ledger, files.
        plan: the changes that were asked for. A loss is allowed only where one of them names it in
            `removes` and it is no real loss: a key that the bibliography lacks, a figure shown
            twice, a section said twice or moved by a change of the structure. An empty plan is
            that of a person: then the preamble may change and sections may be added.
        allow: names of rules that are switched off, such as `section-order`.
    """
    if same_but_for_space(before, after):
        return Verdict(Outcome.CONVERGED)
    both = pair(before, after, evidence, plan)
    objections = tuple(
        objection for rule in RULES for objection in rule(both) if objection.rule not in allow
    )
    return Verdict(Outcome.REGRESSED if objections else Outcome.ACCEPTED, objections)


def same_but_for_space(before: str, after: str) -> bool:
    r"""Whether two sources differ in nothing but white space that means nothing to TeX.

    Space between two words means something (`in to`, `\alpha x`), space inside verbatim text too,
    and a line end that a comment needs.
    """
    if before == after:
        return True
    if _differ_at_once(before, after) or "".join(before.split()) != "".join(after.split()):
        return False
    live = mask(before), mask(after)
    if _spaceless(live[0]) != _spaceless(live[1]):
        return False
    return _masked(before, live[0]) == _masked(after, live[1])


def _differ_at_once(before: str, after: str) -> bool:
    """Whether the first characters in which they differ are no white space."""
    start = common(before, after)
    one, other = (NO_SPACE.search(text, start) for text in (before, after))
    return (one[0] if one else "") != (other[0] if other else "")


def _spaceless(live: str) -> str:
    """Without white space, but for one space between two words."""
    pieces = SPACE.split(live.strip())
    joined = pieces[:1]
    for left, right in pairwise(pieces):
        if WORDLIKE.match(left[-1:]) and WORDLIKE.match(right[:1]):
            joined.append(" ")
        joined.append(right)
    return "".join(joined)


def _masked(source: str, live: str) -> list[str]:
    """The texts that the mask blanks; comments with their white space folded."""
    found, start = [], None
    for position, (char, shown) in enumerate(zip(source, live, strict=True)):
        if char != shown and start is None:
            start = position
        elif char == shown and start is not None and not char.isspace():
            found.append(source[start:position].rstrip())
            start = None
    if start is not None:
        found.append(source[start:].rstrip())
    return [" ".join(text.split()) if text.startswith("%") else text for text in found]
