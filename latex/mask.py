"""The live part of a source: the same text with everything else blanked, offset by offset."""

import re
from collections.abc import Callable

VERBATIM = frozenset(
    name + star
    for name in (
        "verbatim",
        "Verbatim",
        "BVerbatim",
        "LVerbatim",
        "lstlisting",
        "minted",
        "comment",
        "filecontents",
        "alltt",
        "tcblisting",
        "luacode",
        "spverbatim",
    )
    for star in ("", "*")
)
"""Environments whose body is not LaTeX; `alltt` still runs commands but not comments."""

NOT_CONDITIONALS = frozenset({"iff", "ifthenelse", "ifstrequal", "ifstrempty", "ifblank"})

TOKEN = re.compile(r"\\(?P<word>[A-Za-z@]+)|\\.|(?P<comment>%[^\n]*)", re.DOTALL)
ENVIRONMENT = re.compile(r"[ \t]*\{(?P<name>[A-Za-z]+\*?)\}")
OPTIONS = re.compile(r"(?:[ \t]*\[[^\]\n]*\])?(?:[ \t]*\{[^{}\n]*\})?")
ARGUMENT = re.compile(r"\s*\{((?:[^{}\n\\]|\\.|\{[^{}\n]*\})*+)\}")
DELIMITED = re.compile(r"\*?(?P<mark>[^\sA-Za-z*])(?:(?!(?P=mark))[^\n])*(?:(?P=mark)|(?=\n)|\Z)")
INLINE_OPTIONS = re.compile(r"\*?(?:\[[^\]\n]*\])?")
LANGUAGE = re.compile(r"\{[^{}\n]*\}")
BRANCH = re.compile(r"\\(?P<word>[A-Za-z@]+)|\\.|%[^\n]*", re.DOTALL)

Span = tuple[int, int]
"""What to blank; scanning goes on behind it."""


def mask(text: str) -> str:
    r"""The source with comments, verbatim text, skipped branches and what follows the end blank.

    Same length, same line breaks: an offset found in the mask holds in the source. The commands
    that open and close what is blanked stay, such as `\begin{verbatim}`, except for `\verb`-like
    ones, which vanish together with their text. Arguments of `\url` are blank too: a `%` in them
    is no comment.
    """
    pieces: list[str] = []
    done = position = 0
    while match := TOKEN.search(text, position):
        position = match.end()
        if match["comment"] is not None:
            span: Span | None = match.span()
        else:
            find = FINDERS.get(match["word"])
            span = find(text, match) if find else None
        if span is not None:
            pieces += (text[done : span[0]], _blank(text[span[0] : span[1]]))
            done = position = span[1]
    return "".join(pieces) + text[done:]


def _blank(text: str) -> str:
    return re.sub(r"[^\r\n]", " ", text)


def _environment(text: str, match: re.Match[str]) -> Span | None:
    name = ENVIRONMENT.match(text, match.end())
    if name is None or name["name"] not in VERBATIM:
        return None
    start = name.end()
    if name["name"].rstrip("*") != "verbatim" and (options := OPTIONS.match(text, start)):
        start = options.end()
    end = text.find(f"\\end{{{name['name']}}}", start)
    return start, end if end >= 0 else len(text)


def _end(text: str, match: re.Match[str]) -> Span | None:
    name = ENVIRONMENT.match(text, match.end())
    return (name.end(), len(text)) if name and name["name"] == "document" else None


def _end_of_input(text: str, match: re.Match[str]) -> Span | None:
    line_end = text.find("\n", match.end())
    return (line_end, len(text)) if line_end >= 0 else None


def _verb(text: str, match: re.Match[str]) -> Span | None:
    body = DELIMITED.match(text, match.end())
    return (match.start(), body.end()) if body else None


def _inline_code(text: str, match: re.Match[str]) -> Span | None:
    options = INLINE_OPTIONS.match(text, match.end())
    start = options.end() if options else match.end()
    if match["word"] == "mintinline" and (language := LANGUAGE.match(text, start)):
        start = language.end()
    body = ARGUMENT.match(text, start) or DELIMITED.match(text, start)
    return (match.start(), body.end()) if body else None


def _address(text: str, match: re.Match[str]) -> Span | None:
    argument = ARGUMENT.match(text, match.end())
    return argument.span(1) if argument else None


def _skipped_branch(text: str, match: re.Match[str]) -> Span:
    depth = 0
    for token in BRANCH.finditer(text, match.end()):
        word = token["word"] or ""
        if word == "fi" or (word == "else" and depth == 0):
            if depth == 0:
                return match.end(), token.start()
            depth -= 1
        elif word.startswith("if") and word not in NOT_CONDITIONALS:
            depth += 1
    return match.end(), len(text)


FINDERS: dict[str | None, Callable[[str, re.Match[str]], Span | None]] = {
    "begin": _environment,
    "end": _end,
    "endinput": _end_of_input,
    "verb": _verb,
    "Verb": _verb,
    "lstinline": _inline_code,
    "mintinline": _inline_code,
    "url": _address,
    "nolinkurl": _address,
    "path": _address,
    "href": _address,
    "iffalse": _skipped_branch,
}
"""By the name of the command that opens it."""
