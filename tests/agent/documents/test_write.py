import os
import threading

import pytest

from agent.documents.read import open_document
from agent.documents.write import require_place, save, unwritable
from agent.errors import UsageError
from tests.agent.documents.repository import git, repository
from tests.agent.documents.test_read import ROOT, lay


def revised(document, old="old", new="new"):
    return document.tree.text.replace(old, new)


def test_a_file_outside_git_is_copied_before_it_is_written(tmp_path):
    root = lay(tmp_path, t="the old text")
    for number, wanted in enumerate(["t.tex.bak", "t.tex.bak1", "t.tex.bak2"]):
        document = open_document(root)
        saved = save(document, f"version {number}")
        assert [path.name for path in saved.backups] == [wanted]
        assert (tmp_path / wanted).read_text() == document.tree.text
    assert root.read_text() == "version 2"


def test_a_file_that_git_holds_needs_no_copy(tmp_path):
    folder = repository(tmp_path / "r", t="the old text")
    saved = save(open_document(folder / "t.tex"), "the new text")
    assert saved.backups == ()
    assert sorted(path.name for path in folder.iterdir()) == [".git", "t.tex"]
    again = save(open_document(folder / "t.tex"), "newer")
    assert [path.read_text() for path in again.backups] == ["the new text"]


@pytest.mark.parametrize("change", ["staged", "ignored", "untracked"])
def test_a_file_that_git_does_not_hold_as_it_is_is_copied(tmp_path, change):
    folder = repository(tmp_path / "r", t="committed")
    (folder / "t.tex").write_text("of today")
    if change == "staged":
        git(folder, "add", "t.tex")
    if change == "ignored":
        git(folder, "rm", "--cached", "-q", "t.tex")
        (folder / ".gitignore").write_text("t.tex\n")
    saved = save(open_document(folder / "t.tex"), "new")
    assert [path.read_text() for path in saved.backups] == ["of today"]


def test_a_copy_never_takes_the_place_of_what_is_there(tmp_path):
    root = lay(tmp_path, t="old")
    other = tmp_path / "precious"
    other.write_text("precious")
    (tmp_path / "t.tex.bak").symlink_to(other)
    (tmp_path / "t.tex.bak1").symlink_to(tmp_path / "nowhere")
    saved = save(open_document(root), "new")
    assert [path.name for path in saved.backups] == ["t.tex.bak2"]
    assert other.read_text() == "precious"


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o664])
def test_permissions_stay(tmp_path, mode):
    root = lay(tmp_path, t="old")
    root.chmod(mode)
    saved = save(open_document(root), "new")
    assert root.stat().st_mode & 0o777 == mode
    assert saved.backups[0].stat().st_mode & 0o777 == mode
    out = tmp_path / "out.tex"
    save(open_document(root), "newer", output=out)
    mask = os.umask(0)
    os.umask(mask)
    assert out.stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_link_stays_a_link(tmp_path):
    real = lay(tmp_path / "real", t="old")
    link = tmp_path / "t.tex"
    link.symlink_to(real)
    saved = save(open_document(link), "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert saved.written == (real,)
    assert saved.backups[0].parent == real.parent


def test_only_files_that_change_are_written(tmp_path):
    root = lay(tmp_path, t=ROOT % "\\input{a}\\input{b}", a="old", b="other")
    before = (tmp_path / "b.tex").stat().st_mtime_ns
    saved = save(open_document(root), revised(open_document(root)))
    assert [path.name for path in saved.written] == ["a.tex"]
    assert [path.name for path in saved.backups] == ["a.tex.bak"]
    assert (tmp_path / "a.tex").read_text() == "new"
    assert (tmp_path / "b.tex").stat().st_mtime_ns == before


def test_what_somebody_else_has_written_meanwhile_stays(tmp_path):
    root = lay(tmp_path, t=ROOT % "\\input{a}\\input{b}", a="old", b="old")
    document = open_document(root)
    (tmp_path / "b.tex").write_text("theirs")
    with pytest.raises(UsageError, match=r"b\.tex was changed"):
        save(document, revised(document))
    assert (tmp_path / "a.tex").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.tex", "b.tex", "t.tex"]
    (tmp_path / "b.tex").unlink()
    with pytest.raises(UsageError, match="cannot be written"):
        save(document, revised(document))


def test_all_files_are_written_or_none(tmp_path, monkeypatch):
    root = lay(tmp_path, t=ROOT % "\\input{a}\\input{b}", a="old", b="old")
    document = open_document(root)
    replace = type(root).replace

    def broken(self, target):
        if target.name == "b.tex":
            raise OSError(28, "No space left on device", str(target))
        return replace(self, target)

    monkeypatch.setattr(type(root), "replace", broken)
    with pytest.raises(UsageError, match="No space left"):
        save(document, revised(document))
    assert (tmp_path / "a.tex").read_text() == "old"
    assert (tmp_path / "b.tex").read_text() == "old"
    assert not list(tmp_path.glob(".tmp-*"))


def test_a_reader_never_sees_half_a_file(tmp_path):
    texts = {"a" * 400_000, "b" * 400_000}
    root = lay(tmp_path, t="a" * 400_000)
    seen = set()
    done = threading.Event()

    def look():
        while not done.is_set():
            seen.add(root.read_text())

    reader = threading.Thread(target=look)
    reader.start()
    for text in ("b", "a", "b"):
        save(open_document(root), text * 400_000)
    done.set()
    reader.join()
    assert seen <= texts


def test_an_edit_over_the_border_of_two_files_is_refused_in_words(tmp_path):
    root = lay(tmp_path, t=ROOT % "\\input{a}\\input{b}", a="alpha", b="beta")
    document = open_document(root)
    start = document.tree.text.index("alpha")
    text = document.tree.text[: start + 2] + "X" + document.tree.text[start + 8 :]
    assert "border" in unwritable(document, text)
    assert unwritable(document, document.tree.text) == ""
    with pytest.raises(UsageError, match="border"):
        save(document, text)


def test_a_character_that_the_file_cannot_hold_is_refused(tmp_path):
    root = lay(tmp_path, t="Größe und Gefäß\n".encode("latin-1"))
    document = open_document(root)
    assert "λ" in unwritable(document, "λ")
    with pytest.raises(UsageError, match="no 'λ'"):
        save(document, "λ")
    assert root.read_bytes() == "Größe und Gefäß\n".encode("latin-1")


def test_a_file_that_is_read_under_two_names_is_not_edited(tmp_path):
    root = lay(tmp_path, t=ROOT % "\\input{a}\\input{b}", a="old")
    (tmp_path / "b.tex").symlink_to(tmp_path / "a.tex")
    document = open_document(root)
    with pytest.raises(UsageError, match="two names"):
        save(document, document.tree.text.replace("old", "new", 1))
    assert (tmp_path / "a.tex").read_text() == "old"


class TestOutput:
    def test_a_file_takes_a_document_of_one_file(self, tmp_path):
        root = lay(tmp_path / "d", t="old")
        saved = save(open_document(root), "new", output=tmp_path / "x" / "out.tex")
        assert (root.read_text(), saved.backups) == ("old", ())
        assert (tmp_path / "x" / "out.tex").read_text() == "new"
        assert [path.name for path in (tmp_path / "d").iterdir()] == ["t.tex"]

    def test_it_is_written_though_nothing_has_changed(self, tmp_path):
        root = lay(tmp_path, t="Größe\r\n".encode("latin-1"))
        document = open_document(root)
        save(document, document.tree.text, output=tmp_path / "out.tex")
        assert (tmp_path / "out.tex").read_bytes() == root.read_bytes()

    def test_what_was_there_is_copied(self, tmp_path):
        root = lay(tmp_path, t="old", out="precious")
        saved = save(open_document(root), "new", output=tmp_path / "out.tex")
        assert [path.read_text() for path in saved.backups] == ["precious"]

    def test_a_folder_takes_the_file_under_its_name(self, tmp_path):
        root = lay(tmp_path / "d", t="old")
        (tmp_path / "out").mkdir()
        save(open_document(root), "new", output=tmp_path / "out")
        assert (tmp_path / "out" / "t.tex").read_text() == "new"

    def test_a_folder_takes_the_changed_files_of_several(self, tmp_path):
        root = lay(tmp_path / "d", t=ROOT % "\\input{ch/a}\\input{b}", ch__a="old", b="other")
        document = open_document(root)
        save(document, revised(document), output=tmp_path / "out")
        assert [p.relative_to(tmp_path / "out").as_posix()
                for p in (tmp_path / "out").rglob("*.tex")] == ["ch/a.tex"]  # fmt: skip
        assert (tmp_path / "d" / "ch" / "a.tex").read_text() == "old"

    @pytest.mark.parametrize("there", [True, False])
    def test_a_file_does_not_take_several(self, tmp_path, there):
        root = lay(tmp_path, t=ROOT % "\\input{a}", a="old")
        if there:
            (tmp_path / "out.tex").write_text("precious")
        document = open_document(root)
        for refuse in (lambda o: require_place(document, o),
                       lambda o: save(document, revised(document), output=o)):  # fmt: skip
            with pytest.raises(UsageError, match="several"):
                refuse(tmp_path / "out.tex")
        assert not there or (tmp_path / "out.tex").read_text() == "precious"

    def test_the_documents_own_place_is_written_like_any_document(self, tmp_path):
        root = lay(tmp_path, t="old")
        saved = save(open_document(root), "new", output=root)
        assert [path.name for path in saved.backups] == ["t.tex.bak"]
        several = lay(tmp_path / "s", t=ROOT % "\\input{a}", a="old")
        saved = save(open_document(several), revised(open_document(several)), output=tmp_path / "s")
        assert [path.name for path in saved.backups] == ["a.tex.bak"]

    def test_a_place_beneath_a_file_is_refused(self, tmp_path):
        document = open_document(lay(tmp_path, t="old"))
        with pytest.raises(UsageError, match="cannot be written to"):
            require_place(document, tmp_path / "t.tex" / "out.tex")


class TestPlace:
    def test_a_protected_file_is_not_written(self, tmp_path):
        root = lay(tmp_path, t=ROOT % "\\input{a}", a="old")
        (tmp_path / "a.tex").chmod(0o444)
        with pytest.raises(UsageError, match="write-protected"):
            require_place(open_document(root), None)
        require_place(open_document(root), tmp_path / "out")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_protected_folder_is_noticed_first(self, tmp_path):
        root = lay(tmp_path / "d", t="old")
        (tmp_path / "d").chmod(0o555)
        with pytest.raises(UsageError, match="write-protected"):
            require_place(open_document(root), None)
        (tmp_path / "d").chmod(0o755)

    def test_a_pipe_is_no_place(self):
        reading, writing = os.pipe()
        os.write(writing, b"text")
        os.close(writing)
        from pathlib import Path

        document = open_document(Path(f"/dev/fd/{reading}"))
        with pytest.raises(UsageError, match="no ordinary file"):
            require_place(document, None)
        os.close(reading)
