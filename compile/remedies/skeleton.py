r"""Cures for the frame of a document: its class, \begin and \end, and what stands outside them."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import CLASS
from compile.remedies.project import BEGIN, Project
from compile.remedies.registry import precaution, remedy
from latex.diagnostic import Diagnostic

_END = re.compile(r"\\end[ \t]*\{document\}")
_PREAMBLE = re.compile(
    r"""\\(?:documentclass|usepackage|RequirePackage|(?:re|provide)?newcommand\*?|def|let|title
          |author|date|subtitle|institute|geometry|hypersetup|sisetup|lstset|captionsetup|graphicspath
          |newtheorem\*?|theoremstyle|DeclareMathOperator\*?|setlength|addtolength|setcounter
          |pagestyle|bibliographystyle|addbibresource|usetikzlibrary|pgfplotsset|tikzset|definecolor
          |colorlet|makeatletter|makeatother|newlength|newcounter|newif|renewenvironment
          |newenvironment|DeclareSIUnit|DeclarePairedDelimiter|set[A-Za-z]*font|usetheme|usecolortheme
          |PassOptionsToPackage|linespread|onehalfspacing|doublespacing|AtBeginDocument|numberwithin
          |ctexset|newcolumntype|lstdefinestyle|crefname|Crefname|allowdisplaybreaks|raggedbottom
          |frenchspacing|pagenumbering|hyphenation|makeindex|makeglossaries|newacronym|input
          |newglossaryentry|bibpunct|setcitestyle|subjclass|affiliation|address|email|thispagestyle
          |NewDocumentCommand|newrobustcmd|DeclareUnicodeCharacter|newunicodechar)(?![A-Za-z@])""",
    re.VERBOSE,
)
_NO_TEXT = re.compile(
    r"\\(?:bibliography|printbibliography|clearpage|newpage|printindex|appendix)\b"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_CHAT = re.compile(
    r"^\W*(?:let me know|i hope|hope this|feel free|this (?:document|latex|code|report|template)"
    r"|here is|here's|note that|please|if you (?:want|need|would)|you can|the above|explanation)",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\\(?:documentclass|documentstyle|LoadClass|bye)(?![A-Za-z@])")
_PART = re.compile(r"^%.*(?:TeX root|TeX-master: \")", re.MULTILINE | re.IGNORECASE)
"""What editors write into a part of a larger document."""
_NO_FRAGMENT = re.compile(
    r"\\(?:input|include|subfile|start[a-z]+|environment|catcode|csname|usemodule|directlua)(?![A-Za-z])"
    r"|\\end(?![A-Za-z{ \t])"
)
"""Signs of a document whose class is in another file, of plain TeX, or of ConTeXt."""
_LATEX = re.compile(
    r"\\(?:begin[ \t]*\{|(?:sub){0,2}section|chapter|usepackage|textbf|cite|ref|item)\b"
    r"|(?:[^\W\d_]{2,}[ ,.\n]+){8}|[\u3400-\u9fff]{4}"
)
_BEGINNING = "\\begin{document}\n"
_MOST_TALK = 60
_BREAK = re.compile(r"\n[ \t]*\n")
_GUESSES = (
    (r"\\begin\{frame\}", "beamer"),
    (r"\\chapter(?![A-Za-z])", "report"),
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)


@remedy(
    "missing-begin-document", "emergency-stop", "missing-class", "undefined-command", "wrong-order"
)
def begin_document(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A document without `\begin{document}` gets it behind the last line of its preamble."""
    code = project.code(project.root)
    found = CLASS.search(code)
    if BEGIN.search(code) or found is None:
        return
    at = _text_start(code, found.start())
    edits = [Edit(project.root, at, at, _BEGINNING)]
    if not _END.search(code):
        edits.append(_closing(project))
    yield Cure(r"Began the document with \begin{document} before its first text.", tuple(edits))


def _text_start(code: str, position: int) -> int:
    """The start of the first line behind `position` that belongs to no preamble."""
    depth, bracket = 0, 0
    for line in re.finditer(r"[^\n]*(?:\n|\Z)", code[position:]):
        text = line[0].strip()
        inside = depth > 0 or bracket > 0
        if text and not inside and not _PREAMBLE.match(text) and not text.startswith("}"):
            return position + line.start()
        plain = re.sub(r"\\.", "", line[0])
        depth += plain.count("{") - plain.count("}")
        bracket = max(0, bracket + plain.count("[") - plain.count("]")) if text else 0
    return len(code)


def _closing(project: Project) -> Edit:
    text = project.texts[project.root]
    end = len(text.rstrip())
    return Edit(project.root, end, len(text), "\n\\end{document}\n")


@remedy("emergency-stop")
def end_document(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A document that stops without `\end{document}` gets it at its end."""
    code = project.code(project.root)
    if BEGIN.search(code) and not _END.search(code):
        yield Cure(r"Ended the document with \end{document}.", (_closing(project),))


@precaution
def give_class(project: Project) -> Iterator[Cure]:
    r"""Text without a document around it: `\section{A} …` → a document of class article with it."""
    code, text = project.code(project.root), project.texts[project.root]
    if any(_OTHER.search(project.code(name)) for name in project.sources) or not code.strip():
        return
    if _PART.search(text):
        return
    if _NO_FRAGMENT.search(code) or not (BEGIN.search(code) or _LATEX.search(code)):
        return
    name = next((name for pattern, name in _GUESSES if re.search(pattern, code)), "article")
    if project.engine != "pdflatex" and re.search(r"[\u3400-\u9fff]", text):
        name = {"article": "ctexart", "report": "ctexrep"}.get(name, name)
    new = f"\\documentclass{{{name}}}\n"
    at = _text_start(code, 0)
    if BEGIN.search(code):
        edits = [Edit(project.root, 0, 0, new)]
    elif code[:at].strip():
        edits = [Edit(project.root, 0, 0, new), Edit(project.root, at, at, _BEGINNING)]
    else:
        edits = [Edit(project.root, 0, 0, f"{new}{_BEGINNING}")]
    if not _END.search(code):
        edits.append(_closing(project))
    yield Cure(f"Gave the text the document class {name}, which it lacked.", tuple(edits))


@remedy("missing-begin-document", "wrong-order", "missing-class")
def move_class_first(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\usepackage` above `\documentclass` → below it."""
    code, text = project.code(project.root), project.texts[project.root]
    found = CLASS.search(code)
    if found is None:
        return
    head = text[: found.start()]
    if not _PREAMBLE.search(code[: found.start()]) or r"\PassOptionsToPackage" in head:
        return
    end = text.find("\n", found.end())
    end = len(text) if end < 0 else end + 1
    yield Cure(
        r"Moved \documentclass before what stood above it.",
        (Edit(project.root, 0, end, f"{text[found.start() : end]}{head}"),),
    )


@precaution
def set_aside_talk(project: Project) -> Iterator[Cure]:
    r"""Text above `\documentclass`, as a chat leaves it: `Here is it:` → `% Here is it:`.

    No document compiles with it there.
    """
    code = project.code(project.root)
    found = CLASS.search(code)
    if found is None or not code[: found.start()].strip():
        return
    start = code.rfind("\n", 0, found.start()) + 1
    lines = list(re.finditer(r"[^\n]*\S[^\n]*\n", code[:start]))
    talk = [line.start() for line in lines if not re.search(r"[\\{}#^]", line[0])]
    if talk and len(talk) == len(lines) <= _MOST_TALK:
        yield Cure(
            r"Made a comment of the lines above \documentclass.",
            tuple(Edit(project.root, at, at, "% ") for at in talk),
        )


@remedy("missing-begin-document")
def move_text_into_document(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Text between the packages and `\begin{document}` → behind `\begin{document}`."""
    code, text = project.code(project.root), project.texts[project.root]
    begin, found = BEGIN.search(code), CLASS.search(code)
    if begin is None or found is None:
        return
    start = _text_start(code, found.start())
    span = project.line(problem.file, problem.line)
    if start >= begin.start() and problem.file == project.root and span is not None:
        start = span[0]
    if not found.end() < start < begin.start():
        return
    tail = _PREAMBLE.search(code, start, begin.start())
    end = code.rfind("\n", 0, tail.start()) + 1 if tail else begin.start()
    if end <= start:
        return
    moved = text[start:end].strip("\n")
    yield Cure(
        r"Moved text from the preamble behind \begin{document}.",
        (
            Edit(project.root, start, end, ""),
            Edit(project.root, begin.end(), begin.end(), f"\n{moved}\n"),
        ),
    )


@precaution
def keep_text_behind_end(project: Project) -> Iterator[Cure]:
    r"""Sections and bibliographies behind `\end{document}`, of which TeX says nothing → before it.

    Talk that a chat leaves there, and notes, stay where they are.
    """
    text, code = project.texts[project.root], project.code(project.root)
    end = _END.search(code)
    begin, found = BEGIN.search(code), CLASS.search(code)
    if (
        end is None
        or begin is None
        or found is None
        or not found.end() < begin.start() < end.start()
    ):
        return
    if code[code.rfind("\n", 0, end.start()) + 1 : end.start()].strip():
        return
    rest = _FENCE.split(text[end.end() :])[0]
    if CLASS.search(rest) or not _belongs(rest):
        return
    again = _END.search(rest)
    moved = (rest[: again.start()] if again else rest).rstrip()
    at = end.end() + len(moved)
    behind = end.end() + again.end() if again else at
    ending = text[end.start() : end.end()]
    yield Cure(
        rf"Moved {ending} behind the text that followed it.",
        (
            Edit(project.root, end.start(), end.end(), ""),
            Edit(project.root, at, behind, f"\n{ending}"),
        ),
    )


def _belongs(rest: str) -> bool:
    """Whether text behind the end is part of the document."""
    if not re.match(r"[ \t\r]*\n", rest) or rest.count(r"\begin{") != (
        rest.count(r"\end{") - rest.count(r"\end{document}")
    ):
        return False
    live = "\n".join(line for line in rest.split("\n") if not line.lstrip().startswith("%"))
    if re.search(r"\\(?:(?:sub)*section|chapter|begin|bibliography|printbibliography)\b", live):
        return True
    parts = [part.strip() for part in _BREAK.split(live) if part.strip()]
    return False if not parts else all(_is_prose(part) for part in parts)


def _is_prose(part: str) -> bool:
    words = _WORD.findall(part)
    plain = not re.search(r"[{}\\_=<>|#$&]", part)
    ends = part.endswith((".", "!", "?", "。", "”"))
    return len(words) >= 4 and ends and plain and not _CHAT.match(part)
