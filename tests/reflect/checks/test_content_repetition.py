import pytest

from tests.reflect.checks.content import cured, document, found, seen

LONG = (
    "The ball rolled down the rail ten times, and each time the clock was read by the same person, "
    "who did not know the time that had been read before or the angle of the rail."
)
HAN = (
    "小球沿导轨滚下十次，每次都由同一个人读取时钟，此人事先并不知道之前读到的时间，"
    "也不知道导轨的倾角，因此读数之间互不影响，可以视为独立的测量结果。"
)


@pytest.mark.parametrize(
    "source",
    [
        LONG,
        f"{LONG}\n\n{LONG.replace('ten', 'six').replace('same', 'other')}",
        "A short one.\n\nA short one.",
        rf"\begin{{proof}} {LONG} \end{{proof}} \begin{{proof}} {LONG} \end{{proof}}",
        f"{LONG}\n\n% {LONG}",
        rf"\documentclass{{beamer}}\begin{{document}}{LONG}"
        "\n\n"
        rf"{LONG}\end{{document}}",
    ],
)
def test_paragraphs_that_differ_or_may_repeat_are_let_be(source):
    assert seen("duplicate-paragraph", source) == []


def test_the_second_of_two_equal_paragraphs_goes():
    source = document(f"Before.\n\n{LONG}\n\nBetween.\n\n{LONG}\n\nAfter.")
    assert seen("duplicate-paragraph", source) == [LONG]
    assert cured("duplicate-paragraph", source) == document(
        f"Before.\n\n{LONG}\n\nBetween.\n\nAfter."
    )


def test_lines_broken_elsewhere_are_the_same_paragraph():
    source = f"\\section{{A}}\n{LONG}\n\\section{{B}}\n{LONG.replace(' and', chr(10) + 'and')}\n"
    assert cured("duplicate-paragraph", source) == f"\\section{{A}}\n{LONG}\n\\section{{B}}\n"


@pytest.mark.parametrize(
    "second",
    [
        LONG.replace(" ten times,", " ten times;"),
        rf"{LONG}\label{{here}}",
        rf"{{{LONG}",
        rf"\begin{{itemize}}\item {LONG}\end{{itemize}}",
    ],
)
def test_a_paragraph_that_is_not_the_same_byte_by_byte_is_told_and_stays(second):
    source = f"{LONG}\n\nBetween.\n\n{second}"
    assert cured("duplicate-paragraph", source) is None


def test_fifty_chinese_characters_are_a_paragraph():
    assert seen("duplicate-paragraph", f"{HAN}\n\n其他。\n\n{HAN}") == [HAN]


SENTENCE = "The clock was read by the same person who had set up the rail on the table before."


@pytest.mark.parametrize(
    "source",
    [
        SENTENCE,
        "It fell. It fell. It fell.",
        rf"\begin{{abstract}}{SENTENCE}\end{{abstract}} {SENTENCE}",
        rf"{SENTENCE} \begin{{figure}}\caption{{{SENTENCE}}}\end{{figure}}",
        r"The mean of the first run of the ball on the rail is \fact{run1.mean} by all of us."
        r" The mean of the first run of the ball on the rail is \fact{run2.mean} by all of us.",
        "We measured the speed of the ball at the end of the rail in run 1 with the old clock. "
        "We measured the speed of the ball at the end of the rail in run 2 with the old clock.",
    ],
)
def test_sentences_that_may_be_alike_are_let_be(source):
    assert seen("repeated-sentence", source) == []


def test_a_sentence_said_again_in_all_but_the_same_words_is_told():
    again = SENTENCE.replace("had set", "set")
    assert seen("repeated-sentence", f"{SENTENCE} So it was.\n\nAnd so. {again}") == [again]


def test_a_whole_paragraph_that_stands_twice_is_told_once():
    source = f"{LONG}\n\nBetween.\n\n{LONG}"
    assert found("duplicate-paragraph", source)
    assert seen("repeated-sentence", source) == []
