import os
from pathlib import Path

import pytest

from compile import project as limits
from compile.project import copy_project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "figures").mkdir(parents=True)
    (folder / ".git").mkdir()
    for name in ("paper.tex", "refs.bib", "figures/a.png", ".git/config", ".env", "data.weird"):
        (folder / name).write_text(name)
    return folder


def copied_names(target: Path) -> set[str]:
    return {str(path.relative_to(target)) for path in target.rglob("*") if path.is_file()}


def test_visible_files_are_copied_and_hidden_ones_are_not(folder, tmp_path):
    copied = copy_project(folder / "paper.tex", tmp_path / "build")
    names = copied_names(tmp_path / "build")
    assert names == {"paper.tex", "refs.bib", "figures/a.png", "data.weird"}
    assert (copied.root, copied.files, copied.left_out) == ("paper.tex", 4, ())


def test_litter_of_an_earlier_run_stays_behind(folder, tmp_path):
    for name in ("paper.pdf", "paper.aux", "paper.toc", "paper.bbl", "other.pdf", "paper-b.pdf"):
        (folder / name).write_text(name)
    copy_project(folder / "paper.tex", tmp_path / "build")
    names = copied_names(tmp_path / "build")
    assert names >= {"other.pdf", "paper-b.pdf"}
    assert names.isdisjoint({"paper.pdf", "paper.aux", "paper.toc", "paper.bbl"})


def test_finished_bibliography_is_kept_where_there_is_no_database(folder, tmp_path):
    (folder / "refs.bib").unlink()
    (folder / "paper.bbl").write_text("bbl")
    copy_project(folder / "paper.tex", tmp_path / "build")
    assert "paper.bbl" in copied_names(tmp_path / "build")


def test_links_out_are_named_and_links_inside_followed(folder, tmp_path):
    (tmp_path / "secret").write_text("secret")
    (folder / "out.txt").symlink_to(tmp_path / "secret")
    (folder / "up").symlink_to(tmp_path)
    (folder / "loop").symlink_to(folder)
    (folder / "broken").symlink_to(folder / "nothing")
    (folder / "pictures").symlink_to(folder / "figures")
    copied = copy_project(folder / "paper.tex", tmp_path / "build")
    assert set(copied.outside) == {"out.txt", "up", "loop", "broken"}
    assert (tmp_path / "build" / "pictures" / "a.png").is_file()
    assert not any(path.is_symlink() for path in (tmp_path / "build").rglob("*"))


def test_pipes_are_not_opened(folder, tmp_path):
    os.mkfifo(folder / "pipe")
    copy_project(folder / "paper.tex", tmp_path / "build")
    assert "pipe" not in copied_names(tmp_path / "build")


def test_a_film_costs_the_film_and_not_the_figures(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_BYTES", 10_000)
    (folder / "a-film.mp4").write_bytes(b"x" * 9_990)
    copied = copy_project(folder / "paper.tex", tmp_path / "build")
    assert copied.left_out == ("a-film.mp4",)
    assert "figures/a.png" in copied_names(tmp_path / "build")


def test_number_of_files_is_limited(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_FILES", 3)
    copied = copy_project(folder / "paper.tex", tmp_path / "build")
    assert (copied.files, copied.left_out) == (3, ("data.weird",))


@pytest.mark.parametrize(
    "name", ["Bericht über Zeit.tex", "报告.tex", "-shell-escape.tex", "a%b.tex"]
)
def test_main_file_gets_a_name_tex_cannot_misread(folder, tmp_path, name):
    (folder / name).write_text("x")
    (folder / "document.tex").write_text("another")
    copied = copy_project(folder / name, tmp_path / "build")
    assert copied.root == "document1.tex"
    assert (tmp_path / "build" / "document1.tex").read_text() == "x"
