import pytest

from compile.bibtex_log import read_bibtex_log

BIBTEX = """This is BibTeX, Version 0.99d (TeX Live 2022/Debian)
The top-level auxiliary file: main.aux
The style file: plainnat.bst
"""
BIBER = "[0] Config.pm:306> INFO - This is Biber 2.18\n"


def read(text: str) -> list[tuple[str, str, str | None, int | None]]:
    return [(d.severity, d.code, d.file, d.line) for d in read_bibtex_log(text)]


def test_clean_logs_say_nothing():
    assert read(BIBTEX + "Database file #1: refs.bib\nYou've used 1 entry,\n") == []
    assert read(BIBER + "[2] Biber.pm:1> INFO - Found 2 citekeys in bib section 0\n") == []
    assert read("") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "I was expecting a `,' or a `}'---line 12 of file my refs.bib",
            ("error", "bibliography-syntax", "my refs.bib", 12),
        ),
        (
            "Repeated entry---line 9 of file refs.bib",
            ("warning", "duplicate-entry", "refs.bib", 9),
        ),
        (
            'Warning--string name "jul" is undefined\n--line 5 of file refs.bib',
            ("info", "bibtex-warning", None, None),
        ),
        (
            'Warning--I didn\'t find a database entry for "smith2020"',
            ("warning", "undefined-citation", None, None),
        ),
        ("Warning--empty title in good2020", ("info", "incomplete-entry", None, None)),
        (
            "I couldn't open database file nofile.bib",
            ("error", "missing-bibliography", None, None),
        ),
        ("I couldn't open style file odd.bst", ("error", "missing-bibliography", None, None)),
        ("I found no \\bibdata command---while reading file main.aux",
         ("warning", "no-bibliography", None, None)),
    ],
)  # fmt: skip
def test_bibtex_reports_are_read(line, expected):
    assert expected in read(f"{BIBTEX}{line}\n")


def test_document_without_citations_is_no_fault():
    assert read(BIBTEX + "I found no \\citation commands---while reading file main.aux\n") == []


def test_biber_names_the_users_file_and_not_its_own_copy():
    text = (
        BIBER
        + "[1] Biber.pm:4592> INFO - Looking for bibtex file 'refs.bib' for section 0\n"
        + "[2] Utils.pm:399> ERROR - BibTeX subsystem: /tmp/biber_tmp_x/7a_7.utf8, line 13, "
        + 'syntax error: at end of input, expected one of: number, name\n'
        + "[3] Biber.pm:135> INFO - ERRORS: 1\n"
    )  # fmt: skip
    (found,) = read_bibtex_log(text)
    assert (found.file, found.line, found.code) == ("refs.bib", 13, "bibliography-syntax")
    assert found.message == "This entry of the bibliography cannot be read: at end of input."


@pytest.mark.parametrize(
    ("report", "code"),
    [
        ("ERROR - Cannot find 'nofile.bib'!", "missing-bibliography"),
        ("WARN - I didn't find a database entry for 'smith2020' (section 0)", "undefined-citation"),
        ("ERROR - Error: Found biblatex control file version 3.5, expected version 3.9.",
         "biber-version"),
    ],
)  # fmt: skip
def test_biber_reports_are_read(report, code):
    assert [found[1] for found in read(f"{BIBER}[9] Biber.pm:1> {report}\n")] == [code]
