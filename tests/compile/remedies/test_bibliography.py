"""What makes a .bib file readable again."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from compile.remedies.bibliography_entries import entries
from compile.remedies.cure import Edit, apply_edits
from tests.compile.remedies.mending import cures, mended, problem, project_of

BODY = "\\cite{a}\n\\bibliography{refs}\n"
SOURCE = f"\\documentclass{{article}}\n\\begin{{document}}\n{BODY}\\end{{document}}\n"
READABLE = (
    "@article{a,\n  author = {A. Author},\n  title = {T},\n  year = 2020\n}\n",
    '@article{a, author="A {"} B", title={T {\\"o} p}, year=2020,}\n',
    "@string{j = {Journal}}\n@article{a, journal = j # { of } # j, month = jan}\n",
    "@book(a, title={T})\n",
    "Some words @ home\n@comment{anything, here}\n@preamble{ {\\newcommand{\\x}{}} }\n",
    "% @article{old, author = {A}\n@article{a, title = {T}}\n",
    "@article{a, abstract = {x\n@foo{bar, x\n}\n}, year=2020}\n@book{b, title={C}}\n",
    "@misc{a}\n",
    "",
)
BROKEN = {
    "a comma between fields": (
        "@article{a,\n author = {A}\n title = {T},\n}\n",
        "@article{a,\n author = {A},\n title = {T},\n}\n",
    ),
    "commas between fields of one line": (
        "@article{a, author={A} title={T} year=2020}\n",
        "@article{a, author={A}, title={T}, year=2020}\n",
    ),
    "the comma after the key": (
        "@article{a\n author = {A}\n}\n",
        "@article{a,\n author = {A}\n}\n",
    ),
    "the closing brace of an entry before another": (
        "@article{b,\n title = {T},\n\n@book{a, title={X}}\n",
        "@article{b,\n title = {T},\n}\n\n@book{a, title={X}}\n",
    ),
    "the closing brace at the end of the file": (
        "@article{a,\n title = {T}\n",
        "@article{a,\n title = {T}\n}\n",
    ),
    "the closing brace of a field": (
        "@article{a,\n author = {A,\n title = {T}\n}\n",
        "@article{a,\n author = {A},\n title = {T}\n}\n",
    ),
    "the closing brace of the last field": (
        "@article{a,\n title = {T {x}\n}\n@book{b, title={X}}\n",
        "@article{a,\n title = {T {x}\n}\n}\n@book{b, title={X}}\n",
    ),
    "a brace inside of a field": (
        "@article{a,\n title = {T {open,\n year = 2020\n}\n",
        "@article{a,\n title = {T {open}},\n year = 2020\n}\n",
    ),
    "the closing quote": (
        '@article{a,\n author = "A,\n title = {T}\n}\n',
        '@article{a,\n author = "A",\n title = {T}\n}\n',
    ),
    "a closing brace too many behind a field": (
        "@article{a,\n author = {A}},\n title = {T}\n}\n",
        "@article{a,\n author = {A},\n title = {T}\n}\n",
    ),
    "a closing brace too many in a field": (
        "@article{a,\n title = {Some {B}} text},\n year = 2020\n}\n",
        "@article{a,\n title = {Some {B} text},\n year = 2020\n}\n",
    ),
    "two commas": (
        "@article{a,\n author = {A},,\n title = {T}\n}\n",
        "@article{a,\n author = {A},\n title = {T}\n}\n",
    ),
    "a semicolon": (
        "@article{a,\n author = {A};\n title = {T}\n}\n",
        "@article{a,\n author = {A},\n title = {T}\n}\n",
    ),
    "a field that is commented out": (
        "@article{a,\n author = {A},\n % year = 2020,\n title = {T}\n}\n",
        "@article{a,\n author = {A},\n OPTyear = 2020,\n title = {T}\n}\n",
    ),
    "a value without braces": (
        "@article{a,\n title = A good title,\n pages = 1--5\n}\n",
        "@article{a,\n title = {A good title},\n pages = {1--5}\n}\n",
    ),
    "the opening brace of a value": (
        "@article{a,\n title = A title},\n year = 2020\n}\n",
        "@article{a,\n title = {A title},\n year = 2020\n}\n",
    ),
    "the sign =": (
        "@article{a,\n title {T},\n year = 2020\n}\n",
        "@article{a,\n title = {T},\n year = 2020\n}\n",
    ),
    "the opening brace of an entry": (
        "@article a,\n title = {T}\n}\n",
        "@article{a,\n title = {T}\n}\n",
    ),
    "a key": (
        "@article{\n author = {A. Author}, year = 2020\n}\n",
        "@article{a,\n author = {A. Author}, year = 2020\n}\n",
    ),
    "a key where the comma is": (
        "@article{, author = {A. Author}}\n",
        "@article{a, author = {A. Author}}\n",
    ),
}  # fmt: skip


def of(bib: str, source: str = SOURCE):
    return project_of({"paper.tex": source, "refs.bib": bib})


SYNTAX = problem("bibliography-syntax", file="refs.bib", line=1)


@pytest.mark.parametrize("bib", READABLE)
def test_a_readable_file_is_left_alone(bib):
    assert cures(of(bib), SYNTAX) == []


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_missing_or_too_much_is_mended(name):
    before, after = BROKEN[name]
    texts = mended(of(before), SYNTAX)
    assert texts["refs.bib"] == after
    assert texts["paper.tex"] == SOURCE
    assert cures(of(after), SYNTAX) == []


def test_faults_of_several_entries_are_mended_in_one_go():
    both = BROKEN["the sign ="][0] + BROKEN["two commas"][0].replace("{a,", "{b,")
    found = cures(of(both), SYNTAX)
    assert len(found) == 3
    texts = apply_edits({"refs.bib": both}, found[0].edits)
    assert cures(of(texts["refs.bib"]), SYNTAX) == []
    assert "a:" in found[0].what
    assert "b:" in found[0].what


def test_the_entry_at_the_reported_line_comes_first():
    bib = BROKEN["the sign ="][0] + BROKEN["two commas"][0].replace("{a,", "{second,")
    found = cures(of(bib), problem("bibliography-syntax", file="refs.bib", line=7))
    assert "second" in found[1].what


def test_a_key_is_made_of_author_and_year_where_no_citation_waits_for_one():
    bib = "@article{a, title={T}}\n@book{\n author = {Ann Author}, year = 1999\n}\n"
    assert "@book{ann1999,\n" in mended(of(bib), SYNTAX)["refs.bib"]


def test_a_file_that_is_named_by_its_path_is_found_by_its_name():
    project = project_of({"paper.tex": SOURCE, "lib/refs.bib": BROKEN["a comma between fields"][0]})
    found = mended(project, problem("bibliography-syntax", file="refs.bib", line=3))
    assert found["lib/refs.bib"] == BROKEN["a comma between fields"][1]


@given(st.text(alphabet='@{}",=#%\n ab1;', max_size=120))
@example("@a{a,a={{\n")
def test_nothing_written_is_lost_whatever_the_file_holds(bib):
    for entry in entries(bib):
        edits = tuple(Edit("refs.bib", m.start, m.end, m.new) for m in entry.mends)
        for edit in edits:
            assert 0 <= edit.start <= edit.end <= len(bib)
            removed = bib[edit.start : edit.end]
            assert removed.strip() in ("", "}", ",", ";") or removed.startswith("%")


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["{", "@a{", "@a{x,\n", "b={\n", 'b="', "title={a},\n", "%", "@", "#", "\n", "a\n", "title ="],
)
def test_endless_repetition_ends_soon(piece):
    started = time.monotonic()
    entries("@a{x," + piece * (100_000 // len(piece)))
    entries(piece * (100_000 // len(piece)))
    assert time.monotonic() - started < 5
