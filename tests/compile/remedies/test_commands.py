import pytest

from compile.remedies.commands import (
    correct_command,
    define_by_convention,
    set_aside_in_preamble,
    show_unknown_command,
)
from tests.compile.remedies.curing import cured, cured_by, document


def undefined(name: str) -> str:
    return f"The command \\{name} is not defined; it is misspelt or its package is not loaded."


@pytest.mark.parametrize(
    ("remedy", "name", "source"),
    [
        (correct_command, "toprule", document(r"\toprule")),
        (correct_command, "textbff", document(r"\verb|\textbff|")),
        (define_by_convention, "mine", document(r"\mine")),
        (define_by_convention, "argmax", document("a", r"\newcommand{\argmax}{a}")),
        (set_aside_in_preamble, "setup", document(r"\setup{a}")),
        (set_aside_in_preamble, "setup", document("a", r"\newcommand{\x}{\setup{a}}")),
        (show_unknown_command, "mine", document("a")),
        (show_unknown_command, "mine", document(r"\qty{1}{\mine}", r"\usepackage{siunitx}")),
        (show_unknown_command, "affiliation", document(r"\affiliation{a}")),
    ],
)
def test_what_another_remedy_or_nobody_cures_stays(remedy, name, source):
    assert cured(remedy, undefined(name), source, rf"\{name}" if name in source else "") == source


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\textbff{a}", r"\textbf{a}"),
        (r"$\aplha$", r"$\alpha$"),
        (r"\begin{itemize}\itemFirst\end{itemize}", r"\begin{itemize}\item First\end{itemize}"),
    ],
)
def test_a_misspelt_command_is_corrected(old, new):
    name = next(n for n in ("textbff", "aplha", "itemFirst") if n in old)
    assert cured(correct_command, undefined(name), document(old), old) == document(new)


@pytest.mark.parametrize(
    ("body", "definition"),
    [
        (r"$\argmax f$", r"\newcommand{\argmax}{\mathop{\mathrm{arg\,max}}\limits}"),
        (r"$\R$", r"\newcommand{\R}{\ensuremath{\mathbb{R}}}"),
        (r"a, \eg b", r"\newcommand{\eg}{e.g.}"),
        (r"a, \eg. b", r"\newcommand{\eg}{e.g}"),
        (r"$\norm{x}$", r"\newcommand{\norm}[1]{\left\|#1\right\|}"),
    ],
)
def test_what_everybody_means_the_same_by_is_defined(body, definition):
    name = definition.split("}")[0].split("\\")[-1]
    new = cured(define_by_convention, undefined(name), document(body))
    assert new.index(definition) < new.index(r"\begin{document}")


def test_an_unknown_setting_in_the_preamble_becomes_a_comment():
    source = document("a", "\\setup{a=b,\nc=d}")
    new = cured(set_aside_in_preamble, undefined("setup"), source)
    assert new == document("a", "% \\setup{a=b,\n% c=d}")


def test_an_unknown_command_shows_its_name_and_keeps_its_text():
    source = document(r"\mine{a}")
    new = cured(show_unknown_command, undefined("mine"), source)
    definition = r"\newcommand{\mine}{\mbox{\ttfamily\string\mine}}"
    assert new == document(r"\mine{a}", definition)


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "remedy"),
    [
        (document(r"\textbff{a}"), "correct-command"),
        (document(r"$\argmax_x f$"), "define-by-convention"),
        (document(r"\mymacro{a}"), "show-unknown-command"),
    ],
)
def test_tex_takes_what_is_mended(tmp_path, source, remedy):
    assert cured_by(tmp_path, source, remedy)[1] == ()
