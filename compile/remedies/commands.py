"""Remedies for commands nobody defines: misspelt, run together with a word, or unknown."""

import re
from collections.abc import Iterator

from compile.latex_names import SIGNATURES
from compile.package_facts import FALLBACK
from compile.remedies.classes import sinks_into_class
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import load, loaded, preamble_end
from compile.remedies.packages import lacks_package
from compile.remedies.project import BEGIN, Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import Use, meant_commands, named_command, own_commands, uses
from compile.remedies.units import unit_places
from latex.diagnostic import Diagnostic

_MOST_USES = 500
_LONGEST_NAME = 60

_OPERATORS = (
    "argmax argmin sgn sign diag rank tr Tr Var Cov Corr erf erfc sinc lcm span supp softmax sech "
    "csch arccot arsinh arcosh artanh arcsinh arccosh arctanh asinh acosh atanh softplus ReLU "
    "sigmoid relu rot divergence logit median mean MSE RMSE KL Hom Aut End Ker Img "
    "Span Res ord sinh cosec cosech"
)
_LIMITS = {"argmax": r"arg\,max", "argmin": r"arg\,min"}
_SETS = {
    **dict.fromkeys("RNZQCEPFKH"),
    **{f"{letter}{letter}": letter for letter in "RNZQC"},
    **{"reals": "R", "naturals": "N", "integers": "Z", "complex": "C", "Reals": "R"},
}
_ABBREVIATIONS = {
    "eg": r"e.g.", "ie": r"i.e.", "cf": r"cf.", "etc": r"etc.", "etal": r"et~al.", "wrt": r"w.r.t.",
    "Eg": r"E.g.", "Ie": r"I.e.", "vs": r"vs.", "resp": r"resp.", "iid": r"i.i.d.",
    "aka": r"a.k.a.", "BibTeX": r"BibTeX", "ok": r"OK",
}  # fmt: skip
_SHORTHANDS = {
    "abs": (r"[1]{\left|#1\right|}", ()),
    "norm": (r"[1]{\left\|#1\right\|}", ()),
    "ceil": (r"[1]{\left\lceil #1\right\rceil}", ()),
    "floor": (r"[1]{\left\lfloor #1\right\rfloor}", ()),
    "set": (r"[1]{\left\{#1\right\}}", ()),
    "dd": (r"{\mathrm{d}}", ()),
    "diff": (r"{\mathrm{d}}", ()),
    "cmark": (r"{\ding{51}}", ("pifont",)),
    "xmark": (r"{\ding{55}}", ("pifont",)),
    "half": (r"{\frac{1}{2}}", ()),
    "transpose": (r"{^{\mathsf{T}}}", ()),
    "vect": (r"[1]{\mathbf{#1}}", ()),
    "mat": (r"[1]{\mathbf{#1}}", ()),
    "code": (r"[1]{\texttt{#1}}", ()),
    "name": (r"[1]{\textsc{#1}}", ()),
    "pkg": (r"[1]{\textsf{#1}}", ()),
    "file": (r"[1]{\texttt{#1}}", ()),
    "degC": (r"{\ensuremath{^\circ}C}", ()),
    "degree": (r"{\ensuremath{^\circ}}", ()),
    "textmicro": (r"{\textmu}", ()),
}
"""Commands that many documents bring along in a preamble of their own, always in this sense."""
_ARGUMENTS = re.compile(
    r"(?:[ \t]*(?:\[[^\[\]\n]{0,300}\]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,3000}\}))*"
)
_REST = re.compile(r"[ \t]*(?=\r?\n|\Z)")


@remedy("undefined-command")
def correct_command(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\textbff{x}` → `\textbf{x}`, `\aplha` → `\alpha`, at every place; `\metres` → `\metre`.

    A name of a known package is no misspelling. A short name needs the place as further evidence.
    """
    name = named_command(problem)
    if name is None or len(name) > _LONGEST_NAME or lacks_package(name, project):
        return
    found = uses(project, name)
    if not found:
        return
    here = _at(found, problem, project)
    parted = _run_together(name)
    if parted and not _doubled(name, parted[0]):
        yield _parted(found, name, *parted)
    for other in meant_commands(here, name, project):
        yield Cure(
            rf"Corrected \{name} to \{other}.",
            tuple(
                Edit(use.file, use.start + 1, use.end, other) for use in found[:_MOST_USES]
            ),
        )  # fmt: skip
    if parted and _doubled(name, parted[0]):
        yield _parted(found, name, *parted)


def _at(found: tuple[Use, ...], problem: Diagnostic, project: Project) -> Use:
    """The use on the line of the diagnostic, else the first."""
    for use in found:
        if use.file == problem.file and project.line_of(use.file, use.start) == problem.line:
            return use
    return found[0]


def _run_together(name: str) -> tuple[str, str] | None:
    r"""A command without arguments and the word stuck to it: `itemFirst` → `item`, `First`."""
    for length in range(len(name) - 1, 2, -1):
        head, rest = name[:length], name[length:]
        mode, number = SIGNATURES.get(head, ("", -1))
        if number != 0 or mode not in {"math", "text"}:
            continue
        if (mode == "math" and len(rest) == 1) or (rest[:1].isupper() and len(head) > SHORT_HEAD):
            return head, rest
    return None


SHORT_HEAD = 3


def _doubled(name: str, head: str) -> bool:
    return len(name) == len(head) + 1 and name[-1] == head[-1]


def _parted(found: tuple[Use, ...], name: str, head: str, rest: str) -> Cure:
    return Cure(
        rf"Parted \{name} into \{head} and {rest}.",
        tuple(
            Edit(use.file, use.end - len(rest), use.end, f" {rest}") for use in found[:_MOST_USES]
        ),
    )


@remedy("undefined-command")
def define_by_convention(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\argmax`, `\R`, `\eg`, `\abs{x}` without a definition → the usual one, in the preamble."""
    name = named_command(problem)
    if name is None or name in own_commands(project):
        return
    made = _convention(name, project)
    if made is None:
        return
    definition, packages = made
    there = loaded(project)
    edits = tuple(load(project, package) for package in packages if package not in there)
    end = preamble_end(project)
    yield Cure(
        rf"Defined \{name}, which the document uses and does not define, in the usual sense.",
        (*edits, Edit(project.root, end, end, f"\\newcommand{{\\{name}}}{definition}\n")),
    )


def _convention(name: str, project: Project) -> tuple[str, tuple[str, ...]] | None:
    if name in _OPERATORS.split():
        shown = _LIMITS.get(name, name)
        kind = r"\limits" if name in _LIMITS else r"\nolimits"
        return rf"{{\mathop{{\mathrm{{{shown}}}}}{kind}}}", ()
    if name in _SETS:
        return rf"{{\ensuremath{{\mathbb{{{_SETS[name] or name}}}}}}}", ("amssymb",)
    if name in _ABBREVIATIONS:
        found = uses(project, name)
        code = project.code(found[0].file) if found else ""
        dotted = all(code.startswith(".", use.end) for use in found if use.file == found[0].file)
        text = _ABBREVIATIONS[name]
        return f"{{{text.rstrip('.') if dotted and found else text}}}", ()
    return _SHORTHANDS.get(name)


@remedy("undefined-command")
def set_aside_in_preamble(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\foosetup{a=b}` in the preamble, unknown → `% \foosetup{a=b}`: no text is lost."""
    name = named_command(problem)
    if name is None or not BEGIN.search(project.code(project.root)):
        return
    end = preamble_end(project)
    code, text = project.code(project.root), project.texts[project.root]
    if not sinks_into_class(name):
        for use in uses(project, name):
            if use.file != project.root or use.end > end or not _stands_alone(code, use):
                continue
            last = _ARGUMENTS.match(code, use.end)
            stop = last.end() if last else use.end
            if _REST.match(text, stop) and stop < end:
                kept = text[use.start : stop].replace("\n", "\n% ")
                yield Cure(
                    rf"Set the unknown command \{name} of the preamble aside in a comment.",
                    (Edit(project.root, use.start, stop, f"% {kept}"),),
                )
                return


def _stands_alone(code: str, use: Use) -> bool:
    """Whether the command begins its line and stands in no definition or argument."""
    line = code.rfind("\n", 0, use.start) + 1
    before = code[: use.start]
    return not code[line : use.start].strip() and before.count("{") == before.count("}")


@remedy("undefined-command")
def show_unknown_command(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\mymacro{a}` that nobody defines → its name in typewriter type, and its argument `a`."""
    name = named_command(problem)
    if name is None or not uses(project, name) or sinks_into_class(name):
        return
    if any(rf"{{\{name}}}" in lines for lines in FALLBACK.values()):
        return
    if unit_places(name, problem, project):
        return
    end = preamble_end(project)
    definition = rf"\newcommand{{\{name}}}{{\mbox{{\ttfamily\string\{name}}}}}"
    yield Cure(
        rf"Let \{name}, which nothing defines, print its own name.",
        (Edit(project.root, end, end, f"{definition}\n"),),
        visible=True,
    )
