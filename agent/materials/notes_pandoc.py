"""Notes in Markdown, reStructuredText and Word, through pandoc, as LaTeX for our packages."""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pypandoc

from agent.materials.errors import Unreadable
from agent.materials.notes_tree import (
    CAPTION,
    HEADING,
    Fitter,
    Heading,
    Node,
    plain_text,
    raw_block,
)

MARKDOWN = (
    "markdown-auto_identifiers-blank_before_header-blank_before_blockquote-implicit_figures"
    "+lists_without_preceding_blankline+tex_math_single_backslash+tex_math_double_backslash"
    "+autolink_bare_uris"
)
SECONDS = 60


@dataclass(frozen=True, slots=True)
class Converted:
    title: str
    """From the metadata; plain text."""
    parts: tuple[tuple[Heading | None, str], ...]
    """The LaTeX under each heading; first of all what stands before the first one."""
    captions: tuple[tuple[str, str], ...]


def convert(source: bytes | Path, reader: str, *, cjk: bool = False) -> Converted:
    """Notes in a format that pandoc reads.

    Raises:
        Unreadable: pandoc cannot read them.
    """
    tree = json.loads(_pandoc(source, "--from", reader, "--to", "json"))
    fitter = Fitter(cjk=cjk)
    meta = tree["meta"]
    blocks = fitter.blocks([*_abstract(meta), *tree["blocks"]])
    for n, (_, caption) in enumerate(fitter.pictures):
        blocks += [raw_block(f"%{CAPTION} {n}"), {"t": "Plain", "c": caption}]
    tree |= {"meta": {}, "blocks": blocks}
    latex = _pandoc(
        json.dumps(tree).encode(), "--from", "json", "--to", "latex", "--natbib", "--wrap=none"
    ).decode()
    body, *captions = re.split(rf"^%{CAPTION} \d+$", _without_leftovers(latex), flags=re.MULTILINE)
    opening_text, *texts = re.split(rf"^%{HEADING}$", body, flags=re.MULTILINE)
    parts: list[tuple[Heading | None, str]] = [(None, opening_text.strip())]
    parts += ((h, text.strip()) for h, text in zip(fitter.headings, texts, strict=True))
    paths = (path for path, _ in fitter.pictures)
    return Converted(
        title=plain_text(meta.get("title", {}).get("c", [])),
        parts=tuple(parts),
        captions=tuple(zip(paths, (caption.strip() for caption in captions), strict=True)),
    )


def _abstract(meta: Node) -> list[Node]:
    match meta.get("abstract"):
        case {"t": "MetaBlocks", "c": list(blocks)}:
            return blocks
        case {"t": "MetaInlines", "c": list(inlines)}:
            return [{"t": "Para", "c": inlines}]
        case _:
            return []


def _pandoc(source: bytes | Path, *arguments: str) -> bytes:
    command = [pypandoc.get_pandoc_path(), "--sandbox", *arguments]
    if isinstance(source, Path):
        command += ["--", str(source.resolve())]
    try:
        done = subprocess.run(
            command,
            input=b"" if isinstance(source, Path) else source,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(f"Reading the notes took longer than {SECONDS} seconds.") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise Unreadable(f"pandoc could not read the notes: {said[0][:200]}")
    return done.stdout


def _without_leftovers(latex: str) -> str:
    """What pandoc writes for a template of its own."""
    latex = re.sub(r"^[ \t]*\\tightlist\n", "", latex, flags=re.MULTILINE)
    return re.sub(r"\\(?:passthrough|pandocbounded)\{([^{}]*)\}", r"\1", latex)
