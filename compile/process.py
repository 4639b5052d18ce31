"""Runs one command with limits on time, memory, file size and talk, and leaves nothing behind."""

import os
import selectors
import signal
import subprocess
import time
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import IO, Literal

KilledBy = Literal["time", "output", "cpu", "file-size", "memory", "signal"]

_LIMITER = (
    'ulimit -c 0; ulimit -n 256; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3; exec "$@"'
)
"""Limits are set by the shell that becomes the command: Python warns against `preexec_fn` in a
program with threads. POSIX counts `-v` in KiB and `-f` in blocks of 512 bytes."""

_MARK = "REFLECTEX_RUN"
"""Name of the variable by which the children of one run are known."""
_CHUNK = 1 << 16
_TICK = 0.25
"""Seconds between looks at a child whose output has gone quiet, and at the folder it fills."""
_SHORT_TICK = 0.03
"""The same where another thread may want it ended."""
_FOLDER_SIZE = 1 << 30
_MOST_ENTRIES = 50_000

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
    folder_size: int = _FOLDER_SIZE,
    stop: Event | None = None,
) -> Finished:
    """Run `command` with closed stdin in a process group of its own, and end all of it.

    What the command started ends with it, also where it made itself a group of its own, as far as
    it kept its environment.

    Args:
        command: the program and its arguments.
        cwd: the folder it runs in.
        env: its whole environment.
        timeout: wall seconds until the whole group is killed.
        cpu: processor seconds each process may use.
        address_space: bytes of memory each process may map.
        file_size: bytes each file it writes may reach.
        output_limit: bytes it may print before it is killed.
        folder_size: bytes that all files below `cwd` may reach together, and entries in like
            measure, before it is killed: a document can write many files within `file_size`.
        stop: another thread sets it to have the command ended.
    """
    limits = (str(cpu), str(address_space // 1024), str(file_size // 512))
    mark = f"{_MARK}={uuid.uuid4().hex}"
    started = time.monotonic()
    process = subprocess.Popen(
        ["/bin/sh", "-c", _LIMITER, "limits", *limits, *command],
        cwd=cwd,
        env={**env, _MARK: mark.partition("=")[2]},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        watch = _Watch(cwd, started + timeout, output_limit, folder_size, stop)
        output, stopped = watch.listen(process, process.stdout)
    finally:
        _end(process)
        _end_strays(mark.encode())
    return Finished(
        returncode=process.returncode,
        output=output.decode("utf-8", "replace"),
        timed_out=stopped == "time",
        seconds=time.monotonic() - started,
        killed_by=stopped or _signalled(process.returncode),
    )


@dataclass(slots=True)
class _Watch:
    folder: Path
    deadline: float
    output_limit: int
    folder_size: int
    stop: Event | None = None
    looked: float = field(default_factory=time.monotonic)

    def listen(
        self, process: subprocess.Popen[bytes], pipe: IO[bytes]
    ) -> tuple[bytes, KilledBy | None]:
        """Collect output until the command has ended; say why if it has to be stopped first."""
        collected = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while (left := self.deadline - time.monotonic()) > 0:
                if self.overfull():
                    return bytes(collected), "file-size"
                if self.stopped():
                    return bytes(collected), "signal"
                if not selector.select(min(left, self.tick)):
                    if process.poll() is not None:
                        return bytes(collected), None  # a stray grandchild holds the pipe
                    continue
                chunk = os.read(pipe.fileno(), _CHUNK)
                if not chunk:
                    return bytes(collected), self.wait(process)
                collected += chunk
                if len(collected) > self.output_limit:
                    return bytes(collected[: self.output_limit]), "output"
        return bytes(collected), "time"

    def wait(self, process: subprocess.Popen[bytes]) -> KilledBy | None:
        """Wait for a command that has closed its output, which does not mean that it has ended."""
        while (left := self.deadline - time.monotonic()) > 0:
            if self.overfull():
                return "file-size"
            if self.stopped():
                return "signal"
            with suppress(subprocess.TimeoutExpired):
                process.wait(min(left, self.tick))
                return None
        return "time" if process.poll() is None else None

    @property
    def tick(self) -> float:
        return _TICK if self.stop is None else _SHORT_TICK

    def stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()

    def overfull(self) -> bool:
        """Looked at twice a second, and not before the end of the first half."""
        now = time.monotonic()
        if now - self.looked < 2 * _TICK:
            return False
        self.looked = now
        return _outgrown(self.folder, self.folder_size)


def _outgrown(folder: Path, most: int) -> bool:
    """Whether the files below `folder` hold more bytes, or are more, than they may."""
    total, entries, queue = 0, 0, [str(folder)]
    while queue:
        try:
            with os.scandir(queue.pop()) as listing:
                for entry in listing:
                    entries += 1
                    if entry.is_dir(follow_symlinks=False):
                        queue.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if total > most or entries > _MOST_ENTRIES:
                        return True
        except OSError:
            continue  # it is being written to at this moment
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill whatever is left of the group, also after a normal end, and reap the leader."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _end_strays(mark: bytes) -> None:
    """Kill children that left the group, where the system shows environments (Linux)."""
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in place.read_bytes().split(b"\0"):
                os.kill(int(place.parent.name), signal.SIGKILL)


def _signalled(returncode: int) -> KilledBy | None:
    """Which limit a signal stands for; shells and bubblewrap report signal n as 128 + n."""
    number = -returncode if returncode < 0 else returncode - 128
    if number <= 0 or number > signal.NSIG:
        return None
    return _BY_SIGNAL.get(number, "signal")
