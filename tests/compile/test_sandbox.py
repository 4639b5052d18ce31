"""What a hostile document can reach, at the level that is active here and at the weaker one."""

import os
import re
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from compile.build import Built, build
from compile.sandbox import Level, sandbox_level, today

pytestmark = [pytest.mark.tex, pytest.mark.slow]

LEVELS: list[Level] = ["bubblewrap", "limits"]


def built(root: Path, level: Level, tmp_path: Path, engine: str = "pdflatex") -> Built:
    if level == "bubblewrap" and sandbox_level() != "bubblewrap":
        pytest.skip("bubblewrap does not work here")
    return build(root, engine=engine, timeout=60, sandbox=level, folder=tmp_path / "job")


def everything_written(tmp_path: Path) -> bytes:
    """All bytes in the build folder, and what is packed inside the PDF, without white space."""
    parts: list[bytes] = []
    for path in (tmp_path / "job").rglob("*"):
        if path.is_file() and not path.is_symlink():
            parts.append(path.read_bytes())
            if path.suffix == ".pdf":
                parts += unpacked(path)
    return b"".join(b"\n".join(parts).split())


def unpacked(pdf: Path) -> list[bytes]:
    """The text of its pages and every stream in it, whether or not a page refers to it."""
    text = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, check=False).stdout
    streams = re.findall(rb"stream\r?\n(.*?)endstream", pdf.read_bytes(), re.DOTALL)
    return [text, *map(inflated, streams)]


def inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return stream


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.tex"
    path.write_text("attheendofthenight")
    return path


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "body",
    [
        r"\input{SECRET}",
        r"\input{../secret}",
        r"\verbatiminput{SECRET}",
        r"\lstinputlisting{SECRET}",
        r"\newread\r\openin\r=SECRET \read\r to\x \x",
    ],
)
def test_files_outside_are_not_read(body, level, secret, write, tmp_path):
    root = write(
        "Text. " + body.replace("SECRET", str(secret)), preamble=r"\usepackage{verbatim,listings}"
    )
    built(root, level, tmp_path)
    assert b"attheendofthenight" not in everything_written(tmp_path)


@pytest.mark.parametrize("level", LEVELS)
def test_reading_the_password_file_is_refused_and_said(level, write, tmp_path):
    result = built(write("Text.\n\\input{/etc/passwd}\n"), level, tmp_path)
    assert b"root:x:" not in everything_written(tmp_path)
    assert any("/etc/passwd" in found.message for found in result.diagnostics)


EMBEDDING = [
    ("pdflatex", r"\pdfobj stream file {SECRET}\pdfrefobj\pdflastobj{}"),
    ("xelatex", r"\special{pdf:fstream @s (SECRET)}\special{pdf:docview << /Leak @s >>}"),
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("engine", "body"), EMBEDDING)
def test_files_from_outside_cannot_be_embedded_in_the_pdf(
    engine, body, level, secret, write, tmp_path
):
    root = write("Text." + body.replace("SECRET", str(secret)))
    built(root, level, tmp_path, engine)
    assert b"attheendofthenight" not in everything_written(tmp_path)


@pytest.mark.parametrize(("engine", "body"), EMBEDDING)
def test_without_the_seal_they_would_be(engine, body, secret, write, tmp_path, monkeypatch):
    """What the lock and the seal are for, and proof that the test above would see a leak."""
    monkeypatch.setattr("compile.sandbox.LATEXMK_LOCK", "1;")
    monkeypatch.setattr("compile.sandbox.SEALED", ())
    root = write("Text." + body.replace("SECRET", str(secret)))
    built(root, "limits", tmp_path, engine)
    assert b"attheendofthenight" in everything_written(tmp_path)


@pytest.mark.parametrize("level", LEVELS)
def test_no_program_is_run(level, write, tmp_path):
    body = r"""Text.\immediate\write18{touch ran.txt}\input{|"echo thgin | rev"}"""
    built(write(body), level, tmp_path)
    assert not list(tmp_path.rglob("ran.txt"))
    log = (tmp_path / "job" / "source" / "paper.log").read_text("utf-8", "replace")
    assert "restricted \\write18 enabled" not in log
    assert "night" not in log


@pytest.mark.parametrize("level", LEVELS)
def test_latexmk_runs_no_settings_of_the_project(level, write, tmp_path):
    root = write("Text.")
    for name in ("latexmkrc", ".latexmkrc"):
        (root.parent / name).write_text("system('touch ran.txt');")
    built(root, level, tmp_path)
    assert not list(tmp_path.rglob("ran.txt"))


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_is_written_outside(level, write, tmp_path):
    goal = tmp_path / "project" / "planted.txt"
    body = (
        r"Text.\newwrite\w"
        rf"\immediate\openout\w={goal}\relax\immediate\write\w{{x}}\immediate\closeout\w"
        r"\immediate\openout\w=../planted.txt\relax\immediate\write\w{x}\immediate\closeout\w"
    )
    built(write(body), level, tmp_path)
    assert not list(tmp_path.rglob("planted.txt"))


@pytest.mark.parametrize("level", LEVELS)
def test_environment_of_the_user_is_not_seen(level, write, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-attheendofthenight")
    monkeypatch.setenv("TEXINPUTS", str(tmp_path / "texinputs") + ":")
    (tmp_path / "texinputs").mkdir()
    (tmp_path / "texinputs" / "planted.sty").write_text(r"\typeout{attheendofthenight}")
    root = write(
        r"Text.\input{|kpsewhich --expand-var=$OPENAI_API_KEY}", preamble=r"\usepackage{planted}"
    )
    built(root, level, tmp_path)
    assert b"attheendofthenight" not in everything_written(tmp_path)


@pytest.mark.skipif(shutil.which("lualatex") is None, reason="lualatex is not installed")
def test_lua_sees_neither_environment_nor_files(write, tmp_path, monkeypatch, secret):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-attheendofthenight")
    body = (
        r"Text.\directlua{texio.write_nl('key:' .. tostring(os.getenv('OPENAI_API_KEY')))"
        f"local f = io.open('{secret}') texio.write_nl('file:' .. tostring(f and f:read('*a')))}}"
    )
    built(write(body), "bubblewrap", tmp_path, "lualatex")
    log = (tmp_path / "job" / "source" / "paper.log").read_text("utf-8", "replace")
    assert "key:nil" in log
    assert "file:nil" in log


@pytest.mark.skipif(shutil.which("lualatex") is None, reason="lualatex is not installed")
def test_link_made_by_lua_is_not_published(write, tmp_path, secret):
    body = (
        r"Text.\directlua{luatexbase.add_to_callback('wrapup_run', function()"
        f" os.remove('paper.pdf') lfs.link('{secret}', 'paper.pdf', true)"
        f" lfs.link('{secret}', 'paper.log', true) end, 'trap')}}"
    )
    result = built(write(body), "bubblewrap", tmp_path, "lualatex")
    if result.pdf is not None:
        assert not result.pdf.is_symlink()
        assert result.pdf.read_bytes().startswith(b"%PDF-")
    assert "attheendofthenight" not in "".join(found.message for found in result.diagnostics)


def test_day_is_kept_and_environment_respected():
    assert today({"SOURCE_DATE_EPOCH": "1700000000"}) == 1_700_000_000
    assert today({"SOURCE_DATE_EPOCH": "soon"}) % 86400 == 0
    assert today(os.environ) > 0
