"""In which form TeX can take a file: as it is, under a safe name, or converted."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from compile.remedies.conversion import kind_of, to_pdf, to_png
from compile.remedies.cure import NewFile
from compile.remedies.pictures import CONVERTIBLE, ENDINGS, is_safe, safe_name
from compile.remedies.project import Project


@dataclass(frozen=True, slots=True)
class Usable:
    """A file as TeX can take it."""

    name: str
    files: tuple[NewFile, ...] = ()
    done: str = ""
    """What was done to it, in the past tense; empty where it is taken as it is."""
    damaged: bool = False
    """Whether a part of the picture is lost."""


def usable_form(name: str, project: Project, *, distrusted: bool) -> Usable | None:
    """A file as it is, copied to a safe name, or converted; None where that cannot be done.

    Args:
        name: a file of the project.
        project: the document.
        distrusted: whether TeX said that it cannot read it.
    """
    ending = PurePosixPath(name).suffix.lower()
    data = project.read(name)
    if data is None:
        return Usable(name) if ending in ENDINGS and is_safe(name) and not distrusted else None
    kind = kind_of(data)
    if kind in ("svg", "eps") or (kind == "pdf" and distrusted):
        return _drawn(name, data, project)
    fits = {"pdf": (".pdf",), "png": (".png",), "jpeg": (".jpg", ".jpeg")}.get(kind, ())
    if fits and not distrusted:
        if ending in fits and is_safe(name):
            return Usable(name)
        new = safe_name(name, fits[0], project)
        return Usable(new, (NewFile(new, data),), f"Copied the picture {name} to {new}")
    if kind == "unknown" and ending not in (*ENDINGS, *CONVERTIBLE):
        return None
    return _painted(name, data, project)


def _drawn(name: str, data: bytes, project: Project) -> Usable | None:
    made = to_pdf(data, kind_of(data))
    if made is None:
        return None
    new = safe_name(name, ".pdf", project)
    verb = "Wrote" if kind_of(data) == "pdf" else "Converted"
    done = f"{verb} the picture {name} {'anew as' if verb == 'Wrote' else 'to'} {new}"
    return Usable(new, (NewFile(new, made),), done)


def _painted(name: str, data: bytes, project: Project) -> Usable | None:
    made = to_png(data)
    if made is None:
        return None
    new = safe_name(name, ".png", project)
    done = f"Converted the picture {name} to {new}"
    if not made[1]:
        done = f"Kept what can be read of the damaged picture {name} as {new}"
    return Usable(new, (NewFile(new, made[0]),), done, damaged=not made[1])
