"""Material that the document makes no use of."""

import re
from collections.abc import Iterator

from latex.structure import Structure
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category

_BREAKS = re.compile(r"\\(?:allowbreak|-|/|discretionary)(?:\{\})?|[{}]")


@check("unused-material", 2, Category.COVERAGE)
def unused_material(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A material of which nothing shows in the document.

    Evidence: used_up=fall.csv|fall.
    Pass: The slope is \fact{fall.slope}.
    Fail: The slope is steep.
    """
    if not evidence.used_up:
        return
    text = _folded(structure.live)
    end = structure.body[1] if structure.body else len(structure.source)
    for name, words in evidence.used_up:
        if words and not any(_folded(word) in text for word in words if word):
            yield Hit(
                end,
                end,
                f"The document makes no use of {name}.",
                action=f"Say what {name} shows, or why it is left out.",
            )


def _folded(text: str) -> str:
    return _BREAKS.sub("", text).replace(r"\_", "_").casefold()
