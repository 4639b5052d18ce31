"""Cases for the remedies of broken structure: documents of the corpus and their first cure."""

from dataclasses import dataclass
from pathlib import Path

from compile.build import try_once
from compile.remedies.cure import Cure, apply_edits
from compile.remedies.project import Project
from compile.remedies.registry import Remedy
from latex.diagnostic import Diagnostic
from tests.compile.remedies.trying import whole

CORPUS = Path(__file__).parents[1] / "corpus"
RIGHT = (Path(__file__).parent / "right.tex").read_text(encoding="utf-8")
"""A document without a fault; what looks like one stands in comments and in verbatim."""
ROOT = "main.tex"


@dataclass(frozen=True)
class Case:
    """A document of the corpus, a problem of its first pass, and what the cure of it changes."""

    name: str
    code: str
    line: int | None
    changes: tuple[str, ...]
    """Old and new text in turn; everything else stays."""
    message: str = ""

    def __str__(self) -> str:
        return self.name

    @property
    def text(self) -> str:
        return (CORPUS / f"{self.name}.tex").read_text(encoding="utf-8")

    @property
    def cured(self) -> str:
        text = self.text
        for old, new in zip(self.changes[::2], self.changes[1::2], strict=True):
            assert old in text, old
            text = text.replace(old, new, 1)
        return text

    @property
    def problem(self) -> Diagnostic:
        return problem(self.code, self.line, self.message)


def case(name: str, code: str, line: int | None, *changes: str, message: str = "") -> Case:
    return Case(name, code, line, changes, message)


def problem(code: str, line: int | None = None, message: str = "") -> Diagnostic:
    return Diagnostic("error", message, code, ROOT if line else None, line)


def project(text: str, **others: str) -> Project:
    return Project(ROOT, {ROOT: text, **others})


def cures(remedy: Remedy, problem: Diagnostic, text: str) -> list[Cure]:
    return list(remedy(problem, project(text)))


def results(remedy: Remedy, problem: Diagnostic, text: str) -> list[str]:
    """The texts that the cures of a remedy make of a text, the best first."""
    return [apply_edits({ROOT: text}, c.edits)[ROOT] for c in cures(remedy, problem, text)]


def bodies(remedy: Remedy, code: str, body: str, *, line: int | None = None) -> list[str]:
    """The same for the text between the begin and end of a document; lines count within it."""
    found = results(remedy, problem(code, line and line + 2), whole(body))
    return [text[len(whole("")) - 16 : -16] for text in found]


def check_first_cure(remedy: Remedy, case: Case) -> None:
    assert results(remedy, case.problem, case.text)[:1] == [case.cured]


def check_with_tex(case: Case, folder: Path) -> None:
    """TeX reports the problem as the case states it, and none once it is cured."""
    root = folder / ROOT
    root.write_text(case.text, encoding="utf-8")
    found = try_once(root, engine="pdflatex", timeout=30.0) or ()
    if case.code != "unclosed-group":  # a warning, which this pass leaves out
        assert (case.code, case.line) in [(d.code, d.line) for d in found]
        assert case.message in [d.message for d in found] or not case.message
    root.write_text(case.cured, encoding="utf-8")
    assert try_once(root, engine="pdflatex", timeout=30.0) == ()
