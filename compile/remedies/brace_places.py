"""Where a brace that is missing should stand, the likeliest place first."""

from collections.abc import Iterator, Mapping

from compile.latex_names import SIGNATURES, words
from compile.packages import PACKAGE_OF_COMMAND
from compile.remedies.groups import BraceFault, follows_argument, opener
from compile.remedies.known import ARGUMENTS, HEADING, HEADINGS, KEYS, own_arguments
from compile.remedies.mathlike import MATH_COMMANDS
from latex.patterns import re

_STEP = re.compile(
    r"""(?P<left>\\left(?![A-Za-z]))|(?P<right>\\right(?![A-Za-z]))
      | (?P<begin>\\begin\s*\{[^{}\n]*\})|(?P<end>\\end\s*\{[^{}\n]*\})
      | (?P<sign>\\[()\[\]])|(?P<command>\\[A-Za-z@]++\*?|\\.)|(?P<open>[{(\[])|(?P<close>[})\]])
      | (?P<blank>\n[ \t\r]*\n)|(?P<space>\s+)|(?P<word>[A-Za-z0-9]+)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_RELATION = re.compile(
    r"[=<>&$]|\\(?:approx|leq?|geq?|neq?|sim|equiv|propto|to|ll|gg|pm|qquad|quad|\\)(?![A-Za-z])|\\,"
    r"|,\s|\.\s|;"
)
_TEXTUAL = words("textbf textit emph textsc texttt textsf underline text textrm mbox")
_COLUMNS = re.compile(
    r"\\begin\s*\{(?:tabular[xy]?\*?|longtable|array|tabulary)\}(?:\[\w*\])?(?:\{[^{}\n]*\})?\s*\Z"
)
_LINE_END = re.compile(r"[ \t]*\n")
_NARROW = words(
    "mathbf mathrm mathit mathcal mathbb mathfrak mathsf boldsymbol bm vec hat bar dot ddot tilde"
)
"""Commands that mostly take one sign or word."""
_NEXT_LINE = re.compile(
    r"\n\s*(?=\\(?:label|end|begin|centering|item|section|maketitle|date|author)|\n)"
)
_LONGEST = 4000
COMMANDS = frozenset(SIGNATURES) | set(PACKAGE_OF_COMMAND)


class _Places:
    """The offsets behind an unclosed brace at which it could be closed."""

    def __init__(self, code: str, fault: BraceFault) -> None:
        self.code = code
        self.start = fault.at + 1
        self.free: dict[int, str] = {}
        """Offsets with nothing open since the brace, each with what comes there."""
        self.limit = self._walk(min(fault.end, self.start + _LONGEST))

    def _walk(self, end: int) -> int:
        depth = 0
        for step in _STEP.finditer(self.code, self.start, end):
            kind = step.lastgroup
            if kind in ("blank", "sign") or (kind == "command" and self._wall(step)):
                return self._trimmed(step.start())
            if depth == 0:
                self.free[step.start()] = kind or ""
            if kind in ("left", "begin") or step[0] == "{":
                depth += 1
            elif kind in ("right", "end") or step[0] == "}":
                depth -= 1
                if depth < 0:
                    return step.start()
        self.free[end] = "end"
        return self._trimmed(end)

    def _wall(self, step: re.Match[str]) -> bool:
        return bool(HEADING.match(step[0]) or step[0] in ("\\item", "\\bibitem", "\\maketitle"))

    def _trimmed(self, at: int) -> int:
        at = self.start + len(self.code[self.start : at].rstrip())
        self.free.setdefault(at, "end")
        return at

    def run(self, pattern: str) -> int:
        """Behind the run of this pattern at the start."""
        found = re.compile(pattern).match(self.code, self.start)
        return found.end() if found else self.start

    def level_line_end(self) -> int | None:
        """The end of the first line at which nothing is open."""
        return next((at for at in self.free if _LINE_END.match(self.code, at)), None)

    def before_group(self) -> int | None:
        """Before the first group with nothing open that no command takes and no blank precedes."""
        for at in self.free:
            if at > self.start and self.code[at : at + 1] == "{" and not opener(self.code, at):
                return None if self.code[at - 1].isspace() else at
        return None

    def before(self, pattern: re.Pattern[str]) -> int | None:
        """Before the first find of the pattern with nothing open."""
        for at in self.free:
            if at > self.start and at <= self.limit and pattern.match(self.code, at):
                return self.start + len(self.code[self.start : at].rstrip())
        return None


def closings(code: str, fault: BraceFault) -> Iterator[int]:
    """Offsets at which the brace of the fault could be closed."""
    places = _Places(code, fault)
    seen: set[int] = set()
    for at in _closings(code, fault, places):
        if at is not None:  # what looks blank may be a comment
            at = places.start + len(code[places.start : at].rstrip())
        if at is not None and places.start < at <= places.limit and at not in seen:
            seen.add(at)
            yield at
    if places.limit not in seen and places.limit >= places.start:
        yield places.limit


def _closings(code: str, fault: BraceFault, places: _Places) -> Iterator[int | None]:
    name = opener(code, fault.at)
    if name in ("_", "^"):
        yield places.run(r"[+-]?(?:\\[A-Za-z]++|[^\s_^{}$&\\()\[\],.;|]++|,(?=\w))*")
        yield places.run(r"(?:[^\s{}$&\\()\[\]]|\\[A-Za-z]++)++")
        yield places.before(_RELATION)
    elif name in KEYS:
        yield places.run(r"[^\s{}$%&\\]++")
    elif name in HEADINGS:
        yield places.level_line_end()
        yield places.before(_NEXT_LINE)
    elif name == "caption":
        yield places.before(_NEXT_LINE)
        yield places.run(r"[^\n]*+")
    elif ARGUMENTS.get(name, 0) > 1:
        yield places.before_group()
        yield places.run(r"[^\s{}$&,]++")
    elif name in _TEXTUAL:
        yield places.before(re.compile(r"[.,;:!?](?=\s)|[$\\&]"))
        yield places.run(r"\w++")
        yield places.run(r"[^\n]*+")
    elif name in ("footnote", "thanks"):
        yield places.before(re.compile(r"(?<=[.!?])[.\s]"))
    elif name in MATH_COMMANDS:
        if name in _NARROW:
            yield places.run(r"\\?\w++")
        yield places.before(_RELATION) or places.limit
        yield places.run(r"\\?\w++")
    else:
        yield from _behind_argument(code, fault, places, name)


def _behind_argument(
    code: str, fault: BraceFault, places: _Places, name: str
) -> Iterator[int | None]:
    if _COLUMNS.search(code[: fault.at][-120:]):
        yield places.level_line_end()
    elif follows_argument(code, fault.at):
        # A second argument, such as that of \frac or \SI.
        yield places.run(r"(?:\\[A-Za-z]++)++(?=[\s$.,;)\-]|\Z)")
        yield places.before(_RELATION)
        yield places.run(r"\S++")
    yield places.run(r"[^\n]*+")


def openings(code: str, fault: BraceFault) -> Iterator[int]:
    """Offsets at which a brace could be missing that the stray one closes."""
    counts = ARGUMENTS | own_arguments(code)
    commands: dict[bool, list[int]] = {False: [], True: []}
    scripts: dict[bool, list[int]] = {False: [], True: []}
    """Each by whether the place lies in a group of its own."""
    depth = 0
    for step in re.finditer(r"\\(?P<name>[A-Za-z]+)\*?|\\.|[{}_^]", code[fault.start : fault.at]):
        at = fault.start + step.start()
        if step[0] in "{}":
            depth += 1 if step[0] == "{" else -1
        elif step[0] in ("_", "^"):
            if not re.match(r"\s*\{", code[at + 1 : at + 8]):
                scripts[depth > 0].append(at + 1)
        elif step["name"]:
            lacking = _lacking(code, at + len(step[0]), counts.get(step["name"], 0), fault.at)
            if step["name"] not in counts and (word := merged(step["name"], counts)):
                lacking = at + 1 + len(word)
            if lacking is not None:
                commands[depth > 0].append(lacking)
    for found in (commands[False], commands[True], scripts[False], scripts[True]):
        yield from (at for at in reversed(found) if code[at : fault.at].strip())


def merged(name: str, counts: Mapping[str, int]) -> str | None:
    r"""The command that has run into its argument: `textbf` of `textbfresonance`."""
    if name in MATH_COMMANDS:
        return None
    for length in range(len(name) - 1, 2, -1):
        if counts.get(name[:length]):
            return name[:length]
    return None


def misplaced(code: str, start: int, end: int, brace: str) -> Iterator[int]:
    """Braces that stand in the middle of a word, where nobody would put them."""
    word = re.compile(rf"(?<=[A-Za-z]){re.escape(brace)}(?=[A-Za-z])")
    for found in word.finditer(code, start, end):
        name = re.search(r"\\([A-Za-z]+)\Z", code[max(0, found.start() - 40) : found.start()])
        rest = re.match(r"[A-Za-z]+", code[found.end() : found.end() + 40])
        whole = (name[1] if name else "") + (rest[0] if rest else "")
        if name is None or (name[1] not in ARGUMENTS and whole in COMMANDS):
            yield found.start()


def _lacking(code: str, at: int, number: int, end: int) -> int | None:
    """Where the first missing argument of a command would begin."""
    for _ in range(number):
        while option := re.compile(r"\s*\[[^\]\n]*\]").match(code, at, end):
            at = option.end()
        begin = re.compile(r"\s*\{").match(code, at, end)
        if begin is None:
            blanks = re.compile(r"[ \t]*").match(code, at, end)
            return blanks.end() if blanks else at
        depth, position = 1, begin.end()
        while position < end and depth:
            char = code[position]
            if char == "\\":
                position += 1
            depth += {"{": 1, "}": -1}.get(char, 0)
            position += 1
        if depth:
            return None
        at = position
    return None
