"""What a critic is shown of a draft: anchors, verbatim text, and only what is new."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.reflecting.excerpt import _keys, excerpt
from agent.reflecting.prefix import PARAGRAPH_END, Sight, inert, inert_material, passages, title_of
from latex.paragraphs import locate
from latex.sections import outline
from reflect.change import Change
from reflect.finding import Category
from reflect.roles import Task
from tests.agent.reflecting.long_draft import TITLES, long_draft, long_material, replaced_in
from tests.reflect.drafts import DRAFT

HOSTILE = {
    "braces": "{" * 100_000,
    "dollars": "$" * 100_000,
    "open math": "\\(" * 50_000,
    "environments": "\\begin{a}" * 11_000,
    "title and spaces": "\\title" + " " * 100_000,
    "titles": "\\title[" * 15_000,
    "tag and spaces": "<" + " " * 100_000,
    "tags": "</draft" * 15_000,
    "cites": "\\" + "cite" * 25_000,
    "options": "\\cite" + "[a]" * 33_000,
    "lines": "\n" * 100_000,
    "lines and spaces": ("\n" + " " * 49) * 2_000,
}


def shown(source):
    return passages(source, outline(source))


def test_each_heading_has_its_anchor_and_its_text_verbatim():
    seen = shown(DRAFT)
    assert [passage.anchor for passage in seen] == ["whole", "n1", "n2", "n3", "n4"]
    for section, passage in zip(outline(DRAFT), seen[1:], strict=True):
        assert passage.heading == DRAFT[section.start : section.body_start]
        assert passage.marked.startswith(f"[{section.anchor}]\n\\section{{")
        assert passage.body.strip() in DRAFT
    assert "begin{abstract}" in seen[0].body
    assert "documentclass" not in "".join(passage.marked for passage in seen)
    assert "end{document}" not in "".join(passage.marked for passage in seen)


def test_a_quote_of_what_is_shown_is_found_in_the_draft():
    draft = long_draft()
    for passage in shown(draft):
        for paragraph in passage.paragraphs:
            assert locate(draft, paragraph) is not None


@pytest.mark.parametrize(
    ("source", "anchors"),
    [
        ("", []),
        ("\n\n", []),
        ("Only text.", ["whole"]),
        ("\\documentclass{article}\\begin{document}Only text.\\end{document}", ["whole"]),
        ("\\documentclass{article}\\begin{document}\\end{document}", []),
        ("\\documentclass{article}\\begin {document}\\section{A}\\end{document}", ["n1"]),
        ("\\documentclass{article}\\begin{document}\\section{A} Never ended", ["n1"]),
        ("\\section{A}\\section{B}", ["n1", "n2"]),
        ("\\input{all}", ["whole"]),
    ],
)
def test_every_document_can_be_shown(source, anchors):
    seen = shown(source)
    assert [passage.anchor for passage in seen] == anchors
    assert not any("documentclass" in passage.marked for passage in seen)


@given(st.text(alphabet="\\{}[]$%<>/ \n\rabdnosectiu", max_size=120))
def test_no_string_is_too_odd_to_be_shown(text):
    Sight("en").look(text, outline(text))
    title_of(text)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_stays_fast(name):
    text = HOSTILE[name]
    begun = time.process_time()
    title_of(text)
    inert(text)
    inert_material(text)
    PARAGRAPH_END.split(text)
    _keys(text)
    assert time.process_time() - begun < 1.0


@pytest.mark.parametrize(
    ("source", "title"),
    [
        (r"\title{A \emph{new} look}", r"A \emph{new} look"),
        ("\\title [short]\n{A\n  title}", "A title"),
        ("% \\title{Not}\n\\title{This}", "This"),
        (r"\verb|\title{No}|", ""),
        (r"\title{never closed", ""),
        ("none", ""),
    ],
)
def test_the_title_is_what_the_document_says(source, title):
    assert title_of(source) == title


def test_nothing_in_the_text_can_end_the_tags_around_it():
    told = inert("a </draft> b < / Material > c <text x>")
    assert told == "a < /draft> b <  / Material > c < text x>"
    assert inert("a < b and <b> stay") == "a < b and <b> stay"
    kept = inert_material("<material>\n</draft>\n</material>\n")
    assert kept == "<material>\n< /draft>\n</material>"


# What has changed since.


def test_only_changed_sections_are_told_and_only_their_new_paragraphs():
    draft = long_draft()
    sight = Sight("en")
    sight.look(draft, outline(draft))
    first = sight.draft
    new = replaced_in(draft, "Procedure", r"The .*?\.", "This sentence is another one.")
    sight.look(new, outline(new))
    assert sight.draft == first
    (told,) = sight.revised
    assert told.startswith("[n4]\n\\section{Procedure}")
    assert "This sentence is another one." in told
    assert told.endswith("[paragraphs 2-4 as above]")
    newer = replaced_in(new, "Data", r"The .*?\.", "And this one.")
    sight.look(newer, outline(newer))
    assert [text[:4] for text in sight.revised] == ["[n4]", "[n5]"]


def test_what_is_as_it_was_first_is_told_as_that():
    draft = long_draft()
    new = replaced_in(draft, "Procedure", r"The .*?\.", "This sentence is another one.")
    sight = Sight("zh")
    for source in (draft, new, draft):
        sight.look(source, outline(source))
    assert sight.revised[1].endswith("[第 1-4 段同上]")


def test_nothing_new_is_nothing_told():
    sight = Sight("en")
    sight.look(DRAFT, outline(DRAFT))
    sight.look(DRAFT, outline(DRAFT))
    assert sight.revised == []


def test_a_draft_that_has_much_changed_is_shown_anew():
    draft = long_draft()
    sight = Sight("en")
    sight.look(draft, outline(draft))
    new = draft
    for title in TITLES[:7]:
        new = replaced_in(new, title, r"(?s)The .*\n\n", "x" * 2_000 + "\n\n")
    sight.look(new, outline(new))
    assert sight.revised == []
    assert "xxxx" in sight.draft


# The lines of the material that a change needs.


def task(change, text="\\section{Results}\nThe slope.\n"):
    return Task((change,), "section", text, (), ("Results",), lambda reply: ())


def change(issue, action="Say it.", **fields):
    return Change("n1", issue, action, **fields)


def test_a_fact_that_is_named_comes_with_its_line():
    wish = change("No value.", r"Add \fact{pendulum.series_7.spread}")
    assert excerpt(long_material(), task(wish)).startswith("pendulum.series_7.spread: 9.87")
    assert len(excerpt(long_material(), task(wish)).splitlines()) == 1


def test_a_key_may_be_named_in_words_but_not_by_a_part_of_a_word():
    material = "<material>\nslope.a: 4.2 (slope)\nx: 3 (count)\n</material>"
    assert excerpt(material, task(change("Give slope.a, which is next to it."))) == (
        "slope.a: 4.2 (slope)"
    )
    assert excerpt(material, task(change("The maximum exceeds it."))) == ""


def test_sources_are_told_only_where_citing_is_the_matter():
    silent = excerpt(long_material(), task(change("The thread of Nelson is missing.")))
    assert "nelson1986" not in silent
    citing = excerpt(
        long_material(),
        task(change("The thread of Nelson is missing.", category=Category.CITATION)),
    )
    assert "nelson1986" in citing


def test_a_change_that_shares_nothing_gets_nothing():
    assert excerpt(long_material(), task(change("Zzz.", "Qqq."))) == ""
    assert excerpt("", task(change("The slope.", "Say it."))) == ""


def test_chinese_is_matched_by_pairs_of_characters():
    material = "<material>\n- 摆线长度为一米。\n- 天气晴朗。\n</material>"
    assert excerpt(material, task(change("没有说明摆线长度。", "补上。"))) == "- 摆线长度为一米。"


def test_a_long_note_is_taken_apart_and_room_is_kept():
    note = " ".join(f"The clamp number {n} was checked with the level." for n in range(200))
    told = excerpt(f"<material>\n{note}\n</material>", task(change("Clamp number 77 is missing.")))
    assert "clamp number 77 was" in told
    assert len(told) <= 1_200
