"""What of a report is the program's own to set, and is set anew when the text has changed."""

from agent.authors.appendix import appendix
from agent.authors.types import Brief
from latex.mask import mask

MARK = "\n\\appendix\n"
END = "\\end{document}"


def without_appendix(source: str) -> str:
    """The report without the list of numbers: no critic needs it, no reviser may touch it."""
    start = mask(source).rfind(MARK)
    end = source.rfind(END)
    return source[: start + 1] + source[end:] if 0 <= start < end else source


def with_appendix(brief: Brief, source: str) -> str:
    """The report with the list of the numbers that its text now shows."""
    end = source.rfind(END)
    return source[:end] + MARK[1:] + appendix(brief, source) + "\n" + source[end:]
