"""Whether a proposal can land in the files of the document that it was made for."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from agent.documents.line_ends import with_ends_of
from agent.documents.read import Document
from agent.documents.write import unwritable
from agent.events import Warned
from reflect.roles import Reviser, Task, Verify


@dataclass(slots=True)
class Landing:
    """A `verify`: whether the files can take a proposal, then whether TeX does."""

    document: Document
    verify: Verify | None
    emit: Callable[[Any], None]
    _refused: bool = False

    def __call__(self, source: str) -> bool | None:
        if self._refused:
            # The text before, asked about next: that TeX refuses it is no excuse here.
            self._refused = False
            return None
        if why := unwritable(self.document, source):
            self._refused = True
            self.emit(Warned("reflect", why))
            return False
        return self.verify(source) if self.verify is not None else None


def for_files(reviser: Reviser, document: Document) -> Reviser:
    """The reviser, with line ends and characters as the files have them.

    A character that a file cannot hold is among the faults of a reply.
    """

    def revise(task: Task) -> str:
        def examine(reply: str) -> tuple[str, ...]:
            problems = task.examine(reply)
            if lacking := document.lacking(reply):
                shown = " ".join(lacking[:8])
                said = f"The file is in {document.encoding}, which lacks: {shown} Write LaTeX."
                return (*problems, said)
            return problems

        return with_ends_of(task.text, reviser(replace(task, examine=examine)))

    return revise
