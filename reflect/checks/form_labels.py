"""Keys of labels, references and citations, and where labels stand."""

from collections.abc import Iterator

import regex

from latex.alternation import one_of
from latex.commands import CAPTIONS, CITES, LABELS, REFS, Command, commands
from latex.environments import Environment
from latex.floats import INNER, KINDS
from latex.structure import Mark, Structure
from reflect.checks.form_nesting import IN_FLOATS, enclosing, targets
from reflect.checks.form_prose import is_plain
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

EMPTY = regex.compile(
    rf"\\(?P<name>{one_of((LABELS | REFS | CITES) - {'hyperref', 'fullref'})})(?![A-Za-z@])\*?"
    r"(?:\s*+\[[^\[\]{}]{0,200}+\]){0,2}+\s*+\{(?P<keys>[\s,]*+)\}"
)
LIST = regex.compile(
    rf"\\(?:{one_of(CITES)}|cref|Cref)(?![A-Za-z@])\*?(?:\s*+\[[^\[\]{{}}]{{0,200}}+\]){{0,2}}+"
    r"\s*+\{(?P<keys>[^{}\\#]{1,2000}+)\}"
)
COUNTED = regex.compile(
    r"\\(?:refstepcounter|phantom(?:sub)?caption|captionlistentry|subcaption|subfloat|subfigure"
    r"|subtable|ContinuedFloat|captionsetup|sidecaption|floatbox|[ft]floatbox|ffigbox|ttabbox)"
    r"(?![A-Za-z@])"
)
"""What gives a label its number without a caption before it, or moves the caption."""
LINE = regex.compile(r"[ \t]*+\Z")
LINE_END = regex.compile(r"[ \t]*+\r?\n[ \t]*+")
PREFIXES = {
    **dict.fromkeys(("fig", "figure"), "figure"),
    **dict.fromkeys(("tab", "table", "tbl"), "table"),
    **dict.fromkeys(("eq", "eqn", "equation"), "equation"),
    **dict.fromkeys(("sec", "section", "sect", "subsec", "chap"), "section"),
}


@check("empty-key", 4, Category.REFERENCE)
def empty_key(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A label, a reference or a citation without a key, or with a comma too many.

    Pass: \label{sec:a} See \ref{sec:a} and \cite{a, b}.
    Fail: \label{} See \ref{} and \cite{a,,b}.
    """
    live = structure.live
    defined = [(d.start, d.end) for d in commands(live).definitions]
    for match in EMPTY.finditer(live):
        if _is_in(defined, match.start()) or not _is_command(live, match.start()):
            continue
        # What the mask has blanked may have been a key in the source.
        if is_plain(structure, *match.span()):
            yield Hit(*match.span(), f"\\{match['name']} has no key.")
    for match in LIST.finditer(live):
        if not _has_gap(match["keys"]) or _is_in(defined, match.start()):
            continue
        span = match.span("keys")
        keys = ",".join(part for part in match["keys"].split(",") if part.strip())
        cure = (Edit(*span, keys),) if is_plain(structure, *span) else ()
        message = "Between two commas of this list there is no key."
        yield Hit(*match.span(), message, cure=cure, severity=3)


def _has_gap(keys: str) -> bool:
    parts = [part.strip() for part in keys.split(",")]
    return len(parts) > 1 and "" in parts and any(parts)


def _is_in(spans: list[tuple[int, int]], offset: int) -> bool:
    return any(start <= offset < end for start, end in spans)


def _is_command(live: str, start: int) -> bool:
    slashes = start
    while slashes and live[slashes - 1] == "\\":
        slashes -= 1
    return (start - slashes) % 2 == 0


@check("label-before-caption", 3, Category.REFERENCE)
def label_before_caption(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A label of a figure or table before its caption: it has the number of the section.

    Pass: \begin{figure} x \caption{A.} \label{fig:a} \end{figure}
    Fail: \begin{figure} \label{fig:a} x \caption{A.} \end{figure}
    """
    live = structure.live
    found = commands(live)
    captions = found.of(CAPTIONS)
    for mark in structure.labels:
        holder = _holder(live, mark)
        if holder is None or COUNTED.search(live, holder.inner_start, holder.inner_end):
            continue
        inside = [
            caption
            for caption in captions
            if holder.start < caption.start < holder.end
            and next(_holders(live, caption.start), None) == holder
        ]
        before = live[holder.inner_start : mark.whole[0]]
        if not inside or inside[0].start < mark.start or before.count("{") != before.count("}"):
            continue
        yield Hit(
            *mark.whole,
            f"The label {mark.key!r} stands before the caption, so it is not the number of it.",
            cure=_moved(structure, mark, holder, inside),
            action="Set the label right behind the caption.",
        )


def _holder(live: str, mark: Mark) -> Environment | None:
    """The float or part of a float whose number the label shall have."""
    if mark.command != "label" or not live.startswith("\\label", mark.whole[0]):
        return None
    return next(_holders(live, mark.start), None)


def _holders(live: str, offset: int) -> Iterator[Environment]:
    for environment in enclosing(live, offset):
        name = environment.name.rstrip("*")
        if name in KINDS or name in INNER:
            yield environment
        if name not in IN_FLOATS:
            return


def _moved(
    structure: Structure, mark: Mark, holder: Environment, captions: list[Command]
) -> tuple[Edit, ...]:
    """The label set behind the caption, where each is the only one."""
    live, source = structure.live, structure.source
    braces = commands(live).braces
    start, end = mark.whole
    labels = live.count("\\label", holder.start, holder.end)
    group = braces.argument(braces.behind_options(captions[0].end))
    starred = live.startswith("*", captions[0].end - 1)
    if len(captions) != 1 or labels != 1 or group is None or starred:
        return ()
    if captions[0].name != "caption" or "\n\n" in live[start : group[1]]:
        return ()
    line = source.rfind("\n", 0, start) + 1
    behind = LINE_END.match(source, end)
    if behind and not source[line:start].strip():
        end = behind.end()
    return Edit(start, end, ""), Edit(group[1], group[1], live[slice(*mark.whole)])


@check("label-prefix", 1, Category.REFERENCE)
def label_prefix(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A label whose prefix tells of another kind of thing than it numbers.

    Pass: \begin{table} x \caption{A.}\label{tab:a} \end{table}
    Fail: \begin{table} x \caption{A.}\label{fig:a} \end{table}
    """
    kinds = targets(structure)
    for mark in structure.labels:
        prefix, colon, _ = mark.key.partition(":")
        said, kind = PREFIXES.get(prefix.casefold()), kinds.get(mark.key)
        if colon and said and kind and said != kind:
            yield Hit(mark.start, mark.end, f"The label {mark.key!r} numbers a {kind}.")
