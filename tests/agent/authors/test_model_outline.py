import pytest

from agent.authors.model_outline import MOST_ASSETS, labels_of, read_outline
from tests.agent.authors.pendulum import brief

LABELS = ("fig:a", "fig:b", "tab:c")


def section(name, *assets, title=""):
    title = title or name.title()
    return {"id": name, "title": title, "purpose": "To say it.", "assets": list(assets)}


def read(*sections, labels=LABELS):
    return read_outline({"sections": list(sections)}, labels)


def placed(plans):
    return [label for plan in plans for label in plan.assets]


def test_every_figure_and_table_is_placed_exactly_once():
    plans = read(
        section("introduction", "fig:a"),
        section("results", "fig:a", "fig:b", "fig:unheard"),
        section("discussion", "fig:b"),
    )
    assert [plan.assets for plan in plans] == [("fig:a",), ("fig:b", "tab:c"), ()]


def test_what_is_forgotten_goes_to_the_results():
    plans = read(section("intro"), section("ergebnis", title="数据处理与结果"), section("end"))
    assert plans[1].assets == LABELS
    bare = read(section("one"), section("two", "fig:a"), section("three"))
    assert bare[1].assets == LABELS


def test_the_errors_of_a_chinese_report_are_not_its_results():
    plans = read(
        section("discussion", title="误差分析与讨论"), section("x", title="结果"), section("y")
    )
    assert plans[1].assets == LABELS


def test_ids_are_ascii_words_each_once():
    plans = read(section("Ergebnis: 1"), section("ergebnis-1"), section("结果", title="结果"))
    assert [plan.id for plan in plans] == ["ergebnis-1", "ergebnis-1-2", "section"]


def test_sections_that_the_program_adds_are_left_out():
    plans = read(*(section(n) for n in ("abstract", "a", "results", "c", "references", "appendix")))
    assert [plan.id for plan in plans] == ["a", "results", "c"]


def test_titles_lose_their_numbers_and_full_stops():
    plans = read(
        section("a", title="1. Aim."), section("b", title="二、结果"), section("c", title="R&D")
    )
    assert [plan.title for plan in plans] == ["Aim", "结果", "R\\&D"]


@pytest.mark.parametrize(
    "sections",
    [
        [],
        [section("a"), section("b")],
        [section(f"s{n}") for n in range(11)],
        [section("a"), section("b"), section("c", title="\\input{x}")],
        [section("a"), section("b"), section("c", title="$\\chi")],
        [section("a"), section("b"), {"id": "c"}],
        [section("a"), section("b"), "c"],
    ],
)
def test_an_outline_that_cannot_be_used_is_asked_again(sections):
    with pytest.raises(ValueError, match=r"sections|title|section"):
        read(*sections)


def test_of_very_many_tables_those_nobody_places_are_not_shown():
    many = ("fig:a", *(f"tab:t{n}" for n in range(MOST_ASSETS)))
    plans = read(section("a", "tab:t3"), section("results"), section("c"), labels=many)
    assert placed(plans) == ["tab:t3", "fig:a"]


def test_labels_may_come_as_commands():
    plans = read(section("a", "\\asset{fig:a}"), section("results"), section("c"))
    assert plans[0].assets == ("fig:a",)


def test_the_labels_of_a_report_are_those_of_its_figures_and_tables():
    assert labels_of(brief()) == ("fig:line", "tab:readings")
