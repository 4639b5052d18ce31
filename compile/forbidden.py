r"""The deny-list for text that a model wrote, used before TeX runs where bubblewrap is absent.

A list holds an honest model that errs. It does not hold somebody who hides a command, so what
hides commands (`\csname`, `\catcode`, `^^`) is on the list as well. What comments and verbatim text
hold is not looked at; what would turn them into live text is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from latex.diagnostic import Diagnostic, Severity
from latex.lines import Lines
from latex.mask import mask
from latex.patterns import re

_RUNS = "runs a program"
_LUA = "runs Lua, which can read and write any file"
_READS = "reads a file by itself"
_WRITES = "writes a file by itself"
_LEAVES = "leaves the document's folder"
_EMBEDS = "puts a file into the PDF past TeX's rules"
_HIDES = "can hide another command"
_UNVEILS = "turns text that is not code into code"
_STOPS = "changes how TeX stops and what it says"

_COMMANDS = {
    **dict.fromkeys(("ShellEscape", "executable", "DeclareGraphicsRule", "epstopdfcall"), _RUNS),
    **dict.fromkeys(("directlua", "latelua", "luaexec", "luadirect", "luafunction"), _LUA),
    **dict.fromkeys(("openin", "read", "readline", "newread", "pdffiledump", "filedump"), _READS),
    **dict.fromkeys(("openout", "newwrite", "newoutputstream"), _WRITES),
    **dict.fromkeys(
        (
            *("special", "pdfobj", "pdfextension", "pdfximage", "pdfmapfile", "pdfmapline"),
            *("XeTeXpicfile", "XeTeXpdffile", "saveimageresource"),
            *("embedfile", "attachfile", "textattachfile"),
        ),
        _EMBEDS,
    ),
    **dict.fromkeys(
        (
            *("catcode", "csname", "scantokens", "lowercase", "uppercase", "everyeof"),
            *("escapechar", "endlinechar", "ExplSyntaxOn", "tokenize", "retokenize", "@nameuse"),
            *("UseName", "csuse"),
        ),
        _HIDES,
    ),
    **dict.fromkeys(
        ("batchmode", "errorstopmode", "scrollmode", "interactionmode", "dump"), _STOPS
    ),
}
_READERS = frozenset(
    (
        *("input", "include", "subfile", "subfileinclude", "InputIfFileExists", "IfFileExists"),
        *("verbatiminput", "lstinputlisting", "inputminted", "VerbatimInput", "BVerbatimInput"),
        *("includegraphics", "includepdf", "includesvg", "includestandalone", "graphicspath"),
        *("bibliography", "addbibresource", "addglobalbib", "addsectionbib", "bibliographystyle"),
        *("import", "subimport", "inputfrom", "includefrom", "csvreader", "csvautotabular"),
        *("pgfplotstableread", "pgfplotstabletypeset", "DTLloaddb", "loadglsentries", "@input"),
        *("@@input", "@inputcheck", "usepackage", "RequirePackage", "documentclass", "LoadClass"),
        *(
            "openin",
            "openout",
            "pdffiledump",
            "pdfmdfivesum",
            "pdfobj",
            "pdfximage",
            "XeTeXpicfile",
            "XeTeXpdffile",
        ),
    )
)
"""Commands whose arguments name files."""

_COMMAND = re.compile(r"\\(?P<name>[A-Za-z@]++|.)", re.DOTALL)
_NAMES = re.compile(
    r"""
    (?:\s*+(?:\d+\s*+|\\\w++\s*+)?=)?+       # \openin3=
    (?:\s*+(?:\*|stream|file|(?:offset|length)\s*+\d++)){0,6}+
    (?P<options>(?:\s*+\[[^\[\]]{0,500}+\]){0,2}+)
    (?P<names>(?:\s*+\{(?:[^{}]|\{[^{}]{0,300}+\}){0,500}+\}){1,2}+|\s*+[^\s{}\[\\]{1,300}+)
    """,
    re.VERBOSE,
)
_OUTSIDE = re.compile(
    r"(?:^|[\s{,=\[\"])(?:/|~|\$|\\string[~$]|[A-Za-z]:[\\/]|https?:)|\.\.(?:/|$)"
)
_PIPE = re.compile(r"(?:^|[\s{,=\"])\|")
_SHELL = re.compile(r"\\write\s*+(?:=\s*+)?(?:18(?!\d)|\"12(?![\dA-F])|'22(?![0-7])|`\\?\^\^R)")
_MAGIC = re.compile(r"\A%&[^\n]*|^%&[^\n]*shell-escape[^\n]*", re.MULTILINE)
_REMOTE = re.compile(r"\blocation\s*+=\s*+remote\b|\bmap_replace\b|\\step\s*+\[[^\]]{0,300}replace")
_CARETS = re.compile(r"\^\^[^\s{}]")
_UNVEIL = re.compile(
    r"\\(?:let|def|gdef|edef|xdef|renewcommand|renewenvironment|RenewDocumentEnvironment)\*?\s*+\{?"
    r"\\?(?P<name>verbatim|comment|lstlisting|verb|iffalse|fi|endinput|alltt)(?![A-Za-z@])"
)
_LUA_REACH = re.compile(
    r"\b(?P<name>os\s*+\.\s*+(?:execute|exec|spawn|getenv|remove|rename|tmpname|exit)"
    r"|io\s*+\.\s*+(?:open|popen|lines|read|write|input|output)"
    r"|lfs\s*+\.\s*+\w+|socket\b(?:\s*+\.\s*+\w+)?|ffi\s*+\.\s*+\w+|debug\s*+\.\s*+\w+"
    r"|package\s*+\.\s*+loadlib|(?:load|do)file)"
)
_LUA_ENVIRONMENT = re.compile(r"\\begin\s*+\{luacode\*?\}")
_LUA_CODE = re.compile(rf"\\(?:directlua|latelua|luaexec|luadirect)\b|{_LUA_ENVIRONMENT.pattern}")


@dataclass(frozen=True, slots=True)
class _Attempt:
    offset: int
    what: str
    """The piece of source, as it stands there."""
    why: str
    reaches: bool
    """Whether it leads out of the build folder, whoever wrote it."""


def forbidden(texts: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Every place in these texts, by name, that reaches beyond the page or can hide what does.

    Empty for a text that may be given to TeX without bubblewrap. Each diagnostic is an error with
    the code `blocked`, its file and its line; its message names the attempt.
    """
    return tuple(_told(texts, "error", "Not allowed without bubblewrap", all_of_them=True))


def reaching(texts: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Only those that try to leave the build folder or to run a program, as warnings."""
    return tuple(_told(texts, "warning", "Blocked", all_of_them=False))


def _told(
    texts: Mapping[str, str], severity: Severity, verdict: str, *, all_of_them: bool
) -> Iterator[Diagnostic]:
    for name, text in texts.items():
        lines = Lines(text)
        seen = set()
        for attempt in sorted(_attempts(text, mask(text)), key=lambda found: found.offset):
            place = lines.at(attempt.offset), attempt.what
            if place in seen or not (all_of_them or attempt.reaches):
                continue
            seen.add(place)
            yield Diagnostic(
                severity,
                f"{verdict}: {attempt.what} {attempt.why}.",
                "blocked", name, place[0], attempt.what,
            )  # fmt: skip


def _attempts(text: str, live: str) -> Iterator[_Attempt]:
    yield from _commands(live)
    yield from _programs(text, live)
    yield from _lua(text, live)
    for match in _REMOTE.finditer(live):
        why = "makes biber fetch an address or run Perl"
        yield _Attempt(match.start(), _short(match[0]), why, True)
    for match in _CARETS.finditer(live):
        yield _Attempt(match.start(), match[0], _HIDES, False)
    for match in _UNVEIL.finditer(live):
        yield _Attempt(
            match.start(), _short(match[0]), "turns text that is not code into code", False
        )


def _commands(live: str) -> Iterator[_Attempt]:
    for match in _COMMAND.finditer(live):
        name = match["name"]
        if name in _READERS and (found := _NAMES.match(live, match.end())):
            names = found["names"]
            shown = _short(f"\\{name}{found[0]}")
            if _PIPE.search(names):
                yield _Attempt(match.start(), shown, _RUNS, True)
            elif _OUTSIDE.search(names):
                yield _Attempt(match.start(), shown, _LEAVES, name != "graphicspath")
            elif "\\" in names and name not in {"graphicspath", "pgfplotstableread"}:
                yield _Attempt(match.start(), shown, "names a file in a hidden way", False)
        if name in _COMMANDS:
            yield _Attempt(match.start(), f"\\{name}", _COMMANDS[name], False)


def _programs(text: str, live: str) -> Iterator[_Attempt]:
    for match in _SHELL.finditer(live):
        yield _Attempt(match.start(), match[0], _RUNS, True)
    for match in _MAGIC.finditer(text):
        yield _Attempt(match.start(), _short(match[0]), "asks for another format or a shell", True)


def _lua(text: str, live: str) -> Iterator[_Attempt]:
    if not _LUA_CODE.search(live):
        return
    places = [(0, live)]
    for match in _LUA_ENVIRONMENT.finditer(live):
        end = live.find("\\end", match.end())
        yield _Attempt(match.start(), match[0], _LUA, False)
        places.append((match.end(), text[match.end() : end if end >= 0 else len(text)]))
    for start, code in places:
        for match in _LUA_REACH.finditer(code):
            what = "".join(match["name"].split())
            yield _Attempt(start + match.start(), what, "reaches beyond the page from Lua", True)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 80 else f"{text[:79]}…"
