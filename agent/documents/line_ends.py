"""Line ends of a text whose lines end in more than one way, such as files of two people."""

import re
from bisect import bisect_left

from latex.difference import hunks

END = re.compile(r"\r\n|\r|\n")


def with_ends_of(old: str, new: str) -> str:
    """The new text in which all that the old one has ends its lines as it does there.

    What is new ends its lines as the line before it.
    """
    ends = [match[0] for match in END.finditer(old)]
    if not ends:
        return new
    plain = END.sub("\n", old)
    breaks = [match.start() for match in re.finditer("\n", plain)]
    longer = [0]
    for end in ends:
        longer.append(longer[-1] + len(end) - 1)

    def place(offset: int) -> int:
        """Where an offset of the plain text is in the old one."""
        return offset + longer[bisect_left(breaks, offset)]

    text, position = "", 0
    for hunk in hunks(plain, END.sub("\n", new)):
        before = bisect_left(breaks, hunk.start)
        text = _joined(text, old[place(position) : place(hunk.start)])
        text = _joined(text, hunk.new.replace("\n", ends[max(0, before - 1)]))
        position = hunk.end
    return _joined(text, old[place(position) :])


def _joined(first: str, second: str) -> str:
    """Two line ends that meet must not become one, and neither must those before them."""
    if first[-1:] + second[:1] != "\r\n":
        return first + second
    kept = first.rstrip("\r")
    return kept + "\n" * (len(first) - len(kept)) + second
