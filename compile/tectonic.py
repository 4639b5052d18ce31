"""Tectonic: XeTeX with packages of its own, for machines that have it and no latexmk.

How it is called is by the reference of its command line,
https://tectonic-typesetting.github.io/book/latest/v2cli/compile.html. It keeps what it downloaded
in a cache, which it may read here but not fill: there is no network in the cage.
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from latex.diagnostic import Diagnostic

TECTONIC = "tectonic"
HOME = "/tectonic"
"""Where program and cache stand inside the cage."""

_OPTIONS = (
    "--untrusted",  # no shell escape, no paths of the machine, whatever else is said
    "--only-cached",
    "--keep-logs",
    "--keep-intermediates",
    *("-Z", "continue-on-errors"),  # else it ends at the first error and names no other
)
_CACHES = ("TECTONIC_CACHE_DIR", "XDG_CACHE_HOME", "HOME")

_RUN = re.compile(r"^note: (?:Running|Rerunning) TeX\b", re.MULTILINE)
_AGAIN = re.compile(r"^note: Rerunning TeX because (.+?)(?: ?\.\.\.)?$", re.MULTILINE)
_RESTLESS = re.compile(r"^warning: TeX rerun seems needed, but stopping", re.MULTILINE)
_ERROR = re.compile(r"^(?:error|caused by): (.+)$", re.MULTILINE)
_FOLLOWS = "its output follows"
_UNCACHED = re.compile(r"only.cached|failed to (?:get|fetch|download)|bundle|offline", re.I)


def whole(root: str) -> tuple[str, ...]:
    """The command for all passes, with the bibliography and the PDF."""
    return (TECTONIC, "-X", "compile", *_OPTIONS, root)


def bare(root: str) -> tuple[str, ...]:
    """The command for one pass of TeX."""
    return (TECTONIC, "-X", "compile", *_OPTIONS, "--pass", "tex", root)


def mounts(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What the cage shows for it, read-only: place inside → place on the disk.

    That is the program, the libraries that stand beside it where it was installed with some, and
    the cache of packages and formats. Empty where it is not installed.
    """
    found = shutil.which(TECTONIC, path=environment.get("PATH"))
    if found is None:
        return {}
    program = Path(found).resolve()
    shown = {f"{HOME}/bin/{TECTONIC}": program}
    if program.parent.name == "bin":
        shown[f"{HOME}/lib"] = program.parents[1] / "lib"
    if cache := _cache(environment):
        shown[f"{HOME}/cache"] = cache
    return {inside: str(place) for inside, place in shown.items() if place.exists()}


def _cache(environment: Mapping[str, str]) -> Path | None:
    own, general, home = map(environment.get, _CACHES)
    if own:
        return Path(own)
    if general:
        return Path(general) / "Tectonic"
    return Path(home) / ".cache" / "Tectonic" if home else None


def settings() -> dict[str, str]:
    """Its part of the environment."""
    return {"TECTONIC_UNTRUSTED_MODE": "1", "TECTONIC_CACHE_DIR": f"{HOME}/cache"}


def runs(output: str) -> int:
    """How often it ran TeX."""
    return len(_RUN.findall(output))


def pass_reasons(output: str) -> tuple[str, ...]:
    """One sentence for each pass after the first."""
    return tuple(
        f"Pass {number} was needed: {reason}."
        for number, reason in enumerate(_AGAIN.findall(output), start=2)
    )


def restless(output: str) -> bool:
    """Whether it gave up while something still changed."""
    return bool(_RESTLESS.search(output))


def failures(output: str) -> Iterator[Diagnostic]:
    """Why it came to no log: it names an error of its own, and what caused that."""
    said = [line.rstrip(".") for line in _ERROR.findall(output) if _FOLLOWS not in line]
    if not said:
        return
    hint = ""
    if any(_UNCACHED.search(line) for line in said):
        hint = " (here it takes only packages that it has in its cache: run it once by hand)"
    yield Diagnostic("error", f"tectonic: {'; '.join(said[:3])}{hint}.", "no-output")
