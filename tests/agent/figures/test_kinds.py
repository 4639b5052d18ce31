"""Means, bars, runs, spectra, heat maps and densities, and what of them is refused."""

import numpy as np
import pytest
from pypdf import PdfReader

from agent.analysis.peaks import noise_of, peaks_of
from agent.figures.draw import draw
from agent.figures.errors import Undrawable
from agent.figures.gallery import draw_all
from agent.figures.heatmap import edges
from agent.figures.means import standard_error
from agent.figures.points import is_crowd, with_gaps
from agent.figures.types import FigureSpec
from agent.figures.workers import needed
from tests.agent.figures.examples import column, findings, table

LINES = (434.0, 486.1, 656.3)
AXIS = np.linspace(400, 700, 601)
COUNTS = 10 + 500 * np.exp(-(((AXIS[:, None] - np.asarray(LINES)) / 2) ** 2)).sum(axis=1)
SPECTRUM = table("lamp", column("wavelength", AXIS, "nm"), column("counts", COUNTS))
CLOUD = np.random.default_rng(1).normal(0, 1, 60_000)
GRID_X, GRID_Y = np.meshgrid(np.arange(5.0), np.arange(4.0))
TABLES = (
    SPECTRUM,
    table("cloud", column("a", CLOUD, "V"), column("b", 0.1 * CLOUD + CLOUD[::-1], "V")),
    table(
        "field",
        column("x", GRID_X.ravel(), "mm"),
        column("y", GRID_Y.ravel(), "mm"),
        column("B", (GRID_X * GRID_Y).ravel(), "mT"),
    ),
    table("matrix", column("z", [1, 2, 3]), *(column(n, [1, 2, 4]) for n in ("1", "2.5", "4"))),
    table(
        "metals",
        column("metal", texts=("copper", "lead", "黄铜"), kind="text"),
        column("density", [8.9, 11.3, 8.5], "g/cm^3"),
    ),
    *(
        table(f"run{n}", column("t", np.arange(9.0)), column("U", np.arange(9.0) ** n))
        for n in (1, 2)
    ),
)
FLAT = table("run3", column("t", np.arange(9.0), "ms"), column("U", np.arange(9.0)))


def text_of(spec: FigureSpec, folder) -> str:
    figure = draw(spec, findings(*TABLES, FLAT), folder)
    return " ".join(PdfReader(folder / figure.file).pages[0].extract_text().split())


class TestPeaks:
    def test_they_lie_where_the_lines_are(self):
        found = sorted(peak.position for peak in peaks_of(AXIS, COUNTS))
        assert found == pytest.approx(LINES, abs=0.05)

    def test_noise_alone_has_none(self):
        noise = np.random.default_rng(2).normal(0, 1, 2000)
        assert noise_of(noise) == pytest.approx(1.0, rel=0.1)
        assert len(peaks_of(np.arange(2000.0), noise)) <= 4

    def test_a_constant_and_a_few_points_have_none(self):
        assert peaks_of(np.arange(50.0), np.ones(50)) == ()
        assert peaks_of(np.arange(5.0), np.asarray([0, 1, 0, 1, 0.0])) == ()


class TestGaps:
    def test_a_pause_parts_the_line(self):
        x = np.concatenate([np.arange(20.0), np.arange(100.0, 120.0)])
        at, values = with_gaps(x, x)
        assert np.flatnonzero(np.isnan(at)).tolist() == [20]
        assert np.isnan(values[20])
        assert at.size == x.size + 1

    @pytest.mark.parametrize(
        "x", [np.arange(40.0), np.arange(40.0)[::-1], np.geomspace(1, 1e4, 40)]
    )
    def test_even_falling_and_growing_steps_have_none(self, x):
        assert with_gaps(x, x)[0].size == x.size


def test_edges_lie_half_way_and_reach_beyond():
    assert edges(np.asarray([1.0, 2.0, 4.0])).tolist() == [0.5, 1.5, 3.0, 5.0]


def test_the_standard_error_of_one_value_is_not_known():
    assert standard_error(np.asarray([2.0])) == 0.0
    assert standard_error(np.asarray([1.0, 3.0])) == pytest.approx(1.0)


def test_only_many_points_that_hide_one_another_are_a_crowd():
    assert is_crowd(CLOUD, CLOUD[::-1], log=(False, False))
    assert not is_crowd(CLOUD[:1000], CLOUD[:1000], log=(False, False))
    assert not is_crowd(np.arange(30_000.0), np.arange(30_000.0) ** 0.5, log=(True, False))


def test_no_more_than_a_figure_shows_travels_to_another_process():
    part = needed(
        FigureSpec("x", "runs", tables=("run1", "run2"), x="t", y=("U",)), findings(*TABLES)
    )
    assert [t.name for t in part.tables] == ["run1", "run2"]
    assert not len(part.facts)
    assert part.fits == ()


@pytest.mark.slow
class TestDrawn:
    def test_peaks_carry_their_positions(self, tmp_path):
        text = text_of(FigureSpec("s", "spectrum", "lamp", "wavelength", ("counts",)), tmp_path)
        assert all(f"{line:.1f}" in text for line in LINES)

    def test_a_crowd_becomes_a_small_file_that_says_what_the_colours_count(self, tmp_path):
        text = text_of(FigureSpec("d", "data", "cloud", "a", ("b",)), tmp_path)
        assert "points per cell" in text
        assert (tmp_path / "figures/d.pdf").stat().st_size < 200_000

    def test_bars_are_named(self, tmp_path):
        text = text_of(FigureSpec("b", "bar", "metals", "metal", ("density",)), tmp_path)
        assert all(name in text for name in ("copper", "lead", "黄铜"))

    def test_each_run_has_its_panel(self, tmp_path):
        text = text_of(FigureSpec("r", "runs", tables=("run1", "run2"), x="t", y=("U",)), tmp_path)
        assert "run1" in text
        assert "run2" in text

    @pytest.mark.parametrize(
        "spec",
        [
            FigureSpec("h", "heatmap", "field", "x", ("y",), z="B"),
            FigureSpec("m", "heatmap", "matrix"),
            FigureSpec("e", "means", "nebulae", "group", ("velocity",)),
            FigureSpec("i", "fit", fit="nebulae.fit", residuals="inset"),
            FigureSpec("n", "fit", fit="nebulae.fit", residuals="none"),
        ],
        ids=lambda spec: f"{spec.kind}-{spec.id}",
    )
    def test_the_others_are_one_page(self, spec, tmp_path):
        assert text_of(spec, tmp_path)

    @pytest.mark.parametrize(
        ("spec", "reason"),
        [
            (FigureSpec("x", "runs", tables=("run1",), x="t", y=("U",)), "fewer than two"),
            (FigureSpec("x", "runs", tables=("run1", "run3"), x="t", y=("U",)), "different units"),
            (FigureSpec("x", "heatmap", "nebulae", "distance", ("velocity",), z="group"), "grid"),
            (FigureSpec("x", "heatmap", "nebulae"), "do not stand at numbers"),
            (FigureSpec("x", "bar", "nebulae", "kind", ("velocity",)), "alike"),
            (FigureSpec("x", "spectrum", "nebulae", "date", ("velocity",)), "dates"),
        ],
    )
    def test_what_cannot_be_shown_is_refused_with_its_reason(self, spec, reason, tmp_path):
        with pytest.raises(Undrawable, match=reason):
            text_of(spec, tmp_path)

    def test_processes_draw_the_same_bytes_in_the_same_order(self, tmp_path):
        data = findings(*TABLES)
        specs = [
            FigureSpec(f"f{n}", "data", "nebulae", "distance", ("velocity",)) for n in range(13)
        ]
        specs.append(FigureSpec("bad", "data", "nowhere", "a", ("b",)))
        alone = draw_all(specs, data, tmp_path, tmp_path / "a", jobs=1)
        shared = draw_all(specs, data, tmp_path, tmp_path / "b", jobs=3)
        assert alone == shared
        assert [name for name, _ in shared.refused] == ["bad"]
