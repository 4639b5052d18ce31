"""Remedies for the document class: not installed, the wrong one for what is used, given twice."""

import re
from collections.abc import Iterator

from compile.package_facts import SOURCE_OF_CLASS
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import loaded, preamble_end
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import named_command, nearest_names, uses
from latex.commands import commands
from latex.diagnostic import Diagnostic

CLASS_LINE = re.compile(
    r"\\documentclass\s*(?:\[(?P<options>[^\]]*)\])?\s*\{\s*(?P<name>[^{}]*?)\s*\}[^\n]*\n?"
)
_ABSENT = re.compile(r"^The document class (\S+) is not installed")
_STANDARD = frozenset(["article", "report", "book", "letter", "slides", "minimal", "proc"])
_KNOWN = frozenset({*SOURCE_OF_CLASS, *_STANDARD})
_WITH_CHAPTERS = {
    "article": "report", "extarticle": "extreport", "scrartcl": "scrreprt", "ctexart": "ctexrep",
}  # fmt: skip
_HEADINGS = ("chapter", "section", "subsection", "subsubsection", "paragraph")
_KEPT_OPTIONS = frozenset([
    "10pt", "11pt", "12pt", "a4paper", "letterpaper", "a5paper", "b5paper", "twocolumn",
    "onecolumn", "twoside", "oneside", "titlepage", "notitlepage", "landscape", "draft", "final",
    "fleqn", "leqno", "openright", "openany",
])  # fmt: skip
_ON_SLIDES = frozenset([
    "frametitle", "framesubtitle", "usetheme", "usecolortheme", "pause", "onslide", "alert",
    "setbeamertemplate", "setbeamercolor", "setbeamerfont", "titlepage", "visible", "uncover",
])  # fmt: skip
_IN_FRAME = re.compile(r"The environment (?:frame|block|columns|alertblock) is not defined")
_CJK = re.compile(r"[\u3400-\u9fff]")

_MATTER = {
    "affiliation": r"\newcommand{\affiliation}[2][]{\reportadd{\\{\small #2}}}",
    "affil": r"\newcommand{\affil}[2][]{\reportadd{\\{\small #2}}}",
    "address": r"\newcommand{\address}[2][]{\reportadd{\\{\small #2}}}",
    "institute": r"\newcommand{\institute}[2][]{\reportadd{\\{\small #2}}}",
    "institution": r"\newcommand{\institution}[1]{#1}",
    "department": r"\newcommand{\department}[2][]{#2}",
    "streetaddress": r"\newcommand{\streetaddress}[1]{, #1}",
    "city": r"\newcommand{\city}[1]{, #1}",
    "state": r"\newcommand{\state}[1]{, #1}",
    "postcode": r"\newcommand{\postcode}[1]{, #1}",
    "country": r"\newcommand{\country}[1]{, #1}",
    "email": r"\newcommand{\email}[2][]{\reportadd{\\{\small\ttfamily #2}}}",
    "ead": r"\newcommand{\ead}[2][]{\reportadd{\\{\small\ttfamily #2}}}",
    "orcid": r"\newcommand{\orcid}[2][]{\reportadd{\\{\small ORCID #2}}}",
    "corref": r"\newcommand{\corref}[1]{}",
    "fnref": r"\newcommand{\fnref}[1]{}",
    "cortext": r"\newcommand{\cortext}[2][]{\reportadd{\thanks{#2}}}",
    "fntext": r"\newcommand{\fntext}[2][]{\reportadd{\thanks{#2}}}",
    "IEEEauthorblockN": r"\newcommand{\IEEEauthorblockN}[1]{#1}",
    "IEEEauthorblockA": r"\newcommand{\IEEEauthorblockA}[1]{\\{\small #1}}",
    "IEEEmembership": r"\newcommand{\IEEEmembership}[1]{{\small #1}}",
    "IEEEPARstart": r"\newcommand{\IEEEPARstart}[2]{#1#2}",
    "IEEEpeerreviewmaketitle": r"\newcommand{\IEEEpeerreviewmaketitle}{}",
    "inst": r"\newcommand{\inst}[1]{\textsuperscript{#1}}",
    "keywords": r"\newcommand{\keywords}[2][]{\par\smallskip\noindent\textbf{Keywords:} #2\par}",
    "keyword": r"\newcommand{\keyword}[1]{\par\smallskip\noindent\textbf{Keywords:} #1\par}",
    "pacs": r"\newcommand{\pacs}[1]{\par\smallskip\noindent\textbf{PACS:} #1\par}",
    "ccsdesc": r"\newcommand{\ccsdesc}[2][]{\par\smallskip\noindent #2\par}",
    "subtitle": r"\newcommand{\subtitle}[1]{\gappto@title{\\[1ex]\large #1}}",
    "titlerunning": r"\newcommand{\titlerunning}[1]{}",
    "authorrunning": r"\newcommand{\authorrunning}[1]{}",
    "shorttitle": r"\newcommand{\shorttitle}[1]{}",
    "shortauthors": r"\newcommand{\shortauthors}[1]{}",
    "runninghead": r"\newcommand{\runninghead}[1]{}",
    "journal": r"\newcommand{\journal}[1]{}",
    "sep": r"\newcommand{\sep}{; }",
    "altaffiliation": r"\newcommand{\altaffiliation}[2][]{\reportadd{\thanks{#2}}}",
    "acknowledgments": r"\newcommand{\acknowledgments}{\section*{Acknowledgments}}",
    "supervisor": r"\newcommand{\supervisor}[1]{\reportadd{\\{\small Supervisor: #1}}}",
    "university": r"\newcommand{\university}[1]{\reportadd{\\{\small #1}}}",
    "faculty": r"\newcommand{\faculty}[1]{\reportadd{\\{\small #1}}}",
    "course": r"\newcommand{\course}[1]{\reportadd{\\{\small #1}}}",
}
"""What journal classes define for the head of a paper, in terms of article: nothing gets lost.

What is only for running heads, and repeats the title or the authors, prints nothing.
"""
_BLOCKS = {
    "frontmatter": r"\newenvironment{frontmatter}{}{}",
    "keyword": r"\newenvironment{keyword}{\par\smallskip\noindent\textbf{Keywords:} }{\par}",
    "keywords": r"\newenvironment{keywords}{\par\smallskip\noindent\textbf{Keywords:} }{\par}",
    "IEEEkeywords": r"\newenvironment{IEEEkeywords}{\par\smallskip\noindent\textbf{Keywords:} }"
    r"{\par}",
    "acknowledgments": r"\newenvironment{acknowledgments}{\section*{Acknowledgments}}{\par}",
    "acknowledgements": r"\newenvironment{acknowledgements}{\section*{Acknowledgements}}{\par}",
    "acks": r"\newenvironment{acks}{\section*{Acknowledgments}}{\par}",
    "abstract": r"\newenvironment{abstract}{\section*{Abstract}}{\par}",
    "highlights": r"\newenvironment{highlights}{\begin{itemize}}{\end{itemize}}",
    "CCSXML": r"\newenvironment{CCSXML}{\setbox0=\vbox\bgroup}{\egroup}",
}
"""Environments of journal classes."""
_HELPERS = (
    r"\makeatletter",
    r"\providecommand{\reportadd}[1]{\g@addto@macro\@author{#1}}",
    r"\providecommand{\gappto@title}[1]{\g@addto@macro\@title{#1}}",
    r"\makeatother",
)
_AUTHORS = (
    r"\makeatletter\gdef\@author{}",
    r"\renewcommand{\author}[2][]{\ifx\@author\@empty\else\g@addto@macro\@author{\and}\fi"
    r"\g@addto@macro\@author{#2}}",
    r"\makeatother",
)
"""Each `\\author` adds one, as the classes with `\\affiliation` have it."""


def sinks_into_class(name: str) -> bool:
    """Whether a command is one of those that journal classes define for the head of a paper."""
    return name in _MATTER


@remedy("undefined-command")
def lower_chapters(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\chapter{A}` in article → `\section{A}`; where chapters lead the outline, class report."""
    if named_command(problem) != "chapter":
        return
    name, found = project.document_class[0], CLASS_LINE.search(project.code(project.root))
    larger = _WITH_CHAPTERS.get(name)
    levels = [
        command.name
        for source in project.sources
        for command in commands(project.code(source)).outside
        if command.name in _HEADINGS
    ]
    lead = levels[:1] == ["chapter"] and levels.count("chapter") > 1 and "section" in levels
    to_section = Cure(
        r"Made \chapter a \section: the document class has no chapters.",
        tuple(
            Edit(use.file, use.start, use.end, r"\section") for use in uses(project, "chapter")
        ),
    )  # fmt: skip
    if lead and larger and found:
        start, end = found.span("name")
        yield Cure(
            f"Took the document class {larger}, which has chapters, in place of {name}.",
            (Edit(project.root, start, end, larger),),
        )
    yield to_section


@remedy("undefined-command", "undefined-environment")
def take_beamer(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{frame}` with `\frametitle` in article → `\documentclass{beamer}`."""
    code = project.code(project.root)
    found = CLASS_LINE.search(code)
    if found is None or r"\begin{frame}" not in code:
        return
    on_slides = named_command(problem) in _ON_SLIDES
    if found["name"] in _STANDARD and (on_slides or _IN_FRAME.match(problem.message)):
        start, end = found.span("name")
        what = f"Took the document class beamer, which has frames, in place of {found['name']}."
        yield Cure(what, (Edit(project.root, start, end, "beamer"),))


@remedy("undefined-command")
def define_front_matter(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\affiliation{…}` in article → a definition that prints it below the authors."""
    name = named_command(problem)
    if name in _MATTER and (used := _front_matter(project)):
        yield Cure(
            f"Defined {_listed(used)}, which the document class does not know.",
            (_after_class(project, _definitions(used, project)),),
        )


@remedy("undefined-environment")
def define_front_block(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{keywords}` in article → an environment that prints them after their name."""
    found = re.match(r"The environment (\S+) is not defined", problem.message)
    if found and found[1] in _BLOCKS and found[1] not in loaded(project):
        what = f"Defined the environment {found[1]}, which the document class does not know."
        at = preamble_end(project)
        yield Cure(what, (Edit(project.root, at, at, f"{_BLOCKS[found[1]]}\n"),))


@remedy("missing-package")
def replace_missing_class(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\documentclass{svjour3}` → article (report with chapters), with what its head needs."""
    absent = _ABSENT.match(problem.message)
    found = CLASS_LINE.search(project.code(project.root))
    if absent is None or found is None or absent[1] != found["name"]:
        return
    name = found["name"]
    if name not in _KNOWN and (near := nearest_names(name, _KNOWN, most=1)):
        start, end = found.span("name")
        what = f"Took the document class {near[0]}, which {name} is a misspelling of."
        yield Cure(what, (Edit(project.root, start, end, near[0]),))
    code = "".join(project.code(source) for source in project.sources)
    general = "report" if re.search(r"\\chapter(?![A-Za-z])", code) else "article"
    if r"\begin{frame}" in code:
        general = "beamer"
    if project.engine != "pdflatex" and _CJK.search(project.texts[project.root]):
        general = {"report": "ctexrep", "article": "ctexart"}.get(general, general)
    given = [word.strip() for word in (found["options"] or "").split(",")]
    options = ",".join(word for word in given if word in _KEPT_OPTIONS)
    class_line = rf"\documentclass{f'[{options}]' if options else ''}{{{general}}}"
    used = [] if general == "beamer" else _front_matter(project)
    blocks = [
        line for block, line in _BLOCKS.items()
        if rf"\begin{{{block}}}" in code and (block != "abstract" or general == "book")
    ]  # fmt: skip
    lines = [class_line, *(_definitions(used, project) if used else []), *blocks]
    source = SOURCE_OF_CLASS.get(name)
    where = f" (Debian package {source})" if source else ""
    yield Cure(
        f"Took the document class {general} in place of {name}, which is not installed{where}.",
        (Edit(project.root, found.start(), found.end("name") + 1, "\n".join(lines)),
         *_title_after_front(project)),
    )  # fmt: skip


def _front_matter(project: Project) -> list[str]:
    """The commands of journal classes that the document uses and does not define."""
    defined = {d.name for name in project.sources for d in commands(project.code(name)).definitions}
    there = loaded(project)
    return [
        name
        for name in _MATTER
        if uses(project, name)
        and name not in defined
        and (name != "affil" or "authblk" not in there)
    ]


def _definitions(used: list[str], project: Project) -> list[str]:
    several = len(uses(project, "author")) > 1
    lines = [_MATTER[name] for name in used]
    if any("gappto@title" in line for line in lines):
        lines = [r"\makeatletter", *lines, r"\makeatother"]
    return [*_HELPERS, *(_AUTHORS if several else ()), *lines]


def _after_class(project: Project, lines: list[str]) -> Edit:
    found = CLASS_LINE.search(project.code(project.root))
    at = found.end() if found else 0
    return Edit(project.root, at, at, "\n".join([*lines, ""]))


def _title_after_front(project: Project) -> tuple[Edit, ...]:
    r"""`\maketitle` at the end of a front matter, which sets the title in the class it is from."""
    code = project.code(project.root)
    end = code.find(r"\end{frontmatter}")
    if end < 0 or r"\maketitle" in code:
        return ()
    first = re.search(r"\\begin\{(?:abstract|keyword)\}", code)
    at = first.start() if first and first.start() < end else end
    return (Edit(project.root, at, at, "\\maketitle\n"),)


def _listed(names: list[str]) -> str:
    return ", ".join(f"\\{name}" for name in names)


@remedy("two-documents", "only-in-preamble")
def unnest_document(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A whole document inside another → its body alone; its packages go to the preamble.

    `\documentclass`, `\begin{document}` and `\end{document}` stay once each; what was behind the
    first `\end{document}` is text again.
    """
    text = project.texts[project.root]
    classes = list(re.finditer(r"^[ \t]*(\\documentclass)[^\n]*\n?", text, re.MULTILINE))
    begins = list(re.finditer(r"^[ \t]*\\begin[ \t]*\{document\}[^\S\n]*\n?", text, re.MULTILINE))
    ends = list(re.finditer(r"^[ \t]*\\end[ \t]*\{document\}[^\S\n]*\n?", text, re.MULTILINE))
    if len(classes) < 2 and len(begins) < 2:
        return
    spare = [*classes[1:], *begins[1:], *(ends[:-1] if len(begins) > 1 else [])]
    edits = [Edit(project.root, found.start(), found.end(), "") for found in spare]
    body = begins[0].end() if begins else len(text)
    inner = [found for found in _LOADING_LINE.finditer(text) if found.start() > body]
    if len(classes) > 1 or len(begins) > 1:
        known = text[: begins[0].start()] if begins else ""
        fresh = [found[0].strip() for found in inner if found["names"] not in known]
        edits += [Edit(project.root, found.start(), found.end(), "") for found in inner]
        if fresh and begins:
            at = begins[0].start()
            edits.append(Edit(project.root, at, at, "\n".join([*dict.fromkeys(fresh), ""])))
    yield Cure("Made one document of two that stood inside each other.", tuple(edits))


_LOADING_LINE = re.compile(
    r"^[ \t]*\\usepackage\s*(?:\[[^\]\n]*\])?\s*\{(?P<names>[^{}\n]*)\}[^\S\n]*\n?", re.MULTILINE
)
