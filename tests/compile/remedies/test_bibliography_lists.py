"""Lists of sources that are written by hand, and lists out of place."""

import time

import pytest

from tests.compile.remedies.mending import cures, mended, problem, project_of

ITEM = "\\bibitem{a} A. Author, A title.\n"


def of(body: str, preamble: str = ""):
    text = f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n{body}\\end{{document}}\n"
    return project_of({"paper.tex": text})


def body_after(code: str, body: str, preamble: str = "") -> str:
    text = mended(of(body, preamble), problem(code, file="paper.tex", line=4))["paper.tex"]
    return text.partition("\\begin{document}\n")[2].removesuffix("\\end{document}\n")


@pytest.mark.parametrize("argument", ["{9}", " {99}", "\n{9}", "{}"])
def test_a_list_with_its_argument_is_left_alone(argument):
    whole = f"\\begin{{thebibliography}}{argument}\n{ITEM}\\end{{thebibliography}}\n"
    found = cures(of(whole), problem("missing-item", file="paper.tex", line=4))
    assert not {"give-widest-label", "put-items-into-list"} & {cure.remedy for cure in found}


@pytest.mark.parametrize("between", ["\n", "\n\n", " ", " % widest\n"])
def test_a_list_without_its_argument_is_given_one(between):
    broken = f"\\begin{{thebibliography}}{between}{ITEM}\\end{{thebibliography}}\n"
    assert body_after("missing-item", broken) == broken.replace(
        "{thebibliography}", "{thebibliography}{99}", 1
    )


def test_items_outside_of_a_list_are_given_one():
    found = body_after("lonely-item", f"See \\cite{{a}}.\n\n{ITEM}\\bibitem{{b}} B.\n")
    assert found == (
        f"See \\cite{{a}}.\n\n\\begin{{thebibliography}}{{99}}\n{ITEM}\\bibitem{{b}} B.\n"
        "\\end{thebibliography}\n"
    )


def test_a_list_in_the_preamble_moves_to_the_end():
    early = "\\bibliographystyle{plain}\n\\bibliography{refs}\n"
    project = of("See \\cite{a}.\n", early)
    text = mended(project, problem("no-bibliography"))["paper.tex"]
    assert text.startswith("\\documentclass{article}\n\\begin{document}\nSee \\cite{a}.\n")
    assert text.endswith(f"{early}\\end{{document}}\n")


@pytest.mark.parametrize("piece", ["\\begin{thebibliography}", "\\bibitem", "\\bibitem{a}", "%\n"])
def test_endless_repetition_ends_soon(piece):
    started = time.monotonic()
    project = of(piece * (50_000 // len(piece)))
    for code in ("missing-item", "lonely-item", "no-bibliography"):
        cures(project, problem(code, file="paper.tex", line=4))
    assert time.monotonic() - started < 20
