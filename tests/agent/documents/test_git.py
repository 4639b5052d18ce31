import os
from pathlib import Path

import pytest

from agent.documents.git import committed, holds, of_spec, text_of
from agent.errors import UsageError
from tests.agent.documents.repository import commit, git, repository


@pytest.fixture
def folder(tmp_path):
    made = repository(tmp_path / "r", a="old a\n", chapters__one="old one\n", chapters__a="inner\n")
    (made / "a.tex").write_text("new a\n")
    return made


def text(spec, here):
    source = text_of(of_spec(spec, here))
    assert source is not None
    return source.text


def test_a_path_is_taken_from_here_and_else_from_the_top(folder):
    assert text("git:HEAD:a.tex", folder) == "old a\n"
    assert text("git:HEAD:./a.tex", folder) == "old a\n"
    assert text("git:HEAD:chapters/one.tex", folder) == "old one\n"
    inside = folder / "chapters"
    assert text("git:HEAD:one.tex", inside) == "old one\n"
    assert text("git:HEAD:chapters/one.tex", inside) == "old one\n"
    assert text("git:HEAD:a.tex", inside) == "inner\n"
    assert text("git:HEAD:../a.tex", inside) == "old a\n"
    assert text(f"git:HEAD:{folder}/a.tex", Path("/")) == "old a\n"


def test_a_revision_may_be_said_in_every_way_of_git(folder):
    commit(folder)
    (folder / "a.tex").write_text("newest\n")
    git(folder, "tag", "v1")
    for revision, wanted in [("HEAD", "new a\n"), ("HEAD~1", "old a\n"), ("v1", "new a\n"),
                             ("main^", "old a\n"), ("HEAD@{0}", "new a\n")]:  # fmt: skip
        assert text(f"git:{revision}:a.tex", folder) == wanted


def test_a_file_or_folder_that_is_gone_is_still_read(folder):
    (folder / "chapters" / "one.tex").unlink()
    (folder / "chapters" / "a.tex").unlink()
    (folder / "chapters").rmdir()
    assert text("git:HEAD:chapters/one.tex", folder) == "old one\n"
    assert committed("HEAD", folder / "chapters" / "one.tex", folder).blob() == b"old one\n"


def test_a_file_beside_it_is_read_at_the_same_revision(folder):
    found = of_spec("git:HEAD:chapters/one.tex", folder)
    assert found.blob("a.tex") == b"inner\n"
    assert found.blob("../a.tex") == b"old a\n"
    assert found.blob("nothing.tex") is None


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("git:HEAD", "git:REVISION:PATH"),
        ("git:a.tex", "git:REVISION:PATH"),
        ("git::a.tex", "git:REVISION:PATH"),
        ("git:HEAD:", "git:REVISION:PATH"),
        ("git:nowhere:a.tex", "no revision 'nowhere'"),
        ("git:HEAD:b.tex", "no 'b.tex'"),
        ("git:--output=x:a.tex", "no revision"),
        ("git:HEAD:chapters", "no 'chapters'"),
        ("git:HEAD:../../../../a.tex", "git finds nothing"),
    ],
)
def test_what_git_does_not_know_is_said(folder, spec, words):
    with pytest.raises(UsageError, match=words):
        of_spec(spec, folder)


def test_without_a_repository_it_is_said(tmp_path):
    with pytest.raises(UsageError, match="git finds nothing"):
        of_spec("git:HEAD:a.tex", tmp_path)


def test_without_git_it_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="not installed"):
        of_spec("git:HEAD:a.tex", tmp_path)
    (tmp_path / "a.tex").write_text("x")
    assert not holds(tmp_path / "a.tex")


def test_before_the_first_commit_there_is_nothing(tmp_path):
    git(tmp_path, "init", "-q")
    assert committed("HEAD", tmp_path / "a.tex", tmp_path).blob() is None
    with pytest.raises(UsageError, match="no revision"):
        committed("main~3", tmp_path / "a.tex", tmp_path)


def test_what_a_hook_is_told_misleads_nobody(folder, monkeypatch):
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    monkeypatch.chdir(folder)
    assert text("git:HEAD:chapters/one.tex", folder) == "old one\n"
    assert committed("HEAD", Path("chapters/a.tex"), folder).blob() == b"inner\n"
    assert holds(folder / "chapters" / "one.tex")


def test_only_what_the_last_commit_holds_can_be_brought_back(folder):
    one, a = folder / "chapters" / "one.tex", folder / "a.tex"
    assert holds(one)
    assert not holds(a)
    git(folder, "add", "a.tex")
    assert not holds(a)
    (folder / "new.tex").write_text("x")
    assert not holds(folder / "new.tex")
    # git is told to look away, so `git status` would call this one clean.
    git(folder, "update-index", "--assume-unchanged", "chapters/one.tex")
    one.write_text("changed\n")
    assert git(folder, "status", "--porcelain", "chapters") == ""
    assert not holds(one)


def test_no_program_named_in_a_repository_is_started(folder):
    seen = folder / "started"
    git(folder, "config", "filter.x.clean", f"touch {seen}; cat")
    git(folder, "config", "filter.x.smudge", f"touch {seen}; cat")
    git(folder, "config", "diff.x.textconv", f"touch {seen}; cat")
    git(folder, "config", "core.fsmonitor", f"touch {seen}; true")
    (folder / ".gitattributes").write_text("*.tex filter=x diff=x\n")
    os.utime(folder / "chapters" / "one.tex")
    assert holds(folder / "chapters" / "one.tex")
    assert text("git:HEAD:a.tex", folder) == "old a\n"
    assert not seen.exists()


def test_bytes_that_are_no_utf_8_are_read_from_git(tmp_path):
    folder = repository(tmp_path / "r", a="Größe und Gefäß\n".encode("latin-1"))
    assert text("git:HEAD:a.tex", folder) == "Größe und Gefäß\n"
