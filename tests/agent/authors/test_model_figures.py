import pytest

from agent.authors.model_figures import read_figures
from agent.figures.types import FigureSpec
from tests.agent.authors.pendulum import FIT, findings

PHOTO = FigureSpec("photo", "image", image="photo.png", caption="The set-up.")
FITTED = {"id": "line", "kind": "fit", "fit": FIT, "caption": "Squares \\fact{gravity}."}
DATA = {"id": "d", "kind": "data", "table": "swings", "x": "length", "y": ["T2"], "caption": "C."}
COUNT = {"id": "h", "kind": "histogram", "table": "swings", "x": "T2", "caption": "C."}


def read(*figures, pictures=()):
    return read_figures({"figures": list(figures)}, findings(), pictures)


def test_figures_that_can_be_drawn_are_taken_and_pictures_follow():
    chosen = read(FITTED, DATA, COUNT | {"reference": "swings.t2.mean"}, pictures=(PHOTO,))
    assert chosen.dropped == ()
    assert [spec.kind for spec in chosen.specs] == ["fit", "data", "histogram", "image"]
    fit, _, count, picture = chosen.specs
    assert (fit.table, fit.x, fit.y, fit.fit) == ("swings", "length", ("T2",), FIT)
    assert count.reference == "swings.t2.mean"
    assert picture is PHOTO


@pytest.mark.parametrize(
    ("figure", "reason"),
    [
        (FITTED | {"fit": "swings.fit_none"}, "no fit"),
        (DATA | {"table": "nowhere"}, "no table"),
        (DATA | {"y": ["mass"]}, "no column 'mass'"),
        (DATA | {"y": []}, "no column for y"),
        (DATA | {"kind": "pie"}, "no kind 'pie'"),
        (DATA | {"caption": ""}, "caption is empty"),
        (DATA | {"caption": "Brace {"}, "cannot be set"),
        (DATA | {"caption": "See \\fact{nothing}."}, "unknown fact"),
        (DATA | {"caption": "As \\citet{book2001} say."}, "cites"),
        (DATA | {"caption": "\\input{/etc/passwd}"}, "cannot be set"),
        ({"id": "x"}, "kind"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_dropped_with_the_reason(figure, reason):
    chosen = read(figure, FITTED)
    assert [spec.id for spec in chosen.specs] == ["line"]
    assert reason in chosen.dropped[0]


def test_ids_become_names_of_files_each_once():
    chosen = read(FITTED | {"id": "Bild: ä/1"}, DATA | {"id": "bild a 1"}, pictures=(PHOTO,))
    names = [spec.id for spec in chosen.specs]
    assert len(set(names)) == 3
    assert all(name.replace("-", "").isalnum() and name.isascii() for name in names)


def test_the_same_figure_is_not_drawn_twice():
    assert len(read(FITTED, FITTED | {"id": "again"}).specs) == 1


def test_logarithmic_axes_need_positive_values():
    spec = read(DATA | {"log_x": True, "log_y": True}).specs[0]
    assert spec.log_x
    assert spec.log_y


def test_signs_in_a_caption_are_set_as_signs():
    assert read(DATA | {"caption": "T_2 at 5% & more."}).specs[0].caption == (
        "T\\_2 at 5\\% \\& more."
    )


def test_none_that_can_be_drawn_is_asked_again_with_the_reasons():
    with pytest.raises(ValueError, match="no table 'nowhere'"):
        read(DATA | {"table": "nowhere"})
    with pytest.raises(ValueError, match="empty"):
        read()
    assert read(pictures=(PHOTO,)).specs == (PHOTO,)


def test_a_string_for_one_column_is_understood():
    assert read(DATA | {"y": "T2"}).specs[0].y == ("T2",)
