"""Bib: only entries the user gave may be cited, and only cited ones are printed."""

from dataclasses import replace

import regex

from agent.bibliography.cite import cite
from agent.bibliography.read import read_bibliography
from agent.bibliography.types import Cited
from agent.materials.types import Inventory
from agent.reflecting.types import Reflected
from agent.run import Run, reads

LIST = regex.compile(
    r"\\bibliographystyle\{\w+\}\n\\bibliography\{references\}\n|\\printbibliography\n"
)


@reads()
def cite_sources(run: Run, inventory: Inventory, reflected: Reflected) -> Cited:
    """Check every key of the draft against the user's bibliography."""
    library = read_bibliography(inventory.bibliographies)
    cited = cite(reflected.draft, library)
    for written, became in cited.corrected:
        run.warn("bib", f"The citation key {written!r} was corrected to {became!r}.")
    for key in cited.unknown:
        run.warn("bib", f"The citation key {key!r} has no entry; the report marks it.")
    for remark in cited.remarks:
        run.warn("bib", remark)
    if not cited.used:
        # A heading with nothing below it would stand there.
        bare = LIST.sub("", cited.draft.source)
        cited = replace(cited, draft=replace(cited.draft, source=bare))
    return cited
