import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.bibliography.near import nearest, slips

KEYS = ("Smith2020", "Jones1999a", "hubble:1929", "Lee", "boyle_spring")


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("Smtih2020", "Smith2020"),
        ("smith2020", "Smith2020"),
        ("Smit2020", "Smith2020"),
        ("hubble1929", "hubble:1929"),
        ("Jones1999", "Jones1999a"),
        ("boyle-spring", "boyle_spring"),
        ("lee", "Lee"),
    ],
)
def test_near_miss_is_recognised(key, meant):
    assert nearest(key, KEYS) == meant


@pytest.mark.parametrize(
    "key",
    ["Smith2021", "Smith2002", "Jones1999b", "Leo", "Sch2020", "boyle", "", "*", "Newton1687"],
)
def test_another_work_is_no_near_miss(key):
    assert nearest(key, KEYS) is None


def test_two_that_are_equally_near_are_no_answer():
    assert nearest("Meyer2020", ("Meier2020", "Mayer2020")) is None
    assert nearest("LEE", ("Lee", "lee")) is None


def test_the_nearer_of_two_is_meant():
    assert nearest("Smithh2020", ("Smith2020", "Smit2020")) == "Smith2020"


@given(st.text(alphabet="ab1", max_size=6), st.text(alphabet="ab1", max_size=6))
def test_slips_are_symmetric_and_zero_for_equal_keys(one, other):
    assert slips(one, other, 9) == slips(other, one, 9)
    assert (slips(one, other, 9) == 0) == (one == other)
    assert slips(one, other, 1) == min(2, slips(one, other, 9))
