import pytest

from compile.document import compile_document
from compile.loss import losses
from compile.remedies.floats import (
    keep_float_in_box,
    keep_floats_in_columns,
    keep_margin_note,
    make_room_for_floats,
    place_float,
)
from compile.remedies.registry import precautions_for
from latex.diagnostic import Diagnostic
from tests.compile.conftest import Write
from tests.compile.remedies.trying import cured, first, problem_at, project_of, whole

FIGURE = "\\begin{figure}[h]\n\\rule{2cm}{1cm}\n\\caption{A}\\label{fig:a}\n\\end{figure}"


@pytest.mark.parametrize(
    ("given", "placed"),
    [
        ("here", "h"),
        ("h,t", "ht"),
        ("c", "htbp"),
        ("HTBP", "htbp"),
        ("h*", "h"),
        ("center", "h"),
        ("!x", "htbp"),
    ],
)
def test_placements_that_latex_does_not_know_are_rewritten(given, placed):
    project = project_of(whole(f"\\begin{{figure}}[{given}]\nx\n\\end{{figure}}"))
    problem = problem_at(project, "{figure}[", "unknown-float-option")
    assert f"\\begin{{figure}}[{placed}]" in first(place_float, problem, project)


@pytest.mark.parametrize("given", ["H", "H!", "htH"])
def test_a_float_that_must_stay_gets_the_package(given):
    project = project_of(whole(f"\\begin{{table}}[{given}]\nx\n\\end{{table}}"))
    problem = problem_at(project, "{table}[", "unknown-float-option")
    text = first(place_float, problem, project)
    assert r"\usepackage{float}" in text
    assert r"\begin{table}[H]" in text


def test_without_the_package_it_is_placed_near():
    project = project_of(whole("\\begin{table}[H]\nx\n\\end{table}"))
    problem = problem_at(project, "{table}[", "unknown-float-option")
    texts = [cured(cure, project) for cure in place_float(problem, project)]
    assert r"\begin{table}[!ht]" in texts[1]


@pytest.mark.parametrize("given", ["h", "htbp", "!t", "h t"])
def test_known_placements_stay(given):
    project = project_of(whole(f"\\begin{{figure}}[{given}]\nx\n\\end{{figure}}"))
    problem = problem_at(project, "{figure}[", "unknown-float-option")
    assert list(place_float(problem, project)) == []


def test_a_figure_in_a_minipage_stays_in_it():
    body = f"\\begin{{minipage}}{{5cm}}\n{FIGURE}\n\\end{{minipage}}"
    project = project_of(whole(body))
    text = first(keep_float_in_box, problem_at(project, "{figure}[h]", "float-inside-box"), project)
    assert r"\begin{figure}[H]" in text
    assert r"\usepackage{float}" in text


def test_a_wide_figure_in_a_box_becomes_a_narrow_one():
    body = "\\begin{minipage}{5cm}\n\\begin{figure*}\nx\n\\end{figure*}\n\\end{minipage}"
    project = project_of(whole(body))
    text = first(keep_float_in_box, problem_at(project, "{figure*}", "float-inside-box"), project)
    assert "figure*" not in text
    assert text.count(r"\end{figure}") == 1


def test_a_figure_in_a_cell_becomes_a_minipage_with_its_caption():
    body = f"\\begin{{tabular}}{{ll}}\n{FIGURE} & text \\\\\n\\end{{tabular}}"
    project = project_of(whole(body))
    text = first(keep_float_in_box, problem_at(project, "{figure}[h]", "float-inside-box"), project)
    assert r"\begin{minipage}{0.45\linewidth}" in text
    assert r"\captionof{figure}{A}\label{fig:a}" in text
    assert losses(project.texts["main.tex"], text) == ()


def test_the_inner_of_two_figures_is_changed():
    body = f"\\begin{{figure}}\n{FIGURE}\n\\end{{figure}}"
    project = project_of(whole(body))
    text = first(keep_float_in_box, problem_at(project, "{figure}[h]", "float-inside-box"), project)
    assert "\\begin{figure}\n\\begin{figure}[H]" in text


def test_a_lost_figure_without_a_place_is_one_inside_braces():
    body = f"{FIGURE}\n\nText.\\footnote{{See {FIGURE.replace('fig:a', 'fig:b')}}}"
    project = project_of(whole(body))
    problem = Diagnostic("error", "… lost.", "float-inside-box", "main.tex", 15)
    text = first(keep_float_in_box, problem, project)
    assert text.count(r"\begin{figure}[h]") == 1
    assert "See \\begin{minipage}" in text


def test_a_margin_note_in_a_box_needs_no_float():
    project = project_of(whole("\\begin{minipage}{5cm}\nx\\marginpar{note}\n\\end{minipage}"))
    text = first(keep_margin_note, problem_at(project, "marginpar", "float-inside-box"), project)
    assert r"x\marginnote{note}" in text
    assert r"\usepackage{marginnote}" in text


def test_figures_in_columns_are_kept():
    project = project_of(
        whole(
            f"\\begin{{multicols}}{{2}}\n{FIGURE}\n\\end{{multicols}}", "\\usepackage{multicol}\n"
        )
    )
    text = cured(next(iter(keep_floats_in_columns(project))), project)
    assert r"\begin{figure}[H]" in text
    again = project_of(text)
    assert list(keep_floats_in_columns(again)) == []


@pytest.mark.parametrize(
    "body",
    [
        FIGURE,
        f"\\begin{{multicols}}{{2}}\nx\n\\end{{multicols}}\n{FIGURE}",
        "\\begin{multicols}{2}\n\\begin{figure*}\nx\n\\end{figure*}\n\\end{multicols}",
        "\\begin{verbatim}\n\\begin{multicols}{2}\n\\begin{figure}\n\\end{figure}\n"
        "\\end{multicols}\n\\end{verbatim}",
    ],
)
def test_floats_that_are_printed_are_left_alone(body):
    project = project_of(whole(body))
    assert list(precautions_for(project)) == []


def test_room_is_made_once():
    project = project_of(whole(FIGURE))
    problem = problem_at(project, "{figure}", "too-many-floats")
    text = first(make_room_for_floats, problem, project)
    assert "\\extrafloats{500}\n\\maxdeadcycles=1000\n" in text
    again = project_of(text)
    problem = problem_at(again, "{figure}", "too-many-floats")
    assert "\\clearpage\n\\begin{figure}" in first(make_room_for_floats, problem, again)


@pytest.mark.tex
@pytest.mark.slow
def test_figures_in_columns_reach_the_page(write: Write):
    body = (
        "\\begin{multicols}{2}\nText.\n\\begin{figure}\n\\rule{1cm}{1cm}\n\\caption{Kept}\n"
        "\\end{figure}\nMore text.\n\\end{multicols}"
    )
    path = write(body, preamble="\\usepackage{multicol}")
    result = compile_document(path)
    assert [c.remedy for c in result.cured] == ["keep-floats-in-columns"]
    assert not [d for d in result.diagnostics if d.severity == "error"]
    assert r"\begin{figure}[H]" in (path.parent / "paper.repaired.tex").read_text()
