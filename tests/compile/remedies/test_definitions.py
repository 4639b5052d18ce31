import pytest

from compile.remedies.definitions import (
    count_parameters,
    declare_counter,
    define_first,
    renew_command,
    save_original,
)
from tests.compile.remedies.curing import cured, cured_by, document


def twice(name: str) -> str:
    return f"The command \\{name} is already defined; use \\renewcommand or another name."


PARAMETER = "The definition of \\{} uses a parameter (#1, #2 …) that it did not announce."


@pytest.mark.parametrize(
    ("remedy", "message", "preamble"),
    [
        (renew_command, twice("other"), r"\newcommand{\vect}{a}"),
        (renew_command, twice("vect"), r"\providecommand{\vect}{a}"),
        (renew_command, twice("vect"), r"% \newcommand{\vect}{a}"),
        (define_first, "\\renewcommand changes \\b, which is not defined", r"\renewcommand{\a}{a}"),
        (count_parameters, PARAMETER.format("p"), r"\newcommand{\p}[2]{#1#2}"),
        (save_original, "TeX ran out of memory.", r"\newcommand{\p}{\q}"),
        (declare_counter, "The length question is not defined.", r"\setcounter{page}{1}"),
    ],
)
def test_what_is_right_stays(remedy, message, preamble):
    source = document("a", preamble)
    assert cured(remedy, message, source) == source


def test_the_second_definition_redefines():
    source = document("a", "\\newcommand{\\vect}[1]{a}\n\\newcommand{\\vect}[1]{b}")
    new = cured(renew_command, twice("vect"), source, "{b}")
    assert new == source.replace(r"\newcommand{\vect}[1]{b}", r"\renewcommand{\vect}[1]{b}")


def test_a_second_theorem_goes_and_a_second_operator_forgets_the_first():
    source = document("a", "\\newtheorem{lemma}{Lemma}\n\\newtheorem{lemma}{Lemma}")
    new = cured(renew_command, twice("lemma"), source)
    assert new.count("newtheorem") == 1
    source = document("a", r"\DeclareMathOperator{\tr}{tr}")
    assert r"\let\tr\relax \DeclareMathOperator{\tr}{tr}" in cured(
        renew_command, twice("tr"), source
    )


def test_what_is_not_there_yet_is_defined():
    source = document("a", r"\renewcommand{\half}{1/2}")
    message = r"\renewcommand changes \half, which is not defined; use \newcommand."
    assert cured(define_first, message, source, r"\half") == source.replace("renew", "new")


def test_a_definition_takes_the_arguments_it_uses():
    message = PARAMETER.format("pair")
    source = document(r"\pair{a}{b}", r"\newcommand{\pair}[1]{(#1, #2)}")
    assert cured(count_parameters, message, source) == source.replace("[1]", "[2]")
    once = document(r"\pair{a}.", r"\newcommand{\pair}[1]{(#1, #2)}")
    assert cured(count_parameters, message, once) == once.replace("#2", "#1")


def test_a_command_that_calls_itself_keeps_its_old_meaning():
    source = document("a", r"\renewcommand{\vec}[1]{\mathbf{\vec{#1}}}")
    new = cured(save_original, "TeX ran out of input stack.", source)
    assert "\\let\\originalvec\\vec\n" in new
    assert r"\mathbf{\originalvec{#1}}" in new


def test_a_counter_is_declared_before_its_first_use():
    source = document("a", r"\setcounter{question}{1}")
    new = cured(declare_counter, "The counter question is not defined.", source)
    assert new.index(r"\newcounter{question}") < new.index(r"\setcounter")


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "preamble", "remedy"),
    [
        ("a", r"\newcommand{\vec}[1]{\mathbf{#1}}", "renew-command"),
        ("a", r"\renewcommand{\half}{1/2}", "define-first"),
        (r"\pair{a}{b}", r"\newcommand{\pair}[1]{(#1, #2)}", "count-parameters"),
        (r"$\vec{F}$", r"\renewcommand{\vec}[1]{\mathbf{\vec{#1}}}", "save-original"),
        ("a", r"\setcounter{question}{1}", "declare-counter"),
    ],
)
def test_tex_takes_what_is_mended(tmp_path, body, preamble, remedy):
    assert cured_by(tmp_path, document(body, preamble), remedy)[1] == ()
