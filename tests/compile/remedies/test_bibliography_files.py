"""Bibliography and style files that are not there, and files that nobody asked for."""

import pytest

from tests.compile.remedies.mending import cures, guarded, mended, problem, project_of

BIB = "@article{a, author = {A. Author}, title = {T}, year = 2020}\n"


def source(lines: str, preamble: str = "") -> str:
    return (
        f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n\\cite{{a}}\n{lines}\n"
        "\\end{document}\n"
    )


def absent(name: str, kind: str = "bibliography"):
    return problem("missing-bibliography", f"The {kind} file {name} is not there.", context=name)


def of(lines, assets=(), **files):
    texts = {"paper.tex": source(lines)}
    return project_of(texts | {f"{n}.bib": text for n, text in files.items()}, assets)


def test_a_file_that_is_nowhere_stays_a_told_fault():
    assert cures(of("\\bibliography{refs}"), absent("refs.bib")) == []
    assert cures(of("\\bibliography{refs}", other="@book{b, title={T}}"), absent("refs.bib")) == []


@pytest.mark.parametrize(
    ("asked", "there", "new"),
    [
        ("\\bibliography{reffs}", "refs", "\\bibliography{refs}"),
        ("\\bibliography{Refs}", "refs", "\\bibliography{refs}"),
        ("\\bibliography{sources}", "refs", "\\bibliography{refs}"),
        ("\\addbibresource{sources.bib}", "refs", "\\addbibresource{refs.bib}"),
        ("\\addbibresource{refs}", "refs", "\\addbibresource{refs.bib}"),
        ("\\bibliography{refs}", "lib/refs", "\\bibliography{lib/refs}"),
    ],
)
def test_the_file_that_is_there_is_named(asked, there, new):
    name = asked.partition("{")[2].removesuffix("}")
    project = of(asked, **{there: BIB})
    assert mended(project, absent(name))["paper.tex"] == source(new)


def test_a_near_name_comes_before_a_file_with_the_cited_keys():
    project = of("\\bibliography{refs1}", refs="@book{b, title={T}}", other=BIB)
    found = [cure.edits[0].new for cure in cures(project, absent("refs1.bib"))]
    assert found == ["refs", "other"]


def test_one_missing_file_of_several_is_left_out_at_last():
    project = of("\\bibliography{refs,more}", refs=BIB)
    assert mended(project, absent("more.bib"))["paper.tex"] == source("\\bibliography{refs}")


@pytest.mark.parametrize(
    ("style", "new"),
    [("plian", "plain"), ("Plain", "plain"), ("mythesis", "plain"), ("my-ieee", "unsrt")],
)
def test_a_style_that_is_not_installed_gives_way_to_its_nearest(style, new):
    lines = f"\\bibliographystyle{{{style}}}\n\\bibliography{{refs}}"
    project = of(lines, refs=BIB)
    texts = mended(project, absent(f"{style}.bst", "style"))
    assert texts["paper.tex"] == source(lines.replace(style, new))


def test_the_fallback_of_a_style_is_said():
    lines = "\\bibliographystyle{mythesis}\n\\bibliography{refs}"
    cure = cures(of(lines, refs=BIB), absent("mythesis.bst", "style"))[0]
    assert (
        cure.what == "Set the bibliography in the style plain; the style mythesis is not installed."
    )


def test_a_style_in_a_folder_is_found_and_natbib_keeps_a_style_it_can_use():
    lines = "\\bibliographystyle{journal}\n\\bibliography{refs}"
    project = of(lines, ("styles/journal.bst",), refs=BIB)
    assert "{styles/journal}" in mended(project, absent("journal.bst", "style"))["paper.tex"]
    texts = {"paper.tex": source(lines, "\\usepackage{natbib}\n"), "refs.bib": BIB}
    found = mended(project_of(texts), absent("journal.bst", "style"))
    assert "\\bibliographystyle{plainnat}" in found["paper.tex"]


def test_a_list_without_a_style_is_given_one():
    texts = mended(of("\\bibliography{refs}", refs=BIB), problem("no-bibliography"))
    assert "\\bibliographystyle{plain}\n\\bibliography{refs}" in texts["paper.tex"]
    named = of("\\bibliographystyle{alpha}\n\\bibliography{refs}", refs=BIB)
    assert cures(named, problem("no-bibliography")) == []


def test_a_list_that_nobody_printed_is_printed_where_a_file_holds_the_key():
    unknown = problem("undefined-citation", context="a", severity="warning")
    texts = mended(of("Text.", refs=BIB), unknown)
    assert "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}" in texts["paper.tex"]
    assert cures(of("Text.", refs="@book{b, title={T}}"), unknown) == []
    own = "\\begin{thebibliography}{9}\\bibitem{b} B\\end{thebibliography}"
    assert cures(of(own, refs=BIB), unknown) == []


def test_biblatex_is_given_its_file_and_its_list():
    texts = {"paper.tex": source("Text.", "\\usepackage{biblatex}\n"), "refs.bib": BIB}
    unknown = problem("undefined-citation", context="a", severity="warning")
    found = mended(project_of(texts), unknown)["paper.tex"]
    assert "\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n\\begin{document}" in found
    assert "\\printbibliography\n\\end{document}" in found


def test_names_between_semicolons_are_parted():
    project = of("\\bibliography{one; two}", one=BIB, two="@book{b, title={T}}")
    texts = mended(project, problem("bibliography-syntax", file="paper.aux", line=3))
    assert "\\bibliography{one,two}" in texts["paper.tex"]


def test_a_file_that_is_not_utf8_is_marked_to_be_written_so():
    latin = BIB.replace("Author", "Auth\xf6r \x96 \x93x\x94")
    found = mended(
        of("\\bibliography{refs}", refs=latin), problem("invalid-encoding", file="refs.bib")
    )
    assert found["refs.bib"] == "% Encoding: UTF-8\n" + BIB.replace("Author", "Authör – “x”")
    again = of("\\bibliography{refs}", refs=found["refs.bib"])
    assert cures(again, problem("invalid-encoding", file="refs.bib")) == []
    plain = of("\\bibliography{refs}", refs=BIB)
    assert cures(plain, problem("invalid-encoding", file="refs.bib")) == []


def test_an_encoding_error_in_the_text_leaves_the_bibliography_alone():
    latin = of("\\bibliography{refs}", refs=BIB.replace("Author", "Auth\xf6r"))
    for cure in cures(latin, problem("invalid-encoding", file="paper.tex", line=3)):
        assert all(edit.file != "refs.bib" for edit in cure.edits)


@pytest.mark.parametrize("name", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_read(name):
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(name, b"")
    data = mark + BIB.replace("Author", "Authör").encode(name)
    found = guarded(of("\\bibliography{refs}", refs=data.decode("latin-1")))["refs.bib"]
    assert found == "% Encoding: UTF-8\n" + BIB.replace("Author", "Authör")
