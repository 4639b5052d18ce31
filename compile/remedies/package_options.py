"""Remedies for the options of packages: two loadings at odds, options that nobody knows."""

import re
from collections.abc import Iterator

from compile.remedies.cure import Cure, Edit
from compile.remedies.loading import (
    direct,
    joined_options,
    pass_options,
    rewritten,
    split_options,
    unload,
)
from compile.remedies.project import Loading, Project
from compile.remedies.registry import remedy
from latex.diagnostic import Diagnostic

_CLASHING = re.compile(r"^The package (\S+) is loaded twice")
_UNKNOWN = re.compile(r"^The package (\S+) does not know the option (.+)\.$")
_UNDEFINED_KEY = re.compile(
    r"^keyval: (?P<bare>\S+) undefined"
    r"|^(?:keyval|xkeyval|kvsetkeys|pgfkeys|babel|geometry|kvoptions|hyperref|microtype|caption): "
    r".*?[`'‘](?P<quoted>[^`'’‘]+)['’]",
    re.IGNORECASE,
)


@remedy("option-clash")
def merge_options(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\usepackage{xcolor}` … `\usepackage[table]{xcolor}` → the first with all options.

    Where another package or the class loaded it before: `\PassOptionsToPackage` before the class.
    """
    found = _CLASHING.match(problem.message)
    if found is None:
        return
    package = found[1]
    own = direct(project, package)
    if not own:
        return
    options = joined_options(o for loading in own for o in split_options(loading.options))
    if len(own) > 1:
        first, *rest = own
        if len(first.names) == 1:
            merged: tuple[Edit, ...] = (rewritten(project, first, options),)
        else:
            given = ",".join(options)
            merged = (unload(project, first, package, rf"\usepackage[{given}]{{{package}}}"),)
        yield Cure(
            f"Loaded the package {package} once, with the options of both loadings.",
            (*merged, *(unload(project, loading, package) for loading in rest)),
        )
    yield Cure(
        f"Gave the package {package} its options before another package loads it.",
        (pass_options(project, package, options), *_without_options(project, own)),
    )


def _without_options(project: Project, own: list[Loading]) -> tuple[Edit, ...]:
    return tuple(
        rewritten(project, loading, ())
        for loading in own
        if loading.options and len(loading.names) == 1
    )


@remedy("unknown-option")
def drop_unknown_option(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\usepackage[nonsense,table]{xcolor}` → `\usepackage[table]{xcolor}`."""
    found = _UNKNOWN.match(problem.message)
    if found:
        yield from _without(found[2].strip("'` "), direct(project, found[1]), project)


@remedy("package-error")
def drop_undefined_key(problem: Diagnostic, project: Project) -> Iterator[Cure]:
    r"""`\usepackage[margins=1in]{geometry}` → `\usepackage{geometry}`: keyval knows no such key."""
    found = _UNDEFINED_KEY.match(problem.message)
    if found is None:
        return
    named = found["bare"] or found["quoted"]
    key = re.split(r"[=,/ ]", named)[-1 if "/" in named else 0]
    near = [
        loading
        for loading in project.loadings
        if problem.line is None
        or loading.file != problem.file
        or project.line_of(loading.file, loading.start) <= problem.line
    ]
    yield from _without(key, near[::-1], project)


def _without(option: str, loadings: list[Loading], project: Project) -> Iterator[Cure]:
    for loading in loadings:
        given = split_options(loading.options)
        kept = [o for o in given if o.split("=")[0].strip() != option and o != option]
        if kept != given:
            yield Cure(
                f"Left out the option {option}, which {loading.names[0]} does not know.",
                (rewritten(project, loading, kept),),
            )
            return
