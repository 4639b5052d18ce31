import os
from pathlib import Path

import pytest

from compile.errors import Uncompilable
from compile.sources import gather, read_build_file, read_document, sources_read


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"%PDF-1.5\n\x00\x01\x02" * 10, "is a binary file"),
        ("\\documentclass{article}".encode("utf-16"), "is encoded in UTF-16"),
        ("\\documentclass{article}".encode("utf-16-le"), "is encoded in UTF-16"),
        ("\\documentclass{article}".encode("utf-16-be"), "is encoded in UTF-16"),
    ],
)
def test_what_is_no_source_is_refused_in_one_sentence(tmp_path, data, sentence):
    path = tmp_path / "paper.tex"
    path.write_bytes(data)
    with pytest.raises(Uncompilable, match=sentence) as caught:
        read_document(path)
    assert "\n" not in caught.value.message
    assert caught.value.hint


def test_folder_is_refused(tmp_path):
    with pytest.raises(Uncompilable, match="is a folder"):
        read_document(tmp_path)


def test_absent_file_is_refused(tmp_path):
    with pytest.raises(Uncompilable, match="There is no file"):
        read_document(tmp_path / "none.tex")


def test_pipe_is_refused_without_waiting_for_it(tmp_path):
    os.mkfifo(tmp_path / "pipe.tex")
    with pytest.raises(Uncompilable, match="not an ordinary file"):
        read_document(tmp_path / "pipe.tex")


def test_fifty_megabytes_are_refused_before_they_are_read(tmp_path):
    path = tmp_path / "big.tex"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(Uncompilable, match="50 MB"):
        read_document(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file_is_refused(tmp_path):
    path = tmp_path / "paper.tex"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(Uncompilable, match="may not be read"):
        read_document(path)


def test_name_too_long_is_refused(tmp_path):
    with pytest.raises(Uncompilable, match="cannot be read"):
        read_document(tmp_path / ("x" * 300 + ".tex"))


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Größe".encode(), "Größe"),
        ("Größe".encode("latin-1"), "Größe"),
        (b"\xef\xbb\xbfText", "Text"),
    ],
)
def test_utf8_and_latin1_are_read(tmp_path, data, text):
    path = tmp_path / "paper.tex"
    path.write_bytes(data)
    assert read_document(path) == text


def test_text_of_inputs_is_gathered_but_not_from_outside(tmp_path):
    project = tmp_path / "project"
    (project / "parts").mkdir(parents=True)
    (tmp_path / "secret.tex").write_text("secret")
    (project / "parts" / "one.tex").write_text("第一 \\input{parts/one}\\include{../secret}")
    root = project / "main.tex"
    source = "\\input{parts/one} % \\input{two}\n\\input{none}"
    root.write_text(source)
    gathered = gather(root, source)
    assert "第一" in gathered
    assert "secret" not in gathered.replace("../secret", "")


def test_links_that_tex_made_are_not_followed(tmp_path):
    (tmp_path / "secret.tex").write_text("secret")
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "main.log").symlink_to(tmp_path / "secret.tex")
    (folder / "trap.tex").symlink_to(tmp_path / "secret.tex")
    (folder / "sub").symlink_to(tmp_path)
    (folder / "main.tex").write_text("own")
    (folder / "main.fls").write_text(
        "INPUT main.tex\nINPUT trap.tex\nINPUT sub/secret.tex\n"
        "INPUT ../secret.tex\nINPUT /etc/x.tex\n"
    )
    assert read_build_file(folder, "main.log") == ""
    assert sources_read(folder, "main.tex") == {"main.tex": "own"}


def test_recorded_inputs_are_found_under_both_names(tmp_path: Path):
    (tmp_path / "main.tex").write_text("own")
    (tmp_path / "part.tex").write_text("part")
    (tmp_path / "main.fls").write_text("PWD /work\nINPUT ./part.tex\nINPUT /work/main.tex\n")
    assert sources_read(tmp_path, "main.tex") == {"main.tex": "own", "part.tex": "part"}
