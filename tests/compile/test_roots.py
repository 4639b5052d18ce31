import pytest

from compile.document import compile_document
from compile.errors import Uncompilable
from compile.roots import root_of

MAIN = "\\documentclass{article}\n\\begin{document}\n%s\n\\end{document}\n"


@pytest.fixture
def project(tmp_path):
    def lay(**files):
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/")
            path = path.with_name(f"{path.name}.tex")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return lay


@pytest.mark.parametrize("name", ["part", "part.tex", " part "])
def test_document_that_inputs_a_file_is_its_root(project, name):
    folder = project(main=MAIN % f"\\input{{{name}}}", part="Text.\n", other=MAIN % "Text.")
    assert root_of(folder / "part.tex", "Text.\n") == folder / "main.tex"


def test_root_is_found_from_a_folder_of_chapters(project):
    folder = project(main=MAIN % "\\include{chapters/one}", chapters__one="Text.\n")
    assert root_of(folder / "chapters" / "one.tex", "Text.\n") == folder / "main.tex"


def test_magic_comment_names_the_root(project):
    text = "% !TeX root = ../main.tex\nText.\n"
    folder = project(main=MAIN % "No input here.", chapters__one=text)
    assert root_of(folder / "chapters" / "one.tex", text).resolve() == folder / "main.tex"


def test_input_in_a_comment_makes_no_root(project):
    folder = project(main=MAIN % "% \\input{part}", part="Text.\n")
    assert root_of(folder / "part.tex", "Text.\n") is None


def test_file_with_its_own_preamble_is_no_part(project):
    folder = project(main=MAIN % "\\input{part}", part=MAIN % "Text.")
    assert root_of(folder / "part.tex", MAIN % "Text.") is None


def test_chapter_is_refused_with_the_name_of_its_document(project):
    folder = project(main=MAIN % "\\input{part}", part="Text.\n")
    with pytest.raises(Uncompilable, match=r"part\.tex is a part of main\.tex") as refused:
        compile_document(folder / "part.tex")
    assert "main.tex" in refused.value.hint
