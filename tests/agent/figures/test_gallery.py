import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from agent.figures.gallery import draw_all, figure_key
from agent.figures.types import Figure, FigureSpec
from agent.materials.types import Column
from tests.agent.figures.examples import column, findings, table

SPECS = (
    FigureSpec("velocity", "data", "nebulae", "distance", ("velocity",)),
    FigureSpec("hubble", "fit", fit="nebulae.fit"),
    FigureSpec("none", "histogram", "nebulae", "constant"),
    FigureSpec("setup", "image", image="setup.png"),
    FigureSpec("lost", "image", image="lost.png"),
)


class Memory:
    def __init__(self) -> None:
        self.known: dict[str, Figure] = {}
        self.made: list[str] = []

    def __call__(self, key: str, make: Callable[[], Figure]) -> Figure:
        if key not in self.known:
            self.known[key] = make()
            self.made.append(self.known[key].spec.id)
        return self.known[key]


@pytest.fixture
def folder(tmp_path):
    Image.new("RGB", (60, 40), "red").save(tmp_path / "setup.png")
    return tmp_path


def test_good_figures_are_drawn_and_bad_ones_named_with_reason(folder):
    heard: list[str] = []
    figures = draw_all(SPECS, findings(), folder, folder / "out", on_figure=heard.append)
    assert [figure.spec.id for figure in figures.items] == ["velocity", "hubble", "setup"]
    assert [name for name, _ in figures.refused] == ["none", "lost"]
    assert heard == [spec.id for spec in SPECS]
    assert all((folder / "out" / path).is_file() for path, _ in figures.files)


def test_an_id_used_twice_does_not_overwrite(folder):
    twice = (SPECS[0], dataclasses.replace(SPECS[1], id="velocity"))
    figures = draw_all(twice, findings(), folder, folder / "out")
    assert len(figures.items) == 1
    assert "taken" in figures.refused[0][1]


def test_nothing_is_drawn_twice(folder):
    memory = Memory()
    first = draw_all(SPECS, findings(), folder, folder / "out", memo=memory)
    memory.made.clear()
    assert draw_all(SPECS, findings(), folder, folder / "out", memo=memory) == first
    assert memory.made == []


@pytest.mark.slow
def test_a_file_that_was_lost_or_changed_is_drawn_again(folder):
    memory = Memory()
    figures = draw_all(SPECS, findings(), folder, folder / "out", memo=memory)
    (folder / "out" / figures.items[0].file).unlink()
    (folder / "out" / figures.items[1].file).write_bytes(b"other")
    again = draw_all(SPECS, findings(), folder, folder / "out", memo=memory)
    assert again == figures
    assert (folder / "out" / figures.items[0].file).is_file()
    assert (folder / "out" / figures.items[1].file).read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_one_changed_table_redraws_only_its_figures(folder):
    other = table("other", column("a", [1.0, 2, 3]), column("b", [2.0, 1, 5]))
    specs = (*SPECS[:2], FigureSpec("other", "data", "other", "a", ("b",)))
    memory = Memory()
    draw_all(specs, findings(other), folder, folder / "out", memo=memory)
    memory.made.clear()
    changed = table("other", column("a", [1.0, 2, 3]), column("b", [2.0, 1, 6]))
    draw_all(specs, findings(changed), folder, folder / "out", memo=memory)
    assert memory.made == ["other"]


def test_the_key_sees_what_the_figure_shows_and_nothing_else(folder):
    spec = FigureSpec("x", "data", "t", "a", ("b",))

    def key(*columns: Column, log: bool = False, language: str = "en") -> str:
        shown = dataclasses.replace(spec, log_x=log)
        return figure_key(shown, findings(table("t", *columns)), folder, language)

    a, b = column("a", [1.0, 2]), column("b", [1.0, 3])
    usual = key(a, b)
    assert key(a, b) == usual
    assert key(a, b, column("unused", [5.0, 6])) == usual
    assert key(a, column("b", [1.0, 4])) != usual
    assert key(a, column("b", [1.0, 3], "V")) != usual
    assert key(a, b, column("e", [0.1, 0.1], of="b")) != usual
    assert key(a, b, language="zh") != usual
    assert key(a, b, log=True) != usual


def test_a_changed_picture_has_another_key(folder):
    before = figure_key(SPECS[3], findings(), folder, "en")
    Image.new("RGB", (60, 40), "blue").save(folder / "setup.png")
    assert figure_key(SPECS[3], findings(), folder, "en") != before


def test_a_number_that_is_no_number_does_not_disturb_the_key(folder):
    data = findings(table("t", column("a", [np.nan, 1]), column("b", [1, 2])))
    spec = FigureSpec("x", "data", "t", "a", ("b",))
    assert figure_key(spec, data, folder, "en") == figure_key(spec, data, folder, "en")
