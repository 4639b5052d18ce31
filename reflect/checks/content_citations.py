"""Cite keys, against the bibliography."""

from collections.abc import Iterator
from difflib import get_close_matches

from latex.patterns import re
from latex.structure import Structure
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

_OWN = re.compile(r"\\bibitem\s*(?:\[(?:[^\[\]{}]|\{[^{}]*\})*+\])?\s*\{\s*([^{}\s]+)\s*\}")
_ENTRY = re.compile(r"^[ \t]*@[A-Za-z]+\s*[{(]\s*([^\s,{}()]+)\s*,", re.MULTILINE)
_ELSEWHERE = re.compile(r"\\(?:bibliography|addbibresource|input|include|subfile)(?![A-Za-z])")


@check("unknown-cite-key", 4, Category.CITATION)
def unknown_cite_key(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A key that is not in the bibliography; the document shows a question mark for it.

    A key that differs from exactly one known key in case or punctuation only is mended. While there
    is no bibliography nothing is said.

    Evidence: cite_keys=hubble1929, lemaitre1927
    Pass: The velocities grow \citep{hubble1929}.
    Fail: The velocities grow \citep{Hubble:1929}.
    """
    known = _known(structure, evidence)
    if known is None:
        return
    folded: dict[str, set[str]] = {}
    for key in known:
        folded.setdefault(_folded(key), set()).add(key)
    for cite in structure.cites:
        if cite.key in known or cite.key == "*":
            continue
        meant = folded.get(_folded(cite.key), set())
        near = tuple(meant) or get_close_matches(cite.key, sorted(known), n=2, cutoff=0.75)
        hint = f"; is {near[0]!r} meant?" if near else "."
        yield Hit(
            cite.start,
            cite.end,
            f"The bibliography has no entry {cite.key!r}{hint}",
            cure=(Edit(cite.start, cite.end, *meant),) if len(meant) == 1 else (),
            action=f"Cite {near[0]!r} if that is meant, or leave the citation out."
            if near
            else "Cite a source of the bibliography, or leave the citation out.",
        )


def _known(structure: Structure, evidence: Evidence) -> frozenset[str] | None:
    """Keys of the bibliography and of the document's own list; None when there may be others."""
    own = frozenset(match[1] for match in _OWN.finditer(structure.live))
    if evidence.cite_keys is not None:
        return evidence.cite_keys | own | frozenset(_ENTRY.findall(structure.source))
    alone = structure.body is not None and not _ELSEWHERE.search(structure.live)
    return own if own and alone else None


def _folded(key: str) -> str:
    return "".join(character for character in key.casefold() if character.isalnum())
