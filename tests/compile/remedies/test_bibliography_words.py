"""Words of a .bib file that BibTeX does not know, mended before the first pass."""

import pytest

from compile.remedies.bibliography_words import OTHERS, STANDARD
from tests.compile.remedies.mending import guarded, project_of

SOURCE = (
    "\\documentclass{article}\n\\begin{document}\n\\cite{a}\n"
    "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n"
)


def after(bib: str) -> str:
    texts = guarded(project_of({"paper.tex": SOURCE, "refs.bib": bib}))
    assert texts["paper.tex"] == SOURCE
    return texts["refs.bib"]


@pytest.mark.parametrize("kind", sorted(STANDARD | OTHERS))
def test_known_entry_types_are_left_alone(kind):
    bib = f"@{kind}{{a, title = {{T}}}}\n"
    assert after(bib) == bib


@pytest.mark.parametrize("kind", ["artcile", "artical", "atricle", "articel"])
def test_a_misspelt_entry_type_is_corrected(kind):
    assert after(f"@{kind}{{a, title = {{T}}}}\n") == "@article{a, title = {T}}\n"


@pytest.mark.parametrize("kind", ["recording", "experiment", "bok", "mis", "tidetable"])
def test_an_entry_type_that_is_near_to_none_stays(kind):
    bib = f"@{kind}{{a, title = {{T}}}}\n"
    assert after(bib) == bib


@pytest.mark.parametrize("month", ["jan", "{January}", '"January"', "MAY", "3", "jan # {~3}"])
def test_months_that_can_be_read_are_left_alone(month):
    bib = f"@article{{a, month = {month}, year = 2020}}\n"
    assert after(bib) == bib


@pytest.mark.parametrize(
    ("month", "new"),
    [("january", "jan"), ("September", "sep"), ("sept", "sep"), ("Winter", "{Winter}")],
)
def test_bare_months_become_names_that_bibtex_knows(month, new):
    found = after(f"@article{{a, month = {month}, year = 2020}}\n")
    assert found == f"@article{{a, month = {new}, year = 2020}}\n"


def test_names_the_file_defines_itself_are_left_alone():
    bib = "@string{winter = {Winter term}}\n@article{a, month = winter}\n"
    assert after(bib) == bib


def test_entries_that_nobody_cites_are_left_alone():
    bib = "@artcile{b, title = {T}, month = january}\n"
    assert after(bib) == bib


def test_fields_behind_a_brace_too_many_are_not_dropped_in_silence():
    bib = "@article{a, author = {A. Author}}, title = {T}, year = 2020}\n"
    assert after(bib) == bib.replace("}},", "},")
