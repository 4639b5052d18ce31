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
            ("info", "bibtex-warning", "refs.bib", 5),
        ),
        (
            'Too many commas in name 1 of "A, B., C, D." for entry one\n'
            "while executing---line 1049 of file plain.bst",
            ("warning", "bibliography-name", None, None),
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


def test_the_lines_of_a_style_file_are_no_entries_of_the_user():
    text = 'Too many commas in name 1 of "A, B., C, D." for entry one\n'
    text += "while executing---line 1049 of file plain.bst\n"
    assert [d.code for d in read_bibtex_log(BIBTEX + text)] == ["bibliography-name"]


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
    assert found.message == (
        "An entry of the bibliography cannot be read here: "
        "the file ends inside an entry, a closing brace is missing."
    )


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


SYNTAX = "ERROR - BibTeX subsystem: /tmp/biber_tmp_x/0a_7.utf8, line 3, "


@pytest.mark.parametrize(
    ("report", "severity", "line", "part"),
    [
        (SYNTAX + 'syntax error: found "title", expected end of entry ("}" or ")") (skipping to '
         'next "@")', "error", 3, "a comma is missing before title."),
        (SYNTAX + 'syntax error: found "author", expected ","', "error", 3,
         "a comma is missing before author."),
        (SYNTAX + 'syntax error: found "{A. Author}", expected "="', "error", 3,
         "a field name is not followed by =."),
        (SYNTAX + "error: unbalanced braces: too many }'s", "error", 3, "braces do not match."),
        ("ERROR - Name \"A. Author, title = {T}\" has too many commas, skipping entry 'bad'",
         "error", None, "The entry bad is left out: its names cannot be read"),
        ("ERROR - Data file 'refs.bib' cannot be read in encoding 'utf8': utf8 \"\\xFC\" does "
         "not map to Unicode at File/Slurper.pm line 59.", "error", None, "is not UTF-8"),
        ("ERROR - d.bcf is malformed, last biblatex run probably failed. Deleted d.bbl",
         "error", None, "biber cannot read what biblatex wrote"),
        ("ERROR - Cannot find 'd.bcf'!", "error", None, "TeX stopped before the text"),
        ("WARN - Duplicate entry key: 'bad' in file 'refs.bib', skipping ...",
         "warning", None, "is used twice"),
        ("WARN - legacy year field '20-20' in entry 'bad' is not an integer - this will not sort",
         "info", None, "gives 20-20 where a year"),
        ("WARN - Overwritten macro 'x'", "info", None, "biber: Overwritten macro 'x'."),
    ],
)  # fmt: skip
def test_biber_report_is_worded(report, severity, line, part):
    (found,) = read_bibtex_log(f"{BIBER}[9] Utils.pm:399> {report}\n")
    assert (found.severity, found.line) == (severity, line)
    assert part in found.message


def test_string_without_end_is_reported_where_it_begins():
    text = (
        BIBER
        + "[1] bibtex.pm:1518> INFO - Found BibTeX data source 'refs.bib'\n"
        + "[2] Utils.pm:399> ERROR - BibTeX subsystem: /tmp/b/0a_7.utf8, line 6, syntax error: at "
        + 'end of input, expected end of entry ("}" or ")") (skipping to next "@")\n'
        + "[3] Biber.pm:130> WARN - BibTeX subsystem: /tmp/b/0a_7.utf8, line 3, warning: possible "
        + "runaway string started at line 2\n"
    )
    (found,) = read_bibtex_log(text)
    assert (found.severity, found.file, found.line) == ("error", "refs.bib", 2)


def test_copy_of_biber_with_the_name_of_the_file_in_it_is_named_by_that():
    text = BIBER + "[2] Utils.pm:1> " + SYNTAX.replace("0a_7", "other.bib_4711") + "syntax error: x"
    assert read_bibtex_log(text)[0].file == "other.bib"


def test_log_of_the_other_program_is_told_by_its_first_lines():
    assert read_bibtex_log("ERROR - Cannot find 'x.bib'!\n") == ()


@pytest.mark.parametrize("text", ["> ERROR - " * 9000, "BibTeX subsystem: " * 9000, "'" * 100_000])
def test_hostile_log_is_read_at_once(text):
    assert len(read_bibtex_log(BIBER + text)) <= 1
