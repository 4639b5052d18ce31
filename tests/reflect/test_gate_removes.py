"""A loss is allowed only where a change names it, and it is no real loss."""

import pytest

from reflect.change import Change
from reflect.evidence import Evidence
from reflect.finding import Category
from tests.reflect.gating import LONG, rules

FIGURE = "\\begin{figure}\n\\includegraphics{rail.pdf}\n\\caption{The rail.}\n\\end{figure}"
TWICE = f"It is shown.\n\n{FIGURE}\n\nIt is shown again.\n\n{FIGURE.replace('The', 'This')}"
ONCE = f"It is shown.\n\n{FIGURE}\n\nIt is shown again.\n\n"


def plan(*removes, category=Category.OTHER, section="n1"):
    return (Change(section, "not needed", "leave it out", category, removes=removes),)


def test_a_figure_that_is_shown_twice_may_go_once_where_a_change_names_it():
    assert rules(TWICE, ONCE, plan=plan("rail.pdf")) == ()
    assert rules(TWICE, ONCE, plan=plan("timer.pdf")) == ("figures-fewer",)
    assert rules(TWICE, ONCE) == ("figures-fewer",)


def test_a_figure_that_is_shown_once_may_not_go_though_a_change_names_it():
    assert rules(FIGURE, "It is shown.", plan=plan("rail.pdf")) == ("figures-fewer",)


def test_a_file_may_change_where_a_change_names_one_that_does_not_exist():
    other = FIGURE.replace("rail.pdf", "track.pdf")
    missing, there = (Evidence(files=frozenset(files)) for files in (["track.pdf"], ["rail.pdf"]))
    assert rules(FIGURE, other, plan=plan("rail.pdf"), evidence=missing) == ()
    assert rules(FIGURE, other, plan=plan("rail.pdf"), evidence=there) == ("figure-file-changed",)
    assert rules(FIGURE, other, evidence=missing) == ("figure-file-changed",)


def test_a_fact_may_go_that_the_ledger_lacks():
    body = "It is \\fact{a.old} long and \\fact{a.b} wide."
    after = body.replace("\\fact{a.old}", "so")
    lacking, knowing = (
        Evidence(facts=frozenset({"a.b"})),
        Evidence(facts=frozenset({"a.b", "a.old"})),
    )
    assert rules(body, after, plan=plan("a.old"), evidence=lacking) == ()
    assert rules(body, after, plan=plan("a.old"), evidence=knowing)[0] == "facts-lost"
    assert rules(body, after, evidence=lacking)[0] == "facts-lost"


SAID = " ".join(f"Reading {word} was taken with the long rod." for word in ("one", "two", "three"))
OTHER = "Nothing of all this was known when the instrument was bought, cleaned and set up."


@pytest.mark.parametrize("named", ["Readings again", "n3"])
def test_a_section_that_is_said_twice_may_go_where_a_change_names_it(named):
    head = f"\\section{{Readings}}\n{SAID}\n\n"
    again = f"\\section{{Readings again}}\n{SAID}\n\n"
    end = f"\\section{{End}}\n{OTHER}"
    before, after = head + again + end, head + end
    assert rules(before, after, plan=plan(named, category=Category.REPETITION)) == ()
    assert "section-merged" in rules(before, after)
    single = head + again.replace(SAID, OTHER) + end.replace(OTHER, LONG)
    lost = rules(single, single.replace(again.replace(SAID, OTHER), ""), plan=plan(named))
    assert "section-lost" in lost


def test_sections_may_be_merged_by_a_change_of_the_structure_that_names_the_heading():
    rods = f"\\section{{Rods}}\n{OTHER}\n\n"
    before = f"\\section{{Readings}}\n{SAID}\n\n{rods}\\section{{End}}\nThat is all."
    after = before.replace("\\section{Rods}\n", "")
    structure = plan("Rods", category=Category.STRUCTURE, section="whole")
    assert rules(before, after, plan=structure) == ()
    assert "section-merged" in rules(before, after, plan=plan("Rods"))
    assert "section-lost" in rules(before, before.replace(rods, ""), plan=structure)


def test_a_new_cite_in_place_of_one_that_a_change_names():
    body = "It was found early \\cite{boile}."
    after = body.replace("boile", "boyle")
    known = Evidence(cite_keys=frozenset({"boyle", "newton"}))
    assert rules(body, after, plan=plan("boile"), evidence=known) == ()
    other = body.replace("boile", "newton")
    assert rules(body, other, plan=plan("boile"), evidence=known) == ()
    assert rules(body, other, evidence=known) == ("citations-lost", "citation-changed")
