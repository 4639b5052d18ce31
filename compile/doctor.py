"""Whether this machine can compile a report, and the one command that mends what is missing."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compile.engine import DRIVER
from compile.sandbox import sandbox_level
from compile.tectonic import TECTONIC

_PROGRAMS = {
    "latexmk": "latexmk",
    "pdflatex": "texlive-latex-extra",
    "xelatex": "texlive-xetex",
    "bibtex": "texlive-latex-extra",
    "biber": "biber",
    "pdftotext": "poppler-utils",
}
"""Program → Debian package."""
_FILES = {
    "siunitx.sty": "texlive-science",
    "booktabs.sty": "texlive-latex-extra",
    "lmodern.sty": "lmodern",
    "natbib.sty": "texlive-latex-extra",
    "hyperref.sty": "texlive-latex-extra",
    "caption.sty": "texlive-latex-extra",
    "microtype.sty": "texlive-latex-extra",
}
_CHINESE_FILES = {
    "ctex.sty": "texlive-lang-chinese",
    "FandolSong-Regular.otf": "texlive-lang-chinese",
}
_BIBLATEX_FILES = {"biblatex.sty": "texlive-bibtex-extra"}


_LIMITS = (
    "level limits: TeX runs with the lock, the seal and limits only, LuaLaTeX not at all, and what "
    "a model wrote goes through the deny-list"
)
_LOCKED_IN = "level bubblewrap: TeX sees its own folder and the system's fonts, and no network"
CAGELESS = f"installed, but this machine lets it make no namespaces; {_LIMITS}"


@dataclass(frozen=True, slots=True)
class Probe:
    name: str
    ok: bool
    detail: str
    """Where it was found, or what its absence means."""
    remedy: str = ""
    """The one command that mends everything that is missing; empty where nothing is."""
    needed: bool = True
    """Whether a report cannot be made without it."""


def probe(
    language: str, style: str, *, locate: Callable[[str], str | None] = shutil.which
) -> tuple[Probe, ...]:
    """Look for all that a report in `language` (`en`, `zh`) and bibliography `style` needs."""
    if locate(DRIVER) is None and (place := locate(TECTONIC)):
        return _with_tectonic(place, locate)
    chinese, biblatex = language.startswith("zh"), style == "biblatex"
    programs = ["latexmk", "xelatex" if chinese else "pdflatex"]
    programs += ["biber" if biblatex else "bibtex", "pdftotext"]
    files = _FILES | (_CHINESE_FILES if chinese else {}) | (_BIBLATEX_FILES if biblatex else {})
    probes = [_program(name, locate(name)) for name in programs]
    probes += _packages(files, locate("kpsewhich"))
    probes.append(_bubblewrap(installed=locate("bwrap") is not None))
    wanted = {name: _PROGRAMS.get(name) or files.get(name, "bubblewrap") for name in _names(probes)}
    mended = {found.name for found in probes if not found.ok and found.detail != CAGELESS}
    remedy = _remedy(sorted({wanted[name] for name in mended}), locate)
    return tuple(
        replace(found, remedy=remedy) if found.name in mended else found for found in probes
    )


def _with_tectonic(place: str, locate: Callable[[str], str | None]) -> tuple[Probe, ...]:
    """What is needed where tectonic stands in for latexmk: it brings its packages along."""
    caged = replace(_bubblewrap(installed=locate("bwrap") is not None), needed=True)
    if not caged.ok and caged.detail != CAGELESS:
        caged = replace(caged, remedy=_remedy(("bubblewrap",), locate))
    detail = f"{place}, in place of latexmk; it takes the packages it has in its cache"
    return (Probe(TECTONIC, True, detail), caged, _program("pdftotext", locate("pdftotext")))


def _names(probes: Sequence[Probe]) -> list[str]:
    return [found.name for found in probes]


def _program(name: str, place: str | None) -> Probe:
    needed = name != "pdftotext"
    return Probe(name, place is not None, place or f"{name} is not on PATH", needed=needed)


def _packages(files: dict[str, str], kpsewhich: str | None) -> list[Probe]:
    """One call for all files: each start of kpsewhich reads TeX's whole file list."""
    found: dict[str, str] = {}
    if kpsewhich is not None:
        answer = subprocess.run(
            [kpsewhich, *files],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        found = {line.rpartition("/")[2]: line for line in answer.stdout.splitlines()}
    return [
        Probe(name, name in found, found.get(name, f"TeX cannot find {name}")) for name in files
    ]


def _bubblewrap(*, installed: bool) -> Probe:
    if sandbox_level() == "bubblewrap":
        return Probe("bubblewrap", True, _LOCKED_IN, needed=False)
    return Probe("bubblewrap", False, CAGELESS if installed else _LIMITS, needed=False)


def _remedy(packages: Sequence[str], locate: Callable[[str], str | None]) -> str:
    if not packages:
        return ""
    if locate("apt-get") is None:
        return f"Install with your package manager what Debian calls {', '.join(packages)}"
    return f"sudo apt-get install -y --no-install-recommends {' '.join(packages)}"
