import pytest

from agent.analysis.explore import explore_tables
from agent.authors.model_requests import read_requests
from tests.agent.authors.pendulum import findings, inventory, settings

STATED = "The watch reads 0.037 s late. The textbook says 9.81 with 0.02, by \\citet{book2001}."


def read(*requests, reply=None):
    reply = {"requests": list(requests)} if reply is None else reply
    return read_requests(reply, inventory(), findings(), settings(), STATED)


COLUMN = {"kind": "column", "table": "swings", "name": "T", "formula": "sqrt(T2)", "unit": "s"}
FIT = {"kind": "fit", "table": "swings", "x": "T2", "y": "length"}
DERIVE = {"kind": "derive", "key": "half", "formula": "gravity / 2", "name": "half of it"}


def test_what_can_be_carried_out_is_granted():
    granted = read(COLUMN, FIT, DERIVE)
    assert granted.dropped == ()
    assert [rule.name for rule in granted.requests.columns] == ["T"]
    assert [(rule.x, rule.y) for rule in granted.requests.fits] == [
        ("length", "T2"),
        ("T2", "length"),
    ], "the fit that is there stays"
    assert [rule.key for rule in granted.requests.derives] == ["half"]


def test_a_derived_result_may_rest_on_what_is_asked_for_beside_it():
    late = {"kind": "derive", "key": "late", "formula": "swings.t.mean * 0.037"}
    later = {"kind": "derive", "key": "later", "formula": "2 * late"}
    fitted = {"kind": "derive", "key": "slope", "formula": "swings.fit_t_length.a"}
    fit = {"kind": "fit", "table": "swings", "x": "length", "y": "T", "models": ["power"]}
    granted = read(later, late, fitted, fit, COLUMN)
    keys = [rule.key for rule in granted.requests.derives]
    assert keys == ["late", "slope"], "a result can only rest on an earlier one"
    assert "'later'" in granted.dropped[0]


@pytest.mark.slow
def test_all_that_is_granted_can_be_explored():
    granted = read(COLUMN, FIT, DERIVE).requests
    wide = settings().model_copy(
        update={
            "column": granted.columns,
            "fit": granted.fits,
            "derive": (*settings().derive, *granted.derives),
        }
    )
    found = explore_tables(inventory().tables, wide)
    assert "half" in found.facts
    assert "swings.t.mean" in found.facts


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (COLUMN | {"table": "nowhere"}, "does not exist"),
        (COLUMN | {"formula": "mass * 2"}, "mass"),
        (COLUMN | {"name": "T2"}, "already has"),
        (COLUMN | {"name": ""}, "already has"),
        (COLUMN | {"formula": "__import__('os')"}, "not allowed"),
        (COLUMN | {"formula": "T2 * 0.0123"}, "does not state the number 0.0123"),
        (COLUMN | {"unit": "furlong"}, "furlong"),
        (FIT | {"y": "mass"}, "lacks"),
        (FIT | {"y": "T2"}, "against"),
        (FIT | {"x": "length", "y": "T2"}, "made already"),
        (DERIVE | {"formula": "gravity / nothing"}, "is no fact"),
        (DERIVE | {"key": "gravity"}, "already is a fact"),
        (DERIVE | {"key": "Grav ity"}, "a key holds"),
        (DERIVE | {"formula": "gravity + swings.length.mean"}, "half"),
        ({"kind": "poem"}, "unknown kind 'poem'"),
        ({"kind": "fit", "models": 5}, "models"),
        ("a string", "no JSON object"),
    ],
)
def test_what_cannot_be_carried_out_is_dropped_with_the_reason(request_, reason):
    granted = read(request_, FIT)
    assert len(granted.dropped) == 1
    assert reason in granted.dropped[0]
    assert ("T2", "length") in [(rule.x, rule.y) for rule in granted.requests.fits]


def test_no_more_than_eight_are_looked_at():
    many = [COLUMN | {"name": f"T{n + 10}"} for n in range(12)]
    granted = read(*many)
    assert len(granted.requests.columns) == 8
    assert "first 8 of 12" in granted.dropped[0]


def test_a_reference_value_must_be_the_users():
    (stated,) = read(DERIVE | {"reference": 9.81, "reference_uncertainty": 0.02}).requests.derives
    assert (stated.reference, stated.reference_uncertainty) == (9.81, 0.02)
    (remembered,) = read(DERIVE | {"reference": 9.80665}).requests.derives
    assert remembered.reference is None


def test_numbers_of_mathematics_and_of_units_need_no_source():
    granted = read(COLUMN | {"formula": "0.25 * T2 * 1000 + T2 * 1e-6", "unit": ""})
    assert granted.dropped == ()


def test_unknown_models_are_passed_over():
    *_, rule = read(FIT | {"models": ["line", "spline"]}).requests.fits
    assert rule.models == ("line",)


def test_one_name_and_a_list_of_one_are_the_same():
    assert read(FIT | {"x": ["T2"], "models": "line"}).requests.fits[-1].models == ("line",)


def test_a_bare_list_is_understood_and_anything_else_is_asked_again():
    assert len(read(reply=[FIT]).requests.fits) == 2
    replies: tuple[object, ...] = ({"wishes": []}, "none", None, 5, {"requests": "none"})
    for reply in replies:
        with pytest.raises(ValueError, match="requests"):
            read_requests(reply, inventory(), findings(), settings(), STATED)
