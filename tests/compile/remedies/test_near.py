from dataclasses import dataclass

from compile.remedies.near import nearest
from latex.diagnostic import Diagnostic
from tests.compile.remedies.structure import ROOT, problem, project


@dataclass(frozen=True)
class Spot:
    start: int
    end: int
    file: str = ROOT


TEXT = "\n".join("line" for _ in range(20))


def line(first, last=None):
    return Spot(5 * (first - 1), 5 * ((last or first) - 1))


def test_without_a_place_all_are_possible_in_their_order():
    spots = [line(9), line(2)]
    assert nearest(problem("any"), project(TEXT), spots) == spots


def test_spot_around_the_report_comes_first_and_the_narrowest_of_those():
    spots = [line(1), line(2, 12), line(8, 10), line(7)]
    assert nearest(problem("any", 9), project(TEXT), spots) == [
        line(8, 10), line(2, 12), line(7), line(1),
    ]  # fmt: skip


def test_what_begins_behind_the_report_is_not_its_cause():
    assert nearest(problem("any", 9), project(TEXT), [line(11), line(12)]) == [line(11)]


def test_spots_of_the_file_win_and_others_stand_in_for_them():
    parts = project(TEXT, **{"part.tex": TEXT})
    there = Spot(0, 4, "part.tex")
    found = Diagnostic("error", "", "any", "part.tex", 3)
    assert nearest(found, parts, [line(3), there]) == [there]
    assert nearest(problem("any", 3), parts, [there]) == [there]
