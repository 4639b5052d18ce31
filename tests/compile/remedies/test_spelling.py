import pytest

from compile.latex_names import ENVIRONMENTS, SIGNATURES
from compile.remedies.known import ARGUMENTS, own_arguments, own_environments
from compile.remedies.spelling import (
    distance,
    meant_commands,
    meant_environments,
    named_command,
    nearest_names,
    own_commands,
    uses,
)
from tests.compile.remedies.structure import problem, project
from tests.compile.remedies.trying import whole

FEW = {"alpha", "beta", "textbf", "textit", "section", "in"}


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [("a", "a", 0), ("textbf", "textbff", 1), ("itemize", "itemzie", 1), ("frac", "farc", 1),
     ("alpha", "beta", 3), ("abc", "xyz", 3), ("", "abcdef", 3)],
)  # fmt: skip
def test_distance_counts_letters_and_swaps_up_to_its_limit(one, other, far):
    assert distance(one, other) == distance(other, one) == far


@pytest.mark.parametrize("name", ["alpha", "zzzz", "im", "x" * 100])
def test_names_like_no_other_have_no_meaning(name):
    assert nearest_names(name, FEW) == ()


@pytest.mark.parametrize(
    ("name", "meant"), [("Alpha", "alpha"), ("aplha", "alpha"), ("texbtf", "textbf"), ("IN", "in")]
)
def test_near_names_are_found(name, meant):
    assert nearest_names(name, FEW)[0] == meant


def meant(body, name, preamble=""):
    mine = project(whole(body, preamble))
    (use, *_) = uses(mine, name)
    return meant_commands(use, name, mine)


@pytest.mark.parametrize(
    ("body", "name", "command"),
    [
        ("A \\textbff{word}.", "textbff", "textbf"),
        ("It is $\\frc{a}{b}$.", "frc", "frac"),
        ("It is $\\aplha$.", "aplha", "alpha"),
        ("\\begin{itemize}\\itm One.\\end{itemize}", "itm", "item"),
        ("\\section{A}\\label{a} See \\rf{a}.", "rf", "ref"),
        ("\\subsecton{A}", "subsecton", "subsection"),
        ("\\inclugraphics{a}", "inclugraphics", "includegraphics"),
        ("It is $\\lefft( a \\right)$.", "lefft", "left"),
    ],
)
def test_place_decides_between_near_names(body, name, command):
    assert meant(body, name)[0] == command


def test_own_command_wins():
    preamble = "\\newcommand{\\speedlimit}{50}\n"
    assert meant("It is \\speedlimt.", "speedlimt", preamble)[0] == "speedlimit"


def test_own_names_are_read_from_the_sources():
    preamble = (
        "\\newcommand{\\x}[2]{a}\\def\\yy{}\\DeclareMathOperator{\\sinc}{sinc}"
        "\\newtheorem{law}{Law}\\newenvironment{note}{}{}\n"
    )
    mine = project(whole("A", preamble))
    assert own_commands(mine) >= {"x", "yy", "sinc"}
    assert own_environments(preamble) == {"law", "note"}
    assert own_arguments(preamble) == {"x": 2}
    assert meant_environments("lwa", mine) == () and meant_environments("ntoe", mine) == ("note",)


def test_uses_are_live_and_whole():
    mine = project(whole("\\abc \\abcd \\\\abc % \\abc\n\\verb|\\abc|"))
    assert [use.start for use in uses(mine, "abc")] == [len(whole("")) - 16]


def test_command_is_read_from_the_message():
    says = "The command \\foo is not defined; it is misspelt or its package is not loaded."
    assert named_command(problem("undefined-command", 1, says)) == "foo"
    assert named_command(problem("undefined-command", 1, "Another message.")) is None


def test_vocabulary_knows_the_commonest_names_by_what_they_take():
    assert SIGNATURES["frac"] == ("math", 2) and SIGNATURES["ref"] == ("label", 1)
    assert ARGUMENTS["multicolumn"] == 3 and "alpha" not in ARGUMENTS
    assert {"align", "itemize", "theorem", "tabular*", "lstlisting"} <= ENVIRONMENTS
