"""The text of a PDF, page by page, with its lines joined to paragraphs."""

import logging
import re
from collections import Counter
from pathlib import Path

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from agent.materials.errors import Unreadable

MOST_PAGES = 300
LEAST_LETTERS = 10
"""Letters on a page, on average, below which it is a picture of a page."""
HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]\v(?=[a-zà-ÿ])")
SENTENCE_END = re.compile(r"[.!?:。！？：]['\"”’)]?\s*$")
BULLET = re.compile(r"\s*(?:[•·▪◦]|\d{1,2}[.)])\s")
PAGE_NUMBER = re.compile(
    r"^\s*(?:[-–—]?\s*\d{1,4}\s*[-–—]?|page \d+(?: of \d+)?)\s*$", re.IGNORECASE
)

# Without a handler of its own pypdf's complaints about slightly broken files reach the terminal.
logging.getLogger("pypdf").addHandler(logging.NullHandler())


def pdf_text(path: Path) -> str:
    """Paragraphs, with empty lines between them; running heads and page numbers are left out.

    Raises:
        Unreadable: it is no PDF, is locked, or holds pictures of text only.
    """
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unreadable("The PDF is locked with a password.")
        pages = [page.extract_text() or "" for page in reader.pages[:MOST_PAGES]]
    except Unreadable:
        raise
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        raise Unreadable(f"The PDF is damaged ({type(error).__name__}).") from None
    letters = sum(char.isalpha() for page in pages for char in page)
    if letters < LEAST_LETTERS * max(1, len(pages)):
        raise Unreadable("The PDF has no text, only pictures of pages.")
    return _paragraphs(pages)


def _paragraphs(pages: list[str]) -> str:
    split = [[line.rstrip() for line in page.split("\n")] for page in pages]
    edges = Counter(line for page in split for line in {*page[:1], *page[-1:]} if line.strip())
    running = {line for line, count in edges.items() if count >= 3}
    lines: list[str] = []
    for page in split:
        lines += (n for n in page if n not in running and not PAGE_NUMBER.match(n))
    return _joined(lines)


def _joined(lines: list[str]) -> str:
    """Lines as paragraphs: one ends with a line that is clearly short, and does not stop short."""
    widest = sorted(map(len, lines))[int(0.9 * len(lines))] if lines else 0
    text = ""
    for line in lines:
        ends = SENTENCE_END.search(line) and len(line) < 0.85 * widest
        if BULLET.match(line) and not text.endswith("\n"):
            text += "\n"
        text += line + ("\n\n" if ends or len(line) < 0.45 * widest else "\v")
    return HYPHEN.sub("", text).replace("\v", " ")
