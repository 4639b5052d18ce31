"""What keeps every count and is lost all the same: emptied, replaced or exchanged."""

import pytest

from reflect.gate import regression_check
from tests.reflect.gating import document, rules

THEOREM = "\\begin{theorem}\nEvery pendulum comes to rest after a finite while.\n\\end{theorem}"
PROOF = "\\begin{proof}\nFriction takes energy from each swing until nothing remains.\n\\end{proof}"
ITEMS = (
    "\\begin{itemize}\n\\item The rail was levelled with a spirit bubble.\n"
    "\\item The timer counted between both photo gates.\n\\end{itemize}"
)
NOTE = "It was said\\footnote{Humidity below the laboratory ceiling reached sixty percent.} then."
LISTED = (
    "It is old \\cite{a,b}.\n\n\\begin{thebibliography}{9}\n"
    "\\bibitem{a} Robert Hooke, Lectures about elastic springs, London.\n"
    "\\bibitem{b} Robert Boyle, Defence touching compressed gases, Oxford.\n"
    "\\end{thebibliography}"
)
OTHER = "Bananas ripen quickly inside that wooden cupboard"
PASSAGES = {
    "theorem": (THEOREM, "Every pendulum comes to rest after a finite while"),
    "proof": (PROOF, "Friction takes energy from each swing until nothing remains"),
    "item": (ITEMS, "The timer counted between both photo gates"),
    "footnote": (NOTE, "Humidity below the laboratory ceiling reached sixty percent"),
    "entry": (LISTED, "Robert Boyle, Defence touching compressed gases, Oxford"),
}


@pytest.mark.parametrize("name", PASSAGES)
@pytest.mark.parametrize("new", ["", OTHER], ids=["emptied", "replaced"])
def test_a_passage_keeps_what_it_says(name, new):
    body, said = PASSAGES[name]
    assert rules(body, body.replace(said, new)) != ()


@pytest.mark.parametrize("name", PASSAGES)
def test_a_passage_may_be_reworded(name):
    body, said = PASSAGES[name]
    words = said.split()
    for new in (
        " ".join([*words[:2], "indeed", *words[2:]]),
        " ".join(["Here", *words]),
        " ".join(words[:-1]),
    ):
        assert rules(body, body.replace(said, new)) == ()


FRONT = document("It is said.").replace(
    "\\begin{document}", "\\title{Damping of a torsion pendulum}\n\\begin{document}\n\\maketitle"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Damping of a torsion pendulum", ""),
        ("Damping of a torsion pendulum", "Growing bananas"),
        ("A. Reader", ""),
        ("A. Reader", "B. Writer"),
    ],
)
def test_title_and_author_stay_who_and_what_they_were(old, new):
    verdict = regression_check(FRONT, FRONT.replace(old, new))
    assert "front-replaced" in {objection.rule for objection in verdict.objections}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Damping of a torsion pendulum", "How a pendulum is damped by torsion"),
        ("Damping of a torsion pendulum", "扭摆的阻尼"),
        ("A. Reader", "Anna Reader\\thanks{Somewhere.} \\and C. Third"),
        ("A. Reader", "Reader, A."),
    ],
)
def test_title_and_author_may_be_written_otherwise(old, new):
    assert regression_check(FRONT, FRONT.replace(old, new)).outcome == "accepted"


DISPLAYS = (
    "The period is\n\\begin{equation}\nT = 2\\pi\\sqrt{l/g}\n\\end{equation}\nand the energy is\n"
    "\\begin{equation}\nE = \\tfrac12 m v^2 + m g h\n\\end{equation}\nas usual."
)


def test_a_formula_is_not_exchanged_for_another():
    one, other = "T = 2\\pi\\sqrt{l/g}", "E = \\tfrac12 m v^2 + m g h"
    assert rules(DISPLAYS, DISPLAYS.replace(one, "\\oint B\\,ds = \\mu_0 I")) == ("equations-lost",)
    swapped = DISPLAYS.replace(one, "X").replace(other, one).replace("X", other)
    assert rules(DISPLAYS, swapped) == ("equations-lost",)
    assert rules(DISPLAYS, DISPLAYS.replace(one, "T \\approx 2\\pi\\sqrt{\\frac{l}{g}}")) == ()
    assert rules(DISPLAYS, DISPLAYS.replace("The period is", "For the period we have")) == ()


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        ("The data \\url{https://a.org/one} are free.", "a.org/one", "b.org/two"),
        ("See \\href{https://a.org/one}{the data} of it.", "a.org/one", "a.org/two"),
        ("It is old \\cite[p.~12]{hooke}, as known.", "p.~12", "p.~21"),
        ("It is old \\cite[p.~12]{hooke}, as known.", "[p.~12]", ""),
        ("It is old \\citep[see][pp.~12--14]{hooke}, as known.", "12--14", "12--19"),
    ],
)
def test_a_link_and_a_page_lead_where_they_led(body, old, new):
    assert rules(body, body.replace(old, new)) != ()


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        ("The data \\url{http://a.org/one} are free.", "http://a.org/one", "https://a.org/one/"),
        ("The data \\url{https://a.org/one} are free.", "The data", "All the data"),
        ("It is old \\cite[p.~12]{hooke}, as known.", "[p.~12]", "[page 12]"),
        ("It is old \\cite{hooke}, as known.", "\\cite{", "\\cite[p.~12]{"),
        ("It is old \\cite[p.~12]{hooke}, as known.", "\\cite[", "\\citep[see]["),
    ],
)
def test_a_link_and_a_page_may_be_written_otherwise(body, old, new):
    assert rules(body, body.replace(old, new)) == ()


@pytest.mark.parametrize(
    "piece",
    [
        "\\begin{algorithm}\nRead both gates, then subtract the earlier moment.\n\\end{algorithm}",
        "\\begin{quote}\nAs the extension so is the force of any spring.\n\\end{quote}",
        "\\begin{tcolorbox}\nNever look into the laser while aligning mirrors.\n\\end{tcolorbox}",
        "\\begin{alertblock}{Mind}\nNever look into the laser beam again.\n\\end{alertblock}",
        "\\frame{\\frametitle{Setup} The rail carries both photo gates firmly.}",
        "\\begin{acknowledgments}\nWe thank the workshop for its rails.\n\\end{acknowledgments}",
        "\\import{parts/}{method}",
        "Call \\lstinline|read_all(run)| once.",
        "Call \\verb|read_all(run)| once.",
        "\\appendix",
    ],
)
def test_what_no_count_sees_may_not_go(piece):
    body = f"It is said.\n\n{piece}\n\nThat is so."
    gone = body.replace(piece, "Call it once." if "Call" in piece else "")
    assert rules(body, gone) != ()


def test_the_file_of_entries_stays_named():
    before = document("It is old \\cite{a}.\n\n\\printbibliography").replace(
        "\\author", "\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n\\author"
    )
    after = before.replace("\\addbibresource{refs.bib}\n", "")
    assert [o.rule for o in regression_check(before, after).objections] == ["bibliography-lost"]
    renamed = before.replace("refs.bib", "references.bib")
    assert regression_check(before, renamed).outcome == "accepted"


TABLE = (
    "\\begin{tabular}{lrr}\nplace & length & mass \\\\\nnorth & 12.5 & 200 \\\\\n"
    "south & 13.75 & 201 \\\\\n\\end{tabular}"
)


def test_of_a_table_no_column_and_no_cell_may_go():
    column = TABLE
    for cell in (" & mass", " & 200", " & 201"):
        column = column.replace(cell, "")
    assert "cells-lost" in rules(TABLE, column.replace("{lrr}", "{lr}"))
    assert "cells-lost" in rules(TABLE, TABLE.replace("& 13.75 &", "& &"))
    assert rules(TABLE, TABLE.replace("south &", "the south &")) == ()
    assert rules(TABLE, TABLE.replace("mass", "mass in g")) == ()


PLOT = (
    "\\begin{tikzpicture}\n\\begin{axis}[width=8cm]\n\\addplot coordinates {(1,2) (2,4.5) (3,7)};\n"
    "\\addplot[domain=0:4] {2*x+1};\n\\addplot table {\nx y\n1 2\n2 5\n};\n\\end{axis}\n"
    "\\end{tikzpicture}"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [("(2,4.5)", "(2,5.4)"), ("(2,4.5) ", ""), ("2*x+1", "3*x+1"), ("2 5\n", "2 6\n")],
)
def test_the_data_of_a_plot_stay(old, new):
    assert "plot-changed" in rules(PLOT, PLOT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [("(2,4.5)", "(2, 4.50)"), ("(3,7)", "(3,7) (4,9)"), ("width=8cm", "width=9cm"),
     ("2*x+1", "2 * x + 1")],
)  # fmt: skip
def test_a_plot_may_look_otherwise(old, new):
    assert rules(PLOT, PLOT.replace(old, new)) in ((), ("converged",))
