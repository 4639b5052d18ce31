"""Runs one command with limits on time, memory, file size and talk, and leaves nothing behind."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

KilledBy = Literal["time", "output", "cpu", "file-size", "memory", "signal"]

_LIMITER = (
    'ulimit -c 0; ulimit -n 256; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3; exec "$@"'
)
"""Limits are set by the shell that becomes the command: Python warns against `preexec_fn` in a
program with threads. POSIX counts `-v` in KiB and `-f` in blocks of 512 bytes."""

_CHUNK = 1 << 16
_TICK = 0.25
"""Seconds between looks at a child whose output has gone quiet."""

_BY_SIGNAL: dict[int, KilledBy] = {
    signal.SIGXCPU: "cpu",
    signal.SIGKILL: "cpu",  # the kernel's answer where soft and hard limit are one
    signal.SIGXFSZ: "file-size",
    signal.SIGABRT: "memory",
    signal.SIGSEGV: "memory",
}


@dataclass(frozen=True, slots=True)
class Finished:
    returncode: int
    """As `subprocess` has it: negative for a signal."""
    output: str
    """What it printed on both streams, as far as `output_limit` allowed."""
    timed_out: bool
    seconds: float
    killed_by: KilledBy | None = None


def run_limited(
    command: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    timeout: float,
    cpu: int,
    address_space: int,
    file_size: int,
    output_limit: int,
) -> Finished:
    """Run `command` with closed stdin in a process group of its own, and end all of it.

    Args:
        command: the program and its arguments.
        cwd: the folder it runs in.
        env: its whole environment.
        timeout: wall seconds until the whole group is killed.
        cpu: processor seconds each process may use.
        address_space: bytes of memory each process may map.
        file_size: bytes each file it writes may reach.
        output_limit: bytes it may print before it is killed.
    """
    limits = (str(cpu), str(address_space // 1024), str(file_size // 512))
    started = time.monotonic()
    process = subprocess.Popen(
        ["/bin/sh", "-c", _LIMITER, "limits", *limits, *command],
        cwd=cwd,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        output, stopped = _listen(process, process.stdout, started + timeout, output_limit)
    finally:
        _end(process)
    return Finished(
        returncode=process.returncode,
        output=output.decode("utf-8", "replace"),
        timed_out=stopped == "time",
        seconds=time.monotonic() - started,
        killed_by=stopped or _signalled(process.returncode),
    )


def _listen(
    process: subprocess.Popen[bytes], pipe: IO[bytes], deadline: float, limit: int
) -> tuple[bytes, Literal["time", "output"] | None]:
    """Collect output until the command has ended; say why if it has to be stopped first."""
    collected = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if not selector.select(min(left, _TICK)):
                if process.poll() is not None:
                    return bytes(collected), None  # only a stray grandchild still holds the pipe
                continue
            chunk = os.read(pipe.fileno(), _CHUNK)
            if not chunk:
                return bytes(collected), _await(process, deadline)
            collected += chunk
            if len(collected) > limit:
                return bytes(collected[:limit]), "output"
    return bytes(collected), "time"


def _await(process: subprocess.Popen[bytes], deadline: float) -> Literal["time"] | None:
    """Wait for a command that has closed its output, which does not mean that it has ended."""
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return "time"
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill whatever is left of the group, also after a normal end, and reap the leader."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _signalled(returncode: int) -> KilledBy | None:
    """Which limit a signal stands for; shells and bubblewrap report signal n as 128 + n."""
    number = -returncode if returncode < 0 else returncode - 128
    if number <= 0 or number > signal.NSIG:
        return None
    return _BY_SIGNAL.get(number, "signal")
