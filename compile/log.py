"""A LaTeX log as diagnostics: what is wrong, where, in words a person understands."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compile.log_events import BadBox, LostCharacter, OpenGroup, TexError, TexWarning, log_events
from compile.log_warnings import NOT_FOUND, explain_warning, lost_letters
from compile.places import Place, Sources
from compile.wording import Meaning, explain, missing_file
from latex.diagnostic import Diagnostic

_WORTH_SAYING = 20.0
"""Points a line may stick out before it is worth a word: less is hardly seen in print."""
_UGLY = 50.0
_RANK = {"error": 0, "warning": 1, "info": 2}
_MOST = 200
"""Diagnostics of one log; TeX itself stops after a hundred errors."""

_LOADED_PICTURE = re.compile(r"Unable to load picture or PDF file '(.+?)'")
_PDFTEX = re.compile(r"pdfTeX error: .*?\(file (.+?)\): (?!Font )(.+)")
_SPREAD = re.compile(r"\.(?:aux|toc|lof|lot|lol|out|nav|ind)$")
_SOURCE_SUFFIX = re.compile(r"\.(?:sty|cls|def|ldf|clo)$")

_EXACT = {"unbalanced-environment", "wrong-place"}
"""Reported where they are, whatever other line holds the same name."""
_SAME_LINE = 2
"""Errors of one line that are worth reading; the rest are TeX's own confusion."""
_PRIVATE = re.compile(r"The command \\\w*@")
_INTERNAL = re.compile(r"\\(?:q_|exp_|__)")


def read_log(text: str, *, known_files: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Everything worth saying about one TeX run, in the order of the log.

    Args:
        text: the whole log, made with `-file-line-error` and unwrapped lines.
        known_files: the user's sources, text by name relative to the build folder. A place is
            given only where its file is one of them: a document can write log lines of its own.
    """
    reader = _Reader(Sources(known_files))
    found = list(reader.read(text))
    found += lost_letters(reader.lost, reader.sources)
    if "(That makes 100 errors; please try again.)" in text:
        found.append(
            Diagnostic("error", "TeX gave up after 100 errors.", "too-many-errors", context="")
        )
    return _thinned(found)


@dataclass(slots=True)
class _Reader:
    sources: Sources
    lost: list[LostCharacter]

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.lost = []

    def read(self, text: str) -> Iterator[Diagnostic]:
        for event in log_events(text, self.sources.files):
            match event:
                case TexError():
                    yield self.error(event)
                case TexWarning():
                    yield from explain_warning(event, self.sources)
                case BadBox() if event.excess >= _WORTH_SAYING:
                    yield self.box(event)
                case OpenGroup() if "begingroup" not in event.opener:
                    yield self.group(event)
                case LostCharacter() if event.font != "nullfont":
                    self.lost.append(event)
                case _:
                    pass

    def error(self, error: TexError) -> Diagnostic:
        meaning = _meaning(error, self._line_of(error))
        file, line = self.sources.existing(*self._place(error, meaning))
        shown = error.runaway if meaning.code == "runaway-argument" else error.shown
        return Diagnostic(
            meaning.severity,
            meaning.sentence,
            meaning.code,
            file,
            line,
            shown.strip()[-120:] if shown is error.shown else shown.strip()[:120],
        )

    def box(self, box: BadBox) -> Diagnostic:
        file, _ = self.sources.innermost(box.stack)
        way = "right margin" if box.direction == "h" else "bottom of its page or box"
        return Diagnostic(
            "warning" if box.excess >= _UGLY else "info",
            f"Something sticks out over the {way} by {box.excess:.0f} pt.",
            "overfull",
            file,
            box.line if file else None,
        )

    def group(self, group: OpenGroup) -> Diagnostic:
        file, _ = self.sources.innermost(group.stack)
        file = file or next(iter(self.sources.files), None)
        return Diagnostic(
            "warning", f"The {group.opener} opened here is never closed.",
            "unclosed-group", file, group.line,
        )  # fmt: skip

    def _line_of(self, error: TexError) -> str:
        file = self.sources.own(error.file) or self.sources.innermost(error.stack)[0]
        return self.sources.line(file, error.line) if file and error.line else error.shown

    def _place(self, error: TexError, meaning: Meaning) -> Place:
        """Where the fault is, which is seldom where a package's code noticed it."""
        file = self.sources.own(error.file)
        line = error.line
        if file is None and error.file is None and error.stack:
            file = self.sources.own(error.stack[-1])
        if meaning.code == "missing-package":
            place = self.sources.loads(meaning.name, file)
            return place if place[0] else self.sources.innermost(error.stack)
        if meaning.code in {"missing-file", "missing-figure", "broken-figure"} and not (
            file and line
        ):
            asked = re.compile(r"\{[^{}]*" + re.escape(meaning.name.removesuffix(".tex")))
            place = self.sources.search(asked, file)
            return place if place[0] else self.sources.innermost(error.stack)
        if meaning.code == "runaway-argument" and error.runaway:
            place = self.sources.excerpt(error.runaway, (file, line))
            return place if place[0] else (file, line)
        if meaning.code == "emergency-stop" and "no legal" in error.reason:
            return self._end_of_main(error)
        if file is None:
            return self._from_elsewhere(error)
        return file, self._moved(error, meaning, file, line) if line else None

    def _moved(self, error: TexError, meaning: Meaning, file: str, line: int) -> int:
        if meaning.code == "unbalanced-environment" and "is never closed" in meaning.sentence:
            begun = re.search(r"on input line (\d+)", error.message)
            return int(begun[1]) if begun else line
        if meaning.code == "missing-dollar" and not error.shown.endswith(("_", "^")):
            return self.sources.odd_dollar(file, line)
        if meaning.code == "capacity":
            return self._self_calling(file, line)
        if meaning.code in _EXACT:
            return line
        return self.sources.named_before(file, line, meaning.name)

    def _from_elsewhere(self, error: TexError) -> Place:
        """An error inside a package or in a file that TeX wrote itself."""
        if error.file and _SPREAD.search(error.file):
            shown = error.shown[-40:].strip()
            place = self.sources.excerpt(shown) if shown else (None, None)
            return place if place[0] else (error.file.removeprefix("./"), error.line)
        if error.file and _SOURCE_SUFFIX.search(error.file):
            stem = error.file.rpartition("/")[2].rpartition(".")[0]
            place = self.sources.loads(stem)
            if place[0]:
                return place
        place = self.sources.innermost(error.stack)
        if place[0] or error.file is None:
            return place
        return error.file.rpartition("/")[2], error.line

    def _end_of_main(self, error: TexError) -> Place:
        name = next((own for file in error.stack if (own := self.sources.own(file))), None)
        name = name or next((n for n in self.sources.files if n.endswith(".tex")), None)
        if name is None:
            return None, None
        return name, len(self.sources.files[name].rstrip("\n").split("\n"))

    def _self_calling(self, file: str, line: int) -> int:
        """A definition whose body uses the name it defines."""
        calls = re.compile(
            r"\\(?:re|provide)?(?:newcommand|def)\*?\s*\{?\\([A-Za-z]+)\}?[^\n]*?\{[^\n]*\\\1(?![A-Za-z])"
        )
        place = self.sources.search(calls, file)
        return place[1] if place[0] == file and place[1] else line


def _meaning(error: TexError, source_line: str) -> Meaning:
    """The message's meaning, with absent files told apart by what asked for them."""
    if picture := _LOADED_PICTURE.search(error.message):
        return missing_file(picture[1], "includegraphics")
    if absent := NOT_FOUND.search(error.message):
        context = "includegraphics" if "pdftex.def" in error.message else source_line
        return missing_file(absent[1], context)
    if broken := _PDFTEX.search(error.message):
        name = broken[1].removeprefix("./")
        return Meaning("broken-figure", f"The picture {name} cannot be read.", name)
    return explain(error)


def _thinned(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Without repetitions, and without what only follows from an earlier error."""
    undefined = {d.message.split()[2] for d in found if d.code == "undefined-environment"}
    absent = {(d.file, d.line) for d in found if d.code == "missing-figure"}
    found = [d for d in found if d.code != "figure-format" or (d.file, d.line) not in absent]
    root = any(d.severity == "error" and not _consequence(d, undefined) for d in found)
    kept: dict[tuple[str, str | None, int | None], Diagnostic] = {}
    per_line: Counter[tuple[str | None, int | None]] = Counter()
    for diagnostic in found:
        if root and _consequence(diagnostic, undefined):
            continue
        general = diagnostic.code in {"package-warning", "missing-figure"}
        place = (None, None) if general else (diagnostic.file, diagnostic.line)
        key = (diagnostic.message, *place)
        if key in kept:
            continue
        if diagnostic.severity == "error" and diagnostic.line is not None:
            per_line[place] += 1
            if per_line[place] > _SAME_LINE:
                continue
        kept[key] = diagnostic
    worst_first = sorted(kept.values(), key=lambda diagnostic: _RANK[diagnostic.severity])
    said = set(worst_first[:_MOST])
    return tuple(diagnostic for diagnostic in kept.values() if diagnostic in said)


def _consequence(diagnostic: Diagnostic, undefined: set[str]) -> bool:
    """Whether TeX says this only because of something else."""
    if diagnostic.code == "emergency-stop":
        return True
    if diagnostic.code == "unbalanced-environment":
        return any(f"{{{name}}} has no" in diagnostic.message for name in undefined)
    if diagnostic.code == "wrong-place":
        return diagnostic.message.startswith("\\end cannot")
    if diagnostic.code == "undefined-command":
        return bool(_PRIVATE.match(diagnostic.message))
    return diagnostic.code == "runaway-argument" and bool(_INTERNAL.match(diagnostic.context))
