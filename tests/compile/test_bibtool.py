import shutil

import pytest

from compile.bibtool import with_bibtool
from compile.document import compile_document
from compile.errors import Uncompilable
from compile.remedies.cure import apply_edits
from compile.remedies.project import Project


def told(loading, tool):
    text = f"\\documentclass{{article}}\n{loading}\n\\begin{{document}}x\\end{{document}}\n"
    cure = with_bibtool(Project("p.tex", {"p.tex": text}), tool)
    return (
        None if cure is None else apply_edits({"p.tex": text}, cure.edits)["p.tex"].split("\n")[1]
    )


@pytest.mark.parametrize(
    ("loading", "tool"),
    [
        ("\\usepackage{natbib}", "biber"),
        ("\\usepackage{biblatex}", "biber"),
        ("\\usepackage[backend=bibtex]{biblatex}", "bibtex"),
        ("\\usepackage{biblatex}", "auto"),
    ],
)
def test_document_that_does_so_already_stays_as_it_is(loading, tool):
    assert told(loading, tool) is None


@pytest.mark.parametrize(
    ("loading", "tool", "new"),
    [
        ("\\usepackage{biblatex}", "bibtex", "\\usepackage[backend=bibtex]{biblatex}"),
        ("\\usepackage[]{biblatex}", "bibtex", "\\usepackage[backend=bibtex]{biblatex}"),
        ("\\usepackage[style=ieee]{biblatex}", "bibtex",
         "\\usepackage[backend=bibtex,style=ieee]{biblatex}"),
        ("\\usepackage[style=ieee, backend = biber]{biblatex}", "bibtex",
         "\\usepackage[style=ieee, backend = bibtex]{biblatex}"),
        ("\\usepackage[backend=bibtex]{biblatex}", "biber",
         "\\usepackage[backend=biber]{biblatex}"),
    ],
)  # fmt: skip
def test_biblatex_is_told_the_program(loading, tool, new):
    assert told(loading, tool) == new


def test_unknown_program_is_refused_before_tex_runs(tmp_path):
    with pytest.raises(Uncompilable, match="no bibliography program 'bibfoo'"):
        compile_document(tmp_path / "absent.tex", bibtool="bibfoo")


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("tool", ["bibtex", "biber"])
def test_chosen_program_makes_the_bibliography(tool, write, tmp_path):
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    root = write(
        "See \\cite{knuth}.\n\\printbibliography",
        preamble="\\usepackage{biblatex}\n\\addbibresource{refs.bib}",
    )
    (root.parent / "refs.bib").write_text(
        "@book{knuth, author={Donald E. Knuth}, title={The TeXbook}, year=1984, publisher={A}}"
    )
    result = compile_document(root, bibtool=tool, keep=tmp_path / "logs")
    assert result.pdf is not None
    assert not result.errors
    log = (tmp_path / "logs" / "paper.log").read_text()
    assert ("blx-bib" in log or "bibtex" in log) == (tool == "bibtex")
