"""Commands of one bibliography package where another one is loaded, or none."""

import pytest

from tests.compile.remedies.mending import cures, mended, problem, project_of

BIB = "@article{a, author = {A. Author}, title = {T}, year = 2020}\n"
STYLED = "\\cite{a}\n\\bibliographystyle{plain}\n\\bibliography{refs}\n"


def of(body: str, preamble: str = ""):
    text = f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n{body}\\end{{document}}\n"
    return project_of({"paper.tex": text, "refs.bib": BIB})


def after(found, body: str, preamble: str = "") -> tuple[str, str]:
    """Preamble and body after the first cure."""
    text = mended(of(body, preamble), found)["paper.tex"]
    head, _, tail = text.partition("\\begin{document}\n")
    return head.removeprefix("\\documentclass{article}\n"), tail.removesuffix("\\end{document}\n")


def undefined(name: str):
    return problem("undefined-command", f"The command \\{name} is not defined; it is misspelt.",
                   file="paper.tex", line=3)  # fmt: skip


INVALID = problem("package-error", "biblatex: '\\bibliographystyle' invalid for 'biblatex'.")
TOGETHER = problem("package-error", "biblatex: Incompatible package 'natbib' loaded.")


def test_commands_of_bibtex_become_those_of_biblatex():
    biblatex = "\\usepackage{biblatex}\n"
    head, body = after(INVALID, STYLED, biblatex)
    assert head == f"{biblatex}\\addbibresource{{refs.bib}}\n"
    assert body == "\\cite{a}\n\\printbibliography\n"


def test_a_file_that_is_named_already_and_a_list_that_is_printed_are_not_doubled():
    biblatex = "\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n"
    head, body = after(INVALID, f"{STYLED}\\printbibliography\n", biblatex)
    assert (head, body) == (biblatex, "\\cite{a}\n\\printbibliography\n")


@pytest.mark.parametrize("preamble", ["", "\\usepackage{natbib}\n"])
def test_without_biblatex_the_commands_of_bibtex_are_left_alone(preamble):
    assert cures(of(STYLED, preamble), INVALID) == []


def test_natbib_makes_way_where_biblatex_prints_the_list():
    both = (
        "\\usepackage{natbib}\n\\usepackage[style=numeric]{biblatex}\n\\addbibresource{refs.bib}\n"
    )
    head, _ = after(TOGETHER, "\\citet{a}\n\\printbibliography\n", both)
    assert head == "\\usepackage[style=numeric,natbib=true]{biblatex}\n\\addbibresource{refs.bib}\n"


def test_biblatex_makes_way_where_bibtex_prints_the_list():
    head, body = after(TOGETHER, STYLED, "\\usepackage{natbib}\n\\usepackage{biblatex}\n")
    assert (head, body) == ("\\usepackage{natbib}\n", STYLED)


def test_one_package_alone_is_left_alone():
    assert cures(of(STYLED, "\\usepackage{natbib}\n"), TOGETHER) == []


def test_natbib_is_loaded_with_numbers_for_a_numeric_style():
    head, body = after(undefined("citet"), STYLED.replace("cite{", "citet{"))
    assert head == "\\usepackage[numbers]{natbib}\n"
    assert "\\citet{a}\n\\bibliographystyle{plainnat}" in body


def test_natbib_is_loaded_plainly_for_a_style_of_its_own():
    lines = STYLED.replace("cite{", "citep{").replace("{plain}", "{abbrvnat}")
    assert after(undefined("citep"), lines) == ("\\usepackage{natbib}\n", lines)


def test_natbibs_commands_are_an_option_of_biblatex():
    biblatex = "\\usepackage[style=numeric]{biblatex}\n\\addbibresource{refs.bib}\n"
    head, _ = after(undefined("citep"), "\\citep{a}\n\\printbibliography\n", biblatex)
    assert head.startswith("\\usepackage[style=numeric,natbib=true]{biblatex}\n")


@pytest.mark.parametrize("name", ["addbibresource", "printbibliography", "parencite"])
def test_biblatex_is_loaded_before_its_first_command(name):
    preamble = "\\usepackage{amsmath}\n\\addbibresource{refs.bib}\n"
    head, body = after(undefined(name), "\\parencite{a}\n\\printbibliography\n", preamble)
    assert head == "\\usepackage{amsmath}\n\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n"
    assert body == "\\parencite{a}\n\\printbibliography\n"


def test_a_list_of_biblatex_without_a_file_takes_the_only_one():
    head, _ = after(undefined("printbibliography"), "\\cite{a}\n\\printbibliography\n")
    assert head.endswith("\\addbibresource{refs.bib}\n")
    assert "\\usepackage{biblatex}" in head


def test_biblatexs_commands_are_defined_by_natbibs_and_the_text_stays():
    lines = STYLED.replace("cite{", "parencite{")
    head, body = after(undefined("parencite"), lines, "\\usepackage{natbib}\n")
    assert head == "\\usepackage{natbib}\n\\newcommand{\\parencite}{\\citep}\n"
    assert body == lines


def test_beside_a_list_written_by_hand_cite_is_enough():
    own = "\\textcite{a}\n\\begin{thebibliography}{9}\\bibitem{a} A\\end{thebibliography}\n"
    assert after(undefined("textcite"), own) == ("\\newcommand{\\textcite}{\\cite}\n", own)


@pytest.mark.parametrize("code", ["biber-version", "biber-absent"])
def test_without_a_biber_that_fits_biblatex_works_with_bibtex(code):
    head, _ = after(problem(code), "\\cite{a}\n", "\\usepackage[backend=biber]{biblatex}\n")
    assert head == "\\usepackage[backend=bibtex]{biblatex}\n"
    assert cures(of("\\cite{a}\n", "\\usepackage{natbib}\n"), problem(code)) == []


@pytest.mark.parametrize("name", ["alpha", "section", "mycite"])
def test_other_commands_load_no_bibliography(name):
    for cure in cures(of(STYLED), undefined(name)):
        assert "natbib" not in cure.what
        assert "biblatex" not in cure.what
