r"""Edits of what a document loads: put a package at its place, change or drop a loading."""

import re
from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

from compile.package_facts import AFTER, IMPLIED, LATE, OPTION_OF_COMMAND, OPTIONS
from compile.remedies.bracing import braces_in
from compile.remedies.cure import Edit
from compile.remedies.project import BEGIN, Loading, Project

CLASS = re.compile(r"\\(?:documentclass|documentstyle)(?![A-Za-z])")
_LINE = re.compile(r"[ \t]*\\(?:usepackage|RequirePackage)(?![A-Za-z])")
_OPTION = re.compile(r"(?:[^,{}]|\{(?:[^{}]|\{[^{}]*\})*\})+")


@lru_cache(maxsize=512)
def implied(name: str) -> frozenset[str]:
    """What loading a package or class loads as well, itself among it."""
    found, queue = {name}, [name]
    while queue:
        for other in IMPLIED.get(queue.pop(), "").split():
            if other not in found:
                found.add(other)
                queue.append(other)
    return frozenset(found)


def loaded(project: Project) -> frozenset[str]:
    """Every package the document loads, the ones its class and its packages load among them."""
    named = [name for loading in project.loadings for name in loading.names]
    return frozenset().union(*(implied(name) for name in (*named, project.document_class[0])))


def direct(project: Project, package: str) -> list[Loading]:
    """The loadings that name `package`, in order."""
    return [loading for loading in project.loadings if package in loading.names]


def preamble_end(project: Project) -> int:
    r"""Offset of \begin{document} in the root; the end of the text without one."""
    found = BEGIN.search(project.code(project.root))
    return found.start() if found else len(project.code(project.root))


def load(project: Project, package: str, names: Iterable[str] = ()) -> Edit:
    """Load `package` where the order of loading allows it.

    Which of the allowed lines is taken depends on the package, so that several can be loaded in
    one round without meeting at one point.

    Args:
        project: the document.
        package: what to load.
        names: the commands or environments it is loaded for; some need an option.
    """
    options = ",".join(options_for(package, names))
    line = rf"\usepackage[{options}]{{{package}}}" if options else rf"\usepackage{{{package}}}"
    places = _places(project, package)
    if not places:
        return project.in_preamble(line, before=())
    at = places[crc32(package.encode()) % len(places)]
    return Edit(project.root, at, at, f"{line}\n")


def options_for(package: str, names: Iterable[str] = ()) -> tuple[str, ...]:
    needed = OPTION_OF_COMMAND.get(package, {})
    wanted = [OPTIONS.get(package, ""), *(needed.get(name, "") for name in names)]
    return tuple(dict.fromkeys(filter(None, wanted)))


def _places(project: Project, package: str) -> list[int]:
    """Starts of the lines between loadings where `package` may be loaded."""
    code, end = project.code(project.root), preamble_end(project)
    here = [
        loading
        for loading in project.loadings
        if loading.file == project.root and loading.start < end and _own_line(code, loading)
    ]
    lowest, highest = 0, end
    rank = LATE.index(package) if package in LATE else -1
    for loading in here:
        names = {other for name in loading.names for other in implied(name)}
        if names & set(AFTER.get(package, ())) or (rank >= 0 and _earlier(loading, rank)):
            lowest = max(lowest, loading.end)
    for loading in here:
        later = any(package in AFTER.get(name, ()) for name in loading.names)
        if loading.start >= lowest and (later or _later(loading, rank)):
            highest = min(highest, loading.start)
    starts = [_line_start(code, loading.start) for loading in here]
    starts += [_line_start(code, end)] if BEGIN.search(code) else []
    return [at for at in starts if lowest <= at <= max(highest, 0)]


def _earlier(loading: Loading, rank: int) -> bool:
    return any(name not in LATE or LATE.index(name) < rank for name in loading.names)


def _later(loading: Loading, rank: int) -> bool:
    return any(name in LATE and LATE.index(name) > rank for name in loading.names)


def _line_start(code: str, position: int) -> int:
    return code.rfind("\n", 0, position) + 1


def _own_line(code: str, loading: Loading) -> bool:
    """Whether the loading begins its line, so that a line may come before it."""
    return not code[_line_start(code, loading.start) : loading.start].strip()


def split_options(options: str) -> list[str]:
    """Options one by one, each stripped; braces keep commas together."""
    return [found[0].strip() for found in _OPTION.finditer(options) if found[0].strip()]


def joined_options(options: Iterable[str]) -> list[str]:
    """Without repetitions; of a key given twice the later value, at the place of the first."""
    by_key: dict[str, str] = {}
    for option in options:
        by_key[option.split("=")[0].strip()] = option
    return list(by_key.values())


def rewritten(project: Project, loading: Loading, options: Iterable[str]) -> Edit:
    """The same loading with these options."""
    text = project.texts[loading.file][loading.start : loading.end]
    command = re.match(r"\\[A-Za-z]+", text)
    names = text[text.rindex("{") :]
    given = ",".join(options)
    new = f"{command[0] if command else ''}{f'[{given}]' if given else ''}{names}"
    return Edit(loading.file, loading.start, loading.end, new)


def unload(project: Project, loading: Loading, package: str, instead: str = "") -> Edit:
    r"""Take `package` out of its loading; `instead` holds whole lines that come in its place.

    Takes the line with it where nothing else stands on it.
    """
    text = project.texts[loading.file]
    others = [name for name in loading.names if name != package]
    if others:
        whole = text[loading.start : loading.end]
        kept = f"{whole[: whole.rindex('{')]}{{{','.join(others)}}}"
        return Edit(
            loading.file, loading.start, loading.end, f"{instead}\n{kept}" if instead else kept
        )
    start, end = loading.start, loading.end
    if instead:
        return Edit(loading.file, start, end, instead)
    line = _line_start(text, start)
    tail = re.compile(r"[ \t]*(?:\r?\n)?").match(text, end)
    if not text[line:start].strip() and tail and tail[0].endswith("\n"):
        return Edit(loading.file, line, tail.end(), "")
    return Edit(loading.file, start, end, "")


def pass_options(project: Project, package: str, options: Iterable[str]) -> Edit:
    r"""Give `package` its options before the document class, whoever loads it."""
    line = rf"\PassOptionsToPackage{{{','.join(options)}}}{{{package}}}"
    code = project.code(project.root)
    found = CLASS.search(code)
    at = _line_start(code, found.start()) if found else 0
    if found and code[at : found.start()].strip():
        at = found.start()
    return Edit(project.root, at, at, f"{line}\n")


_OPENING = re.compile(r"[ \t]*(?=[\[{])")


def behind_arguments(code: str, position: int) -> int:
    """Offset behind the arguments, in braces and in brackets, that follow on the same line."""
    braces = braces_in(code)
    while opening := _OPENING.match(code, position):
        span = braces.option(opening.end()) or braces.argument(opening.end())
        if span is None:
            break
        position = span[1]
    return position
