import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.bibliography.blocks import START, split_blocks
from agent.bibliography.library import Entry, Library
from agent.bibliography.read import read_bibliography

GOOD = "@book{good, title = {Good}}\n"


def read(text: str) -> Library:
    return read_bibliography([("refs.bib", text)])


def only(text: str) -> Entry:
    (entry,) = read(text).entries
    return entry


@pytest.mark.parametrize(
    "text",
    [
        '@article{a, title = {A {B} \\& c}, author = "X and Y", year = 2011, month = jul}\n',
        "@ARTICLE{a,\n  Title = {A},\n}\n\n@comment{ note }\n% a comment\n@misc{b, title={B}}",
        "\ufeff@misc{李2020, title = {标题}, author = {李, 娜}}\r\n",
        "",
        "Just text.",
    ],
)
def test_sound_files_are_read_without_remark(text):
    library = read(text)
    assert library.remarks == ()
    assert library.unread == ()
    assert len(library.entries) == len(re.findall(r"@(?:article|misc)", text, re.IGNORECASE))


def test_values_keep_their_macros_quotes_and_joints():
    library = read(
        '@string{jp = {J. Phys.}}\n@string(part = "B" # jp)\n'
        '@article{a, journal = jp # { X}, month = 3 # "~" # mar, title = "A {"}q{"}"}'
    )
    (entry,) = library.entries
    assert dict(entry.fields) == {
        "journal": "jp # { X}",
        "month": '3 # "~" # mar',
        "title": '"A {"}q{"}"',
    }
    assert library.strings == (("jp", "{J. Phys.}"), ("part", '"B" # jp'))
    assert library.remarks == ()


def test_entry_in_parentheses_is_an_entry():
    library = read('@misc(p, title = "A (b) " # "c")\n' + GOOD)
    assert library.keys == ("p", "good")
    assert library.entries[0].text("title") == "A (b) c"


def test_missing_comma_is_put_in_and_reported():
    library = read("@article{a, title = {A}\n year = {2000}, author = {X}}")
    assert library.entries[0].fields == (("title", "{A}"), ("year", "{2000}"), ("author", "{X}"))
    assert "comma" in library.remarks[0]


def test_of_a_field_that_stands_twice_the_first_counts():
    library = read("@article{a, title = {A}, Title = {B}, year = 2000}")
    assert library.entries[0].fields == (("title", "{A}"), ("year", "2000"))
    assert "'title' stands twice" in library.remarks[0]


def test_of_two_entries_with_one_key_the_first_counts():
    library = read_bibliography(
        [("a.bib", "@misc{k, title={A}}"), ("b.bib", "@misc{k, title={B}}\n@misc{k, title = {A}}")]
    )
    assert [entry.text("title") for entry in library] == ["A"]
    assert library.unread == ("@misc{k, title={B}}",)
    assert "'a.bib'" in library.remarks[0]
    assert "'b.bib'" in library.remarks[0]
    assert "repeats" in library.remarks[1]


def test_keys_that_differ_in_case_are_two_entries():
    assert read("@misc{lee, title={A}}@misc{Lee, title={B}}").keys == ("lee", "Lee")


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("@article{a, title = {A open\n", {"title": "{A open}"}),
        (
            "@article{a, title = {A open,\n  author = {X},\n  year = 2000\n}\n\n",
            {"title": "{A open}", "author": "{X}", "year": "2000"},
        ),
        (
            '@article{a, title = "A open,\n  author = {X}\n}\n',
            {"title": '"A open"', "author": "{X}"},
        ),
        ("@article{a, title = {A}, year = 2000\n", {"title": "{A}", "year": "2000"}),
        ("@article{a, title = {A},\n\n", {"title": "{A}"}),
    ],
)
def test_open_entry_is_closed_and_spares_the_next(text, fields):
    library = read(text + GOOD)
    assert dict(library.entries[0].fields) == fields
    assert library.keys == ("a", "good")
    assert any("not closed" in remark for remark in library.remarks)


def test_at_sign_in_a_value_starts_no_entry():
    entry = only("@article{a@home, abstract = {x\n@misc{ y}\n, me@here.org}, title = {T}}")
    assert entry.key == "a@home"
    assert entry.text("abstract") == "x @misc{ y} , me@here.org"
    assert entry.text("title") == "T"


def test_comments_inside_an_entry_are_no_field():
    entry = only("@article{a, title = {A}, % the title\n % note = {old},\n year = 2000}")
    assert entry.fields == (("title", "{A}"), ("year", "2000"))


@pytest.mark.parametrize(
    "text", ["@article{, title={A}}", "@article{title={A}}", "@article{a; title={A}}", "@article{"]
)
def test_what_cannot_be_read_is_kept_raw_and_reported(text):
    library = read(text + "\n" + GOOD)
    assert library.keys == ("good",)
    assert [raw.strip() for raw in library.unread] == [text]
    assert len(library.remarks) == 1


def test_text_that_belongs_to_no_entry_is_reported():
    library = read("@article{a, title = {A}}, year = 2000}\n")
    assert "year = 2000" in library.remarks[0]


def test_commented_out_entry_is_no_entry():
    assert read("% @article{old, title = {A}}\n" + GOOD).keys == ("good",)


def test_undefined_macro_becomes_text():
    library = read("@article{a, journal = nature, month = Dec}")
    assert library.entries[0].fields == (("journal", "{nature}"), ("month", "Dec"))
    assert "'nature'" in library.remarks[0]


def test_words_without_braces_are_kept():
    assert only("@misc{a, title = unquoted words here, year = 2000}").fields == (
        ("title", "{unquoted words here}"),
        ("year", "2000"),
    )


def test_entry_remembers_where_it_stood():
    entry = read("\n\n" + GOOD + "@misc{b,\n title={B}}").entries[1]
    assert (entry.path, entry.line, entry.raw) == ("refs.bib", 4, "@misc{b,\n title={B}}")


def test_accents_are_composed():
    assert only("@misc{a, author = {Mu\u0308ller}}").text("author") == "Müller"


PIECES = st.lists(
    st.sampled_from(
        [
            "@article{k1,",
            "@misc{k2, title={T}}",
            '@book(k3, title="T")',
            "@string{s = {x}}",
            "@comment{c}",
            "title = {A}",
            "year = 2000",
            ",",
            "{",
            "}",
            '"',
            "\n",
            "@",
            "% ",
            "x",
        ]
    )
).map("".join)


@given(PIECES | st.text())
def test_blocks_put_together_are_the_file(text):
    assert "".join(block.raw for block in split_blocks(text)) == text


@given(PIECES)
def test_every_start_of_an_entry_is_accounted_for(text):
    library = read(text)
    blocks = [
        block
        for block in split_blocks(text)
        if block.type not in ("", "comment", "string", "preamble")
    ]
    doublets = sum("repeats it" in remark for remark in library.remarks)
    assert len(blocks) == len(library.entries) + len(library.unread) + doublets
    assert all(START.match(raw) for raw in library.unread)
