r"""Cures for Markdown and HTML that stand in a LaTeX source: models and converters leave both."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from html import unescape
from itertools import islice

from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.remedies.registry import precaution, remedy
from compile.remedies.standing import TEXT, standing
from latex.diagnostic import Diagnostic
from latex.escape import escape

_LEVELS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
_HEADING = re.compile(
    r"^(?P<marks>\#{1,6})[ \t]+(?P<title>[^\n#{}][^\n]*?)(?:[ \t]+\#+)?[ \t]*$", re.M
)
_FENCE = re.compile(
    r"^(?P<indent>[ \t]*)(?P<mark>```+|~~~+)[ \t]*(?P<language>[\w+#.-]*)[^\n`]*\n"
    r"(?P<body>(?:(?![ \t]*(?P=mark))[^\n]*\n){0,400}?)[ \t]*(?P=mark)`*~*[ \t]*$",
    re.MULTILINE,
)
_LATEX = frozenset({"latex", "tex", "math"})
_LONE_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)[ \t]*[\w+-]*[ \t]*$", re.MULTILINE)
_CODE = re.compile(r"(?:(?<=[\s(])|(?<=^))`(?P<code>\w[^`'\n]{0,80})`(?=[\s.,;:)!?])", re.MULTILINE)
_BOLD = re.compile(r"(?<![\\*\w])\*\*(?P<text>(?=[^\s*])[^*\n$]{1,200}?(?<=[^\s*]))\*\*(?![*\w])")
_ITALIC = re.compile(
    r"(?<![\\*\w}\])])\*(?P<text>(?=[A-Za-z])[^*\n$\\{}]{2,80}?(?<=\w))\*(?![*\w])"
)
_LINK = re.compile(
    r"(?<!\\)(?P<bang>!?)\[(?P<text>[^\[\]\n]{1,120})\]\((?P<url>https?://[^\s()]{3,300})\)"
)
_PICTURE = re.compile(
    r"!\[(?P<text>[^\[\]\n]{0,200})\]\((?P<file>[^\s()]{1,200}\.(?:png|jpe?g|pdf))\)"
)
_BULLET = re.compile(r"^(?P<indent>[ \t]*)(?P<mark>[-*]|\d{1,2}[.)])[ \t]+(?=\S)(?P<text>[^\n]*)$")
_LINES = re.compile(r"(?<=\n)(?:[^\S\n]*\S[^\n]*(?:\n|\Z))+")
_ENTITY = re.compile(r"(?<!\\)&(?:#\d{2,6}|#x[0-9A-Fa-f]{2,6}|[A-Za-z]{2,8}\d{0,2});")
_INLINE = {
    "b": r"\textbf{", "strong": r"\textbf{", "i": r"\emph{", "em": r"\emph{", "u": r"\underline{",
    "code": r"\texttt{", "tt": r"\texttt{", "sup": r"\textsuperscript{", "sub": r"\textsubscript{",
    "small": r"{\small ", "span": "{", "mark": r"\emph{", "kbd": r"\texttt{",
}  # fmt: skip
_HEADINGS = {"h1": "section", "h2": "section", "h3": "subsection", "h4": "subsubsection"}
_LISTS = {"ul": "itemize", "ol": "enumerate", "blockquote": "quote", "center": "center"}
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,9})(?P<rest>(?:\s+[\w-]+\s*=\s*(?:\"[^\"<>\n]*\"|'[^'<>\n]*'))*)"
    r"\s*/?>"
)
_HREF = re.compile(r"href\s*=\s*[\"'](?P<url>[^\"']+)[\"']")
_MOST = 300
_ABOUT_MARKUP = re.compile(r"HTML|[Mm]arkdown|\\texttt\{<")
"""A text about such signs may mean them."""


# What TeX refuses


@remedy("wrong-place", "wrong-parameter")
def translate_headings(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Before: `## Results`; after: `\section{Results}`."""
    for name in project.sources:
        code = project.code(name)
        edits = tuple(_headings(project, name, code))
        if edits:
            yield Cure("Made LaTeX headings of Markdown headings.", edits[:_MOST])


def _headings(project: Project, name: str, code: str) -> Iterator[Edit]:
    start = project.body[0] if name == project.root else 0
    found = list(_HEADING.finditer(code, start))
    highest = min((len(heading["marks"]) for heading in found), default=1)
    if re.search(r"\\section(?![A-Za-z])", code):
        highest = 1
    text, stands = project.texts[name], standing(name, code)
    for heading in found:
        if stands[heading.start("title")] != TEXT:
            continue
        level = _LEVELS[min(4, len(heading["marks"]) - highest)]
        title = text[slice(*heading.span("title"))].strip("* ")
        new = rf"\{level}{{{_plain(title)}}}"
        yield Edit(name, heading.start(), heading.end(), new)


def _plain(title: str) -> str:
    return re.sub(r"(?<!\\)([#%&])", r"\\\1", title)


@precaution
def drop_fences(project: Project) -> Iterator[Cure]:
    """Markdown fences, which TeX prints as quotes: the program between them becomes verbatim."""
    for name in project.sources:
        edits = tuple(islice(_fenced(project, name), _MOST))
        if edits:
            yield Cure("Set text between Markdown fences as it is.", edits)


def _fenced(project: Project, name: str) -> Iterator[Edit]:
    text, code = project.texts[name], project.code(name)
    first, last = project.body if name == project.root else (0, len(code))
    paired: list[tuple[int, int]] = []
    for block in _FENCE.finditer(text, first, last):
        if not code[block.start("mark") : block.end("mark")].strip():
            continue  # in a comment or in verbatim text
        paired.append(block.span())
        body_start, body_end = block.span("body")
        if block["language"].lower() in _LATEX or _is_latex(block["body"]):
            yield Edit(name, block.start(), body_start, "")
            yield Edit(name, body_end, block.end(), "")
        elif r"\end{verbatim}" not in block["body"]:
            yield Edit(name, block.start(), body_start, "\\begin{verbatim}\n")
            yield Edit(name, body_end, block.end(), "\\end{verbatim}")
    for lone in _LONE_FENCE.finditer(code, first, last):
        number = bisect_right(paired, (lone.start(), len(text))) - 1
        if (number < 0 or paired[number][1] <= lone.start()) and code[slice(*lone.span())].strip():
            yield Edit(name, *lone.span(), "")


def _is_latex(body: str) -> bool:
    return (
        re.search(r"\\(?:begin|section|subsection|includegraphics|cite[tp]?|ref)\{", body)
        is not None
    )


@remedy("misplaced-alignment", "wrong-place", "missing-dollar", "wrong-parameter")
def translate_entities(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Before: `a &lt; b&nbsp;c`; after: `a < b~c`, and the tags beside them as LaTeX."""
    for name in project.sources:
        code = project.code(name)
        start = project.body[0] if name == project.root else 0
        edits = [
            Edit(name, found.start(), found.end(), _sign(found[0]))
            for found in _ENTITY.finditer(code, start)
            if unescape(found[0]) != found[0]
        ]
        if edits:
            edits += _tags(project, name)
            yield Cure("Wrote HTML entities and tags as LaTeX.", tuple(edits[:_MOST]))


def _sign(entity: str) -> str:
    sign = unescape(entity)
    own = {"\u00a0": "~", "<": "$<$", ">": "$>$", "\u2009": r"\,", "\u200b": "", "\u00ad": r"\-"}
    return own.get(sign) or escape(sign)


# What TeX prints as it stands


@precaution
def translate_tags(project: Project) -> Iterator[Cure]:
    r"""HTML tags in pairs, which TeX prints as ¡b¿: `<b>us</b>` → `\textbf{us}`."""
    for name in project.sources:
        if edits := tuple(_tags(project, name)[:_MOST]):
            yield Cure("Wrote HTML tags as LaTeX.", edits)


def _tags(project: Project, name: str) -> list[Edit]:
    code = project.code(name)
    start = project.body[0] if name == project.root else 0
    if "<" not in code[start:] or _ABOUT_MARKUP.search(code):
        return []
    stands = standing(name, code)
    found = [t for t in _TAG.finditer(code, start) if stands[t.start()] == TEXT]
    edits, open_tags = list[Edit](), list[re.Match[str]]()
    for tag in found:
        kind = tag["name"].lower()
        if kind in ("br", "hr") and not tag["close"]:
            edits.append(Edit(name, *tag.span(), r"\par " if kind == "br" else r"\hrulefill "))
        elif not tag["close"]:
            open_tags.append(tag)
        elif open_tags and open_tags[-1]["name"].lower() == kind:
            opening = open_tags.pop()
            pair = _pair(opening, kind)
            inner = code[opening.end() : tag.start()]
            if pair and "\n\n" not in (inner if pair[1] == "}" else ""):
                edits.append(Edit(name, *opening.span(), pair[0]))
                edits.append(Edit(name, *tag.span(), pair[1]))
    return sorted(edits, key=lambda edit: edit.start)


def _pair(opening: re.Match[str], kind: str) -> tuple[str, str] | None:
    if kind in _INLINE:
        return _INLINE[kind], "}"
    if kind in _HEADINGS:
        return rf"\{_HEADINGS[kind]}{{", "}"
    if kind in _LISTS:
        return rf"\begin{{{_LISTS[kind]}}}", rf"\end{{{_LISTS[kind]}}}"
    if kind == "li":
        return r"\item ", ""
    if kind in ("p", "div", "body", "html"):
        return r"\par ", r"\par "
    if kind == "a" and (link := _HREF.search(opening["rest"])):
        return "", rf" (\texttt{{{escape(link['url'])}}})"
    return None


@precaution
def translate_emphasis(project: Project) -> Iterator[Cure]:
    r"""Before: `**bold**`; after: `\textbf{bold}`. Before: `` `code` ``; after: `\texttt{code}`."""
    for name in project.sources:
        code = project.code(name)
        start = project.body[0] if name == project.root else 0
        if _ABOUT_MARKUP.search(code):
            continue
        stands = standing(name, code)
        edits = [
            edit
            for found in _BOLD.finditer(code, start)
            if stands[found.start()] == TEXT and _balanced(found["text"])
            for edit in (
                Edit(name, found.start(), found.start("text"), r"\textbf{"),
                Edit(name, found.end("text"), found.end(), "}"),
            )
        ]
        edits += [
            Edit(name, *found.span(), rf"\texttt{{{escape(found['code'])}}}")
            for found in _CODE.finditer(code, start)
            if stands[found.start()] == TEXT and re.search(r"[A-Za-z]", found["code"])
            and re.search(r"[_()=.\[\]/]", found["code"])
            and not re.search(r"[\\{}$]", found["code"])
        ]  # fmt: skip
        if edits:
            yield Cure("Wrote Markdown emphasis as LaTeX.", tuple(edits[: 2 * _MOST]))


def _balanced(text: str) -> bool:
    return text.count("{") == text.count("}") and text.count("$") % 2 == 0


@precaution
def translate_lists(project: Project) -> Iterator[Cure]:
    r"""Markdown lists: two or more lines `- text` between blank lines → `itemize`."""
    for name in project.sources:
        code = project.code(name)
        start, end = project.body if name == project.root else (0, len(code))
        stands = standing(name, code)
        edits: list[Edit] = []
        for block in _LINES.finditer(code, start, end):
            if stands[block.start()] == TEXT:
                edits += _listed(name, block)
        if edits:
            yield Cure("Made LaTeX lists of Markdown lists.", tuple(edits))


def _listed(name: str, block: re.Match[str]) -> Iterator[Edit]:
    """The edits for one paragraph: all of it must be a list, or all behind a colon."""
    lines = list(re.finditer(r"[^\n]+", block[0]))
    bullets = [_BULLET.match(line[0]) for line in lines]
    first = next((n for n, bullet in enumerate(bullets) if bullet), len(lines))
    rows = [bullet for bullet in bullets[first:] if bullet is not None]
    if len(lines) > _MOST:
        return
    whole = len(rows) == len(lines) - first and len(rows) >= 2
    led = first == 0 or lines[first - 1][0].rstrip().endswith(":")
    if not whole or not led or any(row["indent"] != rows[0]["indent"] for row in rows):
        return
    numbered = rows[0]["mark"][0].isdigit()
    if any(row["mark"][0].isdigit() != numbered for row in rows) or not _consecutive(rows):
        return
    environment = "enumerate" if numbered else "itemize"
    for number, (line, row) in enumerate(zip(lines[first:], rows, strict=True)):
        at = block.start() + line.start()
        new = "\\item " if number else f"\\begin{{{environment}}}\n\\item "
        yield Edit(name, at, at + row.start("text"), new)
    end = block.start() + lines[-1].end()
    yield Edit(name, end, end, f"\n\\end{{{environment}}}")


def _consecutive(rows: list[re.Match[str]]) -> bool:
    if not rows[0]["mark"][0].isdigit():
        return len({row["mark"] for row in rows}) == 1 and all(
            re.match(r"[^\W\d_]|\\(?:text|emph)|\*\*", row["text"]) for row in rows
        )
    return [int(row["mark"][:-1]) for row in rows] == list(range(1, len(rows) + 1))


@precaution
def translate_links(project: Project) -> Iterator[Cure]:
    r"""Before: `[the site](https://a.org)`; after: `\href{https://a.org}{the site}`."""
    for name in project.sources:
        code = project.code(name)
        start = project.body[0] if name == project.root else 0
        stands = standing(name, code)
        edits = [
            Edit(name, *found.span(), _link(found, project))
            for found in _LINK.finditer(code, start)
            if stands[found.start()] == TEXT and not found["bang"]
        ]
        if edits:
            yield Cure("Wrote Markdown links as LaTeX.", tuple(edits))


def _link(found: re.Match[str], project: Project) -> str:
    if project.loads("hyperref"):
        address = re.sub(r"(?<!\\)([#%])", r"\\\1", found["url"])
        return rf"\href{{{address}}}{{{found['text']}}}"
    return rf"{found['text']} (\texttt{{{escape(found['url'])}}})"


@precaution
def translate_pictures(project: Project) -> Iterator[Cure]:
    r"""Before: `![A plot](plot.png)` alone in its paragraph; after: a figure with that caption."""
    for name in project.sources:
        code = project.code(name)
        start = project.body[0] if name == project.root else 0
        edits = [
            Edit(name, *found.span(), _figure(found))
            for found in _PICTURE.finditer(code, start)
            if not code[code.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
            and found["file"] in project.assets
        ]
        if edits and not project.loads("graphicx"):
            edits.append(project.in_preamble(r"\usepackage{graphicx}"))
        if edits:
            yield Cure("Wrote Markdown pictures as figures.", tuple(edits))


def _figure(found: re.Match[str]) -> str:
    caption = f"\n\\caption{{{found['text']}}}" if found["text"].strip() else ""
    picture = rf"\includegraphics[width=0.8\linewidth]{{{found['file']}}}"
    return f"\\begin{{figure}}[htbp]\n\\centering\n{picture}{caption}\n\\end{{figure}}"
