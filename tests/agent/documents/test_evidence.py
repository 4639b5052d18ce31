import time

import pytest

from agent.documents import evidence
from agent.documents.evidence import evidence_for
from agent.documents.read import open_document
from agent.errors import UsageError
from tests.agent.documents.test_read import ROOT, lay


def known(root, **more):
    return evidence_for(open_document(root), **{"bib": None, "material": None} | more)


def keys(tmp_path, body, **files):
    for name, text in files.items():
        (tmp_path / name.replace("_", ".")).write_text(text)
    return known(lay(tmp_path, t=ROOT % body)).cite_keys


def test_keys_come_from_the_bib_that_the_document_names(tmp_path):
    bib = "@article{a1, ids={a2, a3}}\n@book(b, x={y})\n@comment{c,}\n@string{s = {x}}\n"
    assert keys(tmp_path, "\\bibliography{refs}", refs_bib=bib) == {"a1", "a2", "a3", "b"}
    assert keys(tmp_path, "\\addbibresource[label=x]{refs.bib}") == {"a1", "a2", "a3", "b"}


def test_keys_of_several_files_and_of_odd_form(tmp_path):
    body = "\\bibliography{one, two}"
    got = keys(tmp_path, body, one_bib="@Misc{Smith(2010):x+y,}", two_bib="@misc{b/c.d ,}")
    assert got == {"Smith(2010):x+y", "b/c.d"}


@pytest.mark.parametrize(
    "body",
    [
        "\\bibliography{gone}",
        "\\bibliography{refs,gone}",
        "\\bibliography{../refs}",
        "\\addbibresource[location=remote]{https://example.org/x.bib}",
        "% \\bibliography{refs}",
        "no bibliography",
        "\\bibliography{\\jobname}",
    ],
)
def test_where_the_bibliography_is_not_seen_nothing_is_known_of_the_keys(tmp_path, body):
    (tmp_path.parent / "refs.bib").write_text("@misc{x,}")
    assert keys(tmp_path, body, refs_bib="@misc{a,}") is None


def test_keys_of_a_list_in_the_document(tmp_path):
    body = (
        "\\begin{thebibliography}{9}\\bibitem{a} A \\bibitem[B (2010)]{b} B\n"
        "\\bibitem [{\\citenamefont {Noether {\\em {et al}}}(1918)}]{c} C\\end{thebibliography}"
    )
    assert keys(tmp_path, body) == {"a", "b", "c"}


def test_keys_of_a_bbl(tmp_path):
    body = "\\cite{a}"
    assert keys(tmp_path, body, t_bbl="\\begin{thebibliography}{1}\n\\bibitem{a} A") == {"a"}


def test_a_bib_that_is_named_comes_before_all_others(tmp_path):
    root = lay(tmp_path, t=ROOT % "\\bibliography{gone}")
    (tmp_path / "mine.bib").write_text("@misc{mine,}")
    assert known(root, bib=tmp_path / "mine.bib").cite_keys == {"mine"}
    with pytest.raises(UsageError, match=r"other\.bib"):
        known(root, bib=tmp_path / "other.bib")


def test_hostile_lists_stay_fast(tmp_path):
    for text in ("\\bibitem[" * 12_000, "\\bibitem[{" * 10_000, "\\bibitem[" + "{" * 100_000,
                 "@a{" * 30_000, "\\bibliography[" * 7000):  # fmt: skip
        root = lay(tmp_path, t=text)
        begun = time.monotonic()
        known(root)
        assert time.monotonic() - begun < 5


def test_pictures_are_those_beneath_the_folder(tmp_path):
    root = lay(tmp_path, t=ROOT % "x")
    assert known(root).files is None
    for name in ("a.PDF", "fig/b.png", "fig/deep/c.jpg", ".git/d.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert known(root).files == {"a.PDF", "fig/b.png", "fig/deep/c.jpg"}


def test_pictures_of_a_chapter_alone_are_not_known(tmp_path):
    (tmp_path / "a.png").write_bytes(b"")
    assert known(lay(tmp_path, one="\\chapter{One}")).files is None


def test_pictures_outside_the_folder_are_known_where_the_document_names_them(tmp_path):
    (tmp_path / "figs").mkdir()
    for name in ("figs/a.png", "figs/b.pdf", "c.png"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "own.png").write_bytes(b"")
    body = "\\graphicspath{{../figs/}}\\includegraphics{../c}\\includegraphics{a} m{/}s"
    files = known(lay(tmp_path / "d", t=ROOT % body)).files
    assert {"own.png", "../figs/a.png", "../figs/b.pdf", "../c.png"} <= files


def test_of_a_folder_that_was_not_seen_whole_nothing_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(evidence, "MOST_FILES", 3)
    for number in range(4):
        (tmp_path / f"{number}.png").write_bytes(b"")
    assert known(lay(tmp_path, t=ROOT % "x")).files is None


@pytest.mark.parametrize(
    ("text", "language"),
    [("Wir messen. We measure the length.", None), ("我们测量了弹簧的伸长量。", "zh"), ("", None)],
)
def test_the_language_is_that_of_most_of_the_text(tmp_path, text, language):
    assert known(lay(tmp_path, t=ROOT % text)).language == language


def test_the_material_is_what_notes_and_tables_say(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "notes.md").write_text("# Pendulum\n\nThe string was 1.2 m long.\n")
    (folder / "t.csv").write_text("length (m),period (s)\n1.0,2.0\n1.2,2.2\n")
    told = known(lay(tmp_path, t=ROOT % "x"), material=folder).material
    assert "1.2 m long" in told
    assert "period" in told
    with pytest.raises(UsageError):
        known(tmp_path / "t.tex", material=tmp_path / "nowhere")
