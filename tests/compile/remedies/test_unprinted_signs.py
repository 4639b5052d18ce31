import pytest

from compile.document import compile_document
from compile.remedies.unprinted_signs import name_signs
from compile.result import Outcome
from tests.compile.remedies.cured_text import cured
from tests.compile.remedies.trying import whole

SAID = "unicode-character"


def test_emoji_become_their_names():
    source = whole("Done \u2705 and gone \U0001f680.")
    assert cured(name_signs, source, SAID, "Done") == whole(
        r"Done \fbox{\scriptsize white heavy check mark} and gone \fbox{\scriptsize rocket}."
    )


@pytest.mark.parametrize("body", ["% \u2705", r"\verb|" + "\u2705|", "速度", "Größe", "20 °C"])
def test_letters_remarks_and_programs_are_not_named(body):
    assert cured(name_signs, whole(body), SAID) == whole(body)


def test_other_engines_keep_the_sign():
    source = whole("Done \u2705.")
    assert cured(name_signs, source, SAID, engine="xelatex") == source


@pytest.mark.tex
@pytest.mark.slow
def test_nothing_of_a_paragraph_with_emoji_is_set_aside(tmp_path):
    root = tmp_path / "paper.tex"
    root.write_text(whole("Good \U0001f642 and \U0001f680 and \u2705 done."), encoding="utf-8")
    result = compile_document(root)
    assert result.outcome is not Outcome.FAILED
    assert result.quarantined == ()
