"""The live part of a source: the same text with everything else blanked, offset by offset."""

from collections.abc import Callable
from functools import lru_cache

from latex.alternation import one_of
from latex.patterns import re
from latex.verbatim import ENVIRONMENTS, MAKERS, Verbatim, undeclared_characters

NOT_CONDITIONALS = frozenset(
    {
        *("iff", "ifthenelse", "ifstrequal", "ifstrempty", "ifblank", "ifdef", "ifcsdef"),
        *("ifundef", "ifcsundef", "ifbool", "iftoggle", "ifnumcomp", "ifnumequal", "ifdefempty"),
        *("ifcsempty", "ifdefvoid", "ifdefstring", "ifcsstring", "ifboolexpr", "iflanguage"),
    }
)
"""Commands with arguments, which no `\\fi` closes."""

ENVIRONMENT = re.compile(r"\s*\{(?P<name>[^{}\\\s]+)\}")
OPTIONS = re.compile(
    r"(?:[ \t]*\[(?:[^\[\]{}\\%]|\\.|\{(?:[^{}\\]|\\.|\{[^{}\\]*\})*+\}){0,2000}+\])?"
    r"(?:[ \t]*\{[^{}\r\n]*\})?",
    re.DOTALL,
)
ARGUMENT = re.compile(r"\s*\{((?:[^{}\r\n\\]|\\.|\{[^{}\r\n]*\})*+)\}")
ADDRESS = re.compile(r"(?:\s*\[[^\[\]\r\n]*\])?\s*\{((?:[^{}\r\n\\]|\\.|\{[^{}\r\n]*\})*+)\}")
DELIMITED = re.compile(
    r"\*?[ \t]*(?P<mark>[^\sA-Za-z*])(?:(?!(?P=mark))[^\r\n])*+(?:(?P=mark)|(?=[\r\n])|\Z)"
)
INLINE_OPTIONS = re.compile(r"\*?(?:\[[^\]\r\n]*\])?")
LANGUAGE = re.compile(r"\s*\{[^{}\r\n]*\}")
BRANCH = re.compile(r"\\(?P<word>[A-Za-z@]+)|\\.|%[^\r\n]*", re.DOTALL)
LINE_END = re.compile(r"[\r\n]")
NOTHING = re.compile(r"[^\r\n]")
BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
DEPTH = {"{": 1, "}": -1}
END_OF_BRANCH = re.compile(r"(?:\s|%[^\r\n]*+)*+\\(?:fi|else|or)(?![A-Za-z@])")
WITHOUT_OPTIONS = re.compile(r"(?:sp|boxed)?verbatim|comment|alltt|luacode|macrocode")

WORDS = ("endinput", "url", "nolinkurl", "path", "href", "iffalse", *MAKERS)
LONGEST_PREFIX = 200
MOST_NAMES = 24
"""Inline commands that are looked for by their names; with more of them every command is."""

Span = tuple[int, int]
"""What to blank; scanning goes on behind it."""


@lru_cache(maxsize=8)
def mask(text: str) -> str:
    r"""The source with comments, verbatim text, skipped branches and what follows the end blank.

    Same length, same line breaks: an offset found in the mask holds in the source. The commands
    that open and close what is blanked stay, such as `\begin{verbatim}`, except for `\verb`-like
    ones, which vanish together with their text. Arguments of `\url` are blank too: a `%` in them
    is no comment. What the document itself makes verbatim counts from there on.
    """
    live = Scan(text, Verbatim()).live()
    if characters := undeclared_characters(live):
        return Scan(text, Verbatim(characters=characters)).live()
    return live


def input_end(text: str) -> int | None:
    r"""The offset of the live `\endinput` that ends this text, or None."""
    scan = Scan(text, Verbatim())
    scan.live()
    return scan.ended_at


def verbatim_behind(text: str) -> Verbatim:
    """What is not read as LaTeX behind this text, from what it defines itself."""
    scan = Scan(text, Verbatim())
    scan.live()
    return scan.verbatim


@lru_cache(maxsize=64)
def _token(inline: tuple[str, ...] | None, characters: str, own: bool) -> re.Pattern[str]:
    """Everything up to the next thing that can open what is blanked, and that, or nothing more.

    None for the inline commands: whatever the name.
    """
    special = re.escape(characters)
    plain = rf"[^\\%{special}]*+"
    known = r"[^{}]*+" if own else one_of({*ENVIRONMENTS, "document"})
    words = r"[A-Za-z@]++" if inline is None else rf"{one_of((*WORDS, *inline))}(?![A-Za-z@])"
    word = rf"(?:{words}|if0(?=\s)|begin(?=\s*\{{{known}\}})|end(?=\s*\{{document\}}))"
    return re.compile(
        rf"{plain}(?:\\(?!{word})(?:[A-Za-z@]++|.|\Z){plain})*+"
        rf"(?:\\(?P<word>if0(?=\s)|[A-Za-z@]+)|(?P<comment>%[^\r\n]*)"
        rf"|(?P<character>{f'[{special}]' if special else '(?!)'}))?",
        re.DOTALL,
    )


class Scan:
    """One way through a source, from its beginning to its end."""

    def __init__(self, text: str, verbatim: Verbatim) -> None:
        self.text = text
        self.verbatim = verbatim
        self.pieces: list[str] = []
        self.done = 0
        """All before it is in `pieces`."""
        self.begun = False
        r"""Whether `\begin{document}` was met."""
        self.depth = 0
        """Of braces, in the first `counted` pieces."""
        self.counted = 0
        self.ended_at: int | None = None
        r"""Where the `\endinput` stands that ends the text."""

    def live(self) -> str:
        position = 0
        token = self._token()
        while match := token.match(self.text, position):
            position = match.end()
            if match.lastgroup is None:
                break
            word = match["word"]
            if word in MAKERS:
                position = self.verbatim.define(self.text, word, position)
                token = self._token()
            elif span := self._span(match):
                self._blank(*span)
                position = span[1]
        return "".join(self.pieces) + self.text[self.done :]

    def _token(self) -> re.Pattern[str]:
        verbatim = self.verbatim
        own = not verbatim.environments <= ENVIRONMENTS
        few = len(verbatim.inline) <= MOST_NAMES
        inline = tuple(sorted(verbatim.inline)) if few else None
        return _token(inline, verbatim.characters, own)

    def _span(self, match: re.Match[str]) -> Span | None:
        """What to blank because of this token."""
        word = match["word"]
        if word is None:
            span = match.span(match.lastgroup or 0)
            return span if match["comment"] is not None else self._short(span[0])
        if form := self.verbatim.inline.get(word):
            start = match.start("word") - 1
            end = INLINE_END[form](self.text, match.end())
            return (start, end) if end is not None else None
        find = FINDERS.get(word)
        return find(self, match.end()) if find else None

    def _blank(self, start: int, end: int) -> None:
        dead = self.text[start:end]
        self.pieces += (
            self.text[self.done : start],
            " " * len(dead) if "\n" not in dead and "\r" not in dead else _blank(dead),
        )
        self.done = end

    def _short(self, start: int) -> Span | None:
        end = self.text.find(self.text[start], start + 1) + 1
        return None if end == 0 or LINE_END.search(self.text, start, end) else (start, end)

    def environment(self, position: int) -> Span | None:
        name = ENVIRONMENT.match(self.text, position)
        if name is None:
            return None
        self.begun = self.begun or name["name"] == "document"
        if name["name"] not in self.verbatim.environments:
            return None
        start = name.end()
        if not WITHOUT_OPTIONS.match(name["name"]) and (m := OPTIONS.match(self.text, start)):
            start = m.end()
        end = self.text.find(f"\\end{{{name['name']}}}", start)
        return start, end if end >= 0 else len(self.text)

    def document_end(self, position: int) -> Span | None:
        """All the rest, unless this stands in a definition of the preamble."""
        name = ENVIRONMENT.match(self.text, position)
        if name is None or name["name"] != "document":
            return None
        if not self.begun and self._depth(position) > 0:
            return None
        return name.end(), len(self.text)

    def input_end(self, position: int) -> Span | None:
        """All but the rest of the line, unless this stands in a definition or under a condition."""
        if self._depth(position) > 0 or END_OF_BRANCH.match(self.text, position):
            return None
        if "\\" in self._line_before(position).removesuffix("\\endinput"):
            return None
        self.ended_at = position - len("\\endinput")
        line_end = LINE_END.search(self.text, position)
        return (line_end.start(), len(self.text)) if line_end else None

    def address(self, position: int) -> Span | None:
        argument = ADDRESS.match(self.text, position)
        return argument.span(1) if argument else None

    def skipped_branch(self, position: int) -> Span:
        depth = 0
        for token in BRANCH.finditer(self.text, position):
            word = token["word"] or ""
            if word == "fi" or (word == "else" and depth == 0):
                if depth == 0:
                    return position, token.start()
                depth -= 1
            elif word.startswith("if") and word not in NOT_CONDITIONALS:
                depth += 1
        return position, len(self.text)

    def _depth(self, position: int) -> int:
        """Of braces at this place."""
        self.pieces.append(self.text[self.done : position])
        self.done = position
        for piece in self.pieces[self.counted :]:
            self.depth += sum(DEPTH.get(token, 0) for token in BRACE.findall(piece))
        self.counted = len(self.pieces)
        return self.depth

    def _line_before(self, position: int) -> str:
        """What is live before this place in its line, as far as it is near."""
        before = self.text[self.done : position]
        for piece in reversed(self.pieces):
            if len(before) >= LONGEST_PREFIX or LINE_END.search(before):
                break
            before = piece + before
        return LINE_END.split(before[-LONGEST_PREFIX:])[-1]


def _blank(dead: str) -> str:
    """White space with the same line breaks."""
    if "\r" in dead.replace("\r\n", ""):
        return NOTHING.sub(" ", dead)
    lines = dead.split("\n")
    blank = "\n".join(" " * len(line) for line in lines)
    if "\r" not in dead:
        return blank
    return "\n".join(
        " " * (len(line) - 1) + "\r" if line[-1:] == "\r" else " " * len(line) for line in lines
    )


def _verb(text: str, position: int) -> int | None:
    body = DELIMITED.match(text, position)
    return body.end() if body else None


def _listing(text: str, position: int) -> int | None:
    options = INLINE_OPTIONS.match(text, position)
    start = options.end() if options else position
    body = ARGUMENT.match(text, start) or DELIMITED.match(text, start)
    return body.end() if body else None


def _minted(text: str, position: int) -> int | None:
    options = INLINE_OPTIONS.match(text, position)
    start = options.end() if options else position
    language = LANGUAGE.match(text, start)
    return _listing(text, language.end()) if language else None


INLINE_END = {"verb": _verb, "listing": _listing, "minted": _minted}
FINDERS: dict[str, Callable[[Scan, int], Span | None]] = {
    "begin": Scan.environment,
    "end": Scan.document_end,
    "endinput": Scan.input_end,
    "url": Scan.address,
    "nolinkurl": Scan.address,
    "path": Scan.address,
    "href": Scan.address,
    "iffalse": Scan.skipped_branch,
    "if0": Scan.skipped_branch,
}
"""By the name of the command that opens it."""
