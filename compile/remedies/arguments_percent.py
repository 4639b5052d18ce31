"""A percent sign in the key of a label, which hides the brace that closes it."""

from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic
from latex.patterns import re

_KEY = re.compile(
    r"\\(?:label|ref|eqref|[cC]ref|autoref|pageref|nameref|vref)\*?\{"
    r"(?P<key>[^{}\\\s%]{0,80}+%[^{}\\\s]{0,80}+)\}"
)


@remedy(
    "runaway-argument", "missing-brace", "unbalanced-group", "unclosed-group", "emergency-stop",
    "unbalanced-environment", "too-many-braces", "wrong-syntax", "undefined-reference",
)  # fmt: skip
def spell_percent_in_key(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Spell out % in the keys of labels and of references to them, which no reader sees.

    Before: `\ref{fig:50%}`; after: `\ref{fig:50percent}`.
    """
    edits = tuple(
        Edit(name, *found.span("key"), found["key"].replace("%", "percent"))
        for name in project.sources
        for found in _KEY.finditer(project.texts[name])
        if project.code(name)[found.start()] == "\\"
    )
    if edits:
        yield Cure("Spelt out the sign % in the keys of labels.", edits)
