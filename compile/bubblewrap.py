"""The command line of bubblewrap: what TeX sees of the machine, and how much it may take of it.

It sees the system's read-only programs and fonts, a private /tmp of limited size and its own build
folder. There is no home, no network, no other process and no /proc: through /proc a document of
root's could set the kernel's own settings, and every document could see where the folder stands.
"""

import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

INSIDE = "/work"
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
_LARGEST_TMP = 512 * 1024 * 1024
_MOST_PROCESSES = 128
_ALONE = (
    *("bwrap", "--unshare-all", "--die-with-parent", "--new-session"),
    *("--cap-drop", "ALL", "--clearenv"),
)
_NO_SWARM = (
    f'ulimit -p {_MOST_PROCESSES} 2>/dev/null || ulimit -u {_MOST_PROCESSES} 2>/dev/null; exec "$@"'
)
"""dash has `-p`, bash has `-u`. Counted in the cage alone, since it is set in there; the kernel
holds everybody to it but root."""


def wrapped(
    source: Path,
    command: tuple[str, ...],
    env: Mapping[str, str],
    shown: Mapping[str, str] = MappingProxyType({}),
) -> tuple[str, ...]:
    """`command` to be run in `source` with `env`, locked in.

    `shown` is what it sees besides, read-only: place inside → place on the disk.
    """
    words = [*_ALONE, "--ro-bind", "/usr", "/usr"]
    for folder in map(Path, _SYSTEM):
        if folder.is_symlink():
            words += ["--symlink", str(folder.readlink()), str(folder)]
        elif folder.exists():
            words += ["--ro-bind", str(folder), str(folder)]
    for place in _READABLE:
        words += ["--ro-bind-try", place, place]
    words += ["--dev", "/dev", "--remount-ro", "/dev", *_private_tmp(), "--dir", "/tmp/home"]
    for root in _foreign_roots(tool_folders()):
        words += ["--ro-bind", root, root]
    for inside, place in shown.items():
        words += ["--ro-bind", place, inside]
    words += ["--bind", str(source), INSIDE, "--chdir", INSIDE, "--remount-ro", "/"]
    for name, value in env.items():
        words += ["--setenv", name, value]
    return (*words, "/bin/sh", "-c", _NO_SWARM, "cage", *command)


def readable_roots() -> tuple[str, ...]:
    """The system's folders that TeX may take fonts and pictures from."""
    return ("/usr", *_READABLE, *_foreign_roots(tool_folders()))


@cache
def works() -> bool:
    """Containers often have the program but not the right to make name spaces."""
    if shutil.which("bwrap") is None:
        return False
    return _answers([*_ALONE, "--ro-bind", "/", "/", "--dev", "/dev", *_private_tmp(), "true"])


@cache
def tool_folders() -> tuple[str, ...]:
    """Folders of the TeX programs on the user's PATH, in that order."""
    found = (shutil.which(tool) for tool in _TOOLS)
    return tuple(dict.fromkeys(str(Path(tool).absolute().parent) for tool in found if tool))


@cache
def _private_tmp() -> tuple[str, ...]:
    """A /tmp in memory; bubblewrap before 0.7 cannot limit it, and half of the memory does."""
    limit = ("--size", str(_LARGEST_TMP))
    plain = ("--tmpfs", "/tmp")
    knows = _answers(["bwrap", "--ro-bind", "/", "/", *limit, *plain, "true"])
    return (*limit, *plain) if knows else plain


def _answers(words: list[str]) -> bool:
    try:
        probe = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return probe.returncode == 0


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
