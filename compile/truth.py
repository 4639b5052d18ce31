"""What came out is what went in: the PDF compared with the sources it was made of."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compile.pdf_fonts import surely_embedded
from compile.remedies.notes import COMMAND
from compile.truth_words import Passage, letters, lost_passages, sought_in, uncertain
from latex.commands import commands
from latex.diagnostic import Diagnostic
from latex.plain import plain_text
from latex.prose import CJK
from latex.structure import structure

Run = Callable[[tuple[str, ...]], str]
"""Runs a program of poppler in the PDF's folder and gives what it printed."""

_LARGEST = 256 * 1024 * 1024
_CJK_PRINTED = 0.5
"""Of the source's ideographs in the PDF; poppler takes some for their radicals, but few."""
_PAGE_NUMBER = re.compile(r"[\s\d.ivxlcIVXLC/–-]*+")
_QUESTION = re.compile(r"(?<!\?)\?\?(?!\?)|\[\?\]")
_FORM = re.compile(rb"/Subtype\s*/Form\b")
_IMAGE = re.compile(rb"/Subtype\s*/Image\b")
_OWN_DRAWING = re.compile(r"\\(?:begin\s*\{(?:tikzpicture|pgfpicture|picture|axis)\}|tikz\b)")
_BOOK = re.compile(r"book|report|thesis|memoir|ctexrep", re.IGNORECASE)
_FONT = re.compile(r"^(?P<name>\S+) .* (?P<embedded>yes|no) +(?:yes|no) +(?:yes|no) +\d+ +\d+$")
_LISTED = 5
_SHARED = 8
"""Pages from which on two programs read the text."""
_OPEN = {"undefined-reference", "undefined-citation"}
_ABSENT_PICTURE = {"missing-figure", "broken-figure", "figure-format", "forbidden-file"}


def examine(
    pdf: Path,
    texts: Mapping[str, str],
    root: str,
    engine: str,
    *,
    run: Run,
    known: Sequence[Diagnostic] = (),
    pages: int = 0,
) -> tuple[Diagnostic, ...]:
    """Everything in which the PDF falls short of its sources.

    Args:
        pdf: the file; its name alone is given to the programs.
        texts: the sources TeX read, by name relative to the folder.
        root: the name of the main one.
        engine: the engine that made it.
        run: runs `pdftotext` or `pdffonts`; empty output means that nothing is known.
        known: what the logs have said; it is not said again.
        pages: how many the PDF has, as far as that is known; two programs share many.
    """
    half = pages // 2 if pages >= _SHARED else 0
    parts = [("-l", str(half)), ("-f", str(half + 1))] if half else [()]
    with pdf.open("rb") as file:
        data = file.read(_LARGEST)
    with ThreadPoolExecutor(len(parts) + 1) as pool:
        printed = [
            pool.submit(run, ("pdftotext", "-q", "-enc", "UTF-8", *part, pdf.name, "-"))
            for part in parts
        ]
        listed = None if surely_embedded(data) else pool.submit(run, ("pdffonts", pdf.name))
        ready(texts)
    fonts = listed.result() if listed is not None else ""
    text = "".join(part.result() for part in printed)
    return compared(text, fonts, data, texts, root, engine, known)


def ready(texts: Mapping[str, str]) -> None:
    """Work out of the sources, which is remembered, what `examine` is going to need."""
    for name, source in texts.items():
        if name.endswith(".tex"):
            sought_in(source)


def compared(
    printed: str,
    fonts: str,
    data: bytes,
    texts: Mapping[str, str],
    root: str,
    engine: str,
    known: Sequence[Diagnostic] = (),
) -> tuple[Diagnostic, ...]:
    """The same from what pdftotext and pdffonts printed and the PDF's bytes."""
    pages = split_pages(printed)
    codes = {diagnostic.code for diagnostic in known}
    found: list[Diagnostic] = []
    if pages:
        found += blank_pages(pages, data, texts, root)
        named = "missing-character" in codes  # with the letters and the font
        chinese = () if named else tuple(lost_ideographs(printed, texts, engine))
        found += chinese
        if not named and not chinese and not any(d.code == "no-text" for d in found):
            found += lost_text(printed, texts, root)
        if not codes & _OPEN:
            found += question_marks(pages, texts)
    absent = sum(d.code in _ABSENT_PICTURE for d in known)
    absent += sum(source.count(rf"\{COMMAND}{{") for source in texts.values())
    found += absent_pictures(data, texts, absent)
    found += fonts_not_embedded(fonts)
    return tuple(found)


def split_pages(printed: str) -> list[str]:
    """The text of each page; pdftotext ends each with a form feed."""
    return printed.split("\f")[:-1] if "\f" in printed else ([printed] if printed else [])


def lost_text(printed: str, texts: Mapping[str, str], root: str) -> Iterator[Diagnostic]:
    """Sections whose words the PDF does not show, and long passages of them."""
    for passage in lost_passages(texts, root, printed):
        code = "section-lost" if passage.whole else "text-lost"
        yield Diagnostic("error", _lost(passage), code, passage.file, passage.line, passage.opening)


def _lost(passage: Passage) -> str:
    title = plain_text(passage.title[:200])
    of = f"the section “{title}”" if title else "the document"
    if passage.whole:
        text = of if title else "the text before the first heading"
        return f"Next to nothing of {text} is in the PDF."
    return f"A passage of {of} that begins “{passage.opening}…” is not in the PDF."


def lost_ideographs(printed: str, texts: Mapping[str, str], engine: str) -> Iterator[Diagnostic]:
    """Chinese, Japanese or Korean text that an engine or font for Latin letters has dropped."""
    place = next(_ideographs(texts), None)
    if place is None:
        return
    wanted = "".join(text for _, _, text in _ideographs(texts))
    there = set(letters("".join(CJK.findall(printed))))
    wanted = letters(wanted)
    missing = sum(sign not in there for sign in wanted)
    if not wanted or missing <= (1 - _CJK_PRINTED) * len(wanted):
        return
    file, line, text = place
    if engine == "pdflatex":
        why = ": pdfLaTeX has no font for it; compile with xelatex"
    else:
        why = "; where the log names missing characters, load the package ctex"
    sentence = f"The PDF lacks the document's Chinese text ({missing} characters){why}."
    yield Diagnostic("error", sentence, "cjk-lost", file, line, text[:40])


def _ideographs(texts: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    """Runs of ideographs that stand in the text: file, line, run."""
    for file, source in texts.items():
        if not file.endswith(".tex") or CJK.search(source) is None:
            continue
        found = structure(source)
        start, end = found.body or (0, len(source))
        for run in CJK.finditer(found.live, start, end):
            yield file, source.count("\n", 0, run.start()) + 1, run[0]


def blank_pages(
    pages: Sequence[str], data: bytes, texts: Mapping[str, str], root: str
) -> Iterator[Diagnostic]:
    """Pages with neither text nor, as far as can be known, a picture."""
    blank = [n for n, page in enumerate(pages, start=1) if _PAGE_NUMBER.fullmatch(page)]
    pictures = len(_IMAGE.findall(data)) + len(_FORM.findall(data))
    drawn = any(_OWN_DRAWING.search(source) for source in texts.values())
    if not blank or pictures or drawn:
        return
    if len(blank) == len(pages):
        yield Diagnostic("error", "The PDF shows no text on any of its pages.", "no-text", root)
    elif not _two_sided(texts.get(root, "")):
        listed = ", ".join(map(str, blank[:_LISTED])) + (" …" if len(blank) > _LISTED else "")
        what = "Page" if len(blank) == 1 else "The pages"
        are = "is" if len(blank) == 1 else "are"
        yield Diagnostic("info", f"{what} {listed} of the PDF {are} empty.", "blank-page", root)


def _two_sided(source: str) -> bool:
    """Whether empty pages are meant, so that chapters begin on the right."""
    found = structure(source)
    return bool(_BOOK.search(found.class_name or "")) or bool(
        re.search(r"twoside|\\cleardoublepage|\\newpage|\\null\b|\\thispagestyle", found.live)
    )


def question_marks(pages: Sequence[str], texts: Mapping[str, str]) -> Iterator[Diagnostic]:
    """`??` and `[?]` where a number should stand, unless somebody has typed them."""
    if any(_QUESTION.search(source) for source in texts.values()):
        return
    shown = [n for n, page in enumerate(pages, start=1) if _QUESTION.search(page)]
    if shown:
        listed = ", ".join(map(str, shown[:_LISTED])) + (" …" if len(shown) > _LISTED else "")
        where = "Page" if len(shown) == 1 else "The pages"
        verb = "shows" if len(shown) == 1 else "show"
        yield Diagnostic(
            "warning", f"{where} {listed} of the PDF {verb} ?? where a number should stand.",
            "unresolved-reference",
        )  # fmt: skip


def absent_pictures(data: bytes, texts: Mapping[str, str], absent: int = 0) -> Iterator[Diagnostic]:
    """More pictures included than the PDF holds, not counting those known to be absent.

    A file that is included twice is embedded once. A PDF holds pictures of other PDFs as forms,
    photographs as images; it may hold more of both, so that only a lack says something.
    """
    names: dict[str, tuple[str, int]] = {}
    for file, source in texts.items():
        if not file.endswith(".tex"):
            continue
        found = structure(source)
        unknown = [(d.start, d.end) for d in commands(found.live).definitions]
        unknown += uncertain(found.live)
        start, end = found.body or (0, len(source))
        for mark in found.graphics:
            inside = any(first <= mark.start < last for first, last in unknown)
            plain = "#" not in mark.key and "\\" not in mark.key
            if start <= mark.start < end and plain and not inside:
                names.setdefault(mark.key.strip(), (file, source.count("\n", 0, mark.start) + 1))
    held = len(_FORM.findall(data)) + len(_IMAGE.findall(data))
    if held < len(names) - absent:
        file, line = next(iter(names.values()))
        one = len(names) == 1
        sentence = (
            "The picture that the source includes is not in the PDF."
            if one
            else f"The source includes {len(names)} pictures, the PDF holds {held}."
        )
        yield Diagnostic(
            "warning", sentence, "picture-lost", file, line if one else None, ", ".join(names)[:120]
        )


def fonts_not_embedded(fonts: str) -> Iterator[Diagnostic]:
    """Fonts that the reader's machine must have, or shows another one for."""
    lines = (_FONT.match(line.rstrip()) for line in fonts.split("\n"))
    names = sorted({found["name"] for found in lines if found and found["embedded"] == "no"})
    if names:
        what = "font" if len(names) == 1 else "fonts"
        verb = "is" if len(names) == 1 else "are"
        listed = ", ".join(names[:_LISTED]) + (" …" if len(names) > _LISTED else "")
        yield Diagnostic(
            "warning", f"The {what} {listed} {verb} not embedded in the PDF, mostly because of an "
            "included picture; other machines may show another font.",
            "font-not-embedded", context=", ".join(names)[:120],
        )  # fmt: skip
