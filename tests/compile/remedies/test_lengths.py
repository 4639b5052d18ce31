import pytest

from compile.document import compile_document
from compile.remedies.lengths import (
    mend_length,
    mend_silent_length,
    scale_by_width,
    slots,
    write_per_cent,
)
from latex.diagnostic import Diagnostic
from tests.compile.conftest import Write
from tests.compile.remedies.trying import cured, first, problem_at, project_of, whole


def mended(body: str, code: str = "missing-unit", message: str = "", preamble: str = "") -> str:
    project = project_of(whole(body, preamble))
    problem = problem_at(project, body or preamble, code, message)
    return first(mend_length, problem, project)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"\includegraphics[width=0.5]{a}", r"\includegraphics[width=0.5\linewidth]{a}"),
        (r"\includegraphics[width=7,5cm]{a}", r"\includegraphics[width=7.5cm]{a}"),
        (r"\includegraphics[height=,width=2cm]{a}", r"\includegraphics[height=!,width=2cm]{a}"),
        (r"\includegraphics[scale=50\%]{a}", r"\includegraphics[scale=0.5]{a}"),
        (r"\vspace{}", r"\vspace{0pt}"),
        (r"\vspace*{10}", r"\vspace*{10pt}"),
        (r"\hspace{ 2 }", r"\hspace{ 2cm }"),
        (r"\begin{minipage}[t]{0.5}x\end{minipage}", r"[t]{0.5\linewidth}x\end{minipage}"),
        (r"\parbox{5}{x}", r"\parbox{5cm}{x}"),
        (r"\rule{0.5}{1}", r"\rule{0.5\linewidth}{1pt}"),
        (r"\resizebox{0.8}{!}{x}", r"\resizebox{0.8\linewidth}{!}{x}"),
        (r"\setlength{\parskip}{6}", r"\setlength{\parskip}{6pt}"),
        (r"\setlength\textwidth{16}", r"\setlength\textwidth{16mm}"),
        (r"\begin{wrapfigure}{r}{0.4}x\end{wrapfigure}", r"{r}{0.4\linewidth}x"),
        (r"\begin{tabular}{p{3}l}a\end{tabular}", r"\begin{tabular}{p{3cm}l}a\end{tabular}"),
        (r"A\vskip 5 B", r"A\vskip 5pt B"),
        (r"\parindent=5 B", r"\parindent=5pt B"),
        (r"a & b \\[5]", r"a & b \\[5pt]"),
        (r"\raisebox{2}{x}", r"\raisebox{2pt}{x}"),
        (r"\enlargethispage{2}", r"\enlargethispage{2\baselineskip}"),
        (r"\setcounter{page}{two}", r"\setcounter{page}{2}"),
    ],
)  # fmt: skip
def test_a_length_in_its_place(before, after):
    assert after in mended(before)


def test_margins_in_the_preamble():
    preamble = "\\usepackage[margin=2,5cm,left=3]{geometry}\n"
    project = project_of(whole("x", preamble))
    problem = problem_at(project, "geometry", "missing-unit")
    assert "[margin=2.5cm,left=3cm]" in first(mend_length, problem, project)


def test_all_lengths_of_a_line_are_mended_at_once():
    text = mended(
        r"\includegraphics[width=0.5,height=0.2]{a}\hspace{1}\includegraphics[width=0.4]{b}"
    )
    assert r"[width=0.5\linewidth,height=0.2\textheight]" in text
    assert r"[width=0.4\linewidth]" in text


def test_lengths_of_lines_further_up_are_left():
    project = project_of(whole("\\vspace{5}\n\n\n\n\nText."))
    assert list(mend_length(problem_at(project, "Text.", "missing-unit"), project)) == []


@pytest.mark.parametrize(
    "body",
    [
        r"\verb|\vspace{}|",
        "% \\vspace{}",
        r"\vspace{1cm}",
        r"\includegraphics[width=\linewidth,scale=0.5]{a}",
        r"\setlength{\parskip}{6pt plus 1pt}",
        r"\setcounter{page}{3}",
        r"\begin{tabular}{p{3cm}|l}a\end{tabular}",
        r"\num{0,5} and \SI{5}{cm}",
    ],
)
def test_what_is_right_stays(body):
    assert mended(body) == whole(body)


def test_errors_of_other_packages_concern_no_length():
    assert mended(r"\vspace{}", "package-error", "siunitx: Invalid number.") == whole(r"\vspace{}")


def test_a_factor_that_is_a_length():
    project = project_of(whole(r"\includegraphics[scale=0.5\textwidth]{a}"))
    problem = problem_at(project, "scale", "missing-number")
    assert r"[width=0.5\textwidth]" in first(scale_by_width, problem, project)


def test_columns_without_a_number():
    project = project_of(whole("\\begin{multicols}{}\nx\n\\end{multicols}"))
    problem = problem_at(project, "multicols", "missing-number")
    assert r"\begin{multicols}{2}" in first(scale_by_width, problem, project)


def test_a_per_cent_sign_that_hides_the_line():
    project = project_of(whole("\\includegraphics[width=80%]{a}\nText."))
    problem = problem_at(project, "width", "runaway-argument")
    assert r"\includegraphics[width=0.8\linewidth]{a}" in first(write_per_cent, problem, project)


def test_a_comment_in_options_is_no_per_cent():
    project = project_of(whole("\\includegraphics[width=8cm,% of 80%\n]{a}"))
    problem = problem_at(project, "width", "runaway-argument")
    assert list(write_per_cent(problem, project)) == []


def test_the_whole_width_instead_of_a_half():
    project = project_of(whole(r"\includegraphics[width=\textwidth0.5]{a}"))
    text = cured(next(iter(mend_silent_length(project))), project)
    assert r"[width=0.5\textwidth]" in text
    assert list(mend_silent_length(project_of(text))) == []


def test_products_are_left_to_calc():
    body = r"\includegraphics[width=\textwidth*0.5]{a}"
    assert list(mend_silent_length(project_of(whole(body, "\\usepackage{calc}\n")))) == []
    assert list(mend_silent_length(project_of(whole(body))))


def test_a_diagnostic_without_a_place_is_left():
    project = project_of(whole(r"\vspace{}"))
    assert list(mend_length(Diagnostic("error", "", "missing-unit"), project)) == []


@pytest.mark.parametrize(
    "piece", [r"\vspace{", r"\includegraphics[", "width=", r"\setlength{", "{", r"\\[", "p{", "["]
)
def test_hostile_text_is_read_fast(piece):
    project = project_of(piece * (100_000 // len(piece)))
    assert list(slots(project, "main.tex")) is not None


@pytest.mark.tex
@pytest.mark.slow
def test_eight_lengths_are_cured_in_one_round(write: Write):
    body = "\n\n".join(
        (
            r"A\vspace{}", r"B\hspace{2}C", r"\parbox{0.5}{D}", r"\rule{3}{0.4}",
            r"\raisebox{2}{E}", r"\begin{minipage}{0,5*\linewidth}F\end{minipage}",
            r"\parbox{80\%\linewidth}{G}", r"\hspace{900cm}H",
        )
    )  # fmt: skip
    result = compile_document(write(body))
    assert not [d for d in result.diagnostics if d.severity == "error"]
    assert {c.remedy for c in result.cured} == {"mend-length"}
    assert len(result.cured) == 8
    assert result.passes <= 5
