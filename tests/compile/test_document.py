import os
import subprocess
from pathlib import Path

import pytest

from compile.document import compile_document
from compile.errors import Uncompilable
from compile.result import CompileResult, Outcome

pytestmark = [pytest.mark.tex, pytest.mark.slow]


def text_of(result: CompileResult) -> str:
    assert result.pdf is not None
    done = subprocess.run(
        ["pdftotext", "-layout", result.pdf, "-"], capture_output=True, text=True, check=True
    )
    return done.stdout


def codes(result: CompileResult) -> set[str]:
    return {diagnostic.code for diagnostic in result.diagnostics}


def test_plain_document_comes_out_clean_beside_its_source(write):
    root = write(r"\section{One}\label{a} See Section~\ref{a}.")
    before = sorted(path.name for path in root.parent.iterdir())
    result = compile_document(root)
    assert (result.outcome, result.engine, result.pages) == (Outcome.CLEAN, "pdflatex", 1)
    assert result.pdf == str(root.with_suffix(".pdf"))
    assert "See Section 1." in text_of(result)
    assert result.passes == 2
    assert sorted(path.name for path in root.parent.iterdir()) == sorted([*before, "paper.pdf"])


def test_chinese_document_keeps_its_text(write):
    root = write(
        "\\documentclass{ctexart}\n\\usepackage{tikz}\n\\begin{document}\n单摆的周期。\n"
        "\\begin{tikzpicture}\\draw (0,0)--(1,1);\\end{tikzpicture}\n\\end{document}\n",
        whole=True,
    )
    result = compile_document(root)
    assert (result.outcome, result.engine) == (Outcome.CLEAN, "xelatex")
    assert "单摆的周期" in text_of(result)


def test_bibliography_by_natbib_is_resolved(write):
    root = write(
        "\\citet{knuth} wrote it.\n\\bibliographystyle{plainnat}\\bibliography{refs}",
        preamble=r"\usepackage{natbib}",
    )
    (root.parent / "refs.bib").write_text(
        "@book{knuth, author={Donald E. Knuth}, title={The TeXbook}, year=1984, publisher={A}}"
    )
    result = compile_document(root)
    assert result.outcome is Outcome.CLEAN
    assert "Knuth [1984] wrote it." in text_of(result)


def test_references_are_right_although_there_is_an_error(write):
    root = write(
        "\\tableofcontents\\section{One}\\label{a}\nSee \\ref{a} and \\cite{knuth}. \\nosuch\n"
        "\\bibliographystyle{plain}\\bibliography{refs}"
    )
    (root.parent / "refs.bib").write_text(
        "@book{knuth, author={Donald E. Knuth}, title={The TeXbook}, year=1984, publisher={A}}"
    )
    result = compile_document(root, mend=False)
    assert result.outcome is Outcome.DEGRADED
    assert codes(result) == {"undefined-command"}
    assert "See 1 and [1]." in text_of(result)


@pytest.mark.parametrize(
    ("body", "preamble", "outcome", "code", "line"),
    [
        ("Text.", r"\usepackage{nosuchpackage}", Outcome.FAILED, "missing-package", 2),
        (r"Text \nosuch.", "", Outcome.DEGRADED, "undefined-command", 4),
        (r"\includegraphics{no.png}", r"\usepackage{graphicx}", Outcome.WARNINGS,
         "missing-figure", 4),
        (r"See \ref{x}.", "", Outcome.WARNINGS, "undefined-reference", 4),
        (r"See \cite{x}.\bibliographystyle{plain}\bibliography{no}", "", Outcome.DEGRADED,
         "missing-bibliography", 4),
        (r"\includegraphics{no.eps}", r"\usepackage{graphicx}", Outcome.WARNINGS,
         "missing-figure", 4),
        ("", "", Outcome.FAILED, "no-output", None),
    ],
)  # fmt: skip
def test_defects_are_told_by_kind_and_line(body, preamble, outcome, code, line, write):
    result = compile_document(write(body, preamble=preamble), mend=False)
    assert result.outcome is outcome
    found = [d for d in result.diagnostics if d.code == code]
    assert [(d.file, d.line) for d in found] == [("paper.tex", line)]
    assert (result.pdf is None) == (outcome is Outcome.FAILED)


def test_lost_letters_degrade_the_result(write):
    root = write("Plain 单摆.", preamble=r"\usepackage{fontspec}")
    result = compile_document(root, mend=False)
    assert result.outcome is Outcome.DEGRADED
    assert codes(result) == {"missing-character"}


def test_text_without_outline_fonts_still_gets_a_pdf(write):
    result = compile_document(write("Größe", preamble=r"\usepackage[T1]{fontenc}"))
    assert result.pdf is not None
    assert result.outcome is Outcome.CLEAN


def test_endless_document_is_stopped_in_time_and_its_first_error_named(write):
    root = write("\\begin{tabular}{c|c}\nA & B \\\\[ex3]\nC & D\n\\end{tabular}")
    old = root.with_suffix(".pdf")
    old.write_bytes(b"%PDF-old")
    result = compile_document(root, timeout=4, mend=False)
    assert result.outcome is Outcome.FAILED
    assert result.seconds < 15
    assert [(d.code, d.line) for d in result.diagnostics] == [
        ("missing-number", 5),
        ("timeout", None),
    ]
    assert old.read_bytes() == b"%PDF-old"
    processes = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert "paper.tex" not in processes.stdout


@pytest.mark.parametrize(
    "body", [r"\loop\iftrue\typeout{again and again and again}\repeat", r"\typein{Question}",
             r"\read16 to\x", r"\errorstopmode\nosuch"]
)  # fmt: skip
def test_talk_without_end_and_questions_end_by_themselves(body, write):
    result = compile_document(write(f"Text. {body}"), timeout=60, mend=False)
    assert result.seconds < 40
    assert any(diagnostic.severity == "error" for diagnostic in result.diagnostics)


def test_old_pdf_survives_a_failing_compile(write):
    root = write("One.")
    first = compile_document(root)
    pdf = root.with_suffix(".pdf")
    content = pdf.read_bytes()
    root.write_text(root.read_text().replace("One.", r"\textbf{never closed"))
    second = compile_document(root, mend=False)
    assert (first.outcome, second.outcome) == (Outcome.CLEAN, Outcome.FAILED)
    assert second.pdf is None
    assert pdf.read_bytes() == content


def test_repaired_sources_of_an_earlier_build_are_told_apart_from_this_pdf(write):
    root = write("A_word.")
    assert compile_document(root).cured
    assert root.with_name("paper.repaired.tex").is_file()
    assert "stale-repair" not in codes(compile_document(root))
    root.write_text(root.read_text().replace("A_word", "A word"))
    again = compile_document(root)
    assert again.outcome is Outcome.CLEAN
    assert [d.message for d in again.diagnostics if d.code == "stale-repair"] == [
        "paper.repaired.tex is left over from an earlier build, not of this PDF."
    ]


def test_two_runs_give_the_same_bytes(write):
    root = write(r"\section{One} \today", preamble=r"\usepackage{hyperref}")
    digests = {compile_document(root).pdf_digest for _ in range(2)}
    assert len(digests) == 1
    assert digests != {""}


@pytest.mark.parametrize(
    "name", ["Bericht über Zeit.tex", "报告 一.tex", "a'b.tex", "-pdf.tex", "x&y $HOME.tex"]
)
def test_any_file_name_compiles_and_is_named_in_reports(name, write):
    root = write(r"Text \nosuch.", name=name)
    result = compile_document(root, mend=False)
    assert result.pdf == str(root.with_suffix(".pdf"))
    assert [(d.file, d.line) for d in result.diagnostics] == [(name, 4)]


def test_folder_with_strange_name_compiles(write):
    root = write(r"\input{teil/eins}", name="Ordner mit Größe 报告/paper.tex")
    (root.parent / "teil").mkdir()
    (root.parent / "teil" / "eins.tex").write_text("Teil eins \\nosuch.\n")
    result = compile_document(root, mend=False)
    assert [(d.file, d.line) for d in result.diagnostics] == [("teil/eins.tex", 1)]
    assert "Teil eins" in text_of(result)


def test_byte_order_mark_does_no_harm(write):
    root = write("Text.")
    root.write_bytes(b"\xef\xbb\xbf" + root.read_bytes())
    assert compile_document(root).outcome is Outcome.CLEAN


def test_pdf_goes_where_it_is_wanted_and_the_log_is_kept(write, tmp_path):
    root = write("Text.")
    result = compile_document(root, output=tmp_path / "out" / "my.pdf", keep=tmp_path / "logs")
    assert result.pdf == str(tmp_path / "out" / "my.pdf")
    assert Path(result.pdf).read_bytes().startswith(b"%PDF-")
    assert result.log is not None
    assert "This is pdfTeX" in Path(result.log).read_text()
    assert not root.with_suffix(".pdf").exists()


def test_output_that_would_replace_the_source_is_refused(write):
    root = write("Text.")
    with pytest.raises(Uncompilable, match="no name for a PDF"):
        compile_document(root, output=root)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_may_not_be_written_is_said_before_tex_runs(write, tmp_path):
    root = write("Text.")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    with pytest.raises(Uncompilable, match="cannot be written"):
        compile_document(root, output=closed / "a.pdf")


def test_document_that_never_settles_is_said_to_by_the_changing_file(write):
    root = write(
        "Pass counter.",
        preamble=(
            "\\makeatletter\\newcount\\turn \\turn=0\n"
            "\\AtBeginDocument{\\@ifundefined{lastturn}{}{\\turn=\\lastturn\\relax}"
            "\\advance\\turn by 1 }\n"
            "\\AtEndDocument{\\immediate\\write\\@auxout{\\gdef\\string\\lastturn{\\the\\turn}}}"
        ),
    )
    result = compile_document(root)
    assert result.outcome is Outcome.WARNINGS
    assert [d.message for d in result.diagnostics] == [
        "Not stable after 5 passes: paper.aux changes with each of them."
    ]
