"""Of all that TeX said, what is worth reading: no repetition, no echo of an earlier error."""

import re
from collections import Counter
from collections.abc import Sequence

from compile.late import DISPLAYS
from compile.packages import PACKAGE_OF_ENVIRONMENT
from compile.places import Sources
from latex.diagnostic import Diagnostic

_RANK = {"error": 0, "warning": 1, "info": 2}
_MOST = 200
"""Diagnostics of one log; TeX itself stops after a hundred errors."""
_SAME_LINE = 2
"""Errors of one line that are worth reading; the rest are TeX's own confusion."""
_APART = frozenset(
    ("undefined-command", "undefined-environment", "unicode-character", "misplaced-alignment",
     "missing-dollar", "wrong-place", "undefined-color", "only-in-math", "invalid-number",
     "double-script", "missing-file", "missing-unit")
)  # fmt: skip
"""Errors that are independent of another one of the kind in their line."""
_MOST_APART = 20
_IN_UNKNOWN = frozenset(
    ("misplaced-alignment", "misplaced-rule", "missing-dollar", "lonely-item", "only-in-math",
     "missing-item")
)  # fmt: skip
"""What the body of a formula, table or list looks like where its environment is not known."""
_IN_TABLE = frozenset(("extra-alignment", "misplaced-rule", "misplaced-alignment", "missing-brace"))
_IN_OPEN_FORMULA = frozenset(("missing-number", "missing-dollar", "float-inside-box"))
_IN_BROKEN_DISPLAY = frozenset(
    ("missing-dollar", "misplaced-alignment", "misplaced-rule", "unbalanced-group")
)
_BEHIND_DISPLAY = frozenset(("missing-dollar", "unbalanced-group", "math-nesting"))
_BEHIND_RUNAWAY = 30
_PRIVATE = re.compile(r"The command \\\w*@")
_INTERNAL = re.compile(r"\\(?:q_|exp_|__)")
_OUTSIDE = "stands outside mathematics"


def thinned(found: Sequence[Diagnostic], sources: Sources) -> tuple[Diagnostic, ...]:
    """What a person should read, in the order of the log."""
    read = _Reading(found, sources)
    kept: dict[tuple[str, ...], Diagnostic] = {}
    per_line: Counter[tuple[str | None, int | None]] = Counter()
    for diagnostic in found:
        key = read.key(diagnostic)
        if key in kept or read.is_echo(diagnostic):
            continue
        if diagnostic.severity == "error" and diagnostic.line is not None:
            place = (diagnostic.file, diagnostic.line)
            per_line[place] += 1
            most = _MOST_APART if diagnostic.code in _APART else _SAME_LINE
            if per_line[place] > most:
                continue
        kept[key] = diagnostic
    worst_first = sorted(kept.values(), key=lambda diagnostic: _RANK[diagnostic.severity])
    said = set(worst_first[:_MOST])
    return tuple(diagnostic for diagnostic in kept.values() if diagnostic in said)


class _Reading:
    """What has to be known of the whole log to tell an echo."""

    def __init__(self, found: Sequence[Diagnostic], sources: Sources) -> None:
        self.sources = sources
        self.unknown = [d for d in found if d.code == "undefined-environment"]
        self.names = {_name(d) for d in self.unknown}
        self.absent = {(d.file, d.line) for d in found if d.code == "missing-figure"}
        self.root = any(d.severity == "error" and not self._follows(d) for d in found)
        self.last: Diagnostic | None = None

    def key(self, diagnostic: Diagnostic) -> tuple[str, ...]:
        """What makes two reports the same."""
        if diagnostic.code in {"package-warning", "missing-figure"}:
            return (diagnostic.message,)
        key = (diagnostic.message, diagnostic.file or "", str(diagnostic.line))
        text = (
            self.sources.line(diagnostic.file, diagnostic.line)
            if diagnostic.file in self.sources.files and diagnostic.file and diagnostic.line
            else ""
        )
        if diagnostic.code in _APART and text.strip().startswith(diagnostic.context):
            return (*key, diagnostic.context)
        return key

    def is_echo(self, diagnostic: Diagnostic) -> bool:
        if diagnostic.code == "figure-format" and _place(diagnostic) in self.absent:
            return True
        if self.root and self._follows(diagnostic):
            return True
        if diagnostic.severity != "error":
            return False
        if self.last and self.last.file == diagnostic.file and self._echoes(self.last, diagnostic):
            return True
        self.last = diagnostic
        return False

    def _echoes(self, fault: Diagnostic, echo: Diagnostic) -> bool:
        """Whether TeX reports `echo` only because `fault` has confused it."""
        first, line, code = fault.line or 0, echo.line or 0, echo.code
        if fault.code == "runaway-argument" and code == "too-many-braces":
            return first <= line <= first + _BEHIND_RUNAWAY
        if fault.code == "column-specification" and code in _IN_TABLE:
            return self._before(fault, line, "\\end{")
        if fault.code == "missing-dollar":
            # TeX has begun a formula at the sign and closes it at the end of the paragraph.
            opened = _OUTSIDE in fault.message and code == "missing-dollar"
            boxed = _OUTSIDE not in fault.message and code in _IN_OPEN_FORMULA
            return (opened or boxed) and _OUTSIDE not in echo.message and self._before(fault, line)
        if "blank line stands inside" in fault.message:
            return code in _IN_BROKEN_DISPLAY and self._before(fault, line, "\\end{")
        if "is never closed" in fault.message or fault.code == "math-nesting":
            return code in _BEHIND_DISPLAY and self._before(fault, line)
        return False

    def _follows(self, diagnostic: Diagnostic) -> bool:
        """Whether TeX says this only because of something else."""
        match diagnostic.code:
            case "emergency-stop":
                return not self._unended(diagnostic)
            case "unbalanced-environment":
                return any(f"{{{name}}} has no" in diagnostic.message for name in self.names)
            case "wrong-place":
                return diagnostic.message.startswith("\\end cannot")
            case "undefined-command":
                return bool(_PRIVATE.match(diagnostic.message))
            case "runaway-argument":
                return bool(_INTERNAL.match(diagnostic.context))
            case code if code in _IN_UNKNOWN:
                return any(self._inside(diagnostic, unknown) for unknown in self.unknown)
            case _:
                return False

    def _unended(self, diagnostic: Diagnostic) -> bool:
        r"""Whether the document really has no `\end{document}`."""
        if diagnostic.file not in self.sources.files or diagnostic.file is None:
            return False
        if "without" not in diagnostic.message:
            return False
        return not any("\\end{document}" in line for line in self.sources.lines[diagnostic.file])

    def _inside(self, diagnostic: Diagnostic, unknown: Diagnostic) -> bool:
        name = _name(unknown)
        if name.rstrip("*") not in DISPLAYS and name not in PACKAGE_OF_ENVIRONMENT:
            return False
        if diagnostic.file != unknown.file or not (diagnostic.line and unknown.line):
            return False
        if diagnostic.file is None or not unknown.line <= diagnostic.line:
            return False
        lines = self.sources.lines.get(diagnostic.file, [])[unknown.line - 1 : diagnostic.line - 1]
        return not any(f"\\end{{{name}}}" in line for line in lines)

    def _before(self, fault: Diagnostic, line: int, stop: str = "") -> bool:
        """Whether `line` comes before the end of the paragraph, or before the next `stop`."""
        if fault.file is None or fault.file not in self.sources.files or not fault.line:
            return False
        between = self.sources.lines[fault.file][fault.line : max(fault.line, line - 1)]
        if line < fault.line:
            return False
        return all((stop not in text) if stop else text.strip() for text in between)


def _name(diagnostic: Diagnostic) -> str:
    """The environment's name in the sentence that says it is not defined."""
    return diagnostic.message.split()[2]


def _place(diagnostic: Diagnostic) -> tuple[str | None, int | None]:
    return diagnostic.file, diagnostic.line
