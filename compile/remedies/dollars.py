"""Cures for a `$` that is missing or too many."""

import re
from collections.abc import Iterator
from itertools import accumulate

from compile.remedies.cure import Cure, Edit
from compile.remedies.formula_spans import Stretch, displays, odd_stretches
from compile.remedies.live import live
from compile.remedies.mathlike import Token, tokens
from compile.remedies.near import nearest
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_MOST_FAULTS = 3
_MOST_PLACES = 4
_MOST_TOKENS = 3000
_INSERTION, _DELETION = 1.0, 1.3
"""What a change costs beside what looks wrong afterwards: a lost sign is likelier than one more."""
_PRICE = 0.8
_UNBALANCED = 6.0


@remedy(
    "missing-dollar", "only-in-math", "too-many-braces", "unbalanced-environment", "tex-error",
    "missing-brace", "runaway-argument", "left-right", "misplaced-alignment", "wrong-place",
    "emergency-stop", "double-script", "unbalanced-group", "missing-item", "extra-alignment",
    "missing-number", "unclosed-group", "capacity", "misplaced-rule", "unicode-character",
    "package-error", "wrong-syntax", "undefined-command",
)  # fmt: skip
def mend_dollars(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Add or take out one `$` where a stretch of text has an odd number of them.

    Before: `the angle \varphi$ is`; after: `the angle $\varphi$ is`.
    """
    odd = [s for name in project.sources for s in odd_stretches(name, live(project, name))]
    if not odd:
        return
    for stretch in nearest(problem, project, odd)[:_MOST_FAULTS]:
        yield from _evened(stretch, live(project, stretch.file))


def _evened(stretch: Stretch, code: str) -> Iterator[Cure]:
    if double := _half_closed(stretch, code):
        yield Cure("Ended a display with $$.", (Edit(stretch.file, double, double, "$"),))
    parts = list(tokens(code, stretch.start, stretch.end))[:_MOST_TOKENS]
    ranked = sorted(_changes(parts, code))
    best = ranked[0][0] if ranked else 0.0
    seen: set[tuple[int, bool]] = set()
    for cost, at, sign in ranked:
        adds = bool(sign)
        if (at, adds) in seen or any(abs(at - other) < 2 and adds == a for other, a in seen):
            continue
        if len(seen) >= _MOST_PLACES or cost > best + 12:
            return
        seen.add((at, adds))
        yield _change(stretch.file, code, at, sign)


def _half_closed(stretch: Stretch, code: str) -> int | None:
    """Where a display that $$ opens is closed by a single sign."""
    first, *rest = stretch.dollars
    if len(rest) == 2 and rest[0] == first + 1 and code[rest[1]] == "$":
        return rest[1]
    return None


def _change(file: str, code: str, at: int, sign: str) -> Cure:
    if sign:
        return Cure(f"Added the {sign} that a formula lacked.", (Edit(file, at, at, sign),))
    if code[at] == "\\":
        return Cure(
            f"Took out a {code[at : at + 2]} without partner.", (Edit(file, at, at + 2, ""),)
        )
    if re.match(r"\d", code[at + 1 : at + 2]) and not re.match(r"\d+\)?\$", code[at + 1 : at + 9]):
        return Cure("Wrote \\$ for the sign itself.", (Edit(file, at, at + 1, "\\$"),))
    return Cure("Took out a $ that belonged to no formula.", (Edit(file, at, at + 1, ""),))


def _changes(parts: list[Token], code: str) -> Iterator[tuple[float, int, str]]:
    """Every way to add or take out one sign: how wrong it all looks then, where, what comes."""
    before: list[bool] = []
    state = False
    for part in parts:
        before.append(state)
        state ^= part.kind == "dollar"
    as_is = [p.in_math if s else p.in_text for p, s in zip(parts, before, strict=True)]
    flipped = [p.in_text if s else p.in_math for p, s in zip(parts, before, strict=True)]
    head = [0.0, *accumulate(as_is)]
    tail = [0.0, *accumulate(flipped)]
    depth = [0, *accumulate(_depth(part) for part in parts)]
    for number, part in enumerate(parts):
        cost = head[number] + tail[-1] - tail[number]
        if part.kind == "dollar":
            price = _is_price(parts, number)
            yield cost + (_PRICE if price else _DELETION), part.start, ""
        yield from _insertion(parts, number, before[number], cost, depth)
    yield from _insertion(parts, len(parts), state, head[-1], depth)


def _is_price(parts: list[Token], number: int) -> bool:
    """Whether the sign stands before a number, and text follows."""
    behind = [part for part in parts[number + 1 : number + 4] if part.kind != "space"]
    return (
        len(behind) > 1
        and behind[0].kind == "number"
        and behind[0].start == parts[number].end
        and behind[1].kind in ("word", "kept")
    )


def _depth(part: Token) -> int:
    return {"{": 1, "}": -1}.get(part.text, 0) if part.kind == "brace" else 0


def _insertion(
    parts: list[Token], number: int, in_math: bool, cost: float, depth: list[int]
) -> Iterator[tuple[float, int, str]]:
    """A sign before token `number`; blanks stay outside of the formula."""
    previous = parts[number - 1] if number else None
    following = parts[number] if number < len(parts) else None
    if in_math and previous is not None and previous.kind == "space":
        return
    if not in_math and (following is None or following.kind == "space"):
        return
    if not in_math and previous is not None and previous.kind == "dollar":
        cost += 0.5
    if not in_math and following is not None and following.kind == "dollar":
        cost += _UNBALANCED
    if in_math and previous is not None and previous.text in (",", ".", ";", ":"):
        cost += 0.3
    partner = _partner(parts, number, in_math)
    if partner is not None and not _level(depth, number, partner):
        cost += _UNBALANCED
    if in_math and previous is not None and (previous.kind in ("script", "dollar")):
        cost += 3.0
    beside = previous if in_math else following
    if beside is not None and beside.text in ("=", "<", ">", "+"):
        cost += 1.0
    if in_math and following is not None and following.text == "{":
        cost += 2.0
    at = following.start if following is not None else parts[-1].end if parts else 0
    other = parts[partner].text if partner is not None else "$"
    yield cost + _INSERTION, at, "$" if other == "$" else ("\\)" if in_math else "\\(")


def _partner(parts: list[Token], number: int, in_math: bool) -> int | None:
    """The sign at the other end of the formula that is made."""
    if in_math:
        return next((n for n in range(number - 1, -1, -1) if parts[n].kind == "dollar"), None)
    return next((n for n in range(number, len(parts)) if parts[n].kind == "dollar"), None)


def _level(depth: list[int], one: int, other: int) -> bool:
    low, high = sorted((one, other))
    return depth[low] == depth[high] and min(depth[low : high + 1]) >= depth[low]


@remedy("missing-dollar", "tex-error", "math-nesting", "only-in-math")
def drop_dollars_in_display(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Take the `$` out of a displayed formula.

    Before: `\[ a = $b$ \]`; after: `\[ a = b \]`.
    """
    found = [d for name in project.sources for d in displays(name, live(project, name))]
    for display in nearest(problem, project, found)[:2]:
        code = live(project, display.file)
        if edits := tuple(_loose(display.file, code, display.start, display.end)):
            yield Cure("Took the $ out of a displayed formula.", edits)


def _loose(file: str, code: str, start: int, end: int) -> Iterator[Edit]:
    r"""Signs that stand in no \text."""
    text = re.compile(
        r"\\(?:text\w*|[mhf]box|intertext|tag)\s*\{(?:[^{}\n]|\{[^{}\n]*\})*\}|\\.|\$"
    )
    for found in text.finditer(code, start, end):
        if found[0] == "$":
            yield Edit(file, found.start(), found.end(), "")
