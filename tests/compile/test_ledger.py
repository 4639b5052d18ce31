import pytest
from hypothesis import given
from hypothesis import strategies as st

from compile.cured import cured_in
from compile.ledger import Ledger
from compile.loss import losses
from compile.remedies.cure import Cure, Edit, apply_edits

TEXT = "alpha beta gamma delta"


def ledger():
    return Ledger({"p.tex": TEXT}, "pdflatex")


def change(start, end, new, what="x"):
    return Cure(what, (Edit("p.tex", start, end, new),))


def test_edits_of_several_cures_are_made_in_one_go():
    done = ledger().with_cures((change(0, 5, "A"), change(11, 16, "GG")))
    assert done.texts["p.tex"] == "A beta GG delta"
    assert [m.old for m in done.made] == ["alpha", "gamma"]
    assert done.changed == {"p.tex": "A beta GG delta"}


def test_undone_cure_leaves_no_trace_and_the_others_stand():
    done = ledger().with_cures((change(0, 5, "A"),)).with_cures((change(7, 12, "GAMMA"),))
    first, second = done.cures
    assert done.without(first).texts["p.tex"] == "alpha beta GAMMA delta"
    assert done.without(first).without(second).changed == {}


def test_cure_below_a_later_one_cannot_be_undone_alone():
    done = ledger().with_cures((change(0, 5, "ABCDE"),)).with_cures((change(1, 3, "-"),))
    assert done.without(0) is None


def test_a_cure_below_a_later_one_is_told_by_its_own_text():
    first = ledger().with_cures((change(0, 5, "ABCDE"),))
    done = first.with_cures((change(0, 16, "(set aside)"),))
    told, above = cured_in(done)
    assert (told.before, told.after) == ("alpha", "ABCDE")
    assert (above.before, above.after) == ("ABCDE beta gamma delta", "(set aside) delta")
    (alone,) = cured_in(first)
    assert (alone.before, alone.after) == (TEXT, "ABCDE beta gamma delta")


def test_a_cure_grows_by_what_is_put_into_it_and_is_told_whole():
    frame = Cure("x", (Edit("p.tex", 0, 0, "begin\nmiddle\n"), Edit("p.tex", 22, 22, "\nend")))
    done = ledger().with_cures((frame,)).with_cures((change(6, 6, "package\n"),))
    told, inner = cured_in(done)
    assert (told.before, told.after) == (TEXT, f"begin\npackage\nmiddle\n{TEXT}\nend")
    assert inner.after == "package\nmiddle"
    assert done.without(0) is None


def test_engine_goes_back_with_its_cure():
    done = ledger().with_cures((Cure("x", engine="xelatex"),))
    assert done.engine == "xelatex"
    assert done.without(0).engine == "pdflatex"


@pytest.mark.parametrize("edits", [((0, 3, "x"), (2, 5, "y")), ((0, 0, "x"), (0, 0, "y"))])
def test_overlapping_edits_are_known(edits):
    one, other = (Edit("p.tex", *edit) for edit in edits)
    assert one.overlaps(other)
    assert other.overlaps(one)


def test_insertions_at_one_point_keep_their_order_and_places():
    done = ledger().with_cures((change(6, 6, "one "), change(6, 6, "two "), change(6, 10, "BETA")))
    assert done.texts["p.tex"] == "alpha one two BETA gamma delta"
    text = done.texts["p.tex"]
    assert [text[m.start : m.end] for m in done.made] == ["one ", "two ", "BETA"]


def test_edit_outside_of_its_text_is_refused():
    with pytest.raises(ValueError, match="outside"):
        apply_edits({"p.tex": "ab"}, (Edit("p.tex", 1, 5, ""),))


EDITS = st.tuples(st.integers(0, 22), st.integers(0, 3), st.text("xyz", max_size=3))


@given(st.lists(EDITS, max_size=6))
def test_undoing_all_cures_in_any_order_gives_the_text_back(edits):
    now = ledger()
    for start, length, new in edits:
        text = now.texts["p.tex"]
        start = min(start, len(text))
        now = now.with_cures((change(start, min(start + length, len(text)), new),))
    for number in reversed(list(now.cures)):
        now = now.without(number) or now
    for number in list(now.cures):
        now = now.without(number) or now
    if not now.cures:
        assert now.texts["p.tex"] == TEXT


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ("\\section{One} text", "One text", "a heading"),
        ("See \\cite{a,b}.", "See \\cite{a}.", "a cited key"),
        ("\\label{a} x", "x", "a label"),
        ("\\includegraphics{a} x", "x", "a picture"),
        ("one two three four five", "one", "the words"),
    ],
)
def test_what_a_reader_would_miss_is_a_loss(before, after, lost):
    assert any(phrase.startswith(lost) for phrase in losses(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("same", "same"),
        ("A \\textbff{word} stays", "A \\textbf{word} stays"),
        ("\\includegraphics[width=2cm{a-long-name}", "\\includegraphics[width=2cm]{a-long-name}"),
        ("5 % of them are good", "5 \\% of them are good"),
        ("\\usepackage{one two three four}", ""),
    ],
)  # fmt: skip
def test_cure_that_keeps_everything_is_no_loss(before, after):
    assert losses(before, after) == ()
