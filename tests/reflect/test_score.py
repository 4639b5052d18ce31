from reflect.finding import Category, Finding
from reflect.score import Criterion, score

CITED = Criterion("cited", "Citations are closed.", "?", "high", ("unknown-cite-key",), True)
CLEAR = Criterion("clear", "Clear.", "Not.", "low")
TIDY = Criterion("tidy", "Tidy.", "Not.", "medium", ("straight-quotes", "double-word"))


def finding(check):
    return Finding(check, 3, Category.OTHER, "message.", 0, 1)


def test_the_score_is_the_weight_that_passes_over_the_weight_of_all():
    result = score([CITED, TIDY], [finding("double-word")])
    assert (result.passed, result.total, result.failed) == (3, 5, ("tidy",))
    assert result.value == 0.6


def test_what_nobody_can_decide_leaves_the_score():
    assert score([CLEAR], []).total == 0
    assert score([CLEAR], []).value == 1.0


def test_a_judge_decides_what_checks_cannot():
    assert score([CLEAR, TIDY], [], {"clear": False}).failed == ("clear",)
    assert score([CLEAR, TIDY], [], {"clear": True, "tidy": False}).failed == ()


def test_without_a_bibliography_closed_citations_leave_the_score():
    found = [finding("unknown-cite-key")]
    assert score([CITED, TIDY], found, bibliography=False).total == 2
    assert score([CITED, TIDY], found).failed == ("cited",)
