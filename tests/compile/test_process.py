import os
import signal
import threading
import time
from pathlib import Path

import pytest

from compile.process import Finished, run_limited

ENV = {"PATH": "/usr/bin:/bin"}


def run(*command: str, cwd: Path, **limits: float) -> Finished:
    given: dict[str, float] = {
        "timeout": 20, "cpu": 20, "address_space": 1 << 30, "file_size": 1 << 26,
        "output_limit": 1 << 20,
    } | limits  # fmt: skip
    return run_limited(
        command,
        cwd=cwd,
        env=ENV,
        timeout=given["timeout"],
        cpu=int(given["cpu"]),
        address_space=int(given["address_space"]),
        file_size=int(given["file_size"]),
        output_limit=int(given["output_limit"]),
    )


def alive(marker: str) -> list[str]:
    """Processes with `marker` in their command line, once the kernel has had time to end them."""
    deadline = time.monotonic() + 2
    while (found := running(marker)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


def running(marker: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if marker.encode() in words and int(entry.name) != os.getpid():
                found.append(entry.name)
    return found


def test_output_of_both_streams_and_code_come_back(tmp_path):
    done = run("sh", "-c", "echo out; echo err >&2; exit 3", cwd=tmp_path)
    assert (done.returncode, done.killed_by) == (3, None)
    assert set(done.output.split()) == {"out", "err"}


def test_stdin_is_closed(tmp_path):
    assert run("cat", cwd=tmp_path).returncode == 0


def test_environment_is_only_what_was_given(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert "sk-secret" not in run("env", cwd=tmp_path).output


@pytest.mark.slow
def test_command_that_ignores_sigterm_is_killed_with_its_children(tmp_path):
    marker = f"77{os.getpid()}.5"
    done = run(
        "sh", "-c", f"trap '' TERM INT HUP; sleep {marker} & sleep {marker}; sleep {marker}",
        cwd=tmp_path, timeout=0.5,
    )  # fmt: skip
    assert done.timed_out
    assert done.killed_by == "time"
    assert done.seconds < 5
    assert alive(marker) == []


@pytest.mark.slow
def test_command_that_closed_its_output_is_still_timed(tmp_path):
    done = run("sh", "-c", "exec >&- 2>&-; sleep 60", cwd=tmp_path, timeout=0.5)
    assert done.timed_out
    assert done.seconds < 5


def test_child_left_in_background_does_not_hold_up_or_survive(tmp_path):
    marker = f"88{os.getpid()}.5"
    done = run("sh", "-c", f"sleep {marker} & echo done", cwd=tmp_path)
    assert (done.output, done.killed_by) == ("done\n", None)
    assert done.seconds < 5
    assert alive(marker) == []


def test_endless_output_is_cut_and_the_command_killed(tmp_path):
    done = run("yes", cwd=tmp_path, output_limit=10_000)
    assert done.killed_by == "output"
    assert len(done.output) == 10_000


@pytest.mark.slow
def test_processor_time_is_limited(tmp_path):
    done = run("sh", "-c", "while :; do :; done", cwd=tmp_path, cpu=1)
    assert done.killed_by == "cpu"


def test_files_it_writes_are_limited(tmp_path):
    done = run(
        "sh",
        "-c",
        "exec dd if=/dev/zero of=big bs=1024 count=4096",
        cwd=tmp_path,
        file_size=1 << 20,
    )
    assert (tmp_path / "big").stat().st_size <= 1 << 20
    assert done.killed_by == "file-size"


def test_memory_is_limited(tmp_path):
    done = run("sh", "-c", "ulimit -v", cwd=tmp_path, address_space=512 << 20)
    assert int(done.output) == 512 << 10


@pytest.mark.slow
def test_interrupt_leaves_no_child(tmp_path):
    marker = f"99{os.getpid()}.5"
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        run("sh", "-c", f"sleep {marker}; true", cwd=tmp_path)
    assert alive(marker) == []


def test_another_thread_can_have_it_ended(tmp_path):
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    finished = run_limited(
        ("sleep", "30"), cwd=tmp_path, env=ENV, timeout=20.0, cpu=10,
        address_space=1 << 30, file_size=1 << 20, output_limit=1000, stop=stop,
    )  # fmt: skip
    assert finished.killed_by == "signal"
    assert not finished.timed_out
    assert finished.seconds < 5
