"""What latexmk, the PDF drivers and TeX print on the terminal; the texts are theirs."""

from compile.findings import from_output

SOURCES = {
    "main.tex": "\\documentclass{article}\n\\bibliographystyle{odd}\n\\bibliography{refs,more}\n",
    "part.tex": "\n\\addbibresource{more-refs.bib}\n\\input{../secret}\n",
}


def read(output: str, said: tuple[str, ...] = ()) -> list[tuple[str, str, str | None, int | None]]:
    return [(d.code, d.message, d.file, d.line) for d in from_output(output, SOURCES, said)]


def test_quiet_output_says_nothing():
    assert read("") == []
    assert read("Latexmk: All targets (main.pdf) are up-to-date\n") == []


def test_bibliography_that_latexmk_does_not_find_is_named_where_it_is_asked_for():
    output = "Bib file(s) not found in search path:\n  more-refs.bib\n  refs.bib\n"
    assert read(output) == [
        (
            "missing-bibliography",
            "The bibliography file more-refs.bib is not there.",
            "part.tex",
            2,
        ),
        ("missing-bibliography", "The bibliography file refs.bib is not there.", "main.tex", 3),
    ]


def test_source_that_biber_did_not_find_is_named():
    output = "Latexmk: Failed to find one or more biber source files:\n    'more.bib'\n==== Force"
    assert read(output) == [
        ("missing-bibliography", "The bibliography file more.bib is not there.", "main.tex", 3)
    ]


def test_an_absent_biber_is_told():
    for line in ("sh: 1: biber: not found", "bash: line 1: biber: command not found"):
        assert [code for code, *_ in read(f"Running 'biber'\n{line}\n")] == ["biber-absent"]
    assert read("The words biber: not found in a text\n") == []


def test_style_that_is_absent_is_named():
    output = "Latexmk: Bst file not found in search path:\n  odd.bst\n"
    assert read(output) == [
        ("missing-bibliography", "The style file odd.bst is not there.", "main.tex", 2)
    ]


def test_what_a_log_has_said_is_not_said_again():
    output = "Latexmk: Bst file not found in search path:\n  odd.bst\n"
    assert read(output, ("The style file odd.bst is not there.",)) == []


def test_file_name_that_tex_cannot_take_is_told():
    ((code, message, _, _),) = read(
        "Latexmk: Filename 'a~b.tex' contains character not allowed for TeX file.\n"
    )
    assert code == "file-name"
    assert "a~b.tex" in message


def test_attempt_to_read_outside_is_named_where_it_stands():
    assert read("Not reading from ../secret (openin_any = p).\n") == [
        (
            "forbidden-file",
            "TeX may not read ../secret: it is hidden or outside the document's folder.",
            "part.tex",
            3,
        )
    ]


def test_picture_without_which_the_driver_writes_nothing_is_named():
    ((code, message, _, _),) = read("xdvipdfmx:fatal: Could not find file: a.png.\n")
    assert code == "missing-figure"
    assert "a.png" in message
