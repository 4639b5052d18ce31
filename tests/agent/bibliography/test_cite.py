import os
import subprocess
from pathlib import Path

import pytest

from agent.bibliography.cite import cite
from agent.bibliography.library import Library
from agent.bibliography.read import read_bibliography
from agent.bibliography.types import Cited
from latex.citations import cite_keys
from latex.draft import Draft

BIB = """\
@string{jex = {Journal of Example & Physics}}
@article{Smith2020, author = {Smith, A. and Gröth, J.}, title = {On {D}rops & 5% _more_ of $x_1$},
  journal = jex, month = jul, year = 2020, doi = {10.1000/a_b%20c}, url = {http://a.org/x_y#z%20w}}
@misc(lee, title = "Parentheses " # "work \\\\& too", month = 3 # "~" # mar, year = 2019)
@inproceedings{child, author = {Child, C.}, title = {Child}, crossref = {parent}}
@proceedings{parent, title = {Parent Proceedings}, booktitle = {Parent Proceedings}, year = 2018}
@online{web, title = {Web page about Δ and µm}, author = {Žižek, S.}, date = {2021-03-04},
  file = {:/home/me/private_a.pdf:PDF}, abstract = {100% of #1}}
@book{unused, title = {Unused}}
""".replace("\\\\&", "\\&")


def library(text: str = BIB) -> Library:
    return read_bibliography([("refs.bib", text)])


def cited(source: str, bib: str = BIB) -> Cited:
    return cite(Draft(source, facts="F"), library(bib))


def test_draft_whose_keys_are_all_known_stays_as_it_is():
    source = "\\citep[see][p. 3]{Smith2020, lee} \\nocite{child} % \\cite{nothing}\n"
    result = cited(source)
    assert result.draft == Draft(source, facts="F")
    assert result.used == ("Smith2020", "lee", "child")
    assert result.unused == ("web", "unused")
    assert (result.corrected, result.unknown) == ((), ())


def test_draft_without_citations_needs_no_bibliography():
    result = cite(Draft("text"), Library(()))
    assert (result.draft.source, result.references, result.used) == ("text", "", ())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\\cite{Smtih2020}", "\\cite{Smith2020}"),
        ("\\cite{Lee,smith2020}", "\\cite{lee,Smith2020}"),
        ("\\cite{Nobody1900}", "\\textbf{[citation not found: Nobody1900]}"),
        (
            "\\citep[a][b]{lee, No_body1900,web}.",
            "\\citep[a][b]{lee,web} \\textbf{[citation not found: No\\_body1900]}.",
        ),
        (
            "\\cites[1]{lee}[2]{Nobody1900}[3]{web}",
            "\\cites[1]{lee}[3]{web} \\textbf{[citation not found: Nobody1900]}",
        ),
        (
            "\\cite{x1,y2}",
            "\\textbf{[citation not found: x1]} \\textbf{[citation not found: y2]}",
        ),
        ("a\\nocite{Nobody1900}b\\nocite{lee,x1}", "ab\\nocite{lee}"),
        ("% \\cite{Nobody1900}\n\\verb|\\cite{x}|", "% \\cite{Nobody1900}\n\\verb|\\cite{x}|"),
    ],
)
def test_keys_are_corrected_or_marked(before, after):
    result = cited(before)
    assert result.draft.source == after
    written = {citation.key for citation in cite_keys(after)}
    assert written == set(result.used)


def test_corrections_and_unknown_keys_are_reported():
    result = cited("\\cite{Smtih2020,x} \\cite{Smtih2020}")
    assert result.corrected == (("Smtih2020", "Smith2020"),)
    assert result.unknown == ("x",)
    assert result.used == ("Smith2020",)


def test_only_cited_entries_with_their_parents_are_written_and_parents_last():
    references = cited("\\cite{parent,child,Smith2020}").references
    assert references.index("@inproceedings{child") < references.index("@proceedings{parent")
    assert "@article{Smith2020" in references
    assert "unused" not in references
    assert "lee" not in cited("\\cite{child}").references
    assert "@proceedings{parent" in cited("\\cite{child}").references


def test_nocite_star_keeps_every_entry():
    result = cited("\\nocite{*}")
    assert result.used == library().keys
    assert result.draft.source == "\\nocite{*}"


def test_months_macros_and_joints_survive_the_working_copy():
    references = cited("\\cite{Smith2020,lee}").references
    assert "@string{jex = {Journal of Example \\& Physics}}" in references
    assert "journal = jex," in references
    assert "month = jul," in references
    assert 'month = 3 # "~" # mar,' in references


def test_specials_are_escaped_in_text_and_left_alone_in_addresses():
    references = cited("\\cite{Smith2020,lee}").references
    assert "title = {On {D}rops \\& 5\\% \\_more\\_ of $x_1$}" in references
    assert "doi = {10.1000/a_b%20c}" in references
    assert "url = {http://a.org/x_y#z%20w}" in references
    assert '"work \\& too"' in references


def test_private_paths_and_unprinted_text_are_left_out():
    references = cited("\\cite{web}").references
    assert "private" not in references
    assert "abstract" not in references
    assert "@misc{web" in references
    assert "year = {2021}" in references


def test_keys_that_bibtex_cannot_take_are_changed_in_both_places():
    bib = "@misc{a b, title={A}}\n@misc{lee, title={B}}\n@misc{Lee, title={C}}"
    result = cited("\\cite{a b} \\cite{lee,Lee}", bib)
    assert result.draft.source == "\\cite{a-b} \\cite{lee,Lee-2}"
    assert result.corrected == (("a b", "a-b"), ("Lee", "Lee-2"))
    assert "@misc{a-b,\n  title = {A}" in result.references
    assert "@misc{Lee-2,\n  title = {C}" in result.references


def test_missing_parent_is_reported():
    assert any("'gone'" in r for r in cited("\\cite{a}", "@misc{a, crossref={gone}}").remarks)


def test_commands_that_reach_out_of_the_page_are_left_out():
    bib = '@preamble{"\\input{/etc/passwd}"}\n@misc{a, note = {\\write18{x}}, title = {A}}'
    result = cited("\\cite{a}", bib)
    assert "passwd" not in result.references
    assert "write18" not in result.references
    assert len(result.remarks) == 2


def bibtex(folder: Path, result: Cited, style: str, preamble: str) -> tuple[str, str, str]:
    source = (
        f"\\documentclass{{article}}{preamble}\\begin{{document}}\n{result.draft.source}\n"
        f"\\bibliographystyle{{{style}}}\\bibliography{{references}}\n\\end{{document}}\n"
    )
    (folder / "report.tex").write_text(source, encoding="utf-8")
    (folder / "references.bib").write_text(result.references, encoding="utf-8")
    engine = ["xelatex" if "ctex" in preamble else "pdflatex", "-interaction=nonstopmode", "report"]
    for command in (engine, ["bibtex", "report"], engine, engine):
        subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "max_print_line": "10000"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )
    log = (folder / "report.log").read_text(encoding="utf-8", errors="replace")
    blg = (folder / "report.blg").read_text(encoding="utf-8", errors="replace")
    return log, blg, (folder / "report.bbl").read_text(encoding="utf-8")


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("style", ["unsrtnat", "plainnat"])
def test_written_bibliography_passes_bibtex_and_latex(style, tmp_path):
    result = cited("Text \\citep[p.~1]{Smith2020,lee}, \\citet{child}, \\cite{web}, \\cite{x}.")
    preamble = (
        "\\usepackage[T1]{fontenc}\\usepackage{amsmath,amssymb,natbib,hyperref}"
        "\\tracinglostchars=2 "
    )
    log, blg, bbl = bibtex(tmp_path, result, style, preamble)
    assert "\n! " not in log
    assert "Missing character" not in log
    assert "undefined" not in log
    assert "error message" not in blg
    assert "undefined" not in blg
    assert "Journal of Example \\& Physics" in bbl
    assert "July 2020" in bbl or "jul" in bbl.lower()
    assert "Parentheses work" in bbl
    assert "Parent Proceedings" in bbl


@pytest.mark.tex
@pytest.mark.slow
def test_chinese_bibliography_passes_bibtex_and_xelatex(tmp_path):
    bib = "@book{李2020, author = {李, 娜 and 王伟}, title = {物理实验（第二版）}, year = 2020}"
    log, blg, bbl = bibtex(
        tmp_path,
        cited("\\citep{李2020}", bib),
        "unsrtnat",
        "\\usepackage[fontset=fandol]{ctex}\\usepackage{natbib,hyperref}\\tracinglostchars=2 ",
    )
    assert "\n! " not in log
    assert "Missing character" not in log
    assert "undefined" not in log
    assert "error message" not in blg
    assert "物理实验" in bbl
