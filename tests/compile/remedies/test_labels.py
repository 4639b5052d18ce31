import pytest

from compile.remedies.labels import part_duplicate_labels, put_label_behind_caption
from compile.remedies.registry import precautions_for
from latex.diagnostic import Diagnostic
from tests.compile.remedies.trying import cured, first, project_of, whole

FIGURE = "\\begin{figure}\nx\\caption{A}\n\\label{%s}\n\\end{figure}\n"
TABLE = "\\begin{table}\nx\\caption{A}\n\\label{%s}\n\\end{table}\n"


def parted(body: str, key: str = "a") -> str:
    project = project_of(whole(body))
    problem = Diagnostic("warning", "", "duplicate-label", "main.tex", 3, key)
    return first(part_duplicate_labels, problem, project)


def test_a_label_nobody_refers_to_is_renamed():
    text = parted(FIGURE % "a" + FIGURE % "a")
    assert text.count(r"\label{a}") == 1
    assert text.index(r"\label{a}") < text.index(r"\label{a-2}")


def test_a_new_name_is_free():
    text = parted(FIGURE % "a" + FIGURE % "a-2" + FIGURE % "a")
    assert r"\label{a-3}" in text


def test_which_of_two_figures_is_meant_is_not_guessed():
    body = FIGURE % "a" + FIGURE % "a" + r"See \ref{a}."
    assert parted(body) == whole(body)


def test_two_labels_of_one_thing_are_parted():
    text = parted("\\section{One}\\label{a}\n\\label{a}\nSee \\ref{a}.")
    assert "\\label{a-2}\n\\label{a}\nSee \\ref{a}" in text


def test_words_before_the_references_tell_them_apart():
    text = parted(FIGURE % "a" + TABLE % "a" + r"Figure~\ref{a} and Table~\ref{a}, Tab.\ \ref{b}.")
    assert r"Figure~\ref{a} and Table~\ref{a-2}" in text
    assert text.count(r"\label{a-2}") == 1


def test_a_reference_without_such_a_word_leaves_all_as_it_is():
    body = FIGURE % "a" + TABLE % "a" + r"Figure~\ref{a} and \ref{a}."
    assert parted(body) == whole(body)


def test_the_echo_of_cleveref_is_left():
    body = FIGURE % "a" + FIGURE % "a"
    assert parted(body, "a@cref") == whole(body)


def test_a_label_before_the_caption_moves_behind_it():
    body = (
        "\\begin{figure}\n\\centering\n\\label{fig:a}\nx\n\\caption{A}\n\\end{figure}\n\\ref{fig:a}"
    )
    project = project_of(whole(body + r"\ref{fig:a}"))
    text = cured(next(iter(put_label_behind_caption(project))), project)
    assert "\\centering\nx\n\\caption{A}\\label{fig:a}\n\\end{figure}" in text
    assert list(precautions_for(project_of(text))) == []


@pytest.mark.parametrize(
    "body",
    [
        FIGURE % "fig:a" + r"\ref{fig:a}",
        "\\begin{figure}\n\\label{fig:a}x\\caption{A}\n\\end{figure}",
        "\\begin{figure}\n\\label{sec:a}x\\caption{A}\n\\end{figure}\\ref{sec:a}",
        "\\begin{figure}\n\\label{fig:a}\\caption{A}\\caption{B}\n\\end{figure}\\ref{fig:a}",
        "\\begin{figure}\n\\begin{equation}\\label{fig:a}x\\end{equation}\\caption{A}\n"
        "\\end{figure}\\ref{fig:a}",
        "\\begin{figure}\n\\begin{subfigure}{2cm}\\caption{A}\\label{fig:a}\\end{subfigure}\n"
        "\\end{figure}\\ref{fig:a}",
        "\\begin{figure}\n\\parbox{2cm}{\\label{fig:a}x}\\caption{A}\n\\end{figure}\\ref{fig:a}",
        "\\begin{figure}\n% \\label{fig:a}\n\\caption{A}\n\\end{figure}\\ref{fig:a}",
    ],
)
def test_other_labels_stay_where_they_are(body):
    assert list(put_label_behind_caption(project_of(whole(body)))) == []
