"""Names of figures: ASCII letters, digits and hyphens, each once."""

import re
import unicodedata

from agent.figures.errors import Undrawable

LONGEST = 60
_RUN = re.compile(r"[^a-z0-9]+")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


def figure_id(text: str, taken: set[str]) -> str:
    """An id made of the text that is not among those taken, to which it is added.

    Never empty: `figure` where nothing of the text can be written in ASCII, as for Chinese.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    stem = _RUN.sub("-", plain.lower()).strip("-")[:LONGEST].rstrip("-") or "figure"
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name)
    return name


def check_id(text: str) -> None:
    """See that an id can name a file and a label.

    Raises:
        Undrawable: it holds anything but ASCII letters, digits and hyphens.
    """
    if not _ID.fullmatch(text):
        raise Undrawable(f"its id {text!r} is not made of ASCII letters, digits and hyphens.")
