r"""The cage TeX runs in: what it may see of the disk, the network and the environment.

With bubblewrap TeX sees the system's read-only programs and fonts, its own build folder, and
nothing else. Without it there are the clean environment, TeX's own paranoid file rules, the lock
on latexmk, the seal on what those rules let through, the resource limits and, before them, the
deny-list of `compile.forbidden`. TeX then still runs with the rights of the user: a rule that holds
it has to be known beforehand. Lua, which no such rule can hold, is refused.
"""

import os
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from compile import bubblewrap, tectonic
from compile.errors import Uncompilable
from compile.seal import LATEXMK_LOCK, SEALED, seal_settings
from compile.tectonic import TECTONIC

Level = Literal["bubblewrap", "limits"]

_NOWHERE = "http://127.0.0.1:9"
"""A proxy that is not there: what asks for something on the network gets nothing."""
_SEARCHES = {
    "TEXFORMATS": "$TEXMF/web2c{/$engine,}",
    "MFBASES": "$TEXMF/web2c{/$engine,}",
    "TEXFONTMAPS": "$TEXMF/fonts/map/{$progname,pdftex,dvips,}//",
}
"""Where TeX looks for what a project must not bring along: formats hold compiled code, and a font
map names files to embed."""
_ONLY_CAGED = {
    "lualatex": "LuaLaTeX, which can read and write any file unless locked in",
    TECTONIC: "tectonic, which knows no lock of TeX's own",
}
_PROGRAMS = ("pdflatex", "xelatex", "bibtex", "dvipdfmx", "xdvipdfmx", "makeindex", "kpsewhich")
_ABOVE = ("SELFAUTODIR", "SELFAUTOPARENT", "SELFAUTOGRANDPARENT")
"""kpathsea's variables for the folders above its programs. For /usr/bin one of them is the root of
the disk, and a name that begins with `$SELFAUTOPARENT` is a relative one to its paranoid rules."""


@dataclass(frozen=True, slots=True)
class Cage:
    """A command ready to be run, with the environment it gets."""

    command: tuple[str, ...]
    env: dict[str, str]


def sandbox_level() -> Level:
    """`bubblewrap` where it really works, else `limits`; asked of the system once."""
    return "bubblewrap" if bubblewrap.works() else "limits"


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

    Raises:
        Uncompilable: only bubblewrap could hold the engine, and it does not work here.
    """
    path = ":".join(
        dict.fromkeys((*bubblewrap.tool_folders(), "/usr/local/bin", "/usr/bin", "/bin"))
    )
    engine = command[0] if command[0] != "latexmk" else _engine_of(command)
    require_cage(engine, level)
    if command[0] == "latexmk":
        command = ("latexmk", "-e", LATEXMK_LOCK, *command[1:])
    elif level == "limits" and engine in {"pdflatex", "xelatex"}:
        command = (*SEALED, *command)
    own = Path("/tmp") if level == "bubblewrap" else scratch
    env = _environment(path, epoch) | _font_making(engine) | _own_folders(own) | _veiled_folders()
    env |= seal_settings(command[-1], (*bubblewrap.readable_roots(), env["TEXMFVAR"]))
    if level == "bubblewrap":
        shown = {}
        if engine == TECTONIC:
            shown, env = tectonic.mounts(), env | tectonic.settings()
            env["PATH"] = f"{tectonic.HOME}/bin:{path}"
        return Cage(bubblewrap.wrapped(source, command, env, shown), {"PATH": path})
    for name in ("home", "tmp"):
        (scratch / name).mkdir(parents=True, exist_ok=True)
    env |= dict.fromkeys(("http_proxy", "https_proxy", "ftp_proxy", "all_proxy"), _NOWHERE)
    env["no_proxy"] = ""
    return Cage(command, env)


def require_cage(engine: str, level: Level) -> None:
    """Refuse an engine that TeX's own rules do not hold where there is nothing else to hold it.

    Raises:
        Uncompilable: only bubblewrap could hold it, and it does not work here.
    """
    if level == "bubblewrap" or engine not in _ONLY_CAGED:
        return
    raise Uncompilable(
        f"This document needs {_ONLY_CAGED[engine]}, and bubblewrap does not work here.",
        "Install it (sudo apt-get install bubblewrap), or compile with xelatex.",
    )


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
        **_SEARCHES,
    }


def _own_folders(own: Path) -> dict[str, str]:
    """Home, caches and temporary files."""
    fonts = own / "texmf-var"
    return {
        "HOME": str(own / "home"),
        "TEXMFVAR": str(fonts),
        "VARTEXFONTS": str(fonts / "fonts"),
        "TMPDIR": str(own / "tmp" if own != Path("/tmp") else own),
    }


@cache
def _veiled_folders() -> dict[str, str]:
    """Values for kpathsea's variables that would name more of the disk than TeX may read.

    What is set for one program by its name wins over what kpathsea sets itself.
    """
    roots = tuple(map(Path, bubblewrap.readable_roots()))
    veiled: dict[str, str] = {}
    for program in filter(None, map(shutil.which, ("pdflatex", "xelatex", "bibtex"))):
        above = [*Path(program).resolve().parents[1:], *[Path("/")] * len(_ABOVE)]
        for name, folder in zip(_ABOVE, above, strict=False):
            if not any(folder.is_relative_to(root) for root in roots):
                veiled |= {f"{name}_{program}": "/nonexistent" for program in _PROGRAMS}
    return veiled


def _font_making(engine: str) -> dict[str, str]:
    """Whether Metafont may draw a font that is there only as a program.

    pdfTeX must have it: T1 text without `lmodern` has no other font, and the PDF would be lost.
    The others never can use such fonts, and lose seconds looking for one they do not know.
    """
    draws = "1" if engine == "pdflatex" else "0"
    return {"MKTEXTFM": "0", "MKTEXFMT": "0", "MKTEXPK": draws, "MKTEXMF": draws}


def _engine_of(command: tuple[str, ...]) -> str:
    modes = {"-pdf": "pdflatex", "-pdfxe": "xelatex", "-pdflua": "lualatex"}
    return next((modes[word] for word in command if word in modes), "")
