"""Criteria are data: complete, replaceable, and wrong ones are named."""

import pytest

from agent.errors import UsageError
from agent.reflecting.criteria_files import PROFILES, criteria_of
from reflect.checks.run import CHECKS
from reflect.score import score

OWN = """
[[criterion]]
id = "short"
passes = "It is short."
fails = "It is long."
"""


def own(tmp_path, text):
    path = tmp_path / "criteria.toml"
    path.write_text(text, encoding="utf-8")
    return criteria_of("lab", path)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_text_without_findings_has_the_full_score_and_a_judge_decides_the_rest(profile):
    criteria = criteria_of(profile)
    assert len({criterion.id for criterion in criteria}) == len(criteria)
    assert score(criteria, []).value == 1.0
    judged = {criterion.id: False for criterion in criteria if not criterion.checks}
    assert judged
    assert set(score(criteria, [], judged).failed) == set(judged)


@pytest.mark.parametrize("profile", PROFILES)
def test_every_criterion_says_what_passes_and_what_fails(profile):
    for criterion in criteria_of(profile):
        assert criterion.passes.endswith(".")
        assert criterion.fails.rstrip("'").endswith(".")
        assert criterion.passes != criterion.fails


def test_whatever_is_material_fails_a_criterion_of_a_lab_report():
    decided = {name for criterion in criteria_of("lab") for name in criterion.checks}
    assert {check.id for check in CHECKS.values() if check.severity >= 3} <= decided


def test_a_file_of_the_users_own_replaces_those_of_the_profile(tmp_path):
    assert [(c.id, c.weight, c.checks) for c in own(tmp_path, OWN)] == [("short", "medium", ())]


def test_a_file_may_extend_a_profile_and_change_one_of_its_criteria(tmp_path):
    criteria = own(tmp_path, 'extends = "document"\n' + OWN + OWN.replace("short", "complete"))
    inherited = criteria_of("document")
    assert {c.id for c in criteria} == {c.id for c in inherited} | {"short"}
    assert next(c for c in criteria if c.id == "complete").passes == "It is complete."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[criterion", "not valid TOML"),
        ("[[criterion]]\nid = 'a'\n", "criterion.0.passes"),
        (OWN + "weigth = 'high'\n", "criterion.0.weigth"),
        (OWN + "weight = 'huge'\n", "criterion.0.weight"),
        (OWN + "checks = ['dangling-reff']\n", "'dangling-reff'"),
        (OWN + OWN, "'short' twice"),
        ('extends = "thesis"\n', "extends"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(tmp_path, text, said):
    with pytest.raises(UsageError) as error:
        own(tmp_path, text)
    assert said in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"none\.toml"):
        criteria_of("lab", tmp_path / "none.toml")
