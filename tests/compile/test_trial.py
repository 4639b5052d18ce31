import pytest

from compile.trial import takes

pytestmark = pytest.mark.tex
DOCUMENT = "\\documentclass{article}\n\\begin{document}\n%s\n\\end{document}\n"


@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
@pytest.mark.parametrize(
    ("body", "good"),
    [
        ("Text with an open \\ref{later} and \\cite{nobody}.", True),
        ("Text with an \\unknowncommand.", False),
        ("Open math $x.\n\nNext.", False),
    ],
)
def test_one_pass_tells_whether_tex_takes_a_source(tmp_path, body, good, engine):
    root = tmp_path / "a.tex"
    root.write_text(DOCUMENT % body)
    assert takes(root, engine=engine) is good
    assert [path.name for path in tmp_path.iterdir()] == ["a.tex"]


def test_a_source_that_never_ends_says_nothing(tmp_path):
    root = tmp_path / "a.tex"
    root.write_text(DOCUMENT % "\\loop\\iftrue\\repeat")
    assert takes(root, engine="pdflatex", timeout=2.0) is None


def test_a_folder_for_a_file_says_nothing(tmp_path):
    assert takes(tmp_path) is None
