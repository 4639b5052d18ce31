import pytest

from compile.colours import COLOURS, colour_like


@pytest.mark.parametrize("name", ["", "brand", "accent", "x" * 1000])
def test_a_name_without_a_colour_in_it_is_like_none(name):
    assert colour_like(name) is None


@pytest.mark.parametrize(
    ("name", "shade"),
    [
        ("red", (1.0, 0.0, 0.0)),
        ("myred", (1.0, 0.0, 0.0)),
        ("DarkRed2", (0.55, 0.0, 0.0)),
        ("light-blue", (0.6, 0.6, 1.0)),
        ("bluecolor", (0.0, 0.0, 1.0)),
    ],
)
def test_a_name_tells_its_colour(name, shade):
    assert colour_like(name) == pytest.approx(shade)


def test_each_colour_is_in_the_palette_that_defines_it():
    assert (COLOURS["red"], COLOURS["ForestGreen"], COLOURS["AliceBlue"]) == (
        "",
        "dvipsnames",
        "svgnames",
    )
