import pytest

from tests.reflect.checks.content import cured, found, seen


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        (
            "It is important to note that the mean is steady.",
            "The mean is steady.",
        ),
        ("So. It should be noted that $x$ is small.", "So. $x$ is small."),
        (
            "It is worth\nmentioning that air is a gas.",
            "Air is a gas.",
        ),
        ("Needless to say, the clock stopped.", "The clock stopped."),
        ("值得注意的是，斜率为常数。", "斜率为常数。"),
    ],
)
def test_a_lead_that_says_nothing_is_taken_away(written, mended):
    assert cured("empty-lead", written) == mended


def test_in_the_text_of_somebody_else_it_is_told_and_stays():
    lead = "It is important to note that the mean is steady."
    assert seen("empty-lead", lead) == ["It is important to note that "]
    assert cured("empty-lead", lead, own=False) is None


@pytest.mark.parametrize(
    "source",
    [
        "It is important that we shield the wire.",
        "It is known that air is a gas.",
        "The note says that it is important to note that.",
        "这是值得注意的现象。",
    ],
)
def test_a_sentence_that_needs_its_beginning_keeps_it(source):
    assert seen("empty-lead", source) == []


@pytest.mark.parametrize(
    ("check_id", "source", "what"),
    [
        ("filler", "In this section, we will discuss air.", "In this section, we will"),
        ("filler", "This section provides an overview.", "This section provides an overview"),
        ("filler", "本节将介绍实验原理。", "本节将介绍"),
        ("overclaim", "They are in excellent agreement.", "excellent agreement"),
        ("overclaim", "This clearly demonstrates it.", "clearly demonstrates"),
        ("overclaim", "结果与理论完美吻合。", "完美吻合"),
        ("hedge-twice", "It may possibly be so.", "may possibly"),
        ("hedge-twice", "这可能也许是真的。", "可能也许"),
        ("worn-phrase", "We delve into the air.", "delve into"),
        ("worn-phrase", "综上所述，本实验充分说明了问题。", "综上所述，本实验充分"),
    ],
)
def test_a_phrase_that_says_too_little_or_too_much_is_told(check_id, source, what):
    assert seen(check_id, source) == [what]


@pytest.mark.parametrize(
    ("check_id", "source"),
    [
        ("filler", "In this section of the pipe the air is still."),
        ("filler", "本节的内容是实验。"),
        ("overclaim", "Both agree within one standard uncertainty."),
        ("overclaim", "The proof of the theorem is clear."),
        ("hedge-twice", "It may be so, possibly."),
        ("worn-phrase", "We look into the air. 综上所述，斜率为常数。"),
    ],
)
def test_plain_words_are_let_be(check_id, source):
    assert seen(check_id, source) == []


def test_matters_of_taste_are_of_the_least_severity():
    for check_id, source in (("overclaim", "a perfect match"), ("worn-phrase", "a tapestry")):
        assert [finding.severity for finding in found(check_id, source)] == [1]
