from pathlib import Path

import pytest

from agent.documents.versions import two_versions
from agent.errors import UsageError
from tests.agent.documents.repository import repository
from tests.agent.documents.test_read import ROOT, lay

FILES = {"t": ROOT % "\\input{ch/a}\nmiddle\n\\input{b}", "ch__a": "alpha", "b": "beta"}


def texts(old, new):
    before, _, after = two_versions(str(old), new, Path.cwd())
    return before, after


def test_two_folders_are_compared_with_all_their_files(tmp_path):
    old = lay(tmp_path / "old", **FILES)
    new = lay(tmp_path / "new", **FILES | {"b": "gamma"})
    before, after = texts(old, new)
    assert "alpha" in before
    assert "alpha" in after
    assert ("beta" in before, "gamma" in after) == (True, True)


def test_files_that_only_one_of_them_has_beside_it_are_left_out_of_both(tmp_path):
    new = lay(tmp_path / "new", **FILES)
    old = lay(tmp_path / "old", t=FILES["t"], b="beta")
    before, after = texts(old, new)
    assert before == after
    assert "\\input{ch/a}" in after
    assert "beta" in after


def test_a_file_that_is_no_longer_read_is_seen(tmp_path):
    old = lay(tmp_path / "old", **FILES)
    new = lay(tmp_path / "new", **FILES | {"t": ROOT % "\\input{b}"})
    before, after = texts(old, new)
    assert "alpha" in before
    assert "alpha" not in after


def test_a_revision_is_compared_with_the_files_of_that_revision(tmp_path, monkeypatch):
    folder = repository(tmp_path / "r", **{f"paper__{name}": text for name, text in FILES.items()})
    new = lay(folder / "paper", **FILES | {"b": "gamma"})
    monkeypatch.chdir(folder / "paper")
    for spec in ("git:HEAD:t.tex", "git:HEAD:paper/t.tex"):
        before, after = texts(spec, new)
        assert "alpha" in before
        assert ("beta" in before, "gamma" in before) == (True, False)
        assert "gamma" in after


def test_a_chapter_of_a_revision_that_was_deleted_since_is_read(tmp_path, monkeypatch):
    folder = repository(tmp_path / "r", **FILES)
    monkeypatch.chdir(folder)
    (folder / "ch" / "a.tex").unlink()
    (folder / "t.tex").write_text(ROOT % "\\input{b}")
    before, after = texts("git:HEAD:t.tex", Path("t.tex"))
    assert "alpha" in before
    assert "alpha" not in after


def test_what_cannot_be_read_is_said(tmp_path):
    new = lay(tmp_path, **FILES)
    for old in ("gone.tex", "git:HEAD:t.tex"):
        with pytest.raises(UsageError):
            two_versions(old, new, tmp_path)
