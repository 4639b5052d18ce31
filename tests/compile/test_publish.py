import os
import stat
from pathlib import Path

import pytest

from compile.publish import publish


def test_files_and_folders_arrive(tmp_path):
    source = tmp_path / "built.pdf"
    source.write_bytes(b"%PDF-new")
    target = tmp_path / "out"
    publish({"report.pdf": source, "report.tex": b"text", "figures/a.pdf": b"fig"}, target)
    assert (target / "report.pdf").read_bytes() == b"%PDF-new"
    assert (target / "figures" / "a.pdf").read_bytes() == b"fig"
    assert source.exists()


def test_nothing_changes_when_one_file_cannot_be_written(tmp_path):
    (tmp_path / "report.pdf").write_bytes(b"old")
    (tmp_path / "report.tex").write_bytes(b"old")
    with pytest.raises(FileNotFoundError):
        publish({"report.tex": b"new", "report.pdf": tmp_path / "absent.pdf"}, tmp_path)
    assert (tmp_path / "report.tex").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.pdf", "report.tex"]


def test_pdf_moves_last(tmp_path, monkeypatch):
    moved: list[str] = []
    replace = Path.replace

    def watched(self: Path, goal: Path) -> Path:
        moved.append(goal.name)
        return replace(self, goal)

    monkeypatch.setattr(Path, "replace", watched)
    publish({"a.pdf": b"1", "z.tex": b"2", "b.log": b"3"}, tmp_path)
    assert moved[-1] == "a.pdf"


def test_published_files_are_readable_as_the_users_mask_says(tmp_path):
    before = os.umask(0o022)
    try:
        publish({"a.pdf": b"1"}, tmp_path)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.pdf").stat().st_mode) == 0o644


@pytest.mark.parametrize("name", ["../a.pdf", "/tmp/reflectex-never.pdf"])
def test_names_that_lead_out_are_refused(tmp_path, name):
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(ValueError, match="not a name inside"):
        publish({name: b"x"}, target)
    assert list(tmp_path.rglob("*.pdf")) == []
