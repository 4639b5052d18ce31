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

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from reflect.change import Change
from reflect.evidence import Evidence
from reflect.gate_columns import cells_lost
from reflect.gate_content import blocks_lost, equations_lost, verbatim_lost
from reflect.gate_elision import elision
from reflect.gate_floats import check_floats
from reflect.gate_frame import (
    bibliography_lost,
    inputs_lost,
    length_collapse,
    preamble_changed,
    preserve_broken,
    score_lower,
    skeleton_lost,
)
from reflect.gate_front import front_replaced
from reflect.gate_keys import (
    citations_lost,
    cites_unknown_new,
    claims,
    facts_lost,
    labels_lost,
    refs_dangling_new,
)
from reflect.gate_leads import check_sentences
from reflect.gate_links import links_changed
from reflect.gate_matter import code_lost, matter_lost
from reflect.gate_pair import Pair, pair
from reflect.gate_passages import paragraphs_lost, passages_lost
from reflect.gate_plots import plot_changed
from reflect.gate_rows import rows_lost
from reflect.gate_sections import check_sections
from reflect.gate_space import same_but_for_space
from reflect.verdict import Objection, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Rule:
    find: Callable[[Pair], Iterator[Objection]]
    names: tuple[str, ...]
    """Under which it objects."""


RULES = (
    Rule(skeleton_lost, ("skeleton-lost",)),
    Rule(preamble_changed, ("preamble-changed",)),
    Rule(length_collapse, ("length-collapse",)),
    Rule(score_lower, ("score-lower",)),
    Rule(front_replaced, ("front-replaced",)),
    Rule(matter_lost, ("matter-lost",)),
    Rule(citations_lost, ("citations-lost",)),
    Rule(cites_unknown_new, ("cites-unknown-new",)),
    Rule(bibliography_lost, ("bibliography-lost",)),
    Rule(inputs_lost, ("input-lost",)),
    Rule(
        check_sections,
        (
            *("sections-fewer", "section-merged", "section-lost", "section-split"),
            *("section-added-without-plan", "section-order", "section-level"),
            *("section-collapse", "section-replaced"),
        ),
    ),
    Rule(
        check_floats,
        (
            *("figures-fewer", "tables-fewer", "figure-file-changed"),
            *("caption-lost", "caption-collapse", "captions-exchanged"),
        ),
    ),
    Rule(rows_lost, ("rows-lost",)),
    Rule(cells_lost, ("cells-lost",)),
    Rule(plot_changed, ("plot-changed",)),
    Rule(equations_lost, ("equations-lost",)),
    Rule(verbatim_lost, ("verbatim-lost",)),
    Rule(code_lost, ("verbatim-lost",)),
    Rule(blocks_lost, ("blocks-lost",)),
    Rule(passages_lost, ("passage-lost",)),
    Rule(paragraphs_lost, ("paragraph-lost",)),
    Rule(labels_lost, ("labels-lost",)),
    Rule(refs_dangling_new, ("refs-dangling-new",)),
    Rule(links_changed, ("link-changed",)),
    Rule(facts_lost, ("facts-lost",)),
    Rule(claims, ("fact-contradicted", "untraced-number")),
    Rule(
        check_sentences,
        (
            *("number-changed", "citation-changed", "fact-changed", "reference-changed"),
            *("number-dropped", "relation-turned", "power-changed"),
            *("citation-dropped", "reference-dropped", "link-dropped", "fact-dropped"),
        ),
    ),
    Rule(elision, ("elision",)),
    Rule(preserve_broken, ("preserve-broken",)),
)
"""In the order of their objections."""

RULE_NAMES: tuple[str, ...] = tuple(dict.fromkeys(name for rule in RULES for name in rule.names))
"""Each of them can be switched off by its name."""


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
        objection for rule in RULES for objection in rule.find(both) if objection.rule not in allow
    )
    return Verdict(Outcome.REGRESSED if objections else Outcome.ACCEPTED, objections)
