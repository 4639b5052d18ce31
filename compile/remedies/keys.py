r"""Cures for keys of labels that TeX cannot read, such as `fig:a\_b`, `fig:50%` or `fig:a~b`."""

from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import loaded
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.commands import LABELS, REFS
from latex.diagnostic import Diagnostic
from latex.patterns import re

_KEYED = re.compile(
    rf"\\(?P<command>{'|'.join(sorted(LABELS | REFS, key=len, reverse=True))})(?![A-Za-z])\*?"
    r"(?:\s*\[[^\[\]\n]{0,200}\])?\s*\{(?P<key>(?:[^{}\n]|\{[^{}\n]{0,100}\}){1,300}+)\}"
)
_BAD = re.compile(r"[\\~#%&{}]")
_BREAKING = re.compile(r"[\\~#&{}]|(?<!\\)%")
_UNDERSCORE = re.compile(r"\\(?:textunderscore(?![A-Za-z])|_)\s*(?:\{\})?")
_COMMAND = re.compile(r"\\[A-Za-z]+\s*|\\")


@remedy("bad-name", "wrong-parameter", "runaway-argument", "capacity", "wrong-syntax")
def spell_keys(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\label{fig:a\_b}` and its references become `fig:a_b`; `fig:50%` becomes `fig:50-`.

    All keys are made readable at once, so that labels and references go on belonging together.
    """
    if problem.code == "wrong-syntax" and r"\if" not in problem.message:
        return
    edits = list(_edits(project))
    if edits:
        yield Cure("Took signs out of labels that cannot stand in their names.", tuple(edits))


@remedy("undefined-reference")
def join_keys(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\cref{fig:a,b}` asks for two labels: one named `fig:a,b` becomes `fig:a-b`."""
    if "cleveref" not in loaded(project):
        return
    found = [(file, f) for file in project.sources for f in _found(file, project)]
    whole = {f["key"].strip() for _, f in found if f["command"] in LABELS and "," in f["key"]}
    for key in sorted(whole):
        if problem.context.strip() in [part.strip() for part in key.split(",")]:
            new = re.sub(r"\s*,\s*", "-", key)
            edits = [
                Edit(file, *f.span("key"), new) for file, f in found if f["key"].strip() == key
            ]
            yield Cure(f"Took the comma out of the label {key}.", tuple(edits))


def _found(file: str, project: Project) -> Iterator[re.Match[str]]:
    """Labels and references in live LaTeX, also those that a `%` cuts off."""
    code = project.code(file)
    for found in _KEYED.finditer(project.texts[file]):
        if code.startswith("\\", found.start()):
            yield found


def _edits(project: Project) -> Iterator[Edit]:
    taken = {f["key"].strip() for file in project.sources for f in _found(file, project)}
    for file in project.sources:
        for found in _found(file, project):
            key = found["key"]
            if not _BAD.search(key):
                continue
            parts = [key] if found["command"] in LABELS else key.split(",")
            new = ",".join(readable(part, taken) for part in parts)
            yield Edit(file, *found.span("key"), new)


def readable(key: str, taken: set[str] | frozenset[str] = frozenset()) -> str:
    r"""The key in signs that TeX reads: `a\_b` is `a_b`, `\textbf{x}` is `x`, `a~b` is `a-b`.

    Args:
        key: as it is written.
        taken: other keys, from which it must go on differing.
    """
    if not _BREAKING.search(key):
        return key
    plain = _UNDERSCORE.sub("_", key)
    plain = _COMMAND.sub("", plain)
    plain = re.sub(r"[{}]", "", plain)
    plain = re.sub(r"[~#%&]", "-", plain).strip()
    only_spelt = plain == _UNDERSCORE.sub("_", key)
    while plain in taken and not only_spelt:
        plain += "-"
    return plain
