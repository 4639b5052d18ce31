"""Figures keep their files, and files their captions."""

import pytest

from tests.reflect.gating import rules

FIGURES = r"""\begin{figure}
\begin{subfigure}{.4\textwidth}
\includegraphics{left.pdf}
\caption{The rail from the left.}\label{fig:l}
\end{subfigure}
\begin{subfigure}{.4\textwidth}
\includegraphics{right.pdf}
\caption{The timer from behind.}\label{fig:r}
\end{subfigure}
\caption{Both.}\label{fig:both}
\end{figure}"""


def test_pictures_of_one_figure_that_change_places_leave_their_captions():
    swapped = FIGURES.replace("left.pdf", "X").replace("right.pdf", "left.pdf")
    assert rules(FIGURES, swapped.replace("X", "right.pdf")) == ("figure-file-changed",)
    parts = FIGURES.split("\\begin{subfigure}")
    tail = parts[2].split("\\end{subfigure}")
    turned = (
        parts[0] + "\\begin{subfigure}" + tail[0] + "\\end{subfigure}\n\\begin{subfigure}"
        + parts[1].rstrip() + tail[1]
    )  # fmt: skip
    assert "right.pdf" in turned
    assert rules(FIGURES, turned) == ()


@pytest.mark.parametrize(
    ("part", "gone"),
    [
        ("\\begin{subfigure}{.4\\textwidth}\n\\caption{The rail.}\n\\end{subfigure}",
         "\\begin{subfigure}{.4\\textwidth}\n\\end{subfigure}"),
        ("\\subfloat[The rail.]{\\rule{1cm}{1cm}}", "\\subfloat{\\rule{1cm}{1cm}}"),
        ("\\subcaptionbox{The rail.}{\\rule{1cm}{1cm}}", "\\subcaptionbox{}{\\rule{1cm}{1cm}}"),
    ],
)  # fmt: skip
def test_the_caption_of_a_part_is_a_caption(part, gone):
    figure = f"\\begin{{figure}}\n{part}\n\\caption{{All of it.}}\n\\end{{figure}}"
    without = figure.replace(part, gone)
    assert rules(figure, without) == ("caption-lost",)
    # It may be said in the caption of the whole instead.
    assert rules(figure, without.replace("All of it.", "All of it; left: the rail.")) == ()
    assert rules(figure, figure.replace("The rail.", "The long rail.")) == ()


@pytest.mark.parametrize("gone", ["", "\\caption{}", "\\caption{ }"])
def test_a_caption_without_text_is_none(gone):
    figure = "\\begin{figure}\n\\includegraphics{a}\n\\caption{All of it.}\n\\end{figure}"
    assert rules(figure, figure.replace("\\caption{All of it.}", gone)) == ("caption-lost",)
    assert rules(figure, figure.replace("All of it.", "The whole.")) == ()
