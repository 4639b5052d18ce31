import pytest
from hypothesis import given
from hypothesis import strategies as st

from compile.remedies.pictures import (
    file_of,
    files_meant,
    is_safe,
    pictures_in,
    plain_name,
    safe_name,
)
from tests.compile.remedies.trying import project_of, whole


def meant(name: str, *files: str, more: str = "") -> tuple[str, ...]:
    project = project_of(
        whole(f"\\includegraphics[width=2cm]{{{name}}}{more}"), dict.fromkeys(files)
    )
    return files_meant(pictures_in(project)[0], project)


@pytest.mark.parametrize(
    ("name", "files", "best"),
    [
        ("plot.jpg", ("plot.pdf",), "plot.pdf"),
        ("plot.jpg", ("plot.png", "plot.pdf"), "plot.pdf"),
        ("plot.png", ("Plot.PNG",), "Plot.PNG"),
        ("plot.png", ("figures/plot.png",), "figures/plot.png"),
        ("plot", ("figures/plot.jpeg",), "figures/plot.jpeg"),
        ("figures/plot.png", ("plot.png",), "plot.png"),
        ("../img/plot.png", ("img/plot.png", "old/plot.png"), "img/plot.png"),
        ("/home/someone/plot.png", ("plot.png",), "plot.png"),
        ("my_plot.png", ("my plot.png",), "my plot.png"),
        ("my-plot-1.png", ("My Plot 01.png",), "My Plot 01.png"),
        ("groesse.png", ("größe.png",), "größe.png"),
        ("spectum.png", ("spectrum.png",), "spectrum.png"),
        ("drawing.png", ("drawing.svg",), "drawing.svg"),
    ],
)
def test_the_file_that_is_meant(name, files, best):
    assert meant(name, *files)[:1] == (best,)


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("fig1.png", ("fig2.png",)),
        ("run-12.png", ("run-1-2.png",)),
        ("plot.png", ("data.csv", "plot.tex", "plot.csv")),
        ("plot.png", ("a/plot.png", "b/plot.png")),
        ("abc.png", ("abd.png",)),
        ("main.png", ("main.pdf",)),
        ("", ("plot.png",)),
        (r"\jobname-plot", ("plot.png",)),
    ],
)
def test_no_file_is_meant(name, files):
    assert meant(name, *files) == ()


def test_a_picture_that_is_used_elsewhere_is_no_misspelling():
    assert meant("specter.png", "spectre.png", more=r"\includegraphics{spectre.png}") == ()


def test_several_copies_of_one_picture_are_one():
    project = project_of(
        whole(r"\includegraphics{plot}"), {"a/plot.png": b"same", "b/plot.png": b"same"}
    )
    assert files_meant(pictures_in(project)[0], project) == ("a/plot.png", "b/plot.png")


def test_pictures_in_comments_and_listings_are_none():
    body = "% \\includegraphics{a}\n\\begin{verbatim}\n\\includegraphics{b}\n\\end{verbatim}"
    assert pictures_in(project_of(whole(body))) == ()


def test_the_folder_of_graphicspath_is_looked_into():
    project = project_of(
        whole(r"\graphicspath{{img/}}\includegraphics{plot}"), {"img/plot.png": b""}
    )
    assert file_of(pictures_in(project)[0], project) == "img/plot.png"


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (r"a\_b.png", "a_b.png"),
        (r"a\textunderscore{}b.png", "a_b.png"),
        (r"50\%.png", "50%.png"),
        ('"my plot.png"', "my plot.png"),
        ("./a.png", "a.png"),
        (r"img\plot.png", "img/plot.png"),
    ],
)
def test_names_as_they_are_meant(written, plain):
    assert plain_name(written) == plain


@given(st.text(min_size=1, max_size=40))
def test_a_safe_name_is_safe_and_free(name):
    taken = {"picture.png": None, "a.png": None}
    made = safe_name(name, ".png", project_of("", taken))
    assert is_safe(made)
    assert made not in taken


def test_a_long_row_of_brackets_is_read_fast():
    for piece in (r"\includegraphics[", r"\includegraphics{", "{", "[", r"\includegraphics[{"):
        assert pictures_in(project_of(piece * (100_000 // len(piece)))) is not None
