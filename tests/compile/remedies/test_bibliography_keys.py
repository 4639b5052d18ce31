"""Keys that are cited but in no entry, keys given twice, and names that cannot be read."""

import pytest

from compile.remedies.bibliography_keys import meant_key
from tests.compile.remedies.mending import cures, mended, problem, project_of


def of(text: str, bib: str):
    source = f"\\documentclass{{article}}\n\\begin{{document}}\n{text}\n\\bibliography{{refs}}\n"
    return project_of({"paper.tex": f"{source}\\end{{document}}\n", "refs.bib": bib})


def entry(key: str, title: str = "T") -> str:
    return f"@article{{{key},\n  title = {{{title}}}\n}}\n"


def unknown(key: str):
    return problem("undefined-citation", context=key, severity="warning")


@pytest.mark.parametrize(
    ("wanted", "known"),
    [
        ("brook2003", {"field2019"}),
        ("field2018", {"field2019"}),
        ("field2019a", {"field2019b"}),
        ("field1990", {"field2019"}),
        ("felds2019", {"field2019"}),
        ("field2019x", {"field2019", "fields2019"}),
        ("cat", {"car"}),
        ("smith", {"smyth", "smithe"}),
        ("::", {"a"}),
    ],
)
def test_a_key_that_may_mean_another_work_stays_a_told_warning(wanted, known):
    if wanted == "field2019x":
        known = known | {"field2019y"}
    assert meant_key(wanted, frozenset(known)) is None
    project = of(f"\\cite{{{wanted}}}", "".join(entry(key) for key in sorted(known)))
    assert cures(project, unknown(wanted)) == []


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        ("feild2019", "field2019"),
        ("fild2019", "field2019"),
        ("fieldd2019", "field2019"),
        ("Field2019", "field2019"),
        ("field:2019", "field2019"),
        ("Field_2019", "field2019"),
    ],
)
def test_a_misspelt_key_is_corrected_wherever_it_is_cited(wanted, meant):
    bib = entry(meant) + entry("brook2003")
    project = of(f"\\cite[p.~3]{{brook2003, {wanted}}} and \\citep{{{wanted}}}", bib)
    texts = mended(project, unknown(wanted))
    assert f"\\cite[p.~3]{{brook2003, {meant}}} and \\citep{{{meant}}}" in texts["paper.tex"]
    assert texts["refs.bib"] == bib


def test_keys_of_a_list_written_by_hand_count():
    items = "\\bibitem[F]{field2019} F."
    text = f"\\cite{{feild2019}}\\begin{{thebibliography}}{{9}}{items}\\end{{thebibliography}}"
    assert "\\cite{field2019}" in mended(of(text, ""), unknown("feild2019"))["paper.tex"]


@pytest.mark.parametrize("between", [";", "; ", " "])
def test_keys_without_a_comma_between_them_are_parted(between):
    project = of(f"\\cite{{one{between}two}}", entry("one") + entry("two"))
    assert "\\cite{one,two}" in mended(project, unknown(f"one{between}two"))["paper.tex"]


def test_the_second_of_two_equal_entries_goes():
    bib = entry("a") + "\n" + entry("b") + entry("a").replace("{T}", '"T"')
    found = mended(of("\\cite{a}", bib), problem("duplicate-entry"))
    assert found["refs.bib"] == entry("a") + "\n" + entry("b")


def test_the_second_of_two_different_entries_is_renamed_and_keeps_its_text():
    bib = entry("a") + entry("a-2") + entry("A", "Another")
    found = mended(of("\\cite{a}", bib), problem("duplicate-entry"))
    assert found["refs.bib"] == entry("a") + entry("a-2") + entry("A-3", "Another")


def test_different_keys_are_left_alone():
    assert cures(of("\\cite{a}", entry("a") + entry("b")), problem("duplicate-entry")) == []


@pytest.mark.parametrize(
    "names",
    [
        "A. Field and B. Brook",
        "Field, A. and Brook, B. and others",
        "Field, Jr., A.",
        "von Field, Jr, Ann Mary",
        "{Office of Tides, Waves, Sands, and Winds}",
        "Field, Ann, Brook, Ben, Lake",
    ],
)
def test_names_that_can_be_read_or_not_be_guessed_are_left_alone(names):
    bib = f"@article{{a, author = {{{names}}}}}\n"
    assert cures(of("\\cite{a}", bib), problem("bibliography-name")) == []


@pytest.mark.parametrize(
    ("names", "parted"),
    [
        ("Field, R., Brook, A., Lake, T.", "Field, R. and Brook, A. and Lake, T."),
        ("Field, R., Brook, A., and Lake, T.", "Field, R. and Brook, A. and Lake, T."),
        ("Field, R.-J., Brook, A. B.", "Field, R.-J. and Brook, A. B."),
        ("Rowan Field, Ann Brook, Tom Lake", "Rowan Field and Ann Brook and Tom Lake"),
    ],
)
def test_names_with_commas_only_are_parted(names, parted):
    bib = f"@article{{a, author = {{{names}}}}}\n"
    found = mended(of("\\cite{a}", bib), problem("bibliography-name"))
    assert found["refs.bib"] == bib.replace(names, parted)
