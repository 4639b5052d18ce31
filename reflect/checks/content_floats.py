"""Figures and tables: what leads to them, what they say, whether their files are there."""

import re
from collections.abc import Iterator
from posixpath import normpath

from latex.structure import Float, Structure
from reflect.checks.content_wholeness import is_named, is_whole
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

_ENDINGS = ("pdf", "png", "jpg", "jpeg", "eps", "svg", "pgf", "tif", "tiff", "gif", "bmp", "webp")
_PATHS = re.compile(r"\\graphicspath\s*\{((?:\s*\{[^{}]*\})+)\s*\}")
_PATH = re.compile(r"\{([^{}]*)\}")
_IN_TEXT = {"longtable", "longtable*", "longtabu", "supertabular", "xltabular"}
_SHIPPED = re.compile(r"example-(?:image|grid)[\w-]*(?:\.\w+)?")
"""Pictures of the package mwe, which every TeX has."""


@check("unreferenced-float", 2, Category.REFERENCE)
def unreferenced_float(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A figure or table that the text never refers to, in a whole document.

    Pass:
        \begin{document} See Figure~\ref{fig:a}.
        \begin{figure} x \caption{A.}\label{fig:a} \end{figure}
        \end{document}
    Fail:
        \begin{document} See the figure.
        \begin{figure} x \caption{A.}\label{fig:a} \end{figure}
        \end{document}
    """
    if not is_whole(structure) or structure.class_name == "beamer":
        return
    named = {ref.key for ref in structure.refs}
    for item in structure.floats:
        labels = item.labels
        if labels and not any(label in named or is_named(structure, label) for label in labels):
            yield Hit(
                *_opening(structure, item),
                f"Nothing in the text refers to the {item.kind} {labels[0]!r}.",
                action=rf"Say in the text what the {item.kind} shows, with \ref{{{labels[0]}}}.",
            )


@check("float-without-label", 2, Category.REFERENCE)
def float_without_label(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A figure or table with a caption that nothing can refer to.

    Pass: \begin{table} x \caption{A.}\label{tab:a} \end{table}
    Fail: \begin{table} x \caption{A.} \end{table}
    """
    if structure.class_name == "beamer":
        return
    for item in structure.floats:
        inside = structure.live[slice(*item.span)]
        if (
            item.caption
            and not item.labels
            and "label" not in inside
            and r"\caption*" not in inside
        ):
            yield Hit(
                *_opening(structure, item),
                f"This {item.kind} has no label, so the text cannot refer to it.",
                action=r"Set a \label behind the caption, and refer to it in the text.",
            )


@check("float-without-caption", 2, Category.STRUCTURE)
def float_without_caption(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A figure or table that does not say what it shows; one that stays in the text needs not.

    Pass: \begin{figure} \includegraphics{a} \caption{The air.} \end{figure}
    Fail: \begin{figure} \includegraphics{a} \end{figure}
    """
    if structure.class_name == "beamer":
        return
    for item in structure.floats:
        if item.environment in _IN_TEXT:
            continue
        if item.caption is None and "caption" not in structure.live[slice(*item.span)].casefold():
            yield Hit(
                *_opening(structure, item),
                f"This {item.kind} has no caption.",
                action="Add a caption that says what is shown.",
            )


@check("missing-graphics", 4, Category.MISSING_EVIDENCE)
def missing_graphics(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A graphics file that does not exist, its ending and `\graphicspath` considered.

    The name is mended when one file differs from it in case or folder only.

    Evidence: files=figures/a.pdf, b.png
    Pass: \graphicspath{{figures/}} \includegraphics{a} \includegraphics{b.png}
    Fail: \includegraphics{c.png}
    """
    if evidence.files is None:
        return
    files = {normpath(file) for file in evidence.files}
    folders = ("", *_folders(structure.live))
    for mark in structure.graphics:
        name = mark.key.strip().strip('"')
        if not name or "\\" in name or "#" in name or _SHIPPED.fullmatch(name):
            continue
        if any(normpath(folder + name + end) in files for folder in folders for end in _ends(name)):
            continue
        meant = _meant(name, files)
        yield Hit(
            mark.start,
            mark.end,
            f"There is no file {name!r}.",
            cure=(Edit(mark.start, mark.end, meant[0]),) if len(meant) == 1 else (),
            action="Use a figure that exists, or leave this one out.",
        )


def _opening(structure: Structure, item: Float) -> tuple[int, int]:
    start = item.span[0]
    brace = structure.live.find("}", start, item.span[1])
    return start, brace + 1 if brace >= 0 else item.span[1]


def _folders(live: str) -> list[str]:
    found = [path for match in _PATHS.finditer(live) for path in _PATH.findall(match[1])]
    return [folder if folder.endswith("/") else f"{folder}/" for folder in found if folder]


def _ends(name: str) -> tuple[str, ...]:
    ending = name.rpartition(".")[2].casefold()
    return ("",) if ending in _ENDINGS else ("", *(f".{end}" for end in _ENDINGS))


def _meant(name: str, files: set[str]) -> list[str]:
    """The files of that name in any case and folder."""
    wanted = name.rpartition("/")[2].casefold()
    stems = {wanted + end for end in _ends(wanted)}
    return sorted(file for file in files if file.rpartition("/")[2].casefold() in stems)
