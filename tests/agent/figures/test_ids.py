import pytest

from agent.figures.errors import Undrawable
from agent.figures.ids import check_id, figure_id


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hubble velocity", "hubble-velocity"),
        ("a_b/c.d", "a-b-c-d"),
        ("Größe", "groe"),
        ("électron", "electron"),
        ("电压", "figure"),
        ("", "figure"),
        ("--", "figure"),
        ("电压 U", "u"),
        ("x" * 200, "x" * 60),
    ],
)
def test_an_id_is_an_ascii_word(text, expected):
    assert figure_id(text, set()) == expected


def test_ids_are_all_different_and_remembered():
    taken: set[str] = set()
    assert [figure_id("电", taken) for _ in range(3)] == ["figure", "figure-2", "figure-3"]
    assert figure_id("Figure 2", taken) == "figure-2-2"
    assert len(taken) == 4


def test_every_made_id_is_a_good_one():
    for text in ("", "电压", "-a-", "ß", "../../etc/passwd", "x" * 59 + "-y"):
        check_id(figure_id(text, set()))


@pytest.mark.parametrize("text", ["", "-a", "a/b", "..", "a b", "a_b", "é", "a\n"])
def test_an_id_that_is_no_file_name_is_refused(text):
    with pytest.raises(Undrawable):
        check_id(text)
