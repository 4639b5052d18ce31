"""The user's own notes: read from any usual format, kept in the user's words, as LaTeX."""

import json
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from agent.materials.encoding import decode
from agent.materials.errors import Unreadable
from agent.materials.notes_pandoc import MARKDOWN, convert
from agent.materials.notes_pdf import pdf_text
from agent.materials.notes_tex import (
    definitions,
    document_body,
    safe_latex,
    with_definitions,
    without_dangling_references,
)
from agent.materials.notes_text import Piece, read_text
from agent.materials.types import Notes, Passage
from latex.citations import cite_keys
from latex.plain import plain_text
from latex.sections import outline

MOST_BYTES = {".docx": 40_000_000, ".pdf": 40_000_000, ".ipynb": 40_000_000}
MOST_TEXT = 5_000_000
MOST_UNPACKED = 200_000_000

EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0e\ufe0f\u200d]")
NOT_WORDS = re.compile(
    r"""
      \\begin\{verbatim\}.*?\\end\{verbatim\} | \\(?:begin|end)\{[^{}]*\}
    | \\(?:texttt|url|href|ref|label|cite[tp]?)\{[^{}]*\} | \\[A-Za-z]+
    | ```.*?``` | `[^`\n]*` | \$\$.*?\$\$ | \$[^$\n]*\$ | \\\(.*?\\\) | \\\[.*?\\\]
    | https?:[^\s)}>]+ | ^---\n.*?\n---$ | <[^<>\n]*>
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

Part = tuple[str, int, str]
"""Title, level as in the file (0: none), LaTeX."""

BARE = "-yaml_metadata_block-latex_macros-raw_tex"
"""Extensions whose content alone can keep pandoc from reading a file."""


def read_notes(path: Path) -> Notes:
    """The notes in a `.md`, `.txt`, `.rst`, `.tex`, `.ipynb`, `.docx` or `.pdf` file.

    Pictures are taken out of the text into `captions`. The title is that of the metadata, or the
    heading that stands alone on top. Of a notebook only the text cells are read.

    Raises:
        Unreadable: the file is empty, too large, damaged, or holds no text.
    """
    suffix = path.suffix.lower()
    size = path.stat().st_size
    most = MOST_BYTES.get(suffix, MOST_TEXT)
    if size == 0:
        raise Unreadable("The file is empty.")
    if size > most:
        raise Unreadable(
            f"The file has {size / 1e6:.0f} MB; notes are read up to {most / 1e6:.0f} MB."
        )
    match suffix:
        case ".docx":
            title, parts, captions = _word(path)
        case ".pdf":
            title, parts, captions = _text(pdf_text(path))
        case ".ipynb":
            title, parts, captions = _markdown(_notebook_text(path))
        case ".tex":
            title, parts, captions = _tex(_decoded(path))
        case ".txt":
            title, parts, captions = _text(_decoded(path))
        case ".rst":
            title, parts, captions = _markup(_decoded(path), "rst")
        case _:
            title, parts, captions = _markdown(_decoded(path))
    return _notes(title, parts, captions)


Read = tuple[str, list[Part], Iterable[tuple[str, str]]]
"""Title, parts, and (path, caption) of the pictures."""


def _decoded(path: Path) -> str:
    text = decode(path.read_bytes()).text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise Unreadable("The file holds nothing but white space.")
    return text


def _markdown(text: str) -> Read:
    # Front matter that is no YAML and macros that never end are then text like any other.
    for reader in (MARKDOWN, MARKDOWN + "-yaml_metadata_block", MARKDOWN + BARE):
        try:
            return _markup(text, reader)
        except Unreadable:
            continue
    return _text(text)


def _markup(text: str, reader: str) -> Read:
    return _converted(text.encode(), reader, cjk=_language(text) == "zh")


def _converted(source: bytes | Path, reader: str, *, cjk: bool) -> Read:
    try:
        converted = convert(source, reader, cjk=cjk)
    except RecursionError:
        raise Unreadable("Lists or quotations in it are nested too deeply.") from None
    parts: list[Part] = []
    for heading, latex in converted.parts:
        title, level = (heading.title, heading.level) if heading else ("", 0)
        parts += _divided(title, level, latex)
    return converted.title, parts, converted.captions


def _word(path: Path) -> Read:
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(item.file_size for item in archive.infolist())
    except zipfile.BadZipFile:
        raise Unreadable("The file is not a Word document, or it is damaged.") from None
    if unpacked > MOST_UNPACKED:
        raise Unreadable(f"Unpacked the document has {unpacked / 1e6:.0f} MB, which is too much.")
    title, parts, _ = _converted(path, "docx", cjk=False)
    # The pictures lie inside the document, not in the folder.
    return title, parts, ()


def _notebook_text(path: Path) -> str:
    """The text cells of a notebook, of any version of the format."""
    try:
        notebook = json.loads(decode(path.read_bytes()).text)
        sheets = notebook.get("worksheets") or [notebook]
        cells = [cell for sheet in sheets for cell in sheet["cells"]]
        texts = [_cell_text(cell) for cell in cells]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Unreadable("The file is not a notebook, or it is damaged.") from None
    text = "\n\n".join(text for text in texts if text.strip())
    if not text:
        raise Unreadable("The notebook holds no text cell.")
    return text


def _cell_text(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    text = source if isinstance(source, str) else "".join(source)
    if cell["cell_type"] == "heading":
        return "#" * int(cell.get("level", 1)) + " " + text
    return text if cell["cell_type"] == "markdown" else ""


def _text(text: str) -> Read:
    pieces = read_text(text, cjk=_language(text) == "zh")
    parts: list[Part] = []
    bodies: list[str] = []
    current = Piece("", 0, "")
    for piece in (*pieces, Piece("end", 1, "")):
        if not piece.title:
            bodies.append(piece.text)
            continue
        parts.append((current.title, current.level, "\n\n".join(bodies)))
        current, bodies = piece, []
    return "", parts, ()


def _tex(source: str) -> Read:
    title, body, preamble = document_body(source)
    macros = definitions(preamble)
    captions: list[tuple[str, str]] = []
    parts: list[Part] = []
    for heading, level, latex in _divided("", 0, body):
        safe, pictures = safe_latex(latex)
        captions += pictures
        parts.append((heading, level, with_definitions(safe, macros)))
    return plain_text(title), parts, captions


def _divided(title: str, level: int, latex: str) -> list[Part]:
    """A part, and behind it those that begin at LaTeX headings inside it."""
    sections = outline(latex)
    starts = [*(section.start for section in sections), len(latex)]
    parts = [(title, level, latex[: starts[0]])]
    for section, end in zip(sections, starts[1:], strict=True):
        deeper = max(1, section.level + 1)
        parts.append((plain_text(section.title), deeper, latex[section.body_start : end]))
    return parts


def _notes(title: str, parts: list[Part], captions: Iterable[tuple[str, str]]) -> Notes:
    parts = [(heading, level, body.strip()) for heading, level, body in parts]
    parts = [part for part in parts if part[0] or part[2]]
    title, parts = _title_apart(title, parts)
    bodies = without_dangling_references([body for _, _, body in parts])
    captions = tuple(captions)
    if not any(bodies) and not title and not captions:
        raise Unreadable("The notes hold no text.")
    top = min((level for _, level, _ in parts if level), default=1)
    passages = tuple(
        Passage(_without_emoji(heading), level - top + 1 if level else 0, body)
        for (heading, level, _), body in zip(parts, bodies, strict=True)
    )
    keys = (citation.key for body in bodies for citation in cite_keys(body))
    return Notes(
        title=_without_emoji(title),
        passages=passages,
        cites=tuple(dict.fromkeys(keys)),
        language=_language(" ".join((title, *(p.title for p in passages), *bodies))),
        captions=captions,
    )


def _title_apart(title: str, parts: list[Part]) -> tuple[str, list[Part]]:
    """The first heading as the title, when it is the only one of its level and nothing precedes."""
    if title or not parts or parts[0][1] == 0:
        return title, parts
    first, level, body = parts[0]
    if any(0 < other <= level for _, other, _ in parts[1:]):
        return title, parts
    return first, ([("", 0, body)] if body else []) + parts[1:]


def _without_emoji(title: str) -> str:
    """The words of a heading: no font of a report has its little pictures."""
    return " ".join(EMOJI.sub("", title).split()) or title


def _language(text: str) -> str:
    """`zh` when most letters outside commands, code, formulas and addresses are Chinese."""
    plain = NOT_WORDS.sub(" ", text)
    chinese = len(re.findall(r"[\u3400-\u9fff]", plain))
    latin = len(re.findall(r"[^\W\d_]", plain)) - chinese
    return "zh" if chinese > latin else "en"
