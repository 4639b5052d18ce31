"""Blocks that nothing could cure, set aside behind a note the reader sees, so that the rest is set.

The search begins where TeX found the errors: the paragraph there, then what stands around it. Where
that does not help, because TeX noticed too late or never ended, the first block up to which the
document fails is found by halving. What need not have been set aside is put back at last.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from compile.attempt import Attempt
from compile.blocks import Span, around, pieces, statements
from compile.ledger import Ledger
from compile.remedies.cure import Cure, Edit
from compile.remedies.project import Project
from compile.sources import INPUT
from latex.diagnostic import Diagnostic

Try = Callable[[Ledger], Attempt | None]
Cut = tuple[str, Span]
"""Text of a file that is left out of a trial."""
EMPTY = r"\mbox{}"
"""Stands for it, so that there is a page."""

QUARANTINE = "quarantine.tex"
"""The file that keeps what was set aside."""
REMEDY = "quarantine"
"""The name under which its cures stand in a ledger."""
MOST_PASSES = 48
MOST_WIDENINGS = 4
"""Rounds in which blocks grow towards what stands around them."""
MOST_CULPRITS = 8
"""Blocks that are sought by halving."""
MOST_PUT_BACK = 8

_CHINESE = re.compile(r"\\(?:documentclass|usepackage)\s*(?:\[[^\]]*\])?\s*\{[^{}]*(?:ctex|xeCJK)")
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\^{}", "~": r"\~{}",
}  # fmt: skip
_LONGEST_REASON = 160
_BEARABLE = frozenset(
    ("missing-character", "missing-bibliography", "bibliography-syntax", "cjk-lost", "no-text")
)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """One block of the source that was set aside."""

    file: str
    line: int
    """1-based, in the source before this block was set aside."""
    end_line: int
    reason: str
    source: str

    @property
    def diagnostic(self) -> Diagnostic:
        lines = f"line {self.line}"
        if self.end_line > self.line:
            lines = f"lines {self.line} to {self.end_line}"
        sentence = f"Not typeset, but set aside behind a note: {lines}. {self.reason}"
        return Diagnostic("warning", sentence, "quarantined", self.file, self.line)


@dataclass(frozen=True, slots=True)
class _Aside:
    file: str
    span: Span
    reason: str


def faultless(attempt: Attempt | None) -> bool:
    """Whether TeX came to the end without an error that a block has to pay for.

    Warnings keep nothing from the reader; a letter without a glyph costs less than its block, and
    a bibliography that cannot be read leaves its gap as it is.
    """
    return (
        attempt is not None and attempt.complete and not any(fatal(d) for d in attempt.diagnostics)
    )


def fatal(problem: Diagnostic) -> bool:
    """Whether a problem keeps the document from being set."""
    bibliography = problem.file is not None and problem.file.endswith(".bib")
    return problem.severity == "error" and problem.code not in _BEARABLE and not bibliography


def set_aside(
    ledger: Ledger, now: Attempt, *, root: str, attempt_on: Try
) -> tuple[Ledger, Attempt] | None:
    """The texts with the smallest blocks that carry errors behind notes, and their pass.

    None where no block can be found without which the rest compiles.
    """
    search = _Search(ledger, root, attempt_on)
    found = search.where_tex_says(now) or search.by_halving()
    if found is None:
        return None
    kept, attempt = search.put_back(*found)
    final = search.ledger_of(kept)
    return final, attempt


@dataclass
class _Search:
    ledger: Ledger
    root: str
    attempt_on: Try
    passes: int = 0
    _project: Project = field(init=False)

    def __post_init__(self) -> None:
        self._project = Project(self.root, self.ledger.texts, self.ledger.engine)

    # Trials

    def trial(self, aside: tuple[_Aside, ...], *cuts: Cut) -> Attempt | None:
        """A pass without these blocks and the text of `cuts`; lines keep their numbers."""
        if self.passes >= MOST_PASSES:
            return None
        self.passes += 1
        texts = dict(self.ledger.texts)
        for file in {a.file for a in aside} | {name for name, _ in cuts}:
            away = [span for name, span in cuts if name == file and span[0] < span[1]]
            gone = [
                (a.span, self.note(a))
                for a in aside
                if a.file == file
                and not any(low < a.span[1] and a.span[0] < high for low, high in away)
            ]
            texts[file] = _without(texts[file], [*gone, *((span, EMPTY) for span in away)])
        return self.attempt_on(replace(self.ledger, texts=texts))

    def note(self, aside: _Aside) -> str:
        if self.in_preamble(aside.file, aside.span[0]):
            return ""
        return note(aside.reason, self.place(aside), chinese=self.chinese)

    @property
    def chinese(self) -> bool:
        return bool(_CHINESE.search(self.ledger.texts[self.root]))

    def place(self, aside: _Aside) -> str:
        line = self._project.line_of(aside.file, aside.span[0])
        return f"{aside.file}:{line}"

    def in_preamble(self, file: str, offset: int) -> bool:
        return file == self.root and offset < self._project.body[0]

    def within(self, file: str) -> Span:
        return self._project.body if file == self.root else (0, len(self.ledger.texts[file]))

    # From the places TeX names

    def where_tex_says(self, now: Attempt) -> tuple[tuple[_Aside, ...], Attempt] | None:
        aside: tuple[_Aside, ...] = ()
        attempt = now
        for _ in range(MOST_WIDENINGS + 1):
            wider = self.widened(aside, attempt)
            if wider == aside:
                return None
            found = self.trial(wider)
            if found is None:
                return None
            aside, attempt = wider, found
            if faultless(attempt):
                return aside, attempt
        return None

    def widened(self, aside: tuple[_Aside, ...], attempt: Attempt) -> tuple[_Aside, ...]:
        """With the smallest block for each error that is not in one yet, else a larger one."""
        before = aside
        for problem in attempt.diagnostics:
            span = self._project.line(problem.file, problem.line)
            if not fatal(problem) or span is None or problem.file is None:
                continue
            block = self.block(problem.file, span, before)
            if block is not None:
                aside = _merged(aside, _Aside(problem.file, block, problem.message))
        return aside

    def block(self, file: str, line: Span, aside: tuple[_Aside, ...]) -> Span | None:
        text = self.ledger.texts[file]
        offset = _first_sign(text, line)
        if self.in_preamble(file, offset):
            found = [s for s in statements(text, self._project.body[0]) if s[0] <= offset < s[1]]
            return found[-1] if found else None
        taken = [a.span for a in aside if a.file == file]
        for start, end in around(text, offset, self.within(file)):
            if not any(first <= start and end <= last for first, last in taken):
                return start, end
        return None

    # By halving

    def by_halving(self) -> tuple[tuple[_Aside, ...], Attempt] | None:
        """Set aside, one after the other, the first blocks up to which the document fails."""
        aside: tuple[_Aside, ...] = ()
        attempt = self.trial(aside)
        for _ in range(MOST_CULPRITS):
            if attempt is not None and faultless(attempt):
                return aside, attempt
            culprit = self.culprit(aside)
            if culprit is None:
                return None
            aside = _merged(aside, culprit)
            attempt = self.trial(aside)
        return (aside, attempt) if attempt is not None and faultless(attempt) else None

    def culprit(self, aside: tuple[_Aside, ...]) -> _Aside | None:
        """The first block up to and with which the document fails, as small as it can be told."""
        file, within = self.root, self._project.body
        if not faultless(self.trial(aside, (file, within))):
            return self.culprit_of_preamble(aside)
        found: _Aside | None = None
        cuts: tuple[Cut, ...] = ()
        while (span := self.first_guilty(file, within, cuts, aside)) is not None:
            smaller = _Aside(file, span, "")
            after = (*cuts, (file, (span[1], within[1])))
            if found and not faultless(self.trial(_merged(aside, smaller), *after)):
                break
            found, cuts = smaller, after
            inner = self.inner(file, span)
            if inner is None:
                break
            file, within = inner
        return found and replace(found, reason=self.reason(found, cuts, aside))

    def inner(self, file: str, span: Span) -> tuple[str, Span] | None:
        """Where to go on looking: inside of an environment, or in the file that is input."""
        text = self.ledger.texts[file][slice(*span)]
        if (found := INPUT.fullmatch(text.strip())) and (name := self.named(found[1])):
            return name, (0, len(self.ledger.texts[name]))
        first = text.find("\n")
        last = text.rfind("\n")
        if not text.startswith("\\begin") or first == last:
            return None
        return file, (span[0] + first + 1, span[0] + last)

    def named(self, name: str) -> str | None:
        name = name.strip()
        return next((n for n in (name, f"{name}.tex") if n in self.ledger.texts), None)

    def first_guilty(
        self, file: str, within: Span, behind: tuple[Cut, ...], aside: tuple[_Aside, ...]
    ) -> Span | None:
        """The first piece of `within` up to and with which the document fails, by halving."""
        cut = [s for s in pieces(self.ledger.texts[file], within) if s != within]
        left = [span for span in cut if not self.covered(file, span, aside)]

        def right(count: int) -> bool:
            rest = (file, (left[count][0], within[1]))
            return faultless(self.trial(aside, *behind, rest))

        found = self.halved(len(left), right)
        return None if found is None else left[found]

    def halved(self, count: int, right: Callable[[int], bool]) -> int | None:
        """The first of `count` things up to and with which the document fails.

        `right(n)` says whether it compiles with the first n of them. None where there is nothing to
        seek in, or too many passes are spent.
        """
        low, high = 0, count  # right with the first `low`, wrong with the first `high`
        while high - low > 1 and self.passes < MOST_PASSES:
            middle = (low + high) // 2
            low, high = (middle, high) if right(middle) else (low, middle)
        return low if high - low == 1 else None

    @staticmethod
    def covered(file: str, span: Span, aside: tuple[_Aside, ...]) -> bool:
        return any(a.file == file and a.span[0] <= span[0] and span[1] <= a.span[1] for a in aside)

    def culprit_of_preamble(self, aside: tuple[_Aside, ...]) -> _Aside | None:
        """The first command of the preamble with which not even an empty document compiles."""
        commands = statements(self.ledger.texts[self.root], self._project.body[0])
        left = [span for span in commands if not self.covered(self.root, span, aside)]
        body = (self.root, self._project.body)

        def without(count: int) -> tuple[_Aside, ...]:
            return (*aside, *(_Aside(self.root, span, "") for span in left[count:]))

        found = self.halved(len(left), lambda count: faultless(self.trial(without(count), body)))
        if found is None:
            return None
        one = _Aside(self.root, left[found], "")
        return replace(one, reason=self.reason(one, (body,), without(found + 1)))

    def reason(self, one: _Aside, cuts: tuple[Cut, ...], aside: tuple[_Aside, ...]) -> str:
        """What TeX says about the document up to and with this block."""
        attempt = self.trial(aside, *cuts)
        if attempt is None:
            return "TeX does not come to an end with it."
        errors = [d for d in attempt.diagnostics if fatal(d)]
        return errors[0].message if errors else "The document does not compile with it."

    # At last

    def put_back(
        self, aside: tuple[_Aside, ...], attempt: Attempt
    ) -> tuple[tuple[_Aside, ...], Attempt]:
        """Without the blocks that only stood where an error echoed."""
        for one in aside[:MOST_PUT_BACK] if len(aside) > 1 else ():
            fewer = tuple(other for other in aside if other != one)
            found = self.trial(fewer)
            if found is not None and faultless(found):
                aside, attempt = fewer, found
        return aside, attempt

    def ledger_of(self, aside: tuple[_Aside, ...]) -> Ledger:
        """The ledger with one visible cure for each block."""
        body = self._project.body[0]
        cures = []
        for one in sorted(aside, key=lambda a: (a.file, a.span)):
            edits = [Edit(one.file, *one.span, self.note(one))]
            if self.in_preamble(one.file, one.span[0]):
                text = note(one.reason, self.place(one), chinese=self.chinese)
                edits.append(Edit(self.root, body, body, f"\n{text}\n"))
            cures.append(Cure(f"Set a block aside: {one.reason}", tuple(edits), visible=True,
                              remedy=REMEDY))  # fmt: skip
        ledger = self.ledger
        for cure in sorted(cures, key=lambda c: c.edits[0].start, reverse=True):
            ledger = ledger.with_cures((cure,))
        return ledger


def quarantined_in(ledger: Ledger) -> tuple[Quarantined, ...]:
    """The blocks of a ledger that were set aside, by file and place."""
    found = [q for number, cure in ledger.cures.items() if cure.remedy == REMEDY
             for q in _blocks_of(ledger, number, cure)]  # fmt: skip
    return tuple(sorted(found, key=lambda q: (q.file, q.line)))


def _blocks_of(ledger: Ledger, number: int, cure: Cure) -> Iterator[Quarantined]:
    reason = cure.what.partition(": ")[2]
    for made in ledger.made:
        if made.cure == number and made.old:
            line = 1 + _lines_before(ledger, made.file, made.start)
            yield Quarantined(made.file, line, line + made.old.count("\n"), reason, made.old)


def _lines_before(ledger: Ledger, file: str, offset: int) -> int:
    """Line ends before an offset of the text as it was before all its edits."""
    count = ledger.texts[file].count("\n", 0, offset)
    for made in ledger.made:
        if made.file == file and made.start < offset:
            count += made.old.count("\n") - made.new.count("\n")
    return count


def quarantine_text(blocks: tuple[Quarantined, ...]) -> str:
    """The contents of quarantine.tex: each block as it stood, below where it stood and why."""
    parts = (
        f"% {block.file}, lines {block.line}-{block.end_line}: "
        f"{' '.join(block.reason.split())}\n{block.source}\n"
        for block in blocks
    )
    return "\n".join(chain(["% Blocks that could not be typeset, as they stood.\n"], parts))


def note(reason: str, place: str, *, chinese: bool = False) -> str:
    """The framed note that stands for a block; it needs no package and no special font."""
    said = " ".join(reason.split())[:_LONGEST_REASON].rstrip(".")
    head = "此处内容无法排版：" if chinese else "This block could not be typeset:"
    return (
        r"\par\medskip\noindent\fbox{\parbox{0.94\linewidth}{\raggedright"
        rf"\textbf{{{head}}} {_plain(said, chinese)}. ({_plain(place, chinese)})}}}}\par\medskip"
    )


def _plain(text: str, chinese: bool) -> str:
    """Text as TeX sets it in any engine; a letter outside of ASCII is named by its number."""
    signs = (
        _SPECIAL.get(c)
        or (c if c.isascii() or (chinese and c.isprintable()) else f"U+{ord(c):04X}")
        for c in text
    )
    return "".join(signs)


def _first_sign(text: str, line: Span) -> int:
    """Of a line, or of the last one before it: at an empty line a paragraph ends."""
    start, end = line
    while not text[start:end].strip() and start > 0:
        start, end = text.rfind("\n", 0, start - 1) + 1, start - 1
    return start + len(text[start:end]) - len(text[start:end].lstrip())


def _merged(aside: tuple[_Aside, ...], new: _Aside) -> tuple[_Aside, ...]:
    """With `new`; what lies inside of it, or overlaps it, becomes part of it."""
    start, end = new.span
    kept = []
    for one in aside:
        if one.file == new.file and one.span[0] < end and start < one.span[1]:
            start, end = min(start, one.span[0]), max(end, one.span[1])
        else:
            kept.append(one)
    return (*kept, replace(new, span=(start, end)))


def _without(text: str, gone: list[tuple[Span, str]]) -> str:
    """The text with notes for spans and as many line ends as before."""
    for (start, end), instead in sorted(gone, reverse=True):
        ends = text.count("\n", start, end)
        text = text[:start] + instead + "%\n" * ends + text[end:]
    return text
