r"""Documents that never end, fill memory or disk, wait for somebody, or leave something behind."""

import time
from pathlib import Path

import pytest

from compile.sandbox import sandbox_level
from tests.compile.attacks.arena import Attack

pytestmark = [pytest.mark.tex, pytest.mark.slow]

SHORT = 2.0
"""Seconds a document may take here."""
ENDLESS = (
    ("loop", r"\loop\iftrue\repeat", "pdflatex"),
    ("loop", r"\loop\iftrue\repeat", "xelatex"),
    ("lua-loop", r"\directlua{while true do end}", "lualatex"),
    ("pages", r"\loop\hbox{x}\newpage\iftrue\repeat", "pdflatex"),
    ("log", r"\loop\wlog{\number\maxdimen\number\maxdimen}\iftrue\repeat", "pdflatex"),
    ("aux", r"\makeatletter\loop\immediate\write\@auxout{\number\maxdimen}\iftrue\repeat",
     "pdflatex"),
    ("files", r"\newcount\n\newwrite\w\loop\immediate\openout\w=f\the\n\immediate\write\w{x}"
     r"\immediate\closeout\w\advance\n1\iftrue\repeat", "pdflatex"),
)  # fmt: skip
GREEDY = (
    ("doubling", r"\def\x{xxxxxxxx}\loop\edef\x{\x\x}\iftrue\repeat", "pdflatex"),
    ("doubling", r"\def\x{xxxxxxxx}\loop\edef\x{\x\x}\iftrue\repeat", "xelatex"),
    ("names", r"\newcount\n\loop\expandafter\def\csname x\the\n\endcsname{}\advance\n1\iftrue"
     r"\repeat", "pdflatex"),
    ("recursion", r"\def\x{{\x}}\x", "xelatex"),
    ("table", r"\directlua{local t={} while true do"
     r" t[math.random()]=string.rep('x',999999)..math.random() end}",
     "lualatex"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "body", "engine"), ENDLESS)
def test_what_never_ends_is_stopped_and_said(name, body, engine, arena):
    level = "bubblewrap" if engine == "lualatex" or name in {"pages", "files"} else "limits"
    if level == "bubblewrap":
        need_bubblewrap()
    started = time.monotonic()
    built = arena.locked(Attack(name, body), engine, level, SHORT)
    assert time.monotonic() - started < 30
    assert {d.code for d in built.diagnostics} & {"timeout", "stopped"}
    assert built.pdf is None
    assert size_of(arena.job) < 1 << 30
    assert running_in(arena.job) == []


@pytest.mark.parametrize(("name", "body", "engine"), GREEDY)
def test_memory_is_bounded(name, body, engine, arena):
    level = "bubblewrap" if engine == "lualatex" else "limits"
    if level == "bubblewrap":
        need_bubblewrap()
    built = arena.locked(Attack(name, body), engine, level, 5.0)
    assert any(d.severity == "error" for d in built.diagnostics)
    assert running_in(arena.job) == []


@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
@pytest.mark.parametrize(
    "body",
    [r"\read16 to\x Text \x.", r"\errorstopmode\undefinedcommand Text.", r"\read-1 to\x Text."],
)
def test_nobody_is_waited_for(body, engine, arena):
    built = arena.locked(Attack("wait", body), engine, "limits", 20.0)
    assert not built.timed_out
    assert built.diagnostics


@pytest.mark.parametrize("level", ["bubblewrap", "limits"])
def test_child_does_not_outlive_the_run(level, arena, monkeypatch):
    """With a TeX that starts a child in a session of its own, which TeX's locks would prevent."""
    tools = arena.base / "tools"
    tools.mkdir()
    fake = tools / "pdflatex"
    fake.write_text('#!/bin/sh\nsetsid sleep 77.5 >/dev/null 2>&1 &\nexec /usr/bin/pdftex "$@"\n')
    fake.chmod(0o755)
    monkeypatch.setattr("compile.bubblewrap.tool_folders", lambda: (str(tools),))
    arena.locked(Attack("child", "x"), "pdflatex", level, 10.0)
    time.sleep(0.2)
    assert running_in(arena.job, "77.5") == []


def need_bubblewrap():
    if sandbox_level() != "bubblewrap":
        pytest.skip("bubblewrap does not work here")


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def running_in(folder: Path, argument: str = "") -> list[str]:
    """Such processes, once the kernel has had time to end them."""
    deadline = time.monotonic() + 2
    while (found := _running(folder, argument)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def _running(folder: Path, argument: str) -> list[str]:
    """Processes whose folder is below `folder`, or that were given `argument`."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
            inside = (place / "cwd").readlink().is_relative_to(folder)
        except OSError:
            continue
        if inside or (argument and argument.encode() in words):
            found.append(f"{place.name} {words[0]!r}")
    return found
