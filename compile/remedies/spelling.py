"""What a misspelt name was meant to be."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from compile.latex_names import ENVIRONMENTS, SIGNATURES
from compile.packages import PACKAGES_OF_COMMAND
from compile.remedies.known import own_environments as defined_in
from compile.remedies.loading import loaded
from compile.remedies.project import Project
from latex.commands import CITES, commands
from latex.diagnostic import Diagnostic

SHORT = 3
"""Names up to this length are too near to too many others."""
LONGEST = 40
_NAMED = re.compile(r"^The command \\([A-Za-z]+) is not defined")
_OWN = re.compile(
    r"\\(?:DeclareMathOperator\*?|DeclarePairedDelimiterX?|newlength|newsavebox|let|newif|def|gdef"
    r"|DeclareSIUnit|newrobustcmd|newdimen|newcount|newtoks|newbox|DeclareRobustCommand)"
    r"\s*\{?\s*\\(?P<name>[A-Za-z]+)"
)
_ARGUMENTS = re.compile(r"\*?(?:\s*\[[^\[\]\n]{0,200}\])*")
_GROUP = re.compile(r"\s*\{(?P<text>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,2000})\}")
_DISPLAY = re.compile(
    r"\\begin\{(?:equation|align|gather|multline|flalign|alignat|eqnarray|displaymath|math)\*?\}"
    r"|\\\[|\\\("
)
_DISPLAY_END = re.compile(
    r"\\end\{(?:equation|align|gather|multline|flalign|alignat|eqnarray|displaymath|math)\*?\}"
    r"|\\\]|\\\)"
)
_DOLLAR = re.compile(r"(?<!\\)\$")
_LIST = re.compile(r"\\begin\{(?:itemize|enumerate|description)\*?\}")
_LIST_END = re.compile(r"\\end\{(?:itemize|enumerate|description)\*?\}")
_DELIMITER = re.compile(r"\s*(?:[()\[\]|/.]|\\[{}|]|\\(?:langle|rangle|lvert|rvert|lVert|rVert)\b)")
_FENCES = {"left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg", "middle"}
_UNIT = re.compile(
    r"\\(?:SI|si|qty|unit|qtyrange|SIrange|qtylist|SIlist)\s*(?:\[[^\]]*\])?"
    r"(?:\s*\{[^{}]*\}){0,2}\s*\{[^{}]*$"
)


@dataclass(frozen=True, slots=True)
class Use:
    r"""One `\name` in a source."""

    file: str
    start: int
    """Offset of the backslash."""
    end: int
    """Behind the name."""


def named_command(problem: Diagnostic) -> str | None:
    """The undefined command a diagnostic is about, without its backslash."""
    found = _NAMED.match(problem.message)
    return found[1] if found else None


def uses(project: Project, name: str) -> tuple[Use, ...]:
    """Where a command is used in live LaTeX."""
    pattern = re.compile(rf"\\{re.escape(name)}(?![A-Za-z@])")
    return tuple(
        Use(source, found.start(), found.end())
        for source in project.sources
        for found in pattern.finditer(project.code(source))
        if not _escaped(project.code(source), found.start())
    )


def _escaped(code: str, position: int) -> bool:
    r"""Whether the backslash is the second of a `\\`."""
    before = code[max(0, position - 8) : position]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def distance(one: str, other: str, limit: int = 2) -> int:
    """Letters to insert, drop, replace or swap with their neighbour; `limit` + 1 for any more."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    older: list[int] = []
    old = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        new = [i]
        for j, with_letter in enumerate(other, 1):
            cost = min(old[j] + 1, new[-1] + 1, old[j - 1] + (letter != with_letter))
            swapped = i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == with_letter
            new.append(min(cost, older[j - 2] + 1) if swapped else cost)
        if min(new) > limit:
            return limit + 1
        older, old = old, new
    return old[-1]


def reach(name: str) -> int:
    """By how many letters a name of this length may be misspelt and still be recognised."""
    return 2 if len(name) > 5 else 1


def nearest_names(name: str, names: Iterable[str], *, most: int = 3) -> tuple[str, ...]:
    """The nearest of `names`, the best first; equal but for capitals comes before all else."""
    if len(name) > LONGEST:
        return ()
    limit = reach(name)
    near: list[tuple[tuple[int, int, str], str]] = []
    for other in names:
        if other == name:
            continue
        far = 0 if other.lower() == name.lower() else distance(name, other, limit)
        if far <= limit and (far == 0 or len(name) > SHORT):
            near.append(((far, other[:1].lower() != name[:1].lower(), other), other))
    return tuple(other for _, other in sorted(near)[:most])


def own_commands(project: Project) -> frozenset[str]:
    """Names of the commands the document defines."""
    found = set()
    for source in project.sources:
        code = project.code(source)
        found |= {d.name for d in commands(code).definitions if d.name.isalpha()}
        found |= {m["name"] for m in _OWN.finditer(code)}
    return frozenset(found)


def own_environments(project: Project) -> frozenset[str]:
    """Names of the environments the document defines."""
    return frozenset[str]().union(*(defined_in(project.code(name)) for name in project.sources))


def meant_environments(name: str, project: Project) -> tuple[str, ...]:
    """What a misspelt environment may have been meant to be, the likeliest first."""
    own = own_environments(project)
    best = nearest_names(name, ENVIRONMENTS | own)
    return tuple(sorted(best, key=lambda other: other not in own))


def meant_commands(use: Use, name: str, project: Project) -> tuple[str, ...]:
    """What a misspelt command may have been meant to be, the likeliest first.

    A short name is near to many others, so for those the place must fit as well: a formula for a
    command of mathematics, as many arguments as it takes, a label that is there.
    """
    place = _place(use, project)
    own = own_commands(project)
    there = loaded(project)
    limit = reach(name)
    scored: list[tuple[int, str]] = []
    for other in _vocabulary(there) | own:
        if abs(len(other) - len(name)) > limit or other == name:
            continue
        same = other.lower() == name.lower()
        far = 0 if same else distance(name, other, limit)
        if far > limit:
            continue
        fits = _fitness(other, place, own) + _likeness(name, other, place)
        if PACKAGES_OF_COMMAND.get(other) and not there.intersection(PACKAGES_OF_COMMAND[other]):
            fits -= 3
        if len(name) <= SHORT and not same and fits < _CERTAIN:
            continue
        if fits < 0:
            continue
        scored.append((10 * far - fits - 2 * (other[:1] == name[:1]), other))
    return tuple(other for _, other in sorted(scored)[:3])


_CERTAIN = 6


@lru_cache(maxsize=64)
def _vocabulary(there: frozenset[str]) -> frozenset[str]:
    """LaTeX's own commands, and those of the packages that are loaded."""
    of_packages = {
        name
        for name, packages in PACKAGES_OF_COMMAND.items()
        if there.intersection(packages) and name.isalpha()
    }
    return frozenset(SIGNATURES) | of_packages


@dataclass(frozen=True, slots=True)
class _Place:
    mode: str
    arguments: int
    first: str
    """Text of the first argument."""
    is_label: bool
    is_key: bool
    in_list: bool
    delimiter: bool
    """Whether a bracket follows at once, as behind `\\left`."""


def _place(use: Use, project: Project) -> _Place:
    code = project.code(use.file)
    groups = list(_groups(code, use.end))
    first = groups[0] if groups else ""
    marked = [commands(project.code(name)).named["label"] for name in project.sources]
    labels = {mark.key for marks in marked for mark in marks}
    keys = {c.key for name in project.sources for c in commands(project.code(name)).of(CITES)}
    before = code[max(0, use.start - 3000) : use.start]
    return _Place(
        mode=_mode(code, use.start),
        arguments=len(groups),
        first=first,
        is_label=first.strip() in labels,
        is_key=bool(first) and (first in keys or _is_key(first, project)),
        in_list=len(_LIST.findall(before)) > len(_LIST_END.findall(before)),
        delimiter=_DELIMITER.match(code, use.end) is not None,
    )


def _groups(code: str, position: int) -> Iterator[str]:
    options = _ARGUMENTS.match(code, position)
    position = options.end() if options else position
    for _ in range(3):
        group = _GROUP.match(code, position)
        if group is None:
            return
        yield group["text"]
        position = group.end()


def _is_key(text: str, project: Project) -> bool:
    wanted = text.split(",")[0].strip()
    key = re.escape(wanted)
    entry = re.compile(rf"@\w+\s*[{{(]\s*{key}\s*,|\\bibitem[^\n{{]*[{{]{key}[}}]")
    return bool(wanted) and any(entry.search(text) for text in project.texts.values())


def _mode(code: str, position: int) -> str:
    line = code.rfind("\n", 0, position) + 1
    if _UNIT.search(code, line, position):
        return "unit"
    paragraph = max(code.rfind("\n\n", 0, position), position - 5000, 0)
    before = code[paragraph:position]
    if len(_DOLLAR.findall(before)) % 2:
        return "math"
    opened = [found.end() for found in _DISPLAY.finditer(before)]
    closed = [found.end() for found in _DISPLAY_END.finditer(before)]
    return "math" if opened and (not closed or closed[-1] < opened[-1]) else "text"


def _likeness(name: str, other: str, place: _Place) -> int:
    """What else speaks for a name: a letter typed twice, a list around an item, a bracket."""
    doubled = any(
        name[i] == name[i + 1] and name[:i] + name[i + 1 :] == other for i in range(len(name) - 1)
    )
    swapped = sorted(name) == sorted(other)
    item = other == "item" and place.in_list and not place.arguments
    fence = other in _FENCES and place.delimiter and place.mode == "math"
    return 4 * doubled + 2 * swapped + 6 * item + 6 * fence


def _fitness(other: str, place: _Place, own: frozenset[str]) -> int:
    """How well a command would do at a place; negative where it cannot be."""
    mode, number = SIGNATURES.get(other, ("", -1))
    if other in own:
        mode, number = "", -1
    fits = 3 if other in own else 0
    if mode == "label":
        return fits + (8 if place.is_label else 2 if place.arguments == 1 else -10)
    if mode == "cite":
        return fits + (8 if place.is_key else 1 if place.arguments == 1 else -10)
    if mode == "unit" or place.mode == "unit":
        fits += 5 if mode == place.mode else -8
    elif mode:
        fits += 3 if mode == place.mode else -2
    if number >= 0:
        enough = place.arguments >= number
        fits += (4 if place.arguments == number and number else 1) if enough else -12
    return fits
