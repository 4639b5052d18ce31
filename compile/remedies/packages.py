"""Remedies for packages: not loaded, loaded too late, not installed, at odds with another one."""

import re
from collections.abc import Iterator

from compile.package_facts import (
    DECORATIONS,
    FALLBACK,
    FALLBACK_NEEDS,
    INSTEAD,
    OPTION_OF_COMMAND,
    SOURCE_OF_PACKAGE,
    clash_with,
)
from compile.packages import (
    PACKAGES_OF_COMMAND,
    PACKAGES_OF_ENVIRONMENT,
)
from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import (
    direct,
    joined_options,
    load,
    loaded,
    options_for,
    pass_options,
    preamble_end,
    rewritten,
    split_options,
    unload,
)
from compile.remedies.project import Loading, Project
from compile.remedies.registry import remedy
from compile.remedies.spelling import named_command, nearest_names
from latex.diagnostic import Diagnostic

KNOWN = frozenset(
    {
        *(name for names in PACKAGES_OF_COMMAND.values() for name in names),
        *(name for names in PACKAGES_OF_ENVIRONMENT.values() for name in names),
        *SOURCE_OF_PACKAGE,
        *DECORATIONS,
        *INSTEAD,
        *("babel", "inputenc", "fontenc", "lmodern", "textcomp", "url", "cite", "microtype"),
    }
)
_ENVIRONMENT = re.compile(r"^The environment (\S+) is not defined")
_ABSENT = re.compile(r"^The package (\S+) is not installed")
_TWO_GROUPS = re.compile(r"\\qty\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*\{")
_QTY = re.compile(r"\\qty(?![A-Za-z])")
_UPPER = re.compile(r"\\(?:STATE|IF|FOR|WHILE|REQUIRE|ENSURE|RETURN|REPEAT)(?![A-Za-z])")


@remedy("undefined-command")
def load_package_of_command(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\toprule` without booktabs → `\usepackage{booktabs}`, at its place in the preamble."""
    name = named_command(problem)
    if name is None or name not in PACKAGES_OF_COMMAND:
        return
    providers = _preferred(name, PACKAGES_OF_COMMAND[name], project)
    yield from _loadings(name, rf"\{name}", providers, project)


@remedy("undefined-environment")
def load_package_of_environment(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\begin{align}` without amsmath → `\usepackage{amsmath}`, at its place in the preamble."""
    found = _ENVIRONMENT.match(problem.message)
    if found is None or found[1] not in PACKAGES_OF_ENVIRONMENT:
        return
    providers = _preferred(found[1], PACKAGES_OF_ENVIRONMENT[found[1]], project)
    yield from _loadings(found[1], found[1], providers, project)


def lacks_package(name: str, project: Project) -> bool:
    """Whether a command is known, and unknown here only because its package is not loaded."""
    packages = PACKAGES_OF_COMMAND.get(name, ())
    return bool(packages) and not loaded(project).intersection(packages)


def _preferred(name: str, providers: tuple[str, ...], project: Project) -> tuple[str, ...]:
    """The providers in the order in which the way the name is used suggests them."""
    code = project.code(project.root)
    if name == "qty" and not _TWO_GROUPS.search(code):
        return ("physics", "siunitx")
    if name == "algorithmic" and _UPPER.search(code):
        return ("algorithmic", "algpseudocode")
    if name == "degree" and "siunitx" in loaded(project):
        return ("gensymb",)
    return providers


def _loadings(
    name: str, shown: str, providers: tuple[str, ...], project: Project
) -> Iterator[Cure]:
    there = loaded(project)
    for package in providers:
        if package in there:
            yield from _option_added(name, package, project)
        elif rival := clash_with(package, there):
            yield from _replaced(name, package, rival, project)
        else:
            edits = (load(project, package, [name]), *_peace(package, project))
            yield Cure(f"Loaded the package {package}, which defines {shown}.", edits)
    for package in providers:
        if package not in there and rf"{{\{name}}}" in FALLBACK.get(package, ""):
            yield Cure(f"Defined {shown} without {package}.", _stand_in(package, project))


def _option_added(name: str, package: str, project: Project) -> Iterator[Cure]:
    r"""`\rowcolor` with `\usepackage{xcolor}` → `\usepackage[table]{xcolor}`."""
    option = OPTION_OF_COMMAND.get(package, {}).get(name)
    own = direct(project, package)
    if option is None or any(option in split_options(loading.options) for loading in own):
        return
    what = f"Gave the package {package} the option {option}, which defines {name}."
    if own and len(own[0].names) == 1:
        options = joined_options([*split_options(own[0].options), option])
        yield Cure(what, (rewritten(project, own[0], options),))
    yield Cure(what, (pass_options(project, package, [option]),))


def _replaced(name: str, package: str, rival: str, project: Project) -> Iterator[Cure]:
    """The rival makes way where it is loaded by the document and nothing of it is used."""
    own = direct(project, rival)
    if not own or _used(rival, project, besides=name):
        return
    options = ",".join(options_for(package, [name]))
    line = rf"\usepackage{f'[{options}]' if options else ''}{{{package}}}"
    if package in {"algpseudocode", "algorithmic"} and rival == "algorithm2e":
        line = f"\\usepackage{{algorithm}}\n{line}"
    yield Cure(
        f"Loaded the package {package} in place of {rival}; the two cannot be used together.",
        (unload(project, own[0], rival, line),),
    )


def _used(package: str, project: Project, *, besides: str = "") -> bool:
    """Whether commands or environments are used that only this package defines."""
    words = [n for n, owners in PACKAGES_OF_COMMAND.items() if owners == (package,)]
    blocks = [n for n, owners in PACKAGES_OF_ENVIRONMENT.items() if owners == (package,)]
    for source in project.sources:
        code = project.code(source)
        if any(re.search(rf"\\{re.escape(w)}(?![A-Za-z])", code) for w in words if w != besides):
            return True
        if any(rf"\begin{{{block}}}" in code for block in blocks if block != besides):
            return True
    return False


def _peace(package: str, project: Project) -> tuple[Edit, ...]:
    r"""What a package needs beside a neighbour that takes over one of its commands.

    physics takes `\qty` from siunitx; where every `\qty` has a number and a unit, it is siunitx's.
    """
    there = loaded(project)
    if {package} | ({"physics", "siunitx"} & there) != {"physics", "siunitx"}:
        return ()
    code = project.code(project.root)
    if len(_QTY.findall(code)) != len(_TWO_GROUPS.findall(code)) or not _QTY.search(code):
        return ()
    at = preamble_end(project)
    return (Edit(project.root, at, at, "\\AtBeginDocument{\\RenewCommandCopy\\qty\\SI}\n"),)


@remedy("missing-package")
def replace_missing_package(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\usepackage{xcolour}` → `{xcolor}`; `{epsfig}` → `{graphicx}`; `{ulem}` → definitions.

    What is not installed and has no near equivalent is left out; its commands, where it is used,
    are the next problem.
    """
    found = _ABSENT.match(problem.message)
    if found is None:
        return
    package = found[1].strip("`'’")
    own = direct(project, package)
    if not own:
        return
    if f"{package}.sty" in {name.rpartition("/")[2] for name in project.assets}:
        yield from _own_file(package, own, project)
    there = loaded(project)
    for near in () if package in KNOWN else nearest_names(package, KNOWN, most=1):
        what = f"Loaded {near}, which {package} is a misspelling of."
        yield Cure(what, _each(project, own, package, _renamed(own[0], near)))
    source = SOURCE_OF_PACKAGE.get(package)
    where = f" (Debian package {source})" if source else ""
    needed = [name for name in INSTEAD.get(package, ()) if name not in there]
    lines = [rf"\usepackage{{{name}}}" for name in needed]
    if package in FALLBACK:
        lines += _stand_in_lines(package, there | set(needed))
        what = f"Defined the commands of {package}, which is not installed{where}."
        yield Cure(what, _each(project, own, package, "\n".join(lines)))
    elif lines:
        names = " and ".join(needed)
        what = f"Loaded {names} in place of {package}, which is not installed{where}."
        yield Cure(what, _each(project, own, package, "\n".join(lines)))
    yield Cure(
        f"Left out the package {package}, which is not installed{where}.",
        _each(project, own, package, ""),
    )


def _each(project: Project, own: list[Loading], package: str, instead: str) -> tuple[Edit, ...]:
    first, *rest = own
    edits = (unload(project, loading, package) for loading in rest)
    return (unload(project, first, package, instead), *edits)


def _renamed(loading: Loading, name: str) -> str:
    return rf"\usepackage{f'[{loading.options}]' if loading.options else ''}{{{name}}}"


def _own_file(package: str, own: list[Loading], project: Project) -> Iterator[Cure]:
    """A style file of the document's folder that lies deeper than TeX looks."""
    paths = [n for n in sorted(project.assets) if n.rpartition("/")[2] == f"{package}.sty"]
    path = paths[0].removesuffix(".sty")
    if path != package:
        what = f"Loaded {package} from the folder it lies in."
        yield Cure(what, _each(project, own, package, _renamed(own[0], path)))


def _stand_in(package: str, project: Project) -> tuple[Edit, ...]:
    lines = _stand_in_lines(package, loaded(project))
    return (project.in_preamble("\n".join(lines), before=()),)


def _stand_in_lines(package: str, there: frozenset[str]) -> list[str]:
    needed = [name for name in FALLBACK_NEEDS.get(package, ()) if name not in there]
    return [*(rf"\usepackage{{{name}}}" for name in needed), FALLBACK[package]]


@remedy("package-error")
def drop_rival_package(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""Both subfig and subcaption loaded → the one of which nothing is used is left out."""
    there = [name for loading in project.loadings for name in loading.names]
    for name in dict.fromkeys(there):
        rival = clash_with(name, frozenset(there))
        if rival is None or not ({name, rival} & set(re.findall(r"[\w-]+", problem.message))):
            continue
        for unwanted, other in sorted(
            ((name, rival), (rival, name)), key=lambda pair: _used(pair[0], project)
        ):
            yield Cure(
                f"Left out the package {unwanted}; it cannot be used together with {other}.",
                _each(project, direct(project, unwanted), unwanted, ""),
            )
        return
