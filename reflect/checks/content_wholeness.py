"""Whether a source says all there is to say about its labels."""

import re
from functools import lru_cache

from latex.structure import Structure

_PARTS = re.compile(r"\\(?:input|include|subfile|subimport|import|includeonly)(?![A-Za-z])")
_OTHERS = re.compile(r"\\(?:externaldocument|zexternaldocument|externalcitedocument)(?![A-Za-z])")
_MADE = re.compile(
    r"\\(?:label|refstepcounter|newtheorem|newtcbtheorem)(?![A-Za-z])[^\n]{0,120}#\d"
)
_LABEL = re.compile(r"\\label\s*\{[^{}]*\}")
_DELIMITER = re.compile(r"[{}=,\[\]]")
_REF = re.compile(r"\\[A-Za-z]*[rR]ef[A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*)*\{[^{}]*\}")


def is_whole(structure: Structure) -> bool:
    """Whether it is a document of its own that takes in no text from other files."""
    if structure.body is None or _OTHERS.search(structure.live):
        return False
    return _PARTS.search(structure.live, *structure.body) is None


def takes_files(structure: Structure) -> bool:
    """Whether anything comes from other files, also before the body."""
    return _PARTS.search(structure.live) is not None


def makes_labels(structure: Structure, key: str) -> bool:
    """Whether the label, or what a macro may make it of, is an argument or option elsewhere."""
    rest = _without_refs(structure.live)
    name = key.rpartition(":")[2]
    return _is_argument(key, rest) or (_makes_any(structure.live) and _is_argument(name, rest))


def is_named(structure: Structure, label: str) -> bool:
    """Whether a label, or what a macro may make it of, is an argument elsewhere."""
    rest = _without_labels(structure.live)
    return _is_argument(label, rest) or _is_argument(label.rpartition(":")[2], rest)


def _is_argument(key: str, live: str) -> bool:
    if _DELIMITER.search(key):
        return re.search(rf"[{{=,\[]\s*{re.escape(key)}\s*[}},\]]", live) is not None
    return key.strip() in _arguments(live)


@lru_cache(maxsize=4)
def _arguments(live: str) -> frozenset[str]:
    """What stands between two delimiters of arguments and options, the space around it apart."""
    found: set[str] = set()
    before = None
    for delimiter in _DELIMITER.finditer(live):
        if before is not None and before[0] in "{=,[" and delimiter[0] in "},]":
            found.add(live[before.end() : delimiter.start()].strip())
        before = delimiter
    return frozenset(found)


@lru_cache(maxsize=4)
def _makes_any(live: str) -> bool:
    return _MADE.search(live) is not None


@lru_cache(maxsize=4)
def _without_refs(live: str) -> str:
    return _REF.sub(" ", live)


@lru_cache(maxsize=4)
def _without_labels(live: str) -> str:
    return _LABEL.sub(" ", live)
