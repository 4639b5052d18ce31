r"""Remedies for commands of one bibliography package where another one is loaded, or none.

BibTeX's own are `\bibliography` and `\bibliographystyle`; biblatex's are `\addbibresource` and
`\printbibliography`; natbib cites with `\citep`, biblatex with `\parencite`.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from compile.remedies.bibliography_use import (
    BIBLATEX,
    NATBIB,
    Naming,
    has_own_list,
    namings,
    uses,
)
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import (
    direct,
    joined_options,
    load,
    loaded,
    preamble_end,
    rewritten,
    split_options,
    unload,
)
from compile.remedies.project import BEGIN, Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import named_command
from latex.diagnostic import Diagnostic

_OF_BIBTEX = re.compile(
    r"'\\bibliography(?:style)?' invalid|\\bibliography(?:style)? may stand only"
)
_RIVALS = re.compile(r"[Ii]ncompatible package '(natbib|cite|mcite|ucs|inputenc)'")
_NUMERIC = ("plain", "unsrt", "abbrv", "ieeetr", "acm", "siam", "IEEEtran")
_NATBIB_STYLE = {
    "plain": "plainnat",
    "unsrt": "unsrtnat",
    "abbrv": "abbrvnat",
    "ieeetr": "unsrtnat",
}
_LIKE_NATBIB = {
    "parencite": "citep", "textcite": "citet", "autocite": "citep", "smartcite": "citep",
    "Parencite": "Citep", "Textcite": "Citet", "Autocite": "Citep", "supercite": "citep",
    "autocites": "citep", "parencites": "citep", "textcites": "citet", "citetitle": "cite",
}  # fmt: skip
_FOR_NOTES = {
    "footcite": r"\newcommand{\footcite}[2][]{\footnote{\cite[#1]{#2}}}",
    "footfullcite": r"\newcommand{\footfullcite}[2][]{\footnote{\cite[#1]{#2}}}",
    "fullcite": r"\newcommand{\fullcite}[1]{\cite{#1}}",
}


@remedy("package-error", "only-in-preamble")
def read_with_biblatex(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\bibliographystyle{…}\bibliography{refs}` with biblatex → its own two commands.

    After: `\addbibresource{refs.bib}` in the preamble, `\printbibliography` in the place of the
    list, no style. Where only these commands are used the other cure is to do without biblatex.
    """
    if not _OF_BIBTEX.search(problem.message) or "biblatex" not in loaded(project):
        return
    if edits := tuple(_to_biblatex(project)):
        yield Cure("Wrote the bibliography with the commands of biblatex, which is loaded.", edits)


def _to_biblatex(project: Project) -> Iterator[Edit]:
    if not BEGIN.search(project.code(project.root)):
        return
    begin = preamble_end(project)
    known = {n for naming in namings(project, "addbibresource") for n in naming.names}
    printed = bool(namings(project, "printbibliography"))
    lines: list[str] = []
    for naming in namings(project, "bibliographystyle", "bibliography"):
        in_body = naming.file != project.root or naming.start >= begin
        if naming.command == "bibliographystyle":
            yield _taken_out(naming, project)
            continue
        names = [n if n.endswith(".bib") else f"{n}.bib" for n in naming.names]
        lines += [rf"\addbibresource{{{n}}}" for n in names if n not in known]
        known.update(names)
        if in_body and not printed:
            printed = True
            yield Edit(naming.file, naming.start, naming.end, r"\printbibliography")
        elif in_body:
            yield _taken_out(naming, project)
    if lines:
        yield Edit(project.root, begin, begin, "".join(f"{line}\n" for line in lines))


def _taken_out(naming: Naming, project: Project) -> Edit:
    """The command's removal, with its line where nothing else stands on it."""
    text = project.texts[naming.file]
    start = text.rfind("\n", 0, naming.start) + 1
    tail = re.compile(r"[ \t]*\n").match(text, naming.end)
    if not text[start : naming.start].strip() and tail:
        return Edit(naming.file, start, tail.end(), "")
    return Edit(naming.file, naming.start, naming.end, "")


@remedy("package-error", "already-defined")
def part_rivals(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Natbib and biblatex both loaded → the one whose bibliography is written; as biblatex's
    option `natbib=true` the commands of natbib stay.
    """
    both = {"natbib", "biblatex"} <= {name for one in project.loadings for name in one.names}
    rival = _RIVALS.search(problem.message)
    if rival and rival[1] == "cite" and direct(project, "cite"):
        yield Cure("Left out the package cite, which cannot be used with biblatex.",
                   (unload(project, direct(project, "cite")[0], "cite"),))  # fmt: skip
    if not both or not ("natbib" in problem.message or "biblatex" in problem.message):
        return
    cures = [_biblatex_alone(project), _natbib_alone(project)]
    of_bibtex = bool(namings(project, "bibliography"))
    of_biblatex = bool(namings(project, "addbibresource", "printbibliography"))
    yield from reversed(cures) if of_bibtex and not of_biblatex else cures


def _biblatex_alone(project: Project) -> Cure:
    natbib, biblatex = direct(project, "natbib"), direct(project, "biblatex")
    edits = [unload(project, one, "natbib") for one in natbib]
    if len(biblatex[0].names) == 1:
        edits.append(_with_option(project, "natbib=true"))
    return Cure("Left out natbib, whose commands biblatex has as its option.", tuple(edits))


def _natbib_alone(project: Project) -> Cure:
    edits = tuple(unload(project, one, "biblatex") for one in direct(project, "biblatex"))
    return Cure("Left out biblatex: the bibliography is written for natbib.", edits)


def _with_option(project: Project, option: str, without: str = "") -> Edit:
    own = direct(project, "biblatex")[0]
    kept = [o for o in split_options(own.options) if not without or o.split("=")[0] != without]
    return rewritten(project, own, joined_options([*kept, option]))


@remedy("undefined-command")
def load_natbib(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\citep` without natbib → `\usepackage{natbib}`; with biblatex, its option `natbib=true`.

    A numeric style keeps its numbers, in natbib's form of it: `plain` → `plainnat`.
    """
    name = named_command(problem)
    there = loaded(project)
    if name not in NATBIB or "natbib" in there:
        return
    if "biblatex" in there:
        if len(own := direct(project, "biblatex")) and len(own[0].names) == 1:
            yield Cure(
                f"Gave biblatex the option natbib=true, which defines \\{name}.",
                (_with_option(project, "natbib=true"),),
            )
        return
    if namings(project, "addbibresource", "printbibliography"):
        yield Cure(
            "Loaded biblatex with the commands of natbib.",
            (_biblatex_line(project, "natbib=true"),),
        )
        return
    yield Cure(f"Loaded the package natbib, which defines \\{name}.", _natbib(project))


def _natbib(project: Project) -> tuple[Edit, ...]:
    """Loading natbib, and the style in the form it can use."""
    styles = namings(project, "bibliographystyle")
    style = styles[0].names[0] if styles and styles[0].names else ""
    numeric = style in _NUMERIC or (has_own_list(project) and not style)
    line = r"\usepackage[numbers]{natbib}" if numeric else r"\usepackage{natbib}"
    edits = [project.in_preamble(line) if numeric else load(project, "natbib")]
    if style in _NATBIB_STYLE:
        edits.append(Edit(styles[0].file, *styles[0].argument, _NATBIB_STYLE[style]))
    return tuple(edits)


@remedy("undefined-command")
def load_biblatex(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\addbibresource` or `\printbibliography` without biblatex → biblatex is loaded before it.

    `\parencite` where natbib or BibTeX makes the list → `\let\parencite\citep`.
    """
    name = named_command(problem)
    of_files = ("addbibresource", "addglobalbib", "printbibliography", "printbibheading")
    if name not in (*of_files, *BIBLATEX) or "biblatex" in loaded(project):
        return
    if name in BIBLATEX and not namings(project, *of_files):
        yield from _as_natbib(name, project)
        return
    edits = [_biblatex_line(project, "natbib=true" if uses(project, *NATBIB) else "")]
    edits += [unload(project, one, "natbib") for one in direct(project, "natbib")]
    edits += [_taken_out(one, project) for one in namings(project, "bibliographystyle")]
    if not namings(project, "addbibresource", "addglobalbib"):
        edits += _resources(project)
    yield Cure(f"Loaded the package biblatex, which defines \\{name}.", _in_order(edits))


def _in_order(edits: list[Edit]) -> tuple[Edit, ...]:
    """Insertions at one point as one, in the order in which they are given."""
    joined: dict[tuple[str, int, int], Edit] = {}
    for edit in edits:
        place = (edit.file, edit.start, edit.end)
        before = joined[place].new if place in joined else ""
        joined[place] = replace(edit, new=before + edit.new)
    return tuple(joined.values())


def _biblatex_line(project: Project, option: str) -> Edit:
    r"""Loading biblatex before `\addbibresource`, else where packages are loaded."""
    line = f"\\usepackage{f'[{option}]' if option else ''}{{biblatex}}\n"
    for naming in namings(project, "addbibresource", "addglobalbib"):
        if naming.file == project.root and naming.start < preamble_end(project):
            return Edit(project.root, naming.start, naming.start, line)
    if option:
        return project.in_preamble(line.rstrip())
    return load(project, "biblatex")


def _resources(project: Project) -> list[Edit]:
    r"""`\bibliography{refs}` as biblatex's command, or the only .bib file there is."""
    files = [n for n in project.texts if n.endswith(".bib")]
    named = namings(project, "bibliography")
    if named:
        files = [n if n.endswith(".bib") else f"{n}.bib" for one in named for n in one.names]
    elif len(files) != 1:
        return []
    at = preamble_end(project)
    lines = "".join(f"\\addbibresource{{{name}}}\n" for name in files)
    return [Edit(project.root, at, at, lines), *(_taken_out(one, project) for one in named)]


def _as_natbib(name: str, project: Project) -> Iterator[Cure]:
    r"""Biblatex's command in terms of natbib, or of `\cite` beside a list written by hand."""
    if not (namings(project, "bibliography") or has_own_list(project)):
        return
    at = preamble_end(project)
    simple = has_own_list(project) and "natbib" not in loaded(project)
    other = "cite" if simple else _LIKE_NATBIB.get(name, "cite")
    line = _FOR_NOTES.get(name, rf"\newcommand{{\{name}}}{{\{other}}}")
    edits = [Edit(project.root, at, at, f"{line}\n")]
    if not simple and "natbib" not in loaded(project) and other != "cite":
        loading, *style = _natbib(project)
        if loading.start == at:
            edits = [Edit(project.root, at, at, f"{loading.new}{line}\n"), *style]
        else:
            edits += [loading, *style]
    yield Cure(f"Defined \\{name}, a command of biblatex, by \\{other}.", tuple(edits))


@remedy("biber-version", "biber-absent")
def use_bibtex(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    """Biber is missing or of another release than biblatex → `backend=bibtex`."""
    own = direct(project, "biblatex")
    if own and len(own[0].names) == 1:
        yield Cure(
            "Let biblatex work with BibTeX; biber is missing or of another release.",
            (_with_option(project, "backend=bibtex", without="backend"),),
        )
