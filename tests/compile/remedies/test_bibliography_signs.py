"""Characters with a meaning in TeX, in the fields of a .bib file."""

import time

import pytest

from tests.compile.remedies.mending import cures, guarded, mended, problem, project_of

SOURCE = (
    "\\documentclass{article}\n\\begin{document}\n\\cite{a}\n"
    "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n"
)
IN_LIST = problem("misplaced-alignment", file="paper.bbl", line=4)


def of(title: str, field: str = "title"):
    return project_of({"paper.tex": SOURCE, "refs.bib": f"@article{{a, {field} = {{{title}}}}}\n"})


def written(title: str, field: str = "title") -> str | None:
    texts = mended(of(title, field), IN_LIST)
    if texts is None:
        return None
    assert texts["paper.tex"] == SOURCE
    return texts["refs.bib"].partition("= {")[2].removesuffix("}}\n")


@pytest.mark.parametrize(
    "title",
    [
        "A plain title",
        r"Salt \& water at 5\% \#1 a\_b \$3",
        "The value of $x_1^2$ and $a & b$",
        r"The value of \(x_1\)",
        r"See \url{http://a.b/c_d?e=5%25&f#g}",
        r"\href{http://a.b/c_d#x}{here}",
        r"Na\"\i ve \^o",
    ],
)
def test_what_prints_as_it_should_is_left_alone(title):
    assert written(title) is None


@pytest.mark.parametrize("field", ["url", "abstract", "keywords", "file", "doi"])
def test_fields_that_are_not_typeset_are_left_alone_at_first(field):
    found = cures(of("http://a.b/c_d?e&f", field), IN_LIST)
    assert all("addresses" in cure.what for cure in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Salt & water", r"Salt \& water"),
        ("Salt &amp; water", r"Salt \& water"),
        ("A loss of 5% in air", r"A loss of 5\% in air"),
        ("Report #12", r"Report \#12"),
        ("The file water_levels", r"The file water\_levels"),
        ("On CO_2 and H_2O", "On CO$_2$ and H$_2$O"),
        ("E = mc^2", "E = mc$^2$"),
        ("A note ^ here", r"A note \^{} here"),
        ("Price $12", r"Price \$12"),
        ("From $5 to $9", r"From \$5 to \$9"),
        (r"In $x_1$ & 5% of $y % z$", r"In $x_1$ \& 5\% of $y \% z$"),
    ],
)
def test_bare_signs_are_written_as_tex_prints_them(before, after):
    assert written(before) == after
    assert written(after) is None


def test_only_what_is_cited_is_touched():
    bib = "@article{a, title = {One & two}}\n@article{b, title = {One & two}}\n"
    texts = mended(project_of({"paper.tex": SOURCE, "refs.bib": bib}), IN_LIST)
    assert texts["refs.bib"] == bib.replace("&", r"\&", 1)
    everything = SOURCE.replace(r"\cite{a}", r"\nocite{*}")
    texts = mended(project_of({"paper.tex": everything, "refs.bib": bib}), IN_LIST)
    assert texts["refs.bib"] == bib.replace("&", r"\&")


def test_an_error_in_the_text_is_no_reason_to_touch_the_bibliography():
    found = problem("misplaced-alignment", file="paper.tex", line=2)
    texts = mended(of("Salt & water"), found)
    assert texts is None or texts["refs.bib"] == of("Salt & water").texts["refs.bib"]


def test_text_behind_a_percent_sign_is_kept_before_the_first_pass():
    assert guarded(of("A loss of 5% in air"))["refs.bib"] == of(r"A loss of 5\% in air").texts[
        "refs.bib"
    ]  # fmt: skip


@pytest.mark.parametrize("title", [r"5\% of all", "Salt & water", "A line%\n goes on", "Plain"])
def test_nothing_else_is_touched_before_the_first_pass(title):
    assert guarded(of(title)) == of(title).texts


def test_a_percent_sign_in_an_address_is_part_of_it():
    assert guarded(of("http://a.b/%20c", "url")) == of("http://a.b/%20c", "url").texts


@pytest.mark.parametrize("sign", ["&", "$", "_", "^", "%", "a_b ", "$1 ", "\\", "{}", "\\("])
def test_endless_repetition_ends_soon(sign):
    started = time.monotonic()
    cures(of(sign * (60_000 // len(sign))), IN_LIST)
    assert time.monotonic() - started < 6
