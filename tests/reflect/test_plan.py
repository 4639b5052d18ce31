import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.sections import outline
from reflect.change import MOST, WHOLE, Change, EditPlan, PlanError
from reflect.finding import Category
from reflect.plan import grounded, read_plan, resolve
from tests.reflect.drafts import DRAFT, change, plan

OUTLINE = outline(DRAFT)


def item(**fields):
    return {"section": "n1", "issue": "it is unclear", "action": "say it", **fields}


def test_an_empty_array_is_an_empty_plan():
    assert read_plan({"changes": []}) == EditPlan()


def test_all_fields_are_read():
    read = read_plan(
        {
            "changes": [
                item(
                    category="wrong_number",
                    severity=5,
                    evidence="12.4",
                    preserve=["the limit"],
                    removes=["hooke"],
                )
            ]
        }
    )
    assert read.changes == (
        Change(
            "n1", "it is unclear", "say it", Category.WRONG_NUMBER, 5, "12.4",
            ("the limit",), ("hooke",),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        None, 3, "text", {}, {"change": []}, {"changes": {}}, {"changes": "none"},
        {"changes": [3]}, {"changes": [{"section": "n1"}]}, [1, 2],
        {"changes": [{"section": "n1", "issue": "x", "action": "  "}]},
    ],
)  # fmt: skip
def test_what_is_no_plan_is_told_apart_from_an_empty_one(value):
    with pytest.raises(PlanError) as error:
        read_plan(value)
    assert str(error.value).endswith(".")


def test_a_bad_item_costs_only_itself():
    read = read_plan({"changes": [item(), {"issue": "no place"}, "words"]})
    assert len(read.changes) == 1
    assert [d.reason for d in read.dropped] == [
        "An item lacks 'section'.", "An item must be an object.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given_severity", "read_severity"),
    [(1, 1), (5, 5), (0, 3), (9, 3), ("high", 4), ("Minor", 2), ("4", 4), (None, 3), (True, 3),
     (2.7, 2), ([], 3), ("²", 3)],
)  # fmt: skip
def test_severity_is_read_as_models_write_it(given_severity, read_severity):
    assert read_plan({"changes": [item(severity=given_severity)]}).changes[0].severity == (
        read_severity
    )


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("n2", "Results"), ("N2", "Results"), ("[n2]", "Results"), ("n2: Results", "Results"),
        ("Section n3", "Results and Discussion"), ("Results", "Results"),
        ("results", "Results"), ("Results and Discussion", "Results and Discussion"),
        ("The section Results and Discussion", "Results and Discussion"),
        ("Conclusion", "Conclusion"),
    ],
)  # fmt: skip
def test_a_section_is_found_by_anchor_or_title(name, title):
    assert resolve(name, OUTLINE).title == title


@pytest.mark.parametrize("name", ["whole", "Whole", "document", "abstract", "全文", "摘要"])
def test_a_word_for_the_whole_document_is_known(name):
    assert resolve(name, OUTLINE) == WHOLE


@pytest.mark.parametrize("name", ["n9", "n0", "Methods", "", "zzz"])
def test_what_names_no_section_is_not_guessed(name):
    assert resolve(name, OUTLINE) is None


def ground(*changes):
    return grounded(plan(*changes), DRAFT, OUTLINE)


def test_evidence_that_is_not_in_the_draft_drops_the_item():
    result = ground(change("n2", evidence="The cart flew away"))
    assert result.changes == ()
    assert result.dropped[0].reason == "its evidence is not in the draft"


def test_evidence_is_found_with_white_space_folded():
    quote = "Friction was  estimated\n from the deceleration on the level rail in case 2a"
    assert ground(change("n2", evidence=quote)).changes[0].section == "n2"


def test_evidence_in_another_section_moves_the_change_there():
    assert ground(change("n2", evidence="measured springs")).changes[0].section == "n1"


def test_of_two_changes_over_one_span_the_more_severe_stays():
    quote = "Earlier work by"
    result = ground(
        change("n1", "too old", severity=3, evidence=quote),
        change("n1", "wrong name", severity=5, evidence=f"{quote} \\citet{{hooke}}"),
    )
    assert [c.issue for c in result.changes] == ["wrong name"]
    assert result.dropped[0].change.issue == "too old"


def test_a_plan_holds_eight_changes_and_keeps_the_most_severe():
    changes = [change(f"n{1 + i % 4}", f"issue {i}", severity=1 + i % 5) for i in range(12)]
    result = ground(*changes)
    assert len(result.changes) == MOST
    assert min(c.severity for c in result.changes) >= max(d.change.severity for d in result.dropped)


def test_titles_become_anchors():
    assert ground(change("Results")).changes[0].section == "n2"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["changes", "section", "issue", "action", "severity", "evidence",
                         "preserve", "removes", "category"]),
        inner, max_size=6,
    ),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_no_value_raises_anything_but_a_plan_error(value):
    try:
        read = read_plan(value)
    except PlanError:
        return
    grounded(read, DRAFT, OUTLINE)
