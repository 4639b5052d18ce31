"""Rules on keys: cites, labels, references, facts; and on what the ledger says of numbers."""

from collections.abc import Iterator

from latex.citations import UNKNOWN_NUMBER
from reflect.evidence import Claim
from reflect.gate_misspelt import meant
from reflect.gate_numbers import numbers_in
from reflect.gate_pair import Pair
from reflect.gate_side import INPUT, Side
from reflect.gate_values import asked_for
from reflect.gate_words import listed
from reflect.verdict import Objection


def _cited(side: Side) -> dict[str, bool]:
    r"""Keys in order, with whether one stands in the text and not only in a `\nocite`."""
    found: dict[str, bool] = {}
    for citation in side.seen.cites:
        found[citation.key] = found.get(citation.key, False) or not citation.silent
    return found


def citations_lost(pair: Pair) -> Iterator[Objection]:
    """A key that is cited no more. One that no bibliography has may go if the plan names it, or if
    the key that was meant takes its place.
    """
    before, after = _cited(pair.before), _cited(pair.after)
    known = pair.evidence.cite_keys
    new = after.keys() - before.keys()
    lost = tuple(
        key
        for key, visible in before.items()
        if (key not in after or (visible and not after[key]))
        and not (
            known is not None
            and key not in known
            and key not in pair.before.entries
            and (pair.names(key) or meant(key, new & known))
        )
    )
    if lost:
        yield Objection("citations-lost", f"No longer cited: {listed(lost)}.", lost)


def cites_unknown_new(pair: Pair) -> Iterator[Objection]:
    """While there is no bibliography, nothing is said about new keys."""
    known = pair.evidence.cite_keys
    items = pair.after.entries
    if known is None and not items:
        return
    before = _cited(pair.before)
    unknown = tuple(
        key
        for key in _cited(pair.after)
        if key not in before and key not in (known or ()) and key not in items and key != "*"
    )
    if unknown:
        yield Objection(
            "cites-unknown-new", f"The bibliography has no entry {listed(unknown)}.", unknown
        )


def labels_lost(pair: Pair) -> Iterator[Objection]:
    """A label that is gone while something still refers to it."""
    before = {mark.key for mark in pair.before.seen.labels}
    after = {mark.key for mark in pair.after.seen.labels}
    used = dict.fromkeys(mark.key for mark in pair.after.seen.refs)
    lost = tuple(key for key in used if key in before and key not in after)
    if lost:
        yield Objection(
            "labels-lost", f"References point to a label that is gone: {listed(lost)}.", lost
        )


def refs_dangling_new(pair: Pair) -> Iterator[Objection]:
    """A new reference to nothing. In a part of a larger document only where a plan is given."""
    if _is_part(pair.after) and not pair.plan:
        return
    labels = {mark.key for mark in (*pair.before.seen.labels, *pair.after.seen.labels)}
    before = {mark.key for mark in pair.before.seen.refs}
    refs = dict.fromkeys(mark.key for mark in pair.after.seen.refs)
    dangling = tuple(key for key in refs if key not in labels and key not in before)
    if dangling:
        yield Objection(
            "refs-dangling-new", f"No label for the reference to {listed(dangling)}.", dangling
        )


def _is_part(side: Side) -> bool:
    """Whether labels may stand in other files."""
    return side.seen.class_name is None or bool(INPUT.search(side.live, side.body[0]))


def facts_lost(pair: Pair) -> Iterator[Objection]:
    known = pair.evidence.facts
    after = {mark.key for mark in pair.after.seen.facts}
    lost = tuple(
        dict.fromkeys(
            mark.key
            for mark in pair.before.seen.facts
            if mark.key not in after
            and mark.key != UNKNOWN_NUMBER
            and not (pair.names(mark.key) and known is not None and mark.key not in known)
        )
    )
    if lost:
        yield Objection("facts-lost", f"The facts are no longer given: {listed(lost)}.", lost)


def claims(pair: Pair) -> Iterator[Objection]:
    """Numbers that contradict a fact, or come from nowhere, and did not stand there before.

    Where a number comes from is known when the user named it; a fact it contradicts stays a fact.
    """
    before = pair.evidence.claims(pair.before.seen.source)
    after = pair.evidence.claims(pair.after.seen.source)
    said = {(claim.state, claim.fact, claim.text) for claim in before}
    texts = {claim.text for claim in before}

    def new(state: str) -> tuple[Claim, ...]:
        return tuple(
            claim
            for claim in after
            if claim.state == state and (claim.state, claim.fact, claim.text) not in said
        )

    if wrong := new("contradicts"):
        first = wrong[0]
        yield Objection(
            "fact-contradicted",
            f"`{first.text}` contradicts the fact `{first.fact}`.",
            tuple(claim.text for claim in wrong),
        )
    if loose := tuple(
        claim for claim in new("loose") if claim.text not in texts and not _named(pair, claim)
    ):
        numbers = tuple(dict.fromkeys(claim.text for claim in loose))
        yield Objection(
            "untraced-number", f"Nobody knows where {listed(numbers)} comes from.", numbers
        )


def _named(pair: Pair, claim: Claim) -> bool:
    return any(asked_for(pair, number) for number, _, _ in numbers_in(claim.text))
