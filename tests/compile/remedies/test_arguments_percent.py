import pytest

from compile.document import compile_document
from compile.remedies.arguments_percent import spell_percent_in_key
from compile.result import Outcome
from tests.compile.remedies.cured_text import cured
from tests.compile.remedies.trying import whole

SAID = "runaway-argument"
SOURCE = whole("\\section{A}\\label{sec:50%}\nSee \\ref{sec:50%} for it.\nThe rest.")


def test_percent_in_keys_is_spelt_out():
    assert cured(spell_percent_in_key, SOURCE, SAID) == SOURCE.replace("50%", "50percent")


@pytest.mark.parametrize(
    "body", ["\\label{a}% a \\ref{b%}", "\\verb|\\ref{b%}|", "See \\ref{a} % }", "\\ref{%\na}"]
)
def test_remarks_and_programs_stay(body):
    assert cured(spell_percent_in_key, whole(body), SAID) == whole(body)


@pytest.mark.tex
@pytest.mark.slow
def test_words_behind_the_reference_stay(tmp_path):
    root = tmp_path / "paper.tex"
    root.write_text(SOURCE, encoding="utf-8")
    result = compile_document(root)
    assert result.outcome is Outcome.WARNINGS
    assert [cure.remedy for cure in result.cured] == ["spell-percent-in-key"]
