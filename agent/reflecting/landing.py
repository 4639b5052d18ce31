"""A reviser whose texts fit into the files of a document."""

from dataclasses import replace

from agent.documents.line_ends import with_ends_of
from agent.documents.read import Document
from reflect.roles import Reviser, Task


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
