"""As much of the material as one change needs, since the whole of it costs more than the change.

The rule: a line of the material counts for every term that it shares with the change (issue,
action, evidence), more for a rare term than for one of several lines, nothing for one of many; for
a fact or a cite key that the change names, most of all; for one that only the text to be revised
names, a little. Keys that may be cited count only where the change is about citations. The best
lines are sent in the order in which they stand, `ROOM` characters for each change and never more
than `MOST_ROOM`; a line that shares next to nothing is not sent.
"""

import re
from collections import Counter
from collections.abc import Iterator
from math import fsum

import regex

from reflect.change import Change
from reflect.finding import Category
from reflect.roles import Task

ROOM = 1_200
MOST_ROOM = 6_000
LONGEST = 400
"""Characters of a line; a longer one is taken apart into sentences."""
MOST_SHARED = 8
"""Lines that may share a term; it tells nothing of a line when it stands in more."""
LEAST = 0.5
"""Weight of a line that is sent, such as that of one rare term or two less rare ones."""
NAMED, ALSO_THERE = 8.0, 1.0
"""Weight of a key that the change names, and of one that stands in the text."""

KEYS = regex.compile(
    r"\\(?:fact(?:value)?|[A-Za-z]{0,12}[Cc]ite[A-Za-z]{0,12})(?![A-Za-z])\*?+"
    r"(?:\[[^\[\]]*+\])*+\{([^{}]*+)\}"
)
LINE_KEY = re.compile(r"(?:- )?`?(?P<key>[\w.:+/-]+)`?:\s")
PLAIN_KEY = re.compile(r"[\w.:+/-]+")
WORD = regex.compile(r"[\p{Latin}\p{Greek}]{4,}|\d+[.,]\d+|\d{2,}|\p{Han}{2,}")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？；])")
ABOUT_CITING = regex.compile(
    r"\b(?:cit(?:e|es|ed|ing|ation|ations)|references?|sources?|literature|bibliograph\w*)\b"
    r"|引用|文献|出处|来源|\\[A-Za-z]*cite",
    regex.IGNORECASE,
)
SOURCES = re.compile(r"#+ (?:Sources that may be cited|可引用的文献)")
COMMON = """
that this with from which where there their into what when have been than then should must section
sentence paragraph text value values number numbers state say says give given after before between
only other same more
"""
PASSED_OVER = frozenset(COMMON.split())


def excerpt(material: str, task: Task) -> str:
    """The lines of the material that a task needs; empty when none concerns it."""
    asked = " ".join(_said(change) for change in task.changes)
    wanted, there = _terms(KEYS.sub(" ", asked)), _keys(task.text)
    named = _keys(asked) | {word.strip(".:,;/-") for word in PLAIN_KEY.findall(asked)}
    citing = any(change.category is Category.CITATION for change in task.changes) or bool(
        ABOUT_CITING.search(asked)
    )
    lines = [line for line, source in _lines(material) if citing or not source]
    shared = [_terms(line) & wanted for line in lines]
    frequency = Counter(term for terms in shared for term in terms)
    telling = {term: 1 / count for term, count in frequency.items() if count <= MOST_SHARED}
    ranked = []
    for number, (line, terms) in enumerate(zip(lines, shared, strict=True)):
        # Exact, so that no order of a set shows in what is sent.
        weight = fsum(telling.get(term, 0.0) for term in terms)
        if key := LINE_KEY.match(line):
            weight += NAMED * (key["key"] in named)
            weight += ALSO_THERE * (key["key"] in there)
        if weight >= LEAST:
            ranked.append((-weight, number, line))
    room = min(ROOM * max(1, len(task.changes)), MOST_ROOM)
    chosen = []
    for _, number, line in sorted(ranked):
        if len(line) + 1 <= room:
            room -= len(line) + 1
            chosen.append((number, line))
    return "\n".join(line for _, line in sorted(chosen))


def _said(change: Change) -> str:
    return f"{change.issue}\n{change.action}\n{change.evidence}"


def _keys(text: str) -> frozenset[str]:
    return frozenset(key.strip() for match in KEYS.finditer(text) for key in match[1].split(","))


def _terms(text: str) -> frozenset[str]:
    """Words of four letters and more, numbers, and pairs of neighbouring ideographs."""
    found: set[str] = set()
    for match in WORD.finditer(text):
        word = match[0].casefold()
        if "\u3400" <= word[0] <= "\u9fff" or ord(word[0]) > 0x1FFFF:
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        elif word not in PASSED_OVER:
            found.add(word)
    return frozenset(found)


def _lines(material: str) -> Iterator[tuple[str, bool]]:
    """The lines with something in them, and whether each is a source that may be cited."""
    sources = False
    for line in material.splitlines():
        text = line.strip()
        if text.startswith("#"):
            sources = SOURCES.match(text) is not None
            continue
        if not text or text.startswith(("<material", "</material", "<notes", "</notes")):
            continue
        for part in [text] if len(text) <= LONGEST else SENTENCE_END.split(text):
            if part.strip():
                yield part.strip(), sources
