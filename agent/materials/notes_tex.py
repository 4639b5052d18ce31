"""LaTeX in notes: what of it can stand in a report whose frame is ours."""

import re
from collections.abc import Iterator

from agent.materials.notes_code import listing
from latex.balance import unbalanced
from latex.citations import replace_spans
from latex.escape import IDEOGRAPHIC
from latex.formula import BEYOND_ASCII, encode_mixed
from latex.health import forbidden
from latex.mask import mask

Pictures = tuple[tuple[str, str], ...]
"""(path, caption as LaTeX)"""

ENVIRONMENTS = re.compile(
    r"""(?:
    abstract | align | alignat | aligned | array | bmatrix | Bmatrix | cases | center
    | comment | description | displaymath | enumerate | eqnarray | equation | figure | flalign
    | flushleft | flushright | gather | gathered | itemize | lstlisting |  math
    | matrix | minipage | multline | pmatrix | quotation | quote | smallmatrix | split
    | subequations | table | tabular | thebibliography | titlepage | verbatim | verse
    | vmatrix | Vmatrix | document | alignedat
    )\*?""",
    re.VERBOSE,
)
"""Environments that LaTeX and the packages of our skeleton define."""

LITERAL = re.compile(r"verbatim\*?|lstlisting")
BEGIN = re.compile(r"\\begin\s*\{(?P<name>[^{}]*)\}")
FLOAT = re.compile(
    r"\\begin\s*\{(?P<name>(?:wrap|sub)?figure\*?|SCfigure)\}.*?\\end\s*\{(?P=name)\}", re.DOTALL
)
PICTURE = re.compile(r"\\includegraphics\*?\s*(?:\[[^\]]*\]\s*)?\{(?P<path>[^{}]*)\}")
LONG_TABLE = re.compile(
    r"\\begin\s*\{longtable\}\s*(?:\[[^\]]*\]\s*)?(?P<body>\{.*?)\\end\s*\{longtable\}", re.DOTALL
)
CAPTION = re.compile(r"\\caption\*?\s*(?:\[[^\]]*\]\s*)?(?=\{)")
LABEL = re.compile(r"\\label\s*\{(?P<key>[^{}]*)\}")
REFERENCE = re.compile(
    r"\\(?P<name>ref|eqref|pageref|autoref|[cC]ref|nameref)\*?\s*\{(?P<key>[^{}]*)\}"
)
FRAME = re.compile(
    r"""
      \\(?:maketitle|tableofcontents|listoffigures|listoftables|newpage|clearpage|cleardoublepage
        |pagebreak|appendix|printbibliography|frontmatter|mainmatter|backmatter|onecolumn|twocolumn
        |bigskip|medskip|vfill)(?![A-Za-z@])(?:\[[^\]]*\])?
    | \\(?:bibliographystyle|bibliography|thispagestyle|pagestyle|pagenumbering|title|author|date
        |addbibresource|vspace\*?|graphicspath)(?![A-Za-z@])\s*(?:\[[^\]]*\])?\s*
        (?=(?P<argument>\{))
    | \\(?:begin|end)\s*\{(?:document|titlepage|abstract)\}
    """,
    re.VERBOSE,
)
"""What belongs to the frame of a document of its own."""
DEFINITION = re.compile(
    r"""\\(?P<kind>(?:re|provide)?newcommand|DeclareMathOperator)\*?\s*
        (?:\{\s*(?P<braced>\\[A-Za-z]+)\s*\}|(?P<bare>\\[A-Za-z]+))\s*
        (?P<arguments>(?:\[[^\]]*\]){0,2})\s*(?=\{)""",
    re.VERBOSE,
)


def safe_latex(source: str) -> tuple[str, Pictures]:
    """The source without its pictures, and the pictures; or the source as a listing.

    A listing it becomes where it is not balanced or would reach beyond the page; an environment
    that no package of ours defines becomes one by itself.
    """
    text, pictures = _without_pictures(source)
    text = LONG_TABLE.sub(_tabular, text)
    if forbidden(text) or list(unbalanced(mask(text))):
        return listing(source), ()
    return _with_known_environments(text), pictures


def _tabular(table: re.Match[str]) -> str:
    """A table for several pages as one for one page, its caption as text above it."""
    body = table["body"]
    caption = CAPTION.search(body)
    above = ""
    if caption:
        above = _braced(body, body, caption.end()) + "\n\n"
        rest = body[_closing(body, caption.end()) :]
        rest = re.sub(r"^\s*(?:\\label\s*\{[^{}]*\}\s*)?\\\\", "", rest)
        body = body[: caption.start()] + rest
    columns, rest = body[: _closing(body, 0)], body[_closing(body, 0) :]
    *marked, rows = re.split(r"\\end(firsthead|head|foot|lastfoot)(?![A-Za-z])", rest)
    edges = dict(zip(marked[1::2], marked[::2], strict=True))
    head = edges.get("firsthead", edges.get("head", ""))
    foot = edges.get("lastfoot", edges.get("foot", ""))
    body = f"{columns}{head}{rows}{foot}"
    return f"{above}\\begin{{center}}\n\\begin{{tabular}}{body}\\end{{tabular}}\n\\end{{center}}"


def _without_pictures(source: str) -> tuple[str, Pictures]:
    pictures: list[tuple[str, str]] = []
    edits: list[tuple[int, int, str]] = []
    live = mask(source)
    floats = [match for match in FLOAT.finditer(live) if PICTURE.search(match[0])]
    for match in floats:
        caption = CAPTION.search(live, match.start(), match.end())
        text = _braced(source, live, caption.end()) if caption else ""
        text = LABEL.sub("", text).strip()
        found = [p["path"].strip() for p in PICTURE.finditer(live, match.start(), match.end())]
        pictures += ((path, text if n == 0 else "") for n, path in enumerate(found))
        edits.append((match.start(), match.end(), ""))
    for match in PICTURE.finditer(live):
        if not any(f.start() <= match.start() < f.end() for f in floats):
            pictures.append((match["path"].strip(), ""))
            edits.append((match.start(), match.end(), ""))
    return replace_spans(source, edits), tuple(pictures)


def _closing(live: str, start: int) -> int:
    """Behind the brace that closes the one at `start`, or the end of the text."""
    depth = 0
    for brace in re.compile(r"\\.|[{}]", re.DOTALL).finditer(live, start):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0 and brace[0] == "}":
            return brace.end()
    return len(live)


def _braced(source: str, live: str, start: int) -> str:
    """What stands between the braces that open at `start`."""
    return source[start + 1 : max(start + 1, _closing(live, start) - 1)]


def _with_known_environments(text: str) -> str:
    live = mask(text)
    edits: list[tuple[int, int, str]] = []
    done = 0
    for match in BEGIN.finditer(live):
        if match.start() < done:
            continue
        end = _environment_end(live, match)
        literal = LITERAL.fullmatch(match["name"])
        if match["name"] == "comment":
            code = ""
        elif literal and not text[match.start() : end].isascii():
            # `verbatim` and listings print bytes under pdflatex.
            code = text[match.end() : end].rpartition("\\end")[0]
        elif not literal and not ENVIRONMENTS.fullmatch(match["name"]):
            code = text[match.start() : end]
        else:
            continue
        done = end
        edits.append((match.start(), done, f"\n{listing(code)}\n" if code else ""))
    return replace_spans(text, [*edits, *_symbols(live, edits)])


def _symbols(live: str, taken: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Replacements for the symbols in live text, as the engine may lack them."""
    cjk = IDEOGRAPHIC.search(live) is not None
    for run in BEYOND_ASCII.finditer(live):
        if not any(start <= run.start() < end for start, end, _ in taken):
            new = encode_mixed(run[0], cjk=cjk)
            if new != run[0]:
                yield (*run.span(), new)


def _environment_end(live: str, begin: re.Match[str]) -> int:
    name = re.escape(begin["name"])
    depth = 0
    for match in re.compile(rf"\\(begin|end)\s*\{{{name}\}}").finditer(live, begin.start()):
        depth += 1 if match[1] == "begin" else -1
        if depth == 0:
            return match.end()
    return len(live)


def document_body(source: str) -> tuple[str, str, str]:
    r"""(title, body, preamble) of a LaTeX file; without `\begin{document}` all of it is the body.

    What belongs to the frame of the document is taken out of the body, and `\cref` becomes the
    `\autoref` of hyperref.
    """
    live = mask(source)
    begin = re.search(r"\\begin\s*\{document\}", live)
    end = re.search(r"\\end\s*\{document\}", live)
    start = begin.end() if begin else 0
    title = re.search(r"\\title\s*(?:\[[^\]]*\])?\s*(?=\{)", live)
    body = source[start : end.start() if end else len(source)]
    return (
        _braced(source, live, title.end()) if title else "",
        _without_frame(body),
        source[:start] if begin else "",
    )


def _without_frame(body: str) -> str:
    live = mask(body)
    edits: list[tuple[int, int, str]] = []
    for match in re.finditer(
        r"\\begin\s*\{thebibliography\}.*?(?:\\end\s*\{thebibliography\}|\Z)", live, re.DOTALL
    ):
        edits.append((match.start(), match.end(), ""))
    skipped = [(start, end) for start, end, _ in edits]
    for match in FRAME.finditer(live):
        if any(start <= match.start() < end for start, end in skipped):
            continue
        end = _closing(live, match.end()) if match["argument"] else match.end()
        skipped.append((match.start(), end))
        edits.append((match.start(), end, ""))
    text = replace_spans(body, edits)
    return re.sub(r"\\[cC]ref(?=\s*\{)", r"\\autoref", text)


def definitions(preamble: str) -> dict[str, str]:
    """The macros that a preamble defines, as commands that leave a macro that exists alone."""
    found: dict[str, str] = {}
    live = mask(preamble)
    for match in DEFINITION.finditer(live):
        name = match["braced"] or match["bare"]
        body = _braced(preamble, live, match.end())
        if match["kind"] == "DeclareMathOperator":
            body = rf"\operatorname{{{body}}}"
        command = rf"\providecommand{{{name}}}{match['arguments']}{{{body}}}"
        if not forbidden(command):
            found[name] = command
    return found


def with_definitions(body: str, macros: dict[str, str]) -> str:
    """The body, headed by the definitions it uses, those first that others use."""
    needed: list[str] = []
    texts = [body]
    while texts:
        used = re.findall(r"\\[A-Za-z]+", texts.pop())
        new = [name for name in dict.fromkeys(used) if name in macros and name not in needed]
        needed += new
        texts += (macros[name] for name in new)
    return "".join(f"{macros[name]}%\n" for name in reversed(needed)) + body


def without_dangling_references(bodies: list[str]) -> list[str]:
    """References to labels that none of the texts defines become the name of the label."""
    labels = {match["key"] for body in bodies for match in LABEL.finditer(mask(body))}

    def mend(body: str) -> str:
        edits = [
            (match.start(), match.end(), rf"\texttt{{{_plain(match['key'])}}}")
            for match in REFERENCE.finditer(mask(body))
            if not set(match["key"].split(",")) <= labels
        ]
        return replace_spans(body, edits)

    return [mend(body) for body in bodies]


def _plain(key: str) -> str:
    return re.sub(r"[^\w:., /-]", "", key).replace("_", r"\_")
