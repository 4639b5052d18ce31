from tests.reflect.checks.form import found, seen

BOOKS = """
@book{hooke, author = {Hooke}, title = {De potentia restitutiva, or of spring}, year = {1678}}
@article{young, author = {Young}, title = {A course of lectures on natural philosophy},
  year = 1807, doi = {10.5962/bhl.title.22458}}
"""


def test_a_bibliography_with_one_entry_for_each_key_is_fine():
    assert found("bib-key-collision", r"\cite{hooke} \cite{young}", bibtex=BOOKS) == []
    assert found("duplicate-entry", r"\cite{hooke} \cite{young}", bibtex=BOOKS) == []


def test_the_same_entry_twice_loses_nothing():
    assert found("bib-key-collision", r"\cite{hooke}", bibtex=BOOKS + BOOKS) == []


def test_two_works_under_one_key_are_named_where_it_is_cited():
    other = BOOKS + "@misc{hooke, title = {Another one}}\n"
    assert seen("bib-key-collision", r"As \cite{hooke} says.", bibtex=other) == ["hooke"]
    assert seen("bib-key-collision", r"As \cite{young} says.", bibtex=other) == []


def test_keys_that_differ_in_case_are_one_for_bibtex():
    other = BOOKS + "@misc{Hooke, title = {Another one}}\n"
    (hit,) = found("bib-key-collision", r"As \cite{Hooke} says.", bibtex=other)
    assert "one for BibTeX" in hit.message


def test_one_work_under_two_keys_is_named_where_both_are_cited():
    twice = BOOKS + "@misc{y2, doi = {https://doi.org/10.5962/BHL.title.22458}}\n"
    assert seen("duplicate-entry", r"\cite{young} \cite{y2}", bibtex=twice) == ["y2"]
    assert seen("duplicate-entry", r"\cite{young}", bibtex=twice) == []
    titled = BOOKS + (
        "@misc{h2, title = {{De Potentia Restitutiva}: or of Spring}, year = {1678}}\n"
    )
    assert seen("duplicate-entry", r"\cite{hooke} \cite{h2}", bibtex=titled) == ["h2"]
    later = BOOKS + titled.removeprefix(BOOKS).replace("1678", "1978")
    assert seen("duplicate-entry", r"\cite{hooke} \cite{h2}", bibtex=later) == []


def test_comments_and_strings_are_no_entries():
    more = BOOKS + "@comment{hooke, a}\n@string{hooke, b}\n"
    assert found("bib-key-collision", r"\cite{hooke}", bibtex=more) == []
