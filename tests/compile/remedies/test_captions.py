import pytest

from compile.loss import losses
from compile.remedies.captions import place_caption, wrap_parts
from latex.diagnostic import Diagnostic
from tests.compile.remedies.trying import first, problem_at, project_of, whole


def placed(body: str, preamble: str = "") -> str:
    project = project_of(whole(body, preamble))
    problem = problem_at(project, "\\caption", "caption-outside-float")
    text = first(place_caption, problem, project)
    assert losses(project.texts["main.tex"], text) == ()
    return text


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("\\begin{center}\n\\includegraphics{a}\n\\caption{A}\n\\end{center}", "figure"),
        (
            "\\begin{center}\n\\caption{A}\n\\begin{tabular}{l}a\\end{tabular}\n\\end{center}",
            "table",
        ),
        ("\\begin{tabular}{l}a\\end{tabular}\n\\caption{A}\n\n\\includegraphics{a}", "table"),
        ("Nothing is near.\n\n\\caption{A}", "figure"),
    ],
)
def test_a_caption_becomes_that_of_what_is_nearest(body, kind):
    text = placed(body)
    assert f"\\captionof{{{kind}}}{{A}}" in text
    assert r"\usepackage{caption}" in text


def test_a_caption_of_a_listing():
    body = "\\begin{lstlisting}\nx = 1\n\\end{lstlisting}\n\\caption{A}"
    assert r"\captionof{lstlisting}{A}" in placed(body, "\\usepackage{listings}\n")


def test_star_and_short_form_are_kept():
    assert r"\captionof*{figure}{A}" in placed(r"\caption*{A}")
    assert r"\captionof{figure}[short]{A}" in placed(r"\caption[short]{A}")


def test_a_caption_behind_its_figure_moves_into_it_with_its_label():
    text = placed("\\begin{figure}\nx\n\\end{figure}\n\\caption{A}\n\\label{fig:a}\nMore.")
    assert "x\n\\caption{A}\n\\label{fig:a}\n\\end{figure}\nMore." in text


def test_a_caption_before_its_table_moves_into_it():
    text = placed("\\caption{A}\n\\begin{table}[h]\n\\centering\nx\n\\end{table}")
    assert "\\begin{table}[h]\n\\centering\n\\caption{A}\nx" in text


def test_a_caption_beside_a_figure_with_its_own_stays_outside():
    body = "\\begin{figure}\nx\\caption{Own}\n\\end{figure}\n\\caption{A}"
    project = project_of(whole(body))
    problem = problem_at(project, "\\caption{A}", "caption-outside-float")
    assert "\\end{figure}\n\\captionof{figure}{A}" in first(place_caption, problem, project)


@pytest.mark.parametrize(
    "holder", ["figure", "table*", "wrapfigure", "algorithm", "subfigure", "longtable"]
)
def test_captions_inside_of_what_can_have_them_are_left(holder):
    project = project_of(whole(f"\\begin{{{holder}}}\n\\caption{{A}}\n\\end{{{holder}}}"))
    problem = problem_at(project, "\\caption", "caption-outside-float")
    assert list(place_caption(problem, project)) == []


PART = "\\begin{subfigure}{3cm}\nx\n\\caption{%s}\n\\end{subfigure}"


def test_parts_get_a_figure_around_them():
    project = project_of(whole(f"{PART % 'a'}\n{PART % 'b'}\n\\caption{{Both}}\n\nText."))
    problem = Diagnostic("error", "subcaption: subfigure outside float.", "package-error")
    text = first(wrap_parts, problem, project)
    assert text.count(r"\begin{figure}[htbp]") == 1
    assert "\\caption{Both}\n\\end{figure}\n\nText." in text


def test_parts_of_a_figure_stay_as_they_are():
    project = project_of(whole(f"\\begin{{figure}}\n{PART % 'a'}\n\\end{{figure}}"))
    problem = Diagnostic("error", "subcaption: subfigure outside float.", "package-error")
    assert list(wrap_parts(problem, project)) == []
