"""A scoped round costs a third of a rewrite at most, counted in the prompts of a run."""

from itertools import combinations

import pytest

from latex.sections import outline
from reflect.roles import Policy
from tests.agent.reflecting.costs import missing, quoting, revising
from tests.agent.reflecting.long_draft import long_draft

DRAFT = long_draft()
SECTIONS = tuple(outline(DRAFT))
WHOLE = Policy(strategy="whole")


def test_the_draft_has_eight_sections():
    assert len(SECTIONS) == 8


@pytest.mark.parametrize("places", [(0, 1, 2), (0, 3, 7), (1, 4, 5), (2, 5, 6), (5, 6, 7)])
def test_three_changes_cost_a_third_of_a_rewrite_at_most(places):
    changes = [quoting(DRAFT, SECTIONS[place]) for place in places]
    assert 3 * revising(DRAFT, changes, Policy()) <= revising(DRAFT, changes, WHOLE)


@pytest.mark.slow
def test_so_they_do_where_one_of_them_needs_its_section():
    for one, other, third in list(combinations(SECTIONS, 3))[::9]:
        changes = [missing(one), quoting(DRAFT, other), quoting(DRAFT, third)]
        assert 3 * revising(DRAFT, changes, Policy()) <= revising(DRAFT, changes, WHOLE)


def test_a_section_for_each_change_costs_more():
    changes = [quoting(DRAFT, section) for section in SECTIONS[1:4]]
    sections = revising(DRAFT, changes, Policy(scope="section"))
    assert 3 * sections > revising(DRAFT, changes, WHOLE)
    assert revising(DRAFT, changes, Policy()) < 0.6 * sections
