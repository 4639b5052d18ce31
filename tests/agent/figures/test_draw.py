import io
import logging
import re

import numpy as np
import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from agent.figures.draw import draw
from agent.figures.errors import Undrawable
from agent.figures.fonts import typefaces
from agent.figures.style import WIDTH_CM
from agent.figures.types import FigureSpec
from tests.agent.figures.examples import column, findings, line_fit, profile, table

pytestmark = pytest.mark.slow

EVERY_KIND = (
    FigureSpec("points", "data", "nebulae", "distance", ("velocity",)),
    FigureSpec("fitted", "fit", fit="nebulae.fit"),
    FigureSpec("counts", "histogram", "speed", "c", reference="light"),
    FigureSpec("groups", "box", "nebulae", "group", ("velocity",)),
    FigureSpec("series", "lines", "nebulae", "distance", ("velocity",)),
)


def text_of(path) -> str:
    text = PdfReader(path).pages[0].extract_text()
    return " ".join(text.split())


def drawn_text(spec, data, tmp_path, language="en") -> str:
    figure = draw(spec, data, tmp_path, language=language)
    return text_of(tmp_path / figure.file)


@pytest.mark.parametrize("spec", EVERY_KIND, ids=lambda spec: spec.kind)
def test_every_kind_becomes_one_page_as_wide_as_the_line(spec, tmp_path):
    figure = draw(spec, findings(), tmp_path)
    (page,) = PdfReader(tmp_path / figure.file).pages
    assert figure.file == f"figures/{spec.id}.pdf"
    assert float(page.mediabox.width) / 72 * 2.54 == pytest.approx(WIDTH_CM, abs=0.05)
    assert figure.label == f"fig:{spec.id}"


@pytest.mark.parametrize("spec", EVERY_KIND, ids=lambda spec: spec.kind)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_same_figure_has_the_same_bytes(spec, language, tmp_path):
    first = draw(spec, findings(), tmp_path / "a", language=language)
    second = draw(spec, findings(), tmp_path / "b", language=language)
    assert first.digest == second.digest
    assert (tmp_path / "a" / first.file).read_bytes() == (tmp_path / "b" / second.file).read_bytes()


def test_only_the_finished_file_is_left(tmp_path):
    draw(EVERY_KIND[0], findings(), tmp_path)
    assert [path.name for path in (tmp_path / "figures").iterdir()] == ["points.pdf"]


def test_axes_name_quantity_symbol_and_unit(tmp_path):
    text = drawn_text(EVERY_KIND[0], findings(), tmp_path)
    assert "distance" in text
    assert "(Mpc)" in text
    assert "velocity" in text
    assert "km" in text


def test_the_unit_of_the_file_is_used_where_it_is_not_understood(tmp_path):
    data = findings(
        table("t", column("a", [1, 2, 3]), column("b", [1, 4, 2])),
        profiles=(profile("t", "a", "a", None, "blobs/m^2"),),
    )
    text = drawn_text(FigureSpec("x", "data", "t", "a", ("b",)), data, tmp_path)
    assert "(blobs/m2)" in text.replace(" ", "")


def test_the_legend_of_a_fit_names_the_model(tmp_path):
    assert "straight line" in drawn_text(EVERY_KIND[1], findings(), tmp_path)
    assert "直线拟合" in drawn_text(EVERY_KIND[1], findings(), tmp_path, "zh")


def test_an_equation_that_cannot_be_set_leaves_the_name_of_the_model(tmp_path):
    source = table("t", column("a", [1, 2, 3, 4]), column("b", [1, 4, 2, 5]))
    fit = line_fit(source, "a", "b", equation=r"y = \SI{3}{m} $")
    text = drawn_text(FigureSpec("x", "fit", fit="t.fit"), findings(source, fits=(fit,)), tmp_path)
    assert "straight line" in text
    assert "SI" not in text


def test_an_exact_fit_shows_no_rounding_noise(tmp_path):
    xs = np.arange(1.0, 9.0)
    source = table("t", column("a", xs), column("b", 0.1 * xs + 0.3))
    data = findings(source, fits=(line_fit(source, "a", "b"),))
    text = drawn_text(FigureSpec("x", "fit", fit="t.fit"), data, tmp_path)
    assert not re.search(r"10.?−.?1[2-9]", text)


def test_the_histogram_names_mean_and_reference(tmp_path):
    text = drawn_text(EVERY_KIND[2], findings(), tmp_path)
    assert "mean" in text
    assert "accepted value" in text
    assert "outside" not in text


def test_a_reference_is_brought_to_the_unit_of_the_column(tmp_path):
    same = draw(EVERY_KIND[2], findings(), tmp_path)
    spec = FigureSpec("counts", "histogram", "speed", "c", reference="light_si")
    assert draw(spec, findings(), tmp_path).digest == same.digest


def test_a_reference_far_away_is_named_and_not_drawn(tmp_path):
    spec = FigureSpec("x", "histogram", "speed", "c", reference="far")
    assert "outside the axes" in drawn_text(spec, findings(), tmp_path)


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        (FigureSpec("x", "data", "nowhere", "a", ("b",)), "no table 'nowhere'"),
        (FigureSpec("x", "data", "nebulae", "mass", ("velocity",)), "no column 'mass'"),
        (FigureSpec("x", "fit", fit="nebulae.none"), "no fit"),
        (FigureSpec("x", "data", "nebulae", "distance"), "names no column"),
        (FigureSpec("x", "data", "nebulae", "distance", ("kind",)), "holds text"),
        (FigureSpec("x", "data", "nebulae", "distance", ("one",)), "only one value"),
        (FigureSpec("x", "data", "nebulae", "distance", ("constant",)), "are the same"),
        (FigureSpec("x", "data", "nebulae", "constant", ("velocity",)), "are the same"),
        (FigureSpec("x", "data", "nebulae", "distance", ("missing",)), "holds no number"),
        (FigureSpec("x", "lines", "nebulae", "distance", ("one",)), "only one value"),
        (FigureSpec("x", "histogram", "nebulae", "constant"), "are the same"),
        (FigureSpec("x", "histogram", "nebulae", "one"), "only one value"),
        (FigureSpec("x", "histogram", "nebulae", "missing"), "holds no number"),
        (FigureSpec("x", "histogram", "speed", "c", reference="mass"), "unit of 'mass'"),
        (FigureSpec("x", "histogram", "speed", "c", reference="none"), "no number 'none'"),
        (FigureSpec("x", "box", "nebulae", "constant", ("velocity",)), "does not split"),
        (FigureSpec("x", "box", "nebulae", "group", ("constant",)), "are the same"),
        (FigureSpec("x", "image", image="a.png"), "not drawn from tables"),
        (FigureSpec("../x", "histogram", "speed", "c"), "ASCII letters"),
        (FigureSpec("", "histogram", "speed", "c"), "ASCII letters"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_reason(spec, reason, tmp_path):
    with pytest.raises(Undrawable, match=re.escape(reason)):
        draw(spec, findings(), tmp_path)
    assert not (tmp_path / "figures").exists()


def test_a_character_without_glyph_is_refused_by_name(tmp_path):
    data = findings(table("t", column("😀", [1, 2, 3]), column("b", [1, 4, 2])))
    with pytest.raises(Undrawable, match=r"'😀' \(U\+1F600\)"):
        draw(FigureSpec("x", "data", "t", "😀", ("b",)), data, tmp_path)


def test_a_group_without_glyph_is_refused_too(tmp_path):
    texts = ("a", "a", "a", "𓂀", "𓂀", "𓂀")
    data = findings(
        table("t", column("g", texts=texts, kind="text"), column("b", [1, 4, 2, 5, 3, 1]))
    )
    with pytest.raises(Undrawable, match="U\\+13080"):
        draw(FigureSpec("x", "box", "t", "g", ("b",)), data, tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "a$b",
        "$x$",
        "a_b^c",
        "\\frac",
        "{",
        "a\\$b$",
        "50 % & #1",
        "\\",
        "$",
        "$$",
        "x\ny",
        "tab\ta",
    ],
)
def test_no_column_name_breaks_a_label(name, tmp_path):
    for symbol in (name, f"${name}$"):
        data = findings(
            table("t", column(name, [1, 2, 3]), column("b", [1, 4, 2])),
            profiles=(profile("t", name, symbol, None, name),),
        )
        text = drawn_text(FigureSpec("x", "data", "t", name, ("b",)), data, tmp_path)
        assert "b" in text


def test_a_name_with_specials_is_printed_as_it_is(tmp_path):
    data = findings(table("t", column("a_1^2 $5$ \\x", [1, 2, 3]), column("b", [1, 4, 2])))
    text = drawn_text(FigureSpec("x", "data", "t", "a_1^2 $5$ \\x", ("b",)), data, tmp_path)
    assert "a_1^2 $5$ \\x" in text


@pytest.mark.skipif(not typefaces().chinese, reason="no Chinese face here")
def test_chinese_stands_beside_symbol_and_unit(tmp_path):
    data = findings(
        table("t", column("电压", [1, 2, 3]), column("b", [1, 4, 2])),
        profiles=(profile("t", "电压", "$U$", "volt / meter ** 2"),),
    )
    text = drawn_text(FigureSpec("x", "data", "t", "电压", ("b",)), data, tmp_path, "zh")
    assert "电压" in text
    assert "U" in text
    assert "V" in text


def test_minus_signs_are_printed(tmp_path):
    data = findings(table("t", column("a", [-3, -2, -1]), column("b", [-1e-9, 4e-9, 2e-9])))
    text = drawn_text(FigureSpec("x", "data", "t", "a", ("b",)), data, tmp_path)
    assert "−3" in text
    assert "(10−9)" in text.replace(" ", "")


def test_numbers_near_a_large_one_are_written_out(tmp_path):
    text = drawn_text(EVERY_KIND[2], findings(), tmp_path)
    assert re.search(r"299\s?900", text)
    assert "e5" not in text
    assert "+" not in text


def test_a_zero_on_a_logarithmic_axis_makes_it_linear(tmp_path):
    data = findings(table("t", column("a", [0, 1, 10, 100]), column("b", [1, 2, 3, 4])))
    log = draw(FigureSpec("x", "data", "t", "a", ("b",), log_x=True), data, tmp_path)
    plain = draw(FigureSpec("x", "data", "t", "a", ("b",)), data, tmp_path)
    assert log.digest == plain.digest


def test_a_logarithmic_axis_is_one(tmp_path):
    data = findings(table("t", column("a", [1, 10, 100, 1e5]), column("b", [1, 2, 3, 4])))
    log = draw(FigureSpec("x", "data", "t", "a", ("b",), log_x=True), data, tmp_path)
    plain = draw(FigureSpec("x", "data", "t", "a", ("b",)), data, tmp_path / "plain")
    assert log.digest != plain.digest


def test_dates_are_written_as_dates(tmp_path):
    spec = FigureSpec("x", "data", "nebulae", "date", ("velocity",))
    assert "2023-11-1" in drawn_text(spec, findings(), tmp_path)


def test_several_columns_have_a_legend(tmp_path):
    source = table("t", *(column(n, np.arange(5.0) * i) for i, n in enumerate("abcd", 1)))
    text = drawn_text(
        FigureSpec("x", "data", "t", "a", ("b", "c", "d")), findings(source), tmp_path
    )
    assert "b, c, d" in text


def test_all_fonts_are_embedded(tmp_path):
    for spec in EVERY_KIND:
        figure = draw(spec, findings(), tmp_path)
        objects = PdfReader(tmp_path / figure.file).pages[0]["/Resources"].get_object()
        assert isinstance(objects, DictionaryObject)
        listed = objects["/Font"].get_object()
        assert isinstance(listed, DictionaryObject)
        fonts = [font.get_object() for font in listed.values()]
        assert fonts
        kinds = {str(font["/Subtype"]) for font in fonts if isinstance(font, DictionaryObject)}
        assert kinds == {"/Type3"}


def test_nothing_reaches_the_log(tmp_path, caplog):
    with caplog.at_level(logging.DEBUG):
        draw(EVERY_KIND[1], findings(), tmp_path)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("kind", ["data", "lines"])
@pytest.mark.parametrize("shuffled", [False, True])
def test_a_hundred_thousand_points_stay_a_small_file(kind, shuffled, tmp_path):
    generator = np.random.default_rng(7)
    x = np.linspace(0, 100, 100_000)
    if shuffled:
        generator.shuffle(x)
    y = np.sin(x) + generator.normal(0, 0.3, x.size)
    source = table("t", column("x", x), column("y", y), column("e", np.full(x.size, 0.1), of="y"))
    figure = draw(FigureSpec("x", kind, "t", "x", ("y",)), findings(source), tmp_path)
    assert (tmp_path / figure.file).stat().st_size < 300_000


def test_a_bad_rc_file_of_the_user_changes_nothing(tmp_path, monkeypatch):
    import matplotlib

    usual = draw(EVERY_KIND[0], findings(), tmp_path)
    with matplotlib.rc_context({"font.size": 30, "lines.linewidth": 9, "axes.grid": True}):
        again = draw(EVERY_KIND[0], findings(), tmp_path)
    assert again.digest == usual.digest


def test_the_settings_of_the_caller_are_left_alone(tmp_path):
    import matplotlib

    before = dict(matplotlib.rcParams)
    draw(EVERY_KIND[0], findings(), tmp_path)
    assert dict(matplotlib.rcParams) == before


@pytest.mark.slow
def test_threads_give_the_same_files(tmp_path):
    from concurrent.futures import ThreadPoolExecutor

    alone = [draw(spec, findings(), tmp_path / "alone").digest for spec in EVERY_KIND]
    with ThreadPoolExecutor(5) as pool:
        together = pool.map(lambda spec: draw(spec, findings(), tmp_path / "t").digest, EVERY_KIND)
        assert list(together) == alone


def test_the_pdf_holds_no_time(tmp_path):
    figure = draw(EVERY_KIND[0], findings(), tmp_path)
    reader = PdfReader(io.BytesIO((tmp_path / figure.file).read_bytes()))
    assert reader.metadata is not None
    assert reader.metadata.creation_date is None
