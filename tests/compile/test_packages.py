"""The table of packages, held against the packages that are installed here."""

import shutil
import subprocess
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from compile.package_facts import (
    AFTER,
    CLASHES,
    FALLBACK,
    FALLBACK_NEEDS,
    IMPLIED,
    INSTEAD,
    LATE,
    OPTION_OF_COMMAND,
    OPTIONS,
    clash_with,
)
from compile.packages import (
    PACKAGE_OF_COMMAND,
    PACKAGE_OF_ENVIRONMENT,
    PACKAGES_OF_COMMAND,
    PACKAGES_OF_ENVIRONMENT,
)

XELATEX = frozenset(
    ("fontspec", "polyglossia", "unicode-math", "xeCJK", "ctex", "ctexart", "ctexrep", "ctexbook")
)
BROKEN_HERE = {
    "aastex631": "epsf.sty",
    "chemfig": "simplekv.tex",
    "datetime2": "tracklang.sty",
    "pdfcomment": "tracklang.sty",
    "minted": "shell-escape",
}
"""Packages of the table that need a file which may be absent, or a right that nobody gets."""
INSIDE = {
    "algorithmic": (r"\begin{algorithmic}", r"\end{algorithmic}"),
    "pgfplots": (
        r"\usepgfplotslibrary{groupplots}\begin{tikzpicture}\begin{axis}",
        r"\end{axis}\end{tikzpicture}",
    ),
    "tikz": (r"\begin{tikzpicture}", r"\end{tikzpicture}"),
    "titling": (r"\title{a}\author{b}\date{c}", ""),
}
"""What defines its commands only in there."""
STANDS_FOR = {
    **dict.fromkeys(("ctexart", "ctexrep", "ctexbook"), ("ctex",)),
    "xcolor": ("color",),
}
"""What a package or class does in place of another one, without loading it."""
ONLY_WITHIN = {
    "columncolor": "defined in a column specification only",
    "tcblower": "defined in a box only",
    "cftchapfont": "defined with chapters only",
    "feynman": "read by the picture around it",
}


def names_by_package() -> dict[str, list[str]]:
    names = defaultdict(list)
    for table in (PACKAGES_OF_COMMAND, PACKAGES_OF_ENVIRONMENT):
        for name, packages in table.items():
            for package in packages:
                names[package].append(name)
    return names


def installed(file: str) -> bool:
    found = subprocess.run(["kpsewhich", file], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip())


def undefined(
    package: str, names: list[str], folder: Path, load: str = r"\usepackage"
) -> list[str]:
    """What the package leaves undefined, and the packages it was said to load and did not."""
    options = {OPTIONS.get(package, ""), *OPTION_OF_COMMAND.get(package, {}).values()} - {""}
    before, after = INSIDE.get(package, ("", ""))
    lines = [
        *([r"\documentclass{article}"] if load == r"\usepackage" else []),
        rf"{load}[{','.join(sorted(options))}]{{{package}}}",
        r"\newwrite\answers\immediate\openout\answers=answers.txt",
        rf"\begin{{document}}{before}\makeatletter",
        *(
            rf"\ifcsname {name}\endcsname\else\immediate\write\answers{{{name}}}\fi"
            for name in names
            if name not in ONLY_WITHIN
        ),
        *(
            rf"\@ifpackageloaded{{{other}}}{{}}{{\immediate\write\answers{{loads {other}}}}}"
            for other in IMPLIED.get(package, "").split()
            if other not in STANDS_FOR.get(package, ())
        ),
        rf"\immediate\write\answers{{end}}\makeatother {after}\csname @@end\endcsname",
    ]
    folder.mkdir()
    (folder / "probe.tex").write_text("\n".join(lines))
    engine, quick = ("xelatex", "-no-pdf") if package in XELATEX else ("pdflatex", "-draftmode")
    subprocess.run(
        [engine, "-no-shell-escape", "-interaction=batchmode", quick, "probe.tex"],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=120,
    )
    answers = folder / "answers.txt"
    said = answers.read_text().split("\n") if answers.exists() else []
    return [line for line in said if line not in ("", "end")] if "end" in said else ["no end"]


@pytest.mark.tex
@pytest.mark.slow
def test_every_installed_package_defines_what_the_table_says_of_it(tmp_path):
    names = names_by_package()
    here = [package for package in sorted(names) if installed(f"{package}.sty")]
    checked = [package for package in here if package not in BROKEN_HERE]
    assert len(checked) > 60
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda p: undefined(p, names[p], tmp_path / p), checked)
    assert {p: missing for p, missing in zip(checked, found, strict=True) if missing} == {}


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(IMPLIED) - set(names_by_package()) - set(BROKEN_HERE)))
def test_a_class_loads_what_is_said_to_come_with_it(name, tmp_path):
    load = r"\documentclass" if installed(f"{name}.cls") else r"\usepackage"
    if load == r"\usepackage" and not installed(f"{name}.sty"):
        pytest.skip(f"{name} is not installed")
    assert undefined(name, [], tmp_path / "p", load) == []


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_definitions_that_stand_in_for_a_package_can_be_used(tmp_path):
    needs = {name for packages in FALLBACK_NEEDS.values() for name in packages}
    uses = {
        "bbm": r"$\mathbbm{R}$", "dsfont": r"$\mathds{R}$", "mathdots": r"$\iddots$",
        "nicefrac": r"$\nicefrac{1}{2}$", "seqsplit": r"\seqsplit{ab}", "subfigure": "",
        "soul": r"\hl{a}\ul{b}\st{c}\so{d}", "todonotes": r"\todo[inline]{a}\listoftodos",
        "ulem": r"\uline{a}\uwave{b}\uuline{c}\sout{d}", "xspace": r"a\xspace",
    }  # fmt: skip
    assert set(uses) == set(FALLBACK)
    lines = [
        r"\documentclass{article}",
        *(rf"\usepackage{{{name}}}" for name in sorted(needs)),
        *FALLBACK.values(),
        r"\begin{document}",
        *uses.values(),
        r"\end{document}",
    ]
    (tmp_path / "probe.tex").write_text("\n".join(lines))
    subprocess.run(
        ["pdflatex", "-no-shell-escape", "-interaction=batchmode", "-draftmode", "probe.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    log = (tmp_path / "probe.log").read_text(errors="replace")
    assert [line for line in log.splitlines() if line.startswith("!")] == []


def test_the_table_holds_the_packages_that_reports_use():
    assert len(names_by_package()) >= 150
    expected = {
        "toprule": "booktabs", "includegraphics": "graphicx", "url": "hyperref", "SI": "siunitx",
        "cref": "cleveref", "citep": "natbib", "enquote": "csquotes", "subfloat": "subfig",
        "multirow": "multirow", "mathbb": "amssymb", "dfrac": "amsmath", "FloatBarrier": "placeins",
    }  # fmt: skip
    assert {name: PACKAGE_OF_COMMAND.get(name) for name in expected} == expected
    blocks = {"align": "amsmath", "tabularx": "tabularx", "lstlisting": "listings"}
    assert {name: PACKAGE_OF_ENVIRONMENT.get(name) for name in blocks} == blocks


def test_a_clash_is_one_in_both_directions():
    for one, other in CLASHES:
        assert one != other
        assert clash_with(one, frozenset({other})) == other
        assert clash_with(other, frozenset({one})) == one
    assert clash_with("booktabs", frozenset({"amsmath", "natbib"})) is None


def test_nothing_loads_what_it_cannot_be_used_with():
    for package, others in IMPLIED.items():
        assert clash_with(package, frozenset(others.split())) in (None, "color"), package


def test_no_package_is_said_to_follow_one_that_follows_it():
    for package, earlier in AFTER.items():
        for other in earlier:
            assert package not in AFTER.get(other, ())
            if package in LATE and other in LATE:
                assert LATE.index(package) > LATE.index(other), (package, other)


def test_a_substitute_is_not_what_it_stands_in_for():
    for package, instead in INSTEAD.items():
        assert package not in instead
