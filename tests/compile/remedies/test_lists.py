import pytest

from compile.remedies.lists import add_item, wrap_items
from tests.compile.remedies.structure import bodies, case, check_first_cure, check_with_tex
from tests.naming import named

CASES = [
    *(
        (add_item, case)
        for case in (
            case("lists/first-item-missing", "missing-item", 5, "One", "\\item One"),
            case("lists/all-items-missing", "missing-item", 5, "One", "\\item One"),
            case("lists/description-text-first", "missing-item", 5, "Some", "\\item Some"),
            case("lists/bibitem-missing", "missing-item", 7, "M.", "\\bibitem{untitled} M."),
        )
    ),
    *(
        (wrap_items, case)
        for case in (
            case(
                "lists/item-outside",
                "lonely-item",
                6,
                "\\item One lamp.",
                "\\begin{itemize}\n\\item One lamp.",
                "\\item Two lamps.\n",
                "\\item Two lamps.\n\\end{itemize}\n",
            ),
        )
    ),
]


@pytest.mark.parametrize(("remedy", "case"), CASES, ids=named)
def test_first_cure_is_what_a_person_would_do(remedy, case):
    check_first_cure(remedy, case)


@pytest.mark.tex
@pytest.mark.parametrize("case", [case for _, case in CASES], ids=named)
def test_tex_says_so_and_takes_the_cured_text(case, tmp_path):
    check_with_tex(case, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        "\\begin{itemize}\n\\item One.\n\\end{itemize}",
        "\\begin{itemize}\n\\setlength{\\itemsep}{0pt}\n\\item One.\n\\end{itemize}",
        "\\begin{enumerate}[a)]\n\\item One.\n\\end{enumerate}",
        "\\begin{itemize}\n\\end{itemize}",
        "\\begin{center}\nText.\n\\end{center}",
    ],
)
def test_list_that_begins_with_an_item_stays(body):
    assert bodies(add_item, "missing-item", body, line=1) == []
    assert bodies(wrap_items, "lonely-item", body, line=2) == []


def test_items_without_a_place_stay():
    assert bodies(wrap_items, "lonely-item", "\\item One.") == []


def test_item_comes_behind_settings_of_the_list():
    body = "\\begin{itemize}\n\\setlength{\\itemsep}{0pt}\nOne.\n\\end{itemize}"
    assert bodies(add_item, "missing-item", body, line=3)[0] == body.replace("One", "\\item One")


def test_run_of_items_ends_before_the_text():
    body = "\\item One.\n\n\\item Two.\n\nText."
    assert bodies(wrap_items, "lonely-item", body, line=1) == [
        "\\begin{itemize}\n\\item One.\n\n\\item Two.\n\\end{itemize}\n\nText."
    ]


def test_widest_label_in_the_next_line_is_no_text():
    body = "\\begin{thebibliography}\n{9}\nM. Miller\n\\end{thebibliography}"
    assert bodies(add_item, "missing-item", body, line=1) == [
        body.replace("M.", "\\bibitem{untitled} M.")
    ]
