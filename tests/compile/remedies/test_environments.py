import pytest

from compile.remedies.cure import apply_edits
from compile.remedies.environments import mend_environments
from compile.remedies.project import Project
from latex.diagnostic import Diagnostic
from tests.compile.remedies.structure import bodies, case, check_first_cure, check_with_tex
from tests.compile.remedies.trying import whole
from tests.naming import named

CASES = (
    case(
        "braces/environment-brace-lost", "runaway-argument", 4, "\\begin{center", "\\begin{center}"
    ),
    case("braces/end-brace-lost", "runaway-argument", 6, "\\end{quote", "\\end{quote}"),
    case(
        "braces/name-of-environment-not-closed",
        "runaway-argument",
        4,
        "\\begin{tabular{ll}",
        "\\begin{tabular}{ll}",
    ),
    case(
        "environments/star-at-one-end", "unbalanced-environment", 7, "\\end{align}", "\\end{align*}"
    ),
    case(
        "environments/equation-ended-by-align",
        "misplaced-alignment",
        7,
        "\\end{align}",
        "\\end{equation}",
    ),
    case(
        "environments/end-twice",
        "unbalanced-environment",
        7,
        "\\end{itemize}\n\\end{itemize}",
        "\\end{itemize}",
    ),
    case(
        "environments/begin-twice",
        "missing-item",
        5,
        "\\begin{document}\n\\begin{itemize}",
        "\\begin{document}",
    ),
    case(
        "environments/begin-for-end",
        "missing-item",
        10,
        "\\item One.\n\\begin{itemize}",
        "\\item One.\n\\end{itemize}",
    ),
    case(
        "environments/end-for-begin",
        "unbalanced-environment",
        4,
        "\\begin{document}\n\\end{center}",
        "\\begin{document}\n\\begin{center}",
    ),
    case(
        "lists/end-missing-at-the-end",
        "unbalanced-environment",
        5,
        "\\end{document}",
        "\\end{enumerate}\n\\end{document}",
    ),
    case(
        "environments/abstract-end-missing",
        "unbalanced-environment",
        4,
        "\\section{Introduction}",
        "\\end{abstract}\n\\section{Introduction}",
    ),
    case(
        "environments/minipage-end-missing",
        "unbalanced-environment",
        4,
        "After it.",
        "\\end{minipage}\nAfter it.",
    ),
    case(
        "environments/bibliography-end-missing",
        "unbalanced-environment",
        5,
        "\\end{document}",
        "\\end{thebibliography}\n\\end{document}",
    ),
    case(
        "environments/proof-end-misspelt",
        "unbalanced-environment",
        7,
        "\\end{prof}",
        "\\end{proof}",
    ),
    case(
        "environments/align-runs-into-text",
        "unbalanced-environment",
        5,
        "More text goes on here and says what it means.",
        "\\end{align}\nMore text goes on here and says what it means.",
    ),
    case(
        "environments/wrong-end", "unbalanced-environment", 7, "\\end{enumerate}", "\\end{itemize}"
    ),
    case(
        "environments/end-missing",
        "unbalanced-environment",
        4,
        "At the side again.",
        "\\end{center}\nAt the side again.",
    ),
    case(
        "environments/list-end-missing",
        "unbalanced-environment",
        4,
        "After the list.",
        "\\end{itemize}\nAfter the list.",
    ),
    case(
        "environments/inner-list-end-missing",
        "unbalanced-environment",
        10,
        "\\end{enumerate}",
        "    \\end{itemize}\n\\end{enumerate}",
    ),
    case(
        "environments/figure-end-missing",
        "unbalanced-environment",
        4,
        "The text goes on here.",
        "\\end{figure}\nThe text goes on here.",
    ),
    case(
        "environments/table-end-missing",
        "missing-brace",
        9,
        "\\end{table}",
        "  \\end{tabular}\n\\end{table}",
    ),
    case(
        "environments/equation-end-missing",
        "missing-dollar",
        8,
        "and this is well known.",
        "\\end{equation}\nand this is well known.",
    ),
    case(
        "environments/align-end-missing",
        "unbalanced-environment",
        6,
        "d &= e\n",
        "d &= e\n\\end{align}\n",
    ),
    case(
        "environments/cases-end-missing",
        "left-right",
        9,
        "\\end{equation}",
        "\\end{cases}\n\\end{equation}",
    ),
    case(
        "environments/begin-missing",
        "unbalanced-environment",
        7,
        "In the middle.",
        "\\begin{center}\n  In the middle.",
    ),
    case(
        "environments/equation-begin-missing",
        "missing-dollar",
        5,
        "E = m c^2",
        "\\begin{equation}\n  E = m c^2",
    ),
    case(
        "environments/figure-begin-missing",
        "caption-outside-float",
        8,
        "\\centering",
        "\\begin{figure}[htbp]\n  \\centering",
    ),
    case(
        "environments/tabular-begin-missing",
        "misplaced-alignment",
        7,
        "a & 1 \\\\",
        "\\begin{tabular}{ll}\n    a & 1 \\\\",
    ),
    case(
        "environments/crossed",
        "unbalanced-environment",
        7,
        "\\end{center}",
        "\\end{quote}\n\\end{center}",
        "\\end{center}\n\\end{quote}",
        "\\end{center}",
    ),
    case(
        "environments/begin-misspelt",
        "undefined-environment",
        4,
        "\\begin{enumarate}",
        "\\begin{enumerate}",
        message="The environment enumarate is not defined; it is misspelt or its package is not "
        "loaded.",
    ),
    case(
        "environments/end-misspelt",
        "unbalanced-environment",
        6,
        "\\end{quotaton}",
        "\\end{quotation}",
    ),
    case("environments/backslash-lost", "unbalanced-environment", 4, "end{quote}", "\\end{quote}"),
    case(
        "environments/begin-backslash-lost",
        "unbalanced-environment",
        6,
        "begin{quote}",
        "\\begin{quote}",
    ),
    case(
        "lists/begin-missing",
        "lonely-item",
        6,
        "\\item One lamp.",
        "\\begin{itemize}\n  \\item One lamp.",
    ),
    case(
        "lists/enumerate-begin-missing",
        "lonely-item",
        5,
        "\\item Light the lamp.",
        "\\begin{enumerate}\n  \\item Light the lamp.",
    ),
    case(
        "nesting/list-in-table",
        "missing-brace",
        7,
        "\\end{center}",
        "\\end{tabular}\n\\end{center}",
        "\\end{center}\n\\end{tabular}",
        "\\end{center}",
    ),
    case(
        "nesting/list-around-heading",
        "unbalanced-environment",
        4,
        "\\section{Next}",
        "\\end{itemize}\n\\section{Next}",
    ),
    case(
        "math/eqnarray-end-misspelt",
        "unbalanced-environment",
        6,
        "\\end{eqnarry}",
        "\\end{eqnarray}",
    ),
    case(
        "environments/verbatim-end-missing",
        "runaway-argument",
        None,
        "y = 2\n",
        "y = 2\n\\end{verbatim}\n",
    ),
    case(
        "math/begin-document-missing",
        "missing-begin-document",
        5,
        "Only text.",
        "\\begin{document}\nOnly text.",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_first_cure_is_what_a_person_would_do(case):
    check_first_cure(mend_environments, case)


@pytest.mark.tex
@pytest.mark.parametrize("case", CASES, ids=named)
def test_tex_says_so_and_takes_the_cured_text(case, tmp_path):
    check_with_tex(case, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        "No environment.",
        "\\begin{center}\\begin{quote}A\\end{quote}\\end{center}",
        "% \\begin{center}\nText.",
        "\\begin{verbatim}\n\\end{center}\n\\end{verbatim}",
        "The word begin{ning} is none, and so is the end.",
    ],
)
def test_paired_environments_stay(body):
    assert bodies(mend_environments, "unbalanced-environment", body, line=1) == []


def test_lonely_end_is_given_a_begin_before_it_is_taken_out():
    found = bodies(mend_environments, "unbalanced-environment", "Text.\n\\end{center}", line=2)
    assert found == ["\\begin{center}\nText.\n\\end{center}", "Text."]


def test_known_name_wins_over_a_misspelt_one():
    for body in ("\\begin{quoet}\nA\n\\end{quote}", "\\begin{quote}\nA\n\\end{quoet}"):
        found = bodies(mend_environments, "unbalanced-environment", body, line=3)
        assert found[0] == "\\begin{quote}\nA\n\\end{quote}"


def test_environment_in_another_file_is_cured_there():
    parts = {"main.tex": whole("\\input{part}"), "part.tex": "\\begin{center}\nText.\n"}
    mine = Project("main.tex", parts)
    found = Diagnostic("error", "", "unbalanced-environment", "part.tex", 1)
    cure = next(iter(mend_environments(found, mine)))
    assert apply_edits(parts, cure.edits)["part.tex"] == "\\begin{center}\nText.\n\\end{center}\n"


@pytest.mark.parametrize(
    ("body", "cured"),
    [
        ("\\begin{quote}\n\\begin{quote}\nA\n\\end{quote}", "\\begin{quote}\nA\n\\end{quote}"),
        ("\\begin{quote}\nA\n\\begin{quote}\n\nB", "\\begin{quote}\nA\n\\end{quote}\n\nB"),
        ("\\end{quote}\nA\n\\end{quote}\n\nB", "\\begin{quote}\nA\n\\end{quote}\n\nB"),
    ],
)
def test_mark_that_comes_twice_is_dropped_or_turned(body, cured):
    assert bodies(mend_environments, "unbalanced-environment", body, line=3)[0] == cured
