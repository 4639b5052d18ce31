r"""The pictures a document includes, the files they stand for, and those that were meant."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from compile.remedies.project import Project
from compile.remedies.spelling import distance
from latex.mask import mask
from latex.patterns import re
from latex.references import graphics_in, graphics_paths

Span = tuple[int, int]

ENDINGS = (".pdf", ".png", ".jpg", ".jpeg")
"""What every engine takes, in the order in which it is looked for."""
CONVERTIBLE = (
    *(".svg", ".eps", ".ps", ".gif", ".tif", ".tiff", ".bmp", ".webp", ".ppm", ".pgm", ".ico"),
)
SHORTEST = 5
"""Names with fewer letters are too near to too many others."""

_COMMAND = re.compile(
    r"\\(?P<command>includegraphics|includesvg|includepdf|adjincludegraphics|pgfimage)\*?\s*+"
    r"(?P<options>(?:\[(?:[^\[\]{}]|\{[^{}]{0,300}\}|\[[^\[\]{}]{0,200}\]){0,600}+\]\s*+){0,2}+)"
    r"\{(?P<name>(?:[^{}\n]|\{[^{}\n]{0,300}\}){0,300}+)\}"
)
_DIRECT = frozenset({"includegraphics", "includesvg", "includepdf", "adjincludegraphics"})
_ESCAPED = re.compile(r"\\([#$%&_{}~^ ])(?:\{\})?")
_SPELT = re.compile(r"\\(?:textunderscore|_)(?:\{\})?")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe"})
_NUMBER = re.compile(r"\d+")
_SAFE = re.compile(r"[A-Za-z0-9_/-]+\.[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Picture:
    r"""One \includegraphics, or a command of the document that stands for one."""

    file: str
    start: int
    end: int
    """The whole command."""
    command: str
    """Without backslash."""
    options: str
    name: Span | None
    """Between the braces; None where a command of the document makes the name."""
    written: str
    """The name as it is written, or as that command makes it."""

    @property
    def wanted(self) -> str:
        r"""The file that is meant by the name: `a\_b.png` is `a_b.png`."""
        return plain_name(self.written)


def plain_name(written: str) -> str:
    name = _ESCAPED.sub(r"\1", _SPELT.sub("_", written.strip()))
    if name.startswith('"') and name.endswith('"'):
        name = name[1:-1]
    if not name.startswith(("../", "/")):
        name = name.removeprefix("./")
    return re.sub(r"/{2,}", "/", name.replace("\\", "/"))


def pictures_in(project: Project) -> tuple[Picture, ...]:
    """Every picture of the live sources, in order."""
    return tuple(p for file in project.sources for p in _of_one(file, project.texts[file]))


@lru_cache(maxsize=8)
def _of_one(file: str, text: str) -> tuple[Picture, ...]:
    live = mask(text)
    found = [
        Picture(file, *m.span(), m["command"], m["options"].strip(), m.span("name"), m["name"])
        for m in _COMMAND.finditer(text)
        if live.startswith(f"\\{m['command']}", m.start())
    ]
    for mark in graphics_in(live):
        if mark.command not in _DIRECT and "\\" not in mark.key:
            found.append(Picture(file, *mark.whole, mark.command, "", None, mark.key))
    return tuple(sorted(found, key=lambda picture: picture.start))


def file_of(picture: Picture, project: Project) -> str | None:
    """The project's file that bears the picture's name, also of a kind TeX does not take."""
    return next(_files_named(picture.wanted, project), None)


def _files_named(wanted: str, project: Project) -> Iterator[str]:
    if not wanted:
        return
    endings = ("", *ENDINGS, *CONVERTIBLE)
    for folder in ("", *_folders(project)):
        for ending in endings:
            if (name := f"{folder}{wanted}{ending}") in project.assets:
                yield name


def _folders(project: Project) -> Iterator[str]:
    for file in project.sources:
        for folder in graphics_paths(project.code(file)):
            plain = folder.removeprefix("./")
            yield plain if plain.endswith("/") or not plain else f"{plain}/"


def files_meant(picture: Picture, project: Project) -> tuple[str, ...]:
    """Files that are likely meant by a name nothing bears, the best first.

    The nearest kind of likeness decides: another ending, other capitals, another folder, other
    signs between the words, one wrong letter. Numbers in the name must be the same, for `fig1` and
    `fig2` are no misspelling of each other. Empty where several different names are equally near.
    """
    wanted = PurePosixPath(picture.wanted)
    if not wanted.name or "\\" in picture.wanted:
        return ()
    others = list(_candidates(project))
    stems = {wanted.stem, wanted.name} if wanted.suffix.lower() not in _KNOWN else {wanted.stem}
    for like in (_same_place, _same_name, _same_words):
        if near := [other for other in others if like(wanted, stems, other)]:
            return _single(near, wanted, project)
    used = {file_of(other, project) for other in pictures_in(project)}
    near = [o for o in others if str(o) not in used and _one_letter(wanted.stem, o.stem)]
    return _single(near, wanted, project)


_KNOWN = frozenset((*ENDINGS, *CONVERTIBLE))


def _candidates(project: Project) -> Iterator[PurePosixPath]:
    made = project.root.removesuffix(".tex") + ".pdf"
    for name in sorted(project.assets):
        path = PurePosixPath(name)
        if path.suffix.lower() in _KNOWN and name != made:
            yield path


def _same_place(wanted: PurePosixPath, stems: set[str], other: PurePosixPath) -> bool:
    here = str(wanted.parent).lower() == str(other.parent).lower()
    return here and other.stem.lower() in {stem.lower() for stem in stems}


def _same_name(_: PurePosixPath, stems: set[str], other: PurePosixPath) -> bool:
    return unicodedata.normalize("NFC", other.stem.lower()) in {
        unicodedata.normalize("NFC", stem.lower()) for stem in stems
    }


def _same_words(_: PurePosixPath, stems: set[str], other: PurePosixPath) -> bool:
    return any(
        _folded(stem) == _folded(other.stem) and numbers(stem) == numbers(other.stem)
        for stem in stems
        if _folded(stem)
    )


def _one_letter(stem: str, other: str) -> bool:
    one, two = _folded(stem), _folded(other)
    longest = max(len(one), len(two)) >= SHORTEST
    return longest and numbers(stem) == numbers(other) and distance(one, two, 1) <= 1


def numbers(name: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(name)]


def _folded(stem: str) -> str:
    """Letters and digits alone, without accents, capitals and leading zeros."""
    text = unicodedata.normalize("NFC", stem).lower().translate(_UMLAUTS)
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    text = _NUMBER.sub(lambda m: m[0].lstrip("0") or "0", text)
    return "".join(sign for sign in text if sign.isalnum())


def _single(near: list[PurePosixPath], wanted: PurePosixPath, project: Project) -> tuple[str, ...]:
    """The files of the one name that is nearest; none where two names are."""
    if not near:
        return ()
    shared = {other: _shared(wanted, other) for other in near}
    best = max(shared.values())
    nearest = [other for other in near if shared[other] == best]
    if len({other.with_suffix("") for other in nearest}) > 1 and not _equal(nearest, project):
        return ()
    order = (wanted.suffix.lower(), *ENDINGS, *CONVERTIBLE)
    return tuple(
        str(other) for other in sorted(nearest, key=lambda o: (order.index(o.suffix.lower()), o))
    )


def _shared(wanted: PurePosixPath, other: PurePosixPath) -> int:
    """How many folders above the file the two have in common, from the file upwards."""
    count = 0
    for one, two in zip(reversed(wanted.parts[:-1]), reversed(other.parts[:-1]), strict=False):
        if one.lower() != two.lower():
            break
        count += 1
    return count


def _equal(names: Iterable[PurePosixPath], project: Project) -> bool:
    contents = {project.read(str(name)) for name in names}
    return len(contents) == 1 and None not in contents


def is_safe(name: str) -> bool:
    """Whether TeX, its packages and drivers all read the name as it is written."""
    return _SAFE.fullmatch(name) is not None


def safe_name(name: str, ending: str, project: Project) -> str:
    """A name like this one that everything can read, and that no other file has."""
    path = PurePosixPath(name)
    folder = "/".join(filter(None, map(_safe_part, path.parts[:-1])))
    stem = _safe_part(path.stem) or "picture"
    for number in range(1, 1000):
        tail = "" if number == 1 else f"-{number}"
        full = f"{folder}/{stem}{tail}{ending}" if folder else f"{stem}{tail}{ending}"
        if full not in project.assets and full not in project.texts:
            return full
    return f"{stem}-copy{ending}"


def _safe_part(part: str) -> str:
    text = unicodedata.normalize("NFC", part).translate(_UMLAUTS)
    text = text.replace("Ä", "Ae").replace("Ö", "Oe").replace("Ü", "Ue")
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")
