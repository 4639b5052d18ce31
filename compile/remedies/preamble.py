"""Remedies for what belongs into the preamble: loadings, declarations, colours, the title."""

import re
from collections.abc import Iterator

from compile.colours import COLOURS, colour_like
from compile.package_facts import LATE
from compile.remedies.classes import CLASS_LINE, unnest_document
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import (
    behind_arguments,
    direct,
    load,
    loaded,
    pass_options,
    preamble_end,
    rewritten,
    split_options,
    unload,
)
from compile.remedies.project import BEGIN, Loading, Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import nearest_names
from latex.diagnostic import Diagnostic

_ONLY = re.compile(r"^\\([A-Za-z]+) may stand only before")
_COLOUR = re.compile(r"^The colour (\S+) is not defined")
_KEY = re.compile(r"do not know the key [`'‘]/(?:tikz|pgfplots)/([A-Za-z]+)['’]")
_ORDER = re.compile(
    r"(?P<late>[\w-]+) (?:package )?must be loaded (?P<way>after|before) "
    r"(?:package )?(?P<early>[\w-]+)"
)
_NO_TITLE = re.compile(r"[Nn]o (\\title) given")


@remedy("only-in-preamble")
def hoist_loadings(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\usepackage{xcolor}` in the text → the same line before `\begin{document}`."""
    if not BEGIN.search(project.code(project.root)) or any(unnest_document(problem, project)):
        return
    late = [loading for loading in project.loadings if _in_text(loading, project)]
    there = {
        (name, loading.options)
        for loading in project.loadings
        if loading not in late
        for name in loading.names
    }
    lines: dict[Edit, list[str]] = {}
    for loading in late:
        line = project.texts[loading.file][loading.start : loading.end]
        if all((name, loading.options) in there for name in loading.names):
            continue
        there |= {(name, loading.options) for name in loading.names}
        ranks = [LATE.index(name) for name in loading.names if name in LATE]
        place = project.in_preamble("", before=LATE[max(ranks) + 1 :] if ranks else LATE)
        lines.setdefault(place, []).append(line)
    if late:
        names = ", ".join(dict.fromkeys(name for loading in late for name in loading.names))
        hoisted = (
            Edit(place.file, place.start, place.end, "\n".join([*of_place, ""]))
            for place, of_place in lines.items()
        )
        taken = (_without_line(loading, project) for loading in late)
        yield Cure(f"Moved the loading of {names} into the preamble.", (*hoisted, *taken))


def _in_text(loading: Loading, project: Project) -> bool:
    if loading.file == project.root:
        return loading.start > preamble_end(project)
    return _in_body(loading.file, project)


def _without_line(loading: Loading, project: Project) -> Edit:
    """The loading taken out, and the end of its line where nothing follows it."""
    text = project.texts[loading.file]
    rest = re.compile(r"[ \t]*\r?\n").match(text, loading.end)
    line = text.rfind("\n", 0, loading.start) + 1
    whole = rest is not None and not text[line : loading.start].strip()
    return Edit(loading.file, loading.start, rest.end() if rest and whole else loading.end, "")


def _in_body(source: str, project: Project) -> bool:
    stem = re.escape(source.removesuffix(".tex"))
    asked = re.compile(rf"\\(?:input|include|subfile)\s*\{{\s*{stem}(?:\.tex)?\s*\}}")
    return asked.search(project.code(project.root), preamble_end(project)) is not None


@remedy("wrong-order")
def begin_with_class(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\usepackage{booktabs}` before `\documentclass` → behind it."""
    code = project.code(project.root)
    found = CLASS_LINE.search(code)
    early = [
        loading
        for loading in project.loadings
        if found and loading.file == project.root and loading.end <= found.start()
        and code.startswith(r"\usepackage", loading.start)
    ]  # fmt: skip
    if not found or not early:
        return
    lines = [project.texts[project.root][loading.start : loading.end] for loading in early]
    behind = "\n".join([*lines, ""]) if found[0].endswith("\n") else "\n".join(["", *lines])
    yield Cure(
        r"Began the document with \documentclass.",
        (
            *(_without_line(loading, project) for loading in early),
            Edit(project.root, found.end(), found.end(), behind),
        ),
    )


@remedy("only-in-preamble")
def hoist_command(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\DeclareMathOperator{\foo}{foo}` in the text → the same before `\begin{document}`."""
    found = _ONLY.match(problem.message)
    if found is None or found[1] in {"usepackage", "documentclass", "begin", "end"}:
        return
    code, text = project.code(project.root), project.texts[project.root]
    end = preamble_end(project)
    if end == len(code):
        return
    edits, lines = [], []
    for use in re.finditer(_use_of(found[1]), code[end:]):
        start, stop = end + use.start(), behind_arguments(code, end + use.end())
        lines.append(text[start:stop])
        edits.append(Edit(project.root, start, stop, ""))
    if lines:
        edits.append(Edit(project.root, end, end, "\n".join([*dict.fromkeys(lines), ""])))
        yield Cure(rf"Moved \{found[1]} into the preamble.", tuple(edits))


def _use_of(name: str) -> str:
    """A command, its star, and the bare command that some take as their first argument."""
    return rf"\\{name}(?![A-Za-z@])\*?(?:[ \t]*\\[A-Za-z@]+(?=[ \t]*[\[{{]))?"


@remedy("undefined-color", "package-error")
def define_colour(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\textcolor{lightpurple}` → `\definecolor{lightpurple}{rgb}{…}`; `{grene}` → `{green}`."""
    found = _COLOUR.match(problem.message) or _KEY.search(problem.message)
    if found is None:
        return
    name = found[1]
    palette = COLOURS.get(name)
    if palette and problem.code == "undefined-color":
        yield from _palette(name, palette, project)
    near = nearest_names(name, {n for n, p in COLOURS.items() if not p}, most=1)
    if near and len(name) > 3:
        pattern = re.compile(rf"(?<=[{{=,!\[]){re.escape(name)}(?=[}},!\]])")
        edits = tuple(
            Edit(source, m.start(), m.end(), near[0])
            for source in project.sources
            for m in pattern.finditer(project.code(source))
        )
        if edits:
            yield Cure(f"Corrected the colour {name} to {near[0]}.", edits)
    like = colour_like(name)
    if problem.code != "undefined-color" and like is None:
        return
    values = like or (0.0, 0.0, 0.0)
    shown = ",".join(f"{value:.2f}" for value in values)
    what = "in the usual sense" if like else "as black"
    end = preamble_end(project)
    yield Cure(
        f"Defined the colour {name} {what}.",
        (Edit(project.root, end, end, f"\\definecolor{{{name}}}{{rgb}}{{{shown}}}\n"),),
    )


def _palette(name: str, palette: str, project: Project) -> Iterator[Cure]:
    """A colour of a list that xcolor reads on demand."""
    what = f"Gave the package xcolor the option {palette}, which defines the colour {name}."
    own = direct(project, "xcolor")
    if own and len(own[0].names) == 1:
        yield Cure(what, (rewritten(project, own[0], [*split_options(own[0].options), palette]),))
    elif own or "xcolor" in loaded(project):
        yield Cure(what, (pass_options(project, "xcolor", [palette]),))


@remedy("package-error")
def reorder_packages(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\usepackage{cleveref}` before hyperref → behind it."""
    found = _ORDER.search(problem.message)
    if found is None:
        return
    late, early = found["late"], found["early"]
    if found["way"] == "before":
        late, early = early, late
    own = direct(project, late)
    if not own or not direct(project, early):
        return
    loading = own[0]
    options = f"[{loading.options}]" if loading.options else ""
    line = rf"\usepackage{options}{{{late}}}"
    at = direct(project, early)[-1].end
    if at < loading.end:
        at = load(project, late).start
    yield Cure(
        f"Loaded the package {late} behind {early}.",
        (unload(project, loading, late), Edit(project.root, at, at, f"\n{line}")),
    )


@remedy("tex-error", "latex-error", "missing-title")
def give_title(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\maketitle` without a `\title` before it → a later one moves up; else an empty one."""
    if not _NO_TITLE.search(problem.message):
        return
    code, text = project.code(project.root), project.texts[project.root]
    end = preamble_end(project)
    later = re.search(r"\\title(?![A-Za-z])", code[end:])
    if later:
        start, stop = end + later.start(), behind_arguments(code, end + later.end())
        moved = text[start:stop]
        yield Cure(
            r"Moved \title into the preamble, before \maketitle.",
            (Edit(project.root, start, stop, ""), Edit(project.root, end, end, f"{moved}\n")),
        )
        return
    yield Cure(r"Gave \maketitle an empty title.", (Edit(project.root, end, end, "\\title{}\n"),))
