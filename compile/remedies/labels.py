r"""Cures for labels: one name given twice, and a label before the caption it belongs to."""

import re
from collections.abc import Iterator
from itertools import count, pairwise

from compile.remedies.boxes import FLOATS
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.references import Place, labels_of, refs_of, split_key
from compile.remedies.registry import precaution, remedy
from latex.braces import Braces
from latex.diagnostic import Diagnostic
from latex.environments import Environment, environments
from latex.references import Mark, labels_in

_CAPTION = re.compile(r"\\caption(?=\*?\s*[\[{])")
_COUNTS = re.compile(
    r"\\(?:caption|captionof|(?:sub)*section|chapter|part|paragraph|item|refstepcounter|footnote)"
    r"(?![A-Za-z])|\\(?:begin|end)\s*\{|\\\\|\\\[|\$\$"
)
"""What may give a label another number."""
_WORDS = re.compile(
    r"(?:(?P<figure>fig(?:ure|\.)?|abb(?:ildung|\.)?)|(?P<table>tab(?:le|elle|\.)?)"
    r"|(?P<equation>eq(?:uation|n?\.)?|gl(?:eichung|\.)?|gleichung)"
    r"|(?P<section>sec(?:tion|t?\.)?|abschnitt|kapitel|chapter))[s~\s(]*$",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\\(?:sub)*(?:section|chapter)\*?\s*(?:\[[^\]]*\])?\{[^\n]*\}\s*$")
_NOT_OF_FLOATS = frozenset({"sec", "eq", "ch", "app"})


@remedy("duplicate-label")
def part_duplicate_labels(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Two labels of one name, where it is certain which of them each reference means.

    That is so where nothing refers to them, where both name the same thing, or where the words
    before the references (`Figure`, `Table`) tell them apart. The others are left for the author.
    """
    key = problem.context
    places = [place for place in labels_of(project) if place[1].key == key]
    refs = [place for place in refs_of(project) if place[1].key == key]
    if len(places) < 2 or any(
        project.code(file)[mark.start : mark.end] != key for file, mark in (*places, *refs)
    ):
        return
    edits: tuple[Edit, ...] = ()
    if not refs:
        edits = _renamed(places[1:], key, project)
    elif _same_thing(places, project):
        edits = _renamed(places[:-1], key, project)
    elif len(places) == 2:
        edits = _by_words(places, refs, key, project)
    if edits:
        yield Cure(f"Gave one of the labels named {key} another name.", edits)


def _renamed(places: list[Place], key: str, project: Project) -> tuple[Edit, ...]:
    taken = {mark.key for _, mark in labels_of(project)}
    free = (f"{key}-{number}" for number in count(2) if f"{key}-{number}" not in taken)
    return tuple(Edit(file, mark.start, mark.end, next(free)) for file, mark in places)


def _same_thing(places: list[Place], project: Project) -> bool:
    """Whether each pair stands in one float with one caption, or side by side."""
    for (file, one), (other_file, other) in pairwise(places):
        if file != other_file:
            return False
        code = project.code(file)
        if not _COUNTS.search(code, one.whole[1], other.whole[0]):
            continue
        around = [e for e in environments(code) if e.start < one.start and other.end < e.end]
        holder = next((e for e in reversed(around) if e.name in FLOATS), None)
        if holder is None or len(_CAPTION.findall(code, holder.start, holder.end)) != 1:
            return False
    return True


def _by_words(
    places: list[Place], refs: list[Place], key: str, project: Project
) -> tuple[Edit, ...]:
    kinds = [_kind(place, project) for place in places]
    if None in kinds or kinds[0] == kinds[1]:
        return ()
    meant: list[Place] = []
    for file, mark in refs:
        before = project.code(file)[max(0, mark.whole[0] - 20) : mark.whole[0]]
        word = _WORDS.search(before)
        if word is None or word.lastgroup not in kinds:
            return ()
        if word.lastgroup == kinds[1]:
            meant.append((file, mark))
    new = _renamed(places[1:], key, project)
    return (*new, *(Edit(file, m.start, m.end, new[0].new) for file, m in meant))


def _kind(place: Place, project: Project) -> str | None:
    """What a label names: a figure, a table, an equation or a section."""
    file, mark = place
    code = project.code(file)
    around = [e for e in environments(code) if e.start < mark.start < e.end]
    for environment in reversed(around):
        name = environment.name.rstrip("*")
        if name in ("figure", "table"):
            return name
        if name in ("equation", "align", "gather", "multline", "eqnarray"):
            return "equation"
    line = code.rfind("\n", 0, max(0, code.rfind("\n", 0, mark.whole[0])))
    return "section" if _HEADING.search(code[line + 1 : mark.whole[0]]) else None


@precaution
def put_label_behind_caption(project: Project) -> Iterator[Cure]:
    r"""A label before the only caption of its float, which so has the number of the section.

    `\begin{figure} \label{fig:a} … \caption{A}` becomes `… \caption{A}\label{fig:a}`.
    """
    referred = {mark.key for _, mark in refs_of(project)}
    for file in project.sources:
        code = project.code(file)
        labels = [m for m in labels_in(code) if m.command == "label" and m.key in referred]
        for holder in environments(code) if labels else ():
            captions = list(_CAPTION.finditer(code, holder.inner_start, holder.inner_end))
            if holder.name not in FLOATS or len(captions) != 1:
                continue
            yield from _behind(file, holder, captions[0], labels, project)


def _behind(
    file: str,
    holder: Environment,
    caption: re.Match[str],
    labels: list[Mark],
    project: Project,
) -> Iterator[Cure]:
    code = project.code(file)
    braces = Braces(code)
    group = braces.argument(braces.behind_options(caption.end()))
    early = [
        mark
        for mark in labels
        if holder.inner_start <= mark.start < caption.start()
        and split_key(mark.key)[0] not in _NOT_OF_FLOATS
    ]
    if group is None or not early or not _directly_in(holder, caption.start(), code):
        return
    for mark in early:
        if _directly_in(holder, mark.whole[0], code):
            yield _moved(file, mark, group[1], project)


def _directly_in(holder: Environment, at: int, code: str) -> bool:
    """Whether a place lies in no further environment but a center, and in no group."""
    piece = re.sub(r"\\(?:begin|end)\s*\{center\}|\\[{}]", "", code[holder.inner_start : at])
    opened = len(re.findall(r"\\begin\s*\{", piece)) - len(re.findall(r"\\end\s*\{", piece))
    return not opened and piece.count("{") == piece.count("}")


def _moved(file: str, mark: Mark, behind: int, project: Project) -> Cure:
    text = project.texts[file]
    start, end = mark.whole
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip() and (rest := re.compile(r"[ \t]*\n").match(text, end)):
        start, end = line, rest.end()
    edits = (
        Edit(file, start, end, ""),
        Edit(file, behind, behind, text[mark.whole[0] : mark.whole[1]]),
    )
    return Cure(f"Moved the label {mark.key} behind the caption it belongs to.", edits)
