r"""The cage TeX runs in: what it may see of the disk, the network and the environment.

With bubblewrap TeX sees the system's read-only programs and fonts, its own build folder, and
nothing else: no home, no network, no other process. Without it there are the clean environment,
TeX's own paranoid file rules and the resource limits. Those do not hold against what ignores
TeX's file rules: pdfTeX's `\pdfobj stream file`, xdvipdfmx (`\special{pdf:fstream}`, absolute
images), biber's `\addbibresource`, and Lua, which is refused without bubblewrap.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

Level = Literal["bubblewrap", "limits"]

_INSIDE = "/work"
"""Where the build folder stands inside the cage."""

_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_READABLE = (
    "/etc/texmf",
    "/etc/texlive",
    "/etc/fonts",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/perl",
    "/var/lib/texmf",
    "/var/cache/fontconfig",
)
_TOOLS = ("latexmk", "pdflatex", "xelatex", "lualatex", "bibtex", "biber", "kpsewhich")


@dataclass(frozen=True, slots=True)
class Cage:
    """A command ready to be run, with the environment it gets."""

    command: tuple[str, ...]
    env: dict[str, str]


def sandbox_level() -> Level:
    """`bubblewrap` where it really works, else `limits`; asked of the system once."""
    return "bubblewrap" if _bubblewrap_works() else "limits"


def cage(
    command: tuple[str, ...], *, level: Level, source: Path, scratch: Path, epoch: int | None = None
) -> Cage:
    """Wrap `command` so that it runs in `source` and can do no harm outside it.

    Args:
        command: what to run; names without a path are looked up on the cage's PATH.
        level: how it is locked in.
        source: the build folder, the only one that may be written.
        scratch: home and font cache where there is no private /tmp; must be private to the job.
        epoch: the moment (Unix seconds) TeX believes it is; default is the start of today.
    """
    tools = _tool_folders()
    path = ":".join(dict.fromkeys((*tools, "/usr/local/bin", "/usr/bin", "/bin")))
    engine = command[0] if command[0] != "latexmk" else _engine_of(command)
    env = _environment(path, epoch) | _font_making(engine)
    if level == "bubblewrap":
        env |= {"HOME": "/tmp/home", "TEXMFVAR": "/tmp/texmf-var", "TMPDIR": "/tmp"}
        return Cage((*_bubblewrap(source, tools, env), *command), {"PATH": path})
    for name in ("home", "tmp"):
        (scratch / name).mkdir(parents=True, exist_ok=True)
    env |= {
        "HOME": str(scratch / "home"),
        "TEXMFVAR": str(scratch / "texmf-var"),
        "TMPDIR": str(scratch / "tmp"),
    }
    return Cage(command, env)


def today(environment: Mapping[str, str] = os.environ) -> int:
    r"""The moment documents are dated with: SOURCE_DATE_EPOCH, or the start of today.

    One moment a day keeps `\today` true and two runs of a day byte-identical.
    See https://reproducible-builds.org/specs/source-date-epoch/.
    """
    given = environment.get("SOURCE_DATE_EPOCH", "")
    if given.isdecimal():
        return int(given)
    now = time.time()
    local = now + time.localtime(now).tm_gmtoff
    return int(local // 86400 * 86400)


def _environment(path: str, epoch: int | None) -> dict[str, str]:
    return {
        "PATH": path,
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "openin_any": "p",
        "openout_any": "p",
        "shell_escape": "f",
        "max_print_line": "10000",  # log lines that are not wrapped can be parsed
        "error_line": "254",
        "half_error_line": "238",
        "SOURCE_DATE_EPOCH": str(today() if epoch is None else epoch),
        "FORCE_SOURCE_DATE": "1",
        "TEXMFHOME": "/nonexistent",
    }


def _font_making(engine: str) -> dict[str, str]:
    """Whether Metafont may draw a font that is there only as a program.

    pdfTeX must have it: T1 text without `lmodern` has no other font, and the PDF would be lost.
    The others never can use such fonts, and lose seconds looking for one they do not know.
    """
    draws = "1" if engine == "pdflatex" else "0"
    return {"MKTEXTFM": "0", "MKTEXFMT": "0", "MKTEXPK": draws, "MKTEXMF": draws}


def _engine_of(command: tuple[str, ...]) -> str:
    return "pdflatex" if "-pdf" in command else ""


def _bubblewrap(source: Path, tools: tuple[str, ...], env: Mapping[str, str]) -> list[str]:
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
    words += ["--ro-bind", "/usr", "/usr"]
    for folder in map(Path, _SYSTEM):
        if folder.is_symlink():
            words += ["--symlink", str(folder.readlink()), str(folder)]
        elif folder.exists():
            words += ["--ro-bind", str(folder), str(folder)]
    for place in _READABLE:
        words += ["--ro-bind-try", place, place]
    words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/tmp/home"]
    for root in _foreign_roots(tools):
        words += ["--ro-bind", root, root]
    words += ["--bind", str(source), _INSIDE, "--chdir", _INSIDE]
    for name, value in env.items():
        words += ["--setenv", name, value]
    return words


@cache
def _tool_folders() -> tuple[str, ...]:
    """Folders of the TeX programs on the user's PATH, in that order."""
    found = (shutil.which(tool) for tool in _TOOLS)
    return tuple(dict.fromkeys(str(Path(tool).absolute().parent) for tool in found if tool))


@cache
def _foreign_roots(tools: tuple[str, ...]) -> tuple[str, ...]:
    """Roots of TeX installations outside /usr, such as `/opt/texlive/2024`."""
    roots: dict[str, None] = {}
    for folder in tools:
        for place in (Path(folder), *(link.resolve().parent for link in Path(folder).glob("*tex"))):
            if place.parts[1:2] not in {("usr",), ("bin",)}:
                roots[str(_installation(place))] = None
    return tuple(roots)


def _installation(binaries: Path) -> Path:
    """`/opt/texlive/2024` for `/opt/texlive/2024/bin/x86_64-linux`; else the folder itself."""
    if binaries.parent.name == "bin" and (binaries.parents[1] / "texmf-dist").is_dir():
        return binaries.parents[1]
    return binaries


@cache
def _bubblewrap_works() -> bool:
    """Containers often have the program but not the right to make name spaces."""
    if shutil.which("bwrap") is None:
        return False
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
    words += ["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "true"]
    try:
        probe = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return probe.returncode == 0
