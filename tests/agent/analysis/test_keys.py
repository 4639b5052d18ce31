import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.keys import slug, slugs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pressure", "pressure"),
        ("Wall time (s)", "wall_time_s"),
        ("λ", "lambda"),
        ("Δt", "deltat"),
        ("ϑ_1", "theta_1"),
        ("µ", "mu"),
        ("Länge", "lange"),
        ("电压 U", "u"),
        ("电压", ""),
        ("R²", "r2"),
        ("--", ""),
    ],
)
def test_a_name_becomes_part_of_a_key(text, expected):
    assert slug(text) == expected


@given(st.text())
def test_whatever_the_name_the_slug_is_legal_or_empty(text):
    assert re.fullmatch(r"[a-z0-9_]*", slug(text))


@given(st.lists(st.text(max_size=4), max_size=8))
def test_slugs_are_all_different_and_never_empty(names):
    found = slugs(names)
    assert len(set(found)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9_]+", part) for part in found)


def test_names_that_cannot_be_spelled_are_numbered_by_position():
    assert slugs(["电压", "I", "电流", "i"]) == ("c1", "i", "c3", "i_2")
