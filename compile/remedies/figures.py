r"""Cures for pictures: missing, misnamed, damaged, of a kind TeX does not take.

The first cure is the picture that was meant; where there is none, a framed note with its name.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from compile.remedies.concerned import asked_by_picture, concerned, name_in, pictures_at
from compile.remedies.conversion import has_eps_converter
from compile.remedies.cure import Cure, Edit, NewFile
from compile.remedies.forms import Usable, usable_form
from compile.remedies.notes import is_noted, note_for
from compile.remedies.pictures import (
    Picture,
    file_of,
    files_meant,
    pictures_in,
    plain_name,
    safe_name,
)
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic
from latex.patterns import re

_OF_PACKAGES = re.compile(r"^(?:svg: File|pdfpages: Cannot find file)")
_KEPT_OPTIONS = frozenset({"width", "height", "scale", "angle", "keepaspectratio", "totalheight"})
_NAMELESS = re.compile(
    r"\\includegraphics\*?(?:[ \t]*(\[[^\[\]{}\n]{0,300}+\]))*+(?![A-Za-z@*])"
    r"(?=\s*+(?:\\[A-Za-z]|\}|$))"
)
_LATE = 2
"""Lines by which TeX notices late that a name is missing."""
_PAGE = re.compile(r"[\[,]\s*pages?\s*=\s*\{?(\d+)")


@remedy("missing-figure", "missing-file")
def find_picture(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A picture that is not there under its name.

    `{fig1.jpg}` becomes `{fig1.pdf}` where that is the file, `{plot.png}` becomes
    `{figures/Plot.png}`; `{drawing}` is made from `drawing.svg`; else a note takes its place.
    """
    if problem.code == "missing-file" and not asked_by_picture(problem, project):
        return
    yield from _cut_off(problem, project)
    yield from _each(problem, project, distrusted=False)


@remedy("figure-format")
def convert_picture(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """`{drawing.svg}` becomes `{drawing.pdf}`, made from it; a GIF becomes a PNG."""
    yield from _each(problem, project, distrusted=False)


@remedy("broken-figure")
def replace_damaged_picture(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """What can be read of a damaged file is written anew; else a note takes its place."""
    yield from _each(problem, project, distrusted=True)


@remedy("package-error")
def include_directly(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\includesvg{a}`, which needs another program, becomes `\includegraphics{a.pdf}`.

    Also what \includepdf asks for and does not find.
    """
    if _OF_PACKAGES.match(problem.message):
        yield from _each(problem, project, distrusted=False)


@remedy("wrong-parameter", "tex-error", "runaway-argument")
def copy_to_safe_name(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`{a#b.png}`, `{50%.png}` or `{a\&b.png}` is copied to a name that TeX can read."""
    for picture in pictures_at(problem, project):
        odd = re.search(r"[#%&$~^{}\\]", picture.written)
        if picture.name is not None and odd and not is_noted(picture, project):
            name = file_of(picture, project)
            for found in (name,) if name else files_meant(picture, project):
                yield from _with(picture, found, project, distrusted=False)


@remedy("wrong-syntax", "tex-error", "too-many-errors", "missing-file")
def note_unnamed_picture(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\includegraphics[width=3cm]` without a name: a note takes its place.

    TeX takes what follows for the name, and often finds no end of errors in it.
    """
    for file in project.sources:
        start = project.body[0] if file == project.root else 0
        for found in _NAMELESS.finditer(project.code(file), start):
            first, last = (project.line_of(file, at) for at in found.span())
            picture = Picture(file, *found.span(), "includegraphics", found[1] or "", None, "")
            near = problem.line is None or first <= problem.line <= last + _LATE
            if near and not is_noted(picture, project):
                yield _note(picture, None, project)


@remedy("no-output")
def replace_unprinted_picture(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """Pictures for which XeLaTeX's driver gives up: EPS, a damaged file, a page that is absent."""
    if "could not be written" not in problem.message:
        return
    named = name_in(problem)
    for picture in pictures_in(project):
        name = file_of(picture, project)
        if name is None or is_noted(picture, project):
            continue
        eps = name.lower().endswith((".eps", ".ps"))
        if (eps and not named) or (named and plain_name(named) == name):
            yield from _cures(picture, project, distrusted=not eps)


def _cut_off(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """A name whose end is a comment: of `{fit 95%.png}` an early brace left `{fit 95}`."""
    for picture in pictures_at(problem, project):
        text = project.texts[picture.file]
        rest = re.compile(r"(%[^\s{}]{1,80})\}").match(text, picture.end)
        name = f"{picture.wanted}{rest[1]}" if rest else ""
        data = project.read(name) if name in project.assets else None
        if rest and data is not None and picture.name is not None:
            new = safe_name(name, PurePosixPath(name).suffix, project)
            edit = Edit(picture.file, picture.name[0], rest.end(), f"{new}}}")
            yield Cure(f"Copied the picture {name} to {new}.", (edit,), files=(NewFile(new, data),))


def _each(problem: Diagnostic, project: Project, *, distrusted: bool) -> Iterator[Cure]:
    for picture in concerned(problem, project):
        yield from _cures(picture, project, distrusted=distrusted)


def _cures(picture: Picture, project: Project, *, distrusted: bool) -> Iterator[Cure]:
    """The picture's own file made fit, the files that may be meant, and last a note."""
    name = file_of(picture, project)
    if name is not None:
        if picture.name is None and not distrusted and _is_plain(name, project):
            return  # another picture on the line is meant
        yield from _with(picture, name, project, distrusted=distrusted)
    for other in files_meant(picture, project):
        if other != name:
            yield from _with(picture, other, project, distrusted=False)
    yield _note(picture, name, project)


def _is_plain(name: str, project: Project) -> bool:
    usable = usable_form(name, project, distrusted=False)
    return usable is not None and not usable.files


def _note(picture: Picture, name: str | None, project: Project) -> Cure:
    page = _PAGE.search(picture.options)
    if name is None:
        why, because = "is missing", "which is not there"
    elif PurePosixPath(name).suffix.lower() in (".eps", ".ps") and not has_eps_converter():
        why = "cannot be printed: it is PostScript"
        because = "which needs Ghostscript to be made a PDF"
    elif page:
        why, because = f"has no page {page[1]} that can be read", f"of which page {page[1]} fails"
    else:
        why, because = "cannot be read", "which is damaged or of an unknown kind"
    shown = picture.written.strip() or "without a name"
    what = f"Put a framed note in the place of the picture {shown}, {because}."
    return note_for(picture, project, why, what)


def _with(picture: Picture, name: str, project: Project, *, distrusted: bool) -> Iterator[Cure]:
    """The picture taken from this file, in a form that TeX can take."""
    usable = usable_form(name, project, distrusted=distrusted)
    if usable is None:
        return
    same = usable.name == picture.wanted and picture.command != "includesvg"
    if same and not usable.files:
        return
    what = usable.done or f"Took the picture {name}"
    if name != picture.wanted and file_of(picture, project) != name:
        what += f" for {picture.written.strip()}, which is not there"
    if picture.name is None:
        yield from _under_its_name(picture, usable, what)
        return
    yield Cure(
        f"{what}.", _renamed(picture, usable.name, project), files=usable.files,
        visible=usable.damaged,
    )  # fmt: skip


def _under_its_name(picture: Picture, usable: Usable, what: str) -> Iterator[Cure]:
    """Where a command of the document makes the name, the file must get that name."""
    ending = PurePosixPath(usable.name).suffix
    wanted = PurePosixPath(picture.wanted)
    if usable.files and wanted.suffix.lower() in ("", ending):
        name = str(wanted.with_suffix(ending))
        yield Cure(f"{what}.", files=(NewFile(name, usable.files[0].data),), visible=usable.damaged)


def _renamed(picture: Picture, name: str, project: Project) -> tuple[Edit, ...]:
    if picture.name is None:
        return ()
    edits = [Edit(picture.file, *picture.name, name)]
    if picture.command == "includesvg":
        start = picture.start
        whole = project.texts[picture.file][start : picture.name[0] - 1]
        options = _plain_options(picture.options)
        edits = [
            Edit(picture.file, start, start + len(whole), f"\\includegraphics{options}"), *edits
        ]  # fmt: skip
    return tuple(edits)


def _plain_options(options: str) -> str:
    r"""Those that \includegraphics knows as well."""
    given = [option.strip() for option in options.strip("[] \n").split(",")]
    kept = [option for option in given if option.split("=")[0].strip() in _KEPT_OPTIONS]
    return f"[{','.join(kept)}]" if kept else ""
