"""Numbers that stand in the text as digits, against the ledger and the material."""

from collections.abc import Iterator
from difflib import get_close_matches

from latex.citations import UNKNOWN_NUMBER
from latex.structure import Structure
from reflect.checks.registry import Hit, check
from reflect.evidence import Claim, Evidence
from reflect.finding import Category, Edit


@check("untraced-number", 4, Category.UNSUPPORTED_CLAIM)
def untraced_number(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A number that neither the ledger nor the material accounts for.

    Nobody can say where it comes from: it may be invented. It weighs less outside of the abstract,
    the results, the discussion and the conclusion.

    Evidence: claims=stated:2.40 m, loose:7.3 m
    Pass: The rail is 2.40 m long.
    Fail: The rail is 7.3 m long.
    """
    for claim in evidence.claims(structure.source):
        if claim.state == "loose":
            yield Hit(
                claim.start,
                claim.end,
                f"Nothing in the data or the notes gives the number {_shown(claim)}.",
                action=f"Replace {_shown(claim)} by the fact that is meant, or leave it out.",
                severity=None if claim.strict else 3,
            )


_FAULTS = {
    "": "{} is not the value of the fact {!r} it is said of.",
    "value": "{} is not the value of the fact {!r} it is said of.",
    "sign": "{} has not the sign of the fact {!r}.",
    "unit": "{} has the digits of the fact {!r}, but not its unit.",
    "rounding": "{} is the fact {!r}, wrongly rounded.",
}


@check("number-contradicts-fact", 5, Category.WRONG_NUMBER)
def number_contradicts_fact(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A number that is said of a fact, and is another number.

    It may have another value, another sign, another unit or a wrong last digit. It is cured where
    that is plainly a slip.

    Evidence: claims=contradicts:4.71 m/s:fall.slope:\fact{fall.slope}; facts=fall.slope
    Pass: The slope is \fact{fall.slope}.
    Fail: The slope is 4.71 m/s.
    """
    for claim in evidence.claims(structure.source):
        if claim.state == "contradicts":
            yield Hit(
                claim.start,
                claim.end,
                _FAULTS[claim.fault].format(_shown(claim), claim.fact),
                cure=_cure(claim),
                action=rf"Put \fact{{{claim.fact}}} in the place of {_shown(claim)}.",
            )


@check("number-is-fact", 2, Category.MISSING_EVIDENCE)
def number_is_fact(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A fact that stands as digits, so that nobody can follow it to its origin.

    Evidence: claims=fact:4.17 m/s:fall.slope:\fact{fall.slope}, fact:4.2 m/s:fall.slope
    Pass: The slope is about 4.2 m/s, or \fact{fall.slope}.
    Fail: The slope is 4.17 m/s.
    """
    for claim in evidence.claims(structure.source):
        if claim.state == "fact" and claim.expected:
            yield Hit(
                claim.start,
                claim.end,
                f"{_shown(claim)} is the fact {claim.fact!r} and stands there as digits.",
                cure=_cure(claim),
            )


@check("open-number", 4, Category.MISSING_EVIDENCE)
def open_number(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A number that is wanted and that nobody knows: `\fact{?}`, printed as a framed `?`.

    It is honest, and it is no report that can be handed in.

    Pass: The rail is \fact{rail.length} long.
    Fail: The rail is \fact{?} long.
    """
    for mark in structure.facts:
        if mark.key == UNKNOWN_NUMBER:
            yield Hit(
                *mark.whole,
                rf"A number is left open here (\{mark.command}{{?}}).",
                action="Put the fact that is meant, or say it without a number.",
            )


@check("unknown-fact", 5, Category.WRONG_NUMBER)
def unknown_fact(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A key of no fact: the number is missing in the document.

    It is cured when exactly one key is all but equal.

    Evidence: facts=fall.slope, fall.speed.mean
    Pass: It fell with \fact{fall.slope}.
    Fail: It fell with \fact{fall.slop}.
    """
    if evidence.facts is None:
        return
    known = sorted(evidence.facts)
    for mark in structure.facts:
        if mark.key in evidence.facts or mark.key == UNKNOWN_NUMBER:
            continue
        near = get_close_matches(mark.key, known, n=3, cutoff=0.6)
        equal = get_close_matches(mark.key, known, n=2, cutoff=0.9)
        certain = len(equal) == 1 and _numbers(equal[0]) == _numbers(mark.key)
        yield Hit(
            mark.start,
            mark.end,
            f"There is no fact {mark.key!r}.",
            cure=(Edit(mark.start, mark.end, equal[0]),) if certain else (),
            action=f"Use the fact that is meant, perhaps {', '.join(map(repr, near))}."
            if near
            else "Use a fact of the ledger, or leave the number out.",
        )


def _numbers(key: str) -> list[str]:
    """What tells the keys of two groups, columns or runs apart."""
    return [character for character in key if character.isdigit()]


def _shown(claim: Claim) -> str:
    return " ".join(claim.text.split())


def _cure(claim: Claim) -> tuple[Edit, ...]:
    return (Edit(claim.start, claim.end, claim.expected),) if claim.expected else ()
