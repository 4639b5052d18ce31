r"""Remedies for what a bibliography is read from: .bib and .bst files that are not there."""

import re
from collections.abc import Iterator

from compile.remedies.bibliography_entries import entries
from compile.remedies.bibliography_use import (
    NATBIB,
    Naming,
    cited,
    entry_keys,
    has_own_list,
    namings,
    uses,
)
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import loaded, preamble_end
from compile.remedies.project import BEGIN, Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import distance
from latex.diagnostic import Diagnostic

STYLES = (
    *("plain", "unsrt", "abbrv", "alpha", "acm", "apalike", "ieeetr", "siam", "plainnat"),
    *("abbrvnat", "unsrtnat", "IEEEtran", "apsrev4-2", "elsarticle-num", "elsarticle-harv"),
    *(
        "splncs04",
        "ACM-Reference-Format",
        "agsm",
        "dcu",
        "chicago",
        "apacite",
        "spmpsci",
        "vancouver",
    ),
)
_IN_ORDER_OF_CITATION = re.compile(
    r"ieee|num|unsrt|phys|aps|aip|vancouver|nature|sci|rsc|acs", re.I
)
_ABSENT_NAME = re.compile(r"^The (?P<kind>bibliography|style) file (?P<name>.+) is not there\.$")
_END = re.compile(r"\\end[ \t]*\{document\}")


@remedy("missing-bibliography")
def find_bibliography(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Name the .bib file that is there: `{nofile.bib}` → `{refs.bib}`, `{refs.bib}` → `{refs}`.

    The one with the nearest name comes first, then the one that holds most of the cited keys.
    """
    found = _ABSENT_NAME.match(problem.message)
    if found is None or found["kind"] != "bibliography":
        return
    asked = namings(project, "bibliography", "addbibresource", "addglobalbib", "addsectionbib")
    for naming in asked:
        for name in naming.names:
            if _plain(name) != _plain(found["name"]):
                continue
            others = set(naming.names) - {name}
            for file in _candidates(name, project):
                written = file if naming.command != "bibliography" else file.removesuffix(".bib")
                if written not in others and written != name:
                    what = f"Took the bibliography {file}; there is no {found['name']}."
                    yield Cure(what, (_renamed(naming, name, written, project),))
            if len(naming.names) > 1:
                what = f"Left out the bibliography {name}, which is not there."
                yield Cure(what, (_without(naming, name, project),))
            return


def _plain(name: str) -> str:
    """A name without its endings, by which the ways to write it are the same."""
    return re.sub(r"(?:\.bib)+$", "", name.strip().replace("\\", "/").removeprefix("./"))


def _candidates(name: str, project: Project) -> list[str]:
    """The .bib files of the project, the likeliest first; what fits in nothing is left out."""
    keys = cited(project) - {"*"}
    stem = _plain(name).rpartition("/")[2].lower()
    scored = []
    for file in project.texts:
        if not file.endswith(".bib"):
            continue
        other = _plain(file).rpartition("/")[2].lower()
        far = 0 if other == stem else distance(stem, other, 2)
        held = len(keys & {entry.key for entry in entries(project.texts[file])})
        if far <= 2 or held or "*" in cited(project):
            scored.append((min(far, 1) if far < 2 else 2, -held, far, file))
    return [file for *_, file in sorted(scored)]


def _renamed(naming: Naming, name: str, new: str, project: Project) -> Edit:
    start, end = naming.argument
    old = project.texts[naming.file][start:end]
    at = re.search(rf"(?:^|(?<=[,\s])){re.escape(name)}(?=[,\s]|$)", old)
    return Edit(naming.file, start + at.start(), start + at.end(), new) if at else Edit(
        naming.file, start, end, new
    )  # fmt: skip


def _without(naming: Naming, name: str, project: Project) -> Edit:
    kept = ",".join(other for other in naming.names if other != name)
    return Edit(naming.file, *naming.argument, kept)


@remedy("missing-bibliography")
def find_style(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""A style file that is not installed: `{plian}` → `{plain}`, `{myjournal}` → `{unsrt}`.

    What a style sorts by its numbers falls back to unsrt, anything else to plain; to their
    counterparts where natbib is loaded.
    """
    found = _ABSENT_NAME.match(problem.message)
    if found is None or found["kind"] != "style":
        return
    stem = found["name"].removesuffix(".bst").strip()
    for naming in namings(project, "bibliographystyle"):
        if not naming.names or naming.names[0].removesuffix(".bst") != stem:
            continue
        for new in _styles(stem, naming.names[0], project):
            yield Cure(
                f"Set the bibliography in the style {new}; the style {stem} is not installed.",
                (Edit(naming.file, *naming.argument, new),),
            )


def _styles(stem: str, written: str, project: Project) -> Iterator[str]:
    if written.endswith(".bst") and (stem in STYLES or f"{stem}.bst" in project.assets):
        yield stem
    for asset in sorted(project.assets):
        if asset.rpartition("/")[2].lower() == f"{stem.lower()}.bst" and asset != f"{stem}.bst":
            yield asset.removesuffix(".bst")
    short = stem.lower()
    near = [s for s in STYLES if s.lower() == short or distance(short, s.lower(), 1) == 1]
    if len(near) == 1 and near[0] != stem:
        yield near[0]
    yield fallback_style(stem, project)


def fallback_style(stem: str, project: Project) -> str:
    """The nearest to `stem` of the styles that are always there."""
    if "natbib" in loaded(project):
        return "unsrtnat" if _IN_ORDER_OF_CITATION.search(stem) else "plainnat"
    return "unsrt" if _IN_ORDER_OF_CITATION.search(stem) else "plain"


@remedy("no-bibliography")
def name_style(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\bibliography{refs}` without a style → `\bibliographystyle{plain}` before it."""
    if namings(project, "bibliographystyle"):
        return
    for naming in namings(project, "bibliography")[:1]:
        style = fallback_style("", project)
        yield Cure(
            f"Set the bibliography in the style {style}; none was named.",
            (Edit(naming.file, naming.start, naming.start, f"\\bibliographystyle{{{style}}}\n"),),
        )


@remedy("undefined-citation")
def print_bibliography(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Keys are cited that a .bib file holds, and no command reads it: `\bibliography{refs}`.

    With biblatex: `\addbibresource{refs.bib}` in the preamble and `\printbibliography`.
    """
    if has_own_list(project) or namings(project, "bibliography", "addbibresource", "addglobalbib"):
        return
    known = entry_keys(project)
    file = known.get(problem.context)
    end = list(_END.finditer(project.code(project.root)))
    if file is None or not end:
        return
    at = end[-1].start()
    what = f"Printed the bibliography {file}, which holds what is cited."
    if "biblatex" in loaded(project):
        yield Cure(what, tuple(_for_biblatex(file, at, project)))
        return
    lines = f"\\bibliography{{{file.removesuffix('.bib')}}}\n"
    if not namings(project, "bibliographystyle"):
        lines = f"\\bibliographystyle{{{_style_of_cites(project)}}}\n{lines}"
    yield Cure(what, (Edit(project.root, at, at, lines),))


def _style_of_cites(project: Project) -> str:
    return "plainnat" if "natbib" in loaded(project) or uses(project, *NATBIB) else "plain"


def _for_biblatex(file: str, at: int, project: Project) -> Iterator[Edit]:
    if not BEGIN.search(project.code(project.root)):
        return
    begin = preamble_end(project)
    yield Edit(project.root, begin, begin, f"\\addbibresource{{{file}}}\n")
    if not namings(project, "printbibliography"):
        yield Edit(project.root, at, at, "\\printbibliography\n")


@remedy("bibliography-syntax", "missing-bibliography")
def part_names_of_files(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\bibliography{one, two}` → `{one,two}`: BibTeX takes the space for a part of the name."""
    for naming in namings(project, "bibliography"):
        start, end = naming.argument
        if re.search(r"\s|;", project.texts[naming.file][start:end]):
            names = [n for name in naming.names for n in re.split(r"[\s;]+", name) if n]
            yield Cure(
                "Named the bibliographies with a comma between them and no space.",
                (Edit(naming.file, start, end, ",".join(names)),),
            )
