"""Why latexmk ran again, and what it says when nothing comes to rest."""

import pytest

from compile.document import compile_document
from compile.passes import listed, pass_reasons, restless_files, runs
from compile.result import Outcome

FIRST = (
    "Latexmk: applying rule 'pdflatex'...\nRule 'pdflatex':  Reasons for rerun\n"
    "Category 'other':\n  Rerun of 'pdflatex' forced or previously required\n\n------------\n"
    "Run number 1 of rule 'pdflatex'\n------------\n"
)


def again(number: int, *names: str) -> str:
    files = "".join(f"  {name}\n" for name in names)
    return (
        "Rule 'pdflatex':  Reasons for rerun\n"
        f"Changed files or newly in use/created:\n{files}\n------------\n"
        f"Run number {number} of rule 'pdflatex'\n------------\n"
    )


GAVE_UP = (
    "Latexmk: Maximum runs of pdflatex reached without getting stable files\n"
    "Rule 'pdflatex':  Reasons for rerun\nChanged files or newly in use/created:\n  a.toc\n\n"
)
RESTLESS = (
    "\\makeatletter\\@ifundefined{seen}{\\gdef\\seen{0}}{}\n"
    "\\count1=\\seen\\relax\\advance\\count1 by 1\n"
    "\\immediate\\write\\@auxout{\\gdef\\string\\seen{\\the\\count1}}\nSeen \\seen\\ times.\n"
)
JUMPING = (
    "\\ifnum\\getpagerefnumber{end}=1 \\null\\clearpage\\fi Some text.\\label{end}\n"
)  # fmt: skip


def test_one_pass_needs_no_reason():
    assert pass_reasons(FIRST) == ()
    assert runs(FIRST) == 1
    assert pass_reasons("") == ()
    assert restless_files(FIRST + again(2, "a.aux")) == ()


def test_each_further_pass_names_what_changed():
    output = FIRST + again(2, "a.aux", "a.toc") + again(3, "a.aux")
    assert runs(output) == 3
    assert pass_reasons(output) == (
        "Pass 2 was needed: a.aux and a.toc were new or have changed.",
        "Pass 3 was needed: a.aux was new or has changed.",
    )


def test_runs_of_other_programs_are_no_passes():
    output = FIRST + again(2, "a.bbl").replace("'pdflatex'", "'bibtex a'")
    assert runs(output) == 1
    assert pass_reasons(output) == ()


def test_text_of_the_document_between_the_lines_is_no_file_name():
    output = FIRST + again(2, "a.aux").replace("\n\n---", "\nplain\n  not a file\n---")
    assert pass_reasons(output) == ("Pass 2 was needed: a.aux was new or has changed.",)


def test_a_pass_without_a_reason_is_told_as_such():
    assert pass_reasons(FIRST + "Run number 2 of rule 'xelatex'\n") == (
        "Pass 2 was needed: latexmk asked for it.",
    )


def test_what_never_comes_to_rest_is_named():
    assert restless_files(FIRST + again(2, "a.aux") + GAVE_UP) == ("a.toc",)
    assert restless_files(FIRST + "Latexmk: Maximum runs of pdflatex reached\n") == (
        "an auxiliary file",
    )


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("a",), "a"),
        (("a", "b"), "a and b"),
        (("a", "b", "c", "d"), "a, b, c and d"),
        (("a", "b", "c", "d", "e"), "a, b, c and 2 more"),
        ((), ""),
    ],
)
def test_many_names_are_counted(names, shown):
    assert listed(names) == shown


@pytest.mark.tex
@pytest.mark.slow
def test_each_further_pass_of_a_real_build_has_its_reason(write):
    result = compile_document(write("\\section{One}\\label{a} See \\ref{a}."))
    assert result.outcome is Outcome.CLEAN
    assert result.passes == 2
    assert result.pass_reasons == ("Pass 2 was needed: paper.aux was new or has changed.",)


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("body", [RESTLESS, JUMPING])
def test_a_document_that_never_comes_to_rest_is_told_with_the_file_at_fault(write, body):
    result = compile_document(write(body, preamble="\\usepackage{refcount}"))
    told = [d for d in result.diagnostics if d.code == "not-stable"]
    assert [d.context for d in told] == ["paper.aux"]
    assert "Not stable after 5 passes: paper.aux changes" in told[0].message
    assert result.outcome is Outcome.WARNINGS
    assert result.passes == 5
    assert len(result.pass_reasons) == 4
    assert all("paper.aux" in reason for reason in result.pass_reasons)
