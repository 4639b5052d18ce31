"""Remedies for environments that nobody defines: theorems and misspelt names."""

import re
from collections.abc import Iterator

from compile.latex_names import ENVIRONMENTS, words
from compile.packages import PACKAGES_OF_ENVIRONMENT
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import loaded, preamble_end
from compile.remedies.project import Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import meant_environments, own_environments
from latex.diagnostic import Diagnostic

_NAMED = re.compile(r"^The environment (\S+) is not defined")
_TITLES = {
    "theorem": "Theorem", "thm": "Theorem", "theo": "Theorem", "lemma": "Lemma", "lem": "Lemma",
    "proposition": "Proposition", "prop": "Proposition", "corollary": "Corollary",
    "cor": "Corollary", "coro": "Corollary", "definition": "Definition", "defn": "Definition",
    "defi": "Definition", "dfn": "Definition", "remark": "Remark", "rem": "Remark", "rmk": "Remark",
    "example": "Example", "exmp": "Example", "ex": "Example", "exercise": "Exercise",
    "problem": "Problem", "question": "Question", "answer": "Answer", "solution": "Solution",
    "claim": "Claim", "conjecture": "Conjecture", "conj": "Conjecture", "axiom": "Axiom",
    "assumption": "Assumption", "hypothesis": "Hypothesis", "observation": "Observation",
    "fact": "Fact", "note": "Note", "notation": "Notation", "property": "Property",
    "condition": "Condition", "criterion": "Criterion", "postulate": "Postulate", "law": "Law",
    "principle": "Principle", "result": "Result", "task": "Task", "case": "Case", "step": "Step",
    "satz": "Satz", "korollar": "Korollar", "beispiel": "Beispiel", "bemerkung": "Bemerkung",
    "aufgabe": "Aufgabe", "theoreme": "Théorème", "theorème": "Théorème",
}  # fmt: skip
_CHINESE = {
    "Theorem": "定理", "Lemma": "引理", "Proposition": "命题", "Corollary": "推论",
    "Definition": "定义", "Remark": "注", "Example": "例", "Exercise": "练习", "Problem": "问题",
    "Solution": "解", "Claim": "断言", "Conjecture": "猜想", "Axiom": "公理",
    "Assumption": "假设", "Property": "性质", "Note": "注",
}  # fmt: skip
_UPRIGHT = words(
    "Definition Remark Example Exercise Problem Question Answer Solution Note Notation Task "
    "Case Step Beispiel Bemerkung Aufgabe"
)


@remedy("undefined-environment")
def declare_theorem(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{lemma}` without a declaration → `\newtheorem{lemma}{Lemma}`, in the preamble."""
    name = _undefined(problem)
    title = _TITLES.get(name.rstrip("*").lower()) if name else None
    if name is None or title is None or name in own_environments(project):
        return
    shown = _CHINESE.get(title, title) if project.document_class[0].startswith("ctex") else title
    there = loaded(project)
    star = "*" if name.endswith("*") else ""
    if star and "amsthm" not in there:
        declared = (
            rf"\newenvironment{{{name}}}{{\par\medskip\noindent\textbf{{{shown}.}}\itshape\ }}"
        )
        line = rf"{declared}{{\par\medskip}}"
    else:
        line = rf"\newtheorem{star}{{{name}}}{{{shown}}}"
        if title in _UPRIGHT and "amsthm" in there:
            line = rf"{{\theoremstyle{{definition}}{line}}}"
    proves = any("\\begin{proof}" in project.code(source) for source in project.sources)
    if proves and "amsthm" not in there:
        line = f"\\usepackage{{amsthm}}\n{line}"  # loaded later, it breaks \newtheorem
    end = preamble_end(project)
    yield Cure(
        f"Declared the environment {name} as a theorem called {shown}.",
        (Edit(project.root, end, end, f"{line}\n"),),
    )


@remedy("undefined-environment")
def correct_environment(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{itemzie}` … `\end{itemzie}` → `itemize`, at both ends and every place."""
    name = _undefined(problem)
    if name is None or (name in ENVIRONMENTS and name not in PACKAGES_OF_ENVIRONMENT):
        return
    if name in PACKAGES_OF_ENVIRONMENT and not loaded(project).intersection(
        PACKAGES_OF_ENVIRONMENT[name]
    ):
        return
    pattern = re.compile(rf"\\(?:begin|end)[ \t]*\{{[ \t]*({re.escape(name)})[ \t]*\}}")
    places = [
        (source, found.start(1), found.end(1))
        for source in project.sources
        for found in pattern.finditer(project.code(source))
    ]
    if not places:
        return
    for other in meant_environments(name, project):
        edits = tuple(Edit(file, start, end, other) for file, start, end in places)
        yield Cure(f"Corrected the environment {name} to {other}.", edits)


@remedy("undefined-environment")
def name_unknown_environment(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{mybox}` that nobody defines → an environment that sets its text as it is.

    A capitalised or spelt-out name heads the text, so that the reader knows it was set off.
    """
    name = _undefined(problem)
    if name is None or name in own_environments(project) or not name.rstrip("*").isalpha():
        return
    if name in PACKAGES_OF_ENVIRONMENT:
        return
    end = preamble_end(project)
    options = _optional_argument(name, project)
    heading = r"\textbf{#1}\ " if options else ""
    line = (
        rf"\newenvironment{{{name}}}{'[1][]' if options else ''}"
        rf"{{\par\medskip\noindent {heading}\ignorespaces}}{{\par\medskip}}"
    )
    yield Cure(
        f"Let the environment {name}, which nothing defines, set its text as it is.",
        (Edit(project.root, end, end, f"{line}\n"),),
        visible=True,
    )


def _undefined(problem: Diagnostic) -> str | None:
    found = _NAMED.match(problem.message)
    return found[1] if found else None


def _optional_argument(name: str, project: Project) -> bool:
    opening = rf"\begin{{{name}}}["
    return any(opening in project.code(source) for source in project.sources)
