"""Every rule of the gate objects to its damage, and to nothing that is near it."""

import pytest

from reflect.evidence import Evidence
from reflect.gate import RULE_NAMES, RULES, regression_check
from reflect.gate_pair import pair
from tests.reflect.gate_cases import CASES


def objections(before, after, known, **more):
    verdict = regression_check(before, after, **known, **more)
    return verdict.outcome, {objection.rule for objection in verdict.objections}


def test_every_rule_has_its_case():
    assert set(CASES) == set(RULE_NAMES)
    assert len(RULE_NAMES) == len(set(RULE_NAMES))


@pytest.mark.parametrize("rule", CASES)
def test_its_damage_is_named(rule):
    case = CASES[rule]
    outcome, named = objections(case.before, case.harm, case.known)
    assert outcome == "regressed"
    assert named == {rule, *case.beside}


@pytest.mark.parametrize("rule", CASES)
def test_its_nearest_harmless_neighbour_is_accepted(rule):
    case = CASES[rule]
    assert objections(case.before, case.harmless, case.known) == ("accepted", set())


@pytest.mark.parametrize("rule", CASES)
def test_it_is_switched_off_by_its_name_alone(rule):
    case = CASES[rule]
    outcome, named = objections(case.before, case.harm, case.known, allow=(rule,))
    assert named == set(case.beside)
    assert outcome == ("regressed" if case.beside else "accepted")


@pytest.mark.parametrize("rule", CASES)
def test_its_message_is_a_sentence(rule):
    case = CASES[rule]
    verdict = regression_check(case.before, case.harm, **case.known)
    message = next(o.message for o in verdict.objections if o.rule == rule)
    assert message[0].isupper() or message[0] == "`"
    assert message.endswith(".")
    assert len(message) < 400


def test_each_rule_objects_only_under_its_names():
    for case in CASES.values():
        both = pair(
            case.before,
            case.harm,
            case.known.get("evidence", Evidence()),
            case.known.get("plan", ()),
        )
        for rule in RULES:
            assert {objection.rule for objection in rule.find(both)} <= set(rule.names)
