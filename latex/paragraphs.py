"""Where a quote stands in a source, and which paragraph holds it."""

import re
from functools import lru_cache

import regex

from latex.environments import environments
from latex.mask import mask

Span = tuple[int, int]

BLANK = re.compile(r"\n[ \t\r]*\n\s*")
SEPARATOR = re.compile(r"(?:[\s~]|%[^\n]*\n)+|…|\.{3,}|\\l?dots\b")
GAP = r"[\s\S]{0,400}?"
SPACE = r"(?:[\s~]|\\[ ,]|%[^\n]*\n)+"
"""White space as a model may have seen it: line ends, ties and comments folded into one space."""
SIGNS = {
    '"': "(?:\"|``|''|“|”)",
    "“": '(?:"|``|“)',
    "”": "(?:\"|''|”)",
    "'": "['’]",
    "’": "['’]",
    "-": "(?:-{1,3}|–|—|−)",
    "–": "(?:--|–)",
    "—": "(?:---|—)",
    "%": r"\\?%",
    "&": r"\\?&",
    "_": r"\\?_",
    "#": r"\\?\#",
}
"""Signs that a quote may spell in another way than the source."""
LONGEST = 1500
"""Characters of a quote that are looked for; the rest follows them anyway."""
SECONDS = 1.0


def locate(source: str, quote: str) -> Span | None:
    """Where the quote stands, the first place of several; None when it stands nowhere.

    White space is folded; quotation marks, dashes and escaped signs may be spelled in another way;
    an ellipsis stands for up to 400 characters.
    """
    quote = quote.strip()
    if not quote:
        return None
    start = source.find(quote)
    if start >= 0:
        return start, start + len(quote)
    pattern = _pattern(quote[:LONGEST])
    if pattern is None:
        return None
    try:
        found = pattern.search(source, timeout=SECONDS)
    except TimeoutError:
        return None
    return found.span() if found else None


@lru_cache(maxsize=64)
def _pattern(quote: str) -> regex.Pattern[str] | None:
    parts: list[str] = []
    position = 0
    for match in SEPARATOR.finditer(quote):
        parts.append(_literal(quote[position : match.start()]))
        parts.append(SPACE if match[0][0] in " \t\r\n~%\f\v" or match[0].isspace() else GAP)
        position = match.end()
    parts.append(_literal(quote[position:]))
    # Around a gap white space may be missing.
    words = [part for part in parts if part]
    for index, part in enumerate(words):
        if part == SPACE and GAP in (words[index - 1], *words[index + 1 : index + 2]):
            words[index] = ""
    while words and words[0] in (GAP, SPACE, ""):
        words.pop(0)
    while words and words[-1] in (GAP, SPACE, ""):
        words.pop()
    joined = "".join(words)
    return regex.compile(joined) if joined else None


def _literal(text: str) -> str:
    return "".join(SIGNS.get(char, re.escape(char)) for char in text)


def paragraph_at(source: str, start: int, end: int) -> Span:
    """The paragraph or paragraphs that hold the span, from the first sign to the last.

    Neither an environment nor what belongs to a quoted display is cut in two.
    """
    left = max((m.end() for m in BLANK.finditer(source, 0, max(start, 0))), default=0)
    following = BLANK.search(source, max(end, left))
    right = following.start() if following else len(source)
    for _ in range(4):
        widened = _with_environments(source, left, right)
        if widened == (left, right):
            break
        left, right = widened
    while right > left and source[right - 1].isspace():
        right -= 1
    return left, right


def _with_environments(source: str, left: int, right: int) -> Span:
    """The span widened to whole environments, `document` apart, and to whole paragraphs again."""
    for environment in environments(mask(source)):
        if environment.name == "document":
            continue
        begins = left <= environment.start < right
        ends = left < environment.end <= right
        if begins != ends:
            left, right = min(left, environment.start), max(right, environment.end)
    begin = max((m.end() for m in BLANK.finditer(source, 0, left)), default=0)
    following = BLANK.search(source, right)
    return begin, following.start() if following else len(source)
