import pytest

from reflect.evidence import Claim, ClaimState
from tests.reflect.checks.content import cured, found, seen

FACTS = frozenset({"fall.slope", "fall.speed.mean", "fall.speed.max", "run1.mean", "run2.mean"})
SOURCE = "First 7.3 m, then 4.17 m/s, then 4.71 m/s, then 2.40 m, about 4.2 m/s."


TOLD: tuple[tuple[str, ClaimState, str | None, str], ...] = (
    ("7.3 m", "loose", None, ""),
    ("4.17 m/s", "fact", "fall.slope", r"\fact{fall.slope}"),
    ("4.71 m/s", "contradicts", "fall.slope", r"\fact{fall.slope}"),
    ("2.40 m", "stated", None, ""),
    ("4.2 m/s", "fact", "fall.slope", ""),
    ("9.9 m/s", "contradicts", "fall.slope", ""),
)


def told(source):
    return tuple(
        Claim(start, start + len(text), text, state, key, expected)
        for text, state, key, expected in TOLD
        if (start := source.find(text)) >= 0
    )


@pytest.mark.parametrize(
    "check_id", ["untraced-number", "number-is-fact", "number-contradicts-fact"]
)
def test_without_a_ledger_nothing_is_said_of_numbers(check_id):
    assert seen(check_id, SOURCE) == []


def test_each_state_of_a_number_is_its_own_finding():
    assert seen("untraced-number", SOURCE, claims=told) == ["7.3 m"]
    assert seen("number-is-fact", SOURCE, claims=told) == ["4.17 m/s"]
    assert seen("number-contradicts-fact", SOURCE, claims=told) == ["4.71 m/s"]


def test_the_fact_comes_into_the_place_of_its_digits():
    assert cured("number-is-fact", "It is 4.17 m/s.", claims=told) == r"It is \fact{fall.slope}."
    assert cured("number-contradicts-fact", "It is 4.71 m/s.", claims=told) == (
        r"It is \fact{fall.slope}."
    )


def test_a_contradiction_that_is_no_slip_is_told_and_not_cured():
    (finding,) = found("number-contradicts-fact", "It is 9.9 m/s.", claims=told)
    assert (finding.severity, finding.cure) == (5, ())
    assert r"\fact{fall.slope}" in finding.action


def test_a_number_from_nowhere_is_never_cured():
    assert cured("untraced-number", SOURCE, claims=told) is None


def test_a_number_left_open_is_found_once_and_is_no_unknown_fact():
    source = r"It is \fact{?} long, \factvalue{ ? } wide, % \fact{?}"
    for facts in (None, FACTS):
        assert seen("open-number", source, facts=facts) == [r"\fact{?}", r"\factvalue{ ? }"]
        assert seen("unknown-fact", source, facts=facts) == []


@pytest.mark.parametrize(
    ("source", "facts"),
    [
        (r"\fact{anything}", None),
        (r"\fact{fall.slope} \factvalue{run1.mean}", FACTS),
        (r"% \fact{nothing}", FACTS),
    ],
)
def test_known_facts_and_documents_without_ledger_are_let_be(source, facts):
    assert seen("unknown-fact", source, facts=facts) == []


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        (r"a \fact{fall.slop} b", r"a \fact{fall.slope} b"),
        (r"\factvalue{fall.speed.maen}", r"\factvalue{fall.speed.mean}"),
        (r"\fact{fall.spede.max}", r"\fact{fall.speed.max}"),
        (r"\fact{run3.mean}", None),
        (r"\fact{something.else}", None),
    ],
)
def test_an_unknown_fact_is_mended_only_when_one_key_is_all_but_equal(written, mended):
    (finding,) = found("unknown-fact", written, facts=FACTS)
    assert finding.severity == 5
    assert cured("unknown-fact", written, facts=FACTS) == mended
    if mended is None and "run3" in written:
        assert "run1.mean" in finding.action
