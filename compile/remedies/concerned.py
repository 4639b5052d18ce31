"""Which pictures of the document a diagnostic is about."""

import re

from compile.remedies.conversion import kind_of, to_png
from compile.remedies.notes import is_noted
from compile.remedies.pictures import Picture, file_of, pictures_in, plain_name
from compile.remedies.project import Project
from latex.diagnostic import Diagnostic

_NAMED = re.compile(
    r"^The picture (.+?) (?:is not there|lies outside|cannot be read|is not printed)"
    r"|File [`'‘](.+?)['’] is missing|Cannot find file [`'‘](.+?)['’]"
    r'|Image inclusion failed for "(.+?)"'
)
_SVG_PARTS = re.compile(r"_svg-(?:tex|raw)\.pdf(?:_tex)?$")


def concerned(problem: Diagnostic, project: Project) -> list[Picture]:
    """The pictures the diagnostic is about, by name and else by place; those at its place first."""
    found = [p for p in pictures_in(project) if not is_noted(p, project)]
    here = [p for p in pictures_at(problem, project) if p in found]
    named = name_in(problem)
    if named is None:
        return here or ([] if problem.line else _unreadable(found, project))
    wanted = {plain_name(named), _SVG_PARTS.sub("", named)}
    same = [p for p in found if wanted & {p.wanted, p.wanted.removesuffix(".svg"), p.written}]
    return sorted(same, key=lambda p: p not in here) or here


def name_in(problem: Diagnostic) -> str | None:
    found = _NAMED.search(problem.message)
    return next(filter(None, found.groups()), None) if found else None


def pictures_at(problem: Diagnostic, project: Project) -> list[Picture]:
    """The pictures on the diagnostic's line."""
    if problem.file is None or problem.line is None:
        return []
    return [
        picture
        for picture in pictures_in(project)
        if picture.file == problem.file
        and project.line_of(picture.file, picture.start)
        <= problem.line
        <= project.line_of(picture.file, picture.end)
    ]


def asked_by_picture(problem: Diagnostic, project: Project) -> bool:
    """Whether a missing file without a picture's ending is asked for by a picture."""
    named = re.match(r"The file (.+?) (?:is not there|lies outside)", problem.message)
    if named is None:
        return False
    return any(p.written.strip() == named[1] for p in pictures_at(problem, project))


def _unreadable(found: list[Picture], project: Project) -> list[Picture]:
    """Pictures whose files are damaged, where nothing says which one TeX gave up at."""
    damaged = []
    for picture in found:
        name = file_of(picture, project)
        data = project.read(name) if name else None
        if data is not None and kind_of(data) in ("png", "jpeg", "unknown"):
            made = to_png(data)
            if made is None or not made[1]:
                damaged.append(picture)
    return damaged
