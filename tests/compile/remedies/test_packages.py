import pytest

from compile.remedies.packages import (
    drop_rival_package,
    load_package_of_command,
    load_package_of_environment,
    replace_missing_package,
)
from tests.compile.remedies.curing import cured, cured_by, document, every, problem


def undefined(name: str) -> str:
    return f"The command \\{name} is not defined; it is misspelt or its package is not loaded."


def absent(name: str) -> str:
    return f"The package {name} is not installed, or its name is misspelt."


@pytest.mark.parametrize("name", ["mine", "textbf", "alpha"])
def test_a_command_that_no_package_brings_stays(name):
    source = document(rf"\{name}")
    assert cured(load_package_of_command, undefined(name), source) == source


def test_a_package_that_is_there_is_not_loaded_again():
    source = document(r"\toprule", r"\usepackage{booktabs}")
    assert cured(load_package_of_command, undefined("toprule"), source) == source


def test_the_package_of_a_command_is_loaded_before_hyperref():
    source = document(r"\toprule", "\\usepackage{hyperref}\n\\usepackage{cleveref}")
    new = cured(load_package_of_command, undefined("toprule"), source)
    assert new.index("booktabs") < new.index("hyperref") < new.index("cleveref")


def test_hyperref_itself_comes_last_but_for_cleveref():
    source = document(r"\url{a}", "\\usepackage{amsmath}\n\\usepackage{cleveref}")
    new = cured(load_package_of_command, undefined("url"), source)
    assert new.index("amsmath") < new.index("{hyperref}") < new.index("{cleveref}")


def test_the_package_of_an_environment_is_loaded():
    source = document(r"\begin{align}a&=b\end{align}")
    message = "The environment align is not defined; it comes with the package amsmath."
    new = cured(load_package_of_environment, message, source)
    assert new == source.replace("\\begin{document}", "\\usepackage{amsmath}\n\\begin{document}")
    assert cured(load_package_of_environment, message.replace("align", "mine"), source) == source


def test_capitals_decide_between_the_two_kinds_of_algorithm():
    message = "The environment algorithmic is not defined; it comes with the package algpseudocode."
    capitals = document("\\begin{algorithmic}\\STATE a\\end{algorithmic}")
    assert r"\usepackage{algorithmic}" in cured(load_package_of_environment, message, capitals)
    small = document("\\begin{algorithmic}\\State a\\end{algorithmic}")
    assert r"\usepackage{algpseudocode}" in cured(load_package_of_environment, message, small)


def test_an_option_is_given_where_it_brings_the_command():
    source = document(r"\rowcolor{red}", r"\usepackage[dvipsnames]{xcolor}")
    new = cured(load_package_of_command, undefined("rowcolor"), source)
    assert r"\usepackage[dvipsnames,table]{xcolor}" in new


def test_a_rival_of_which_nothing_is_used_makes_way():
    source = document(r"\cite{a} \citep{b}", r"\usepackage{biblatex}")
    new = cured(load_package_of_command, undefined("citep"), source)
    assert r"\usepackage{natbib}" in new
    assert "biblatex" not in new
    used = document(r"\parencite{a} \citep{b}", r"\usepackage{biblatex}")
    assert cured(load_package_of_command, undefined("citep"), used) == used


def test_an_unknown_package_that_is_not_loaded_here_stays():
    source = document("a", r"\usepackage{booktabs}")
    assert cured(replace_missing_package, absent("nothing"), source) == source


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("xcolour", r"\usepackage{xcolor}"),
        ("boktabs", r"\usepackage{booktabs}"),
        ("slashbox", r"\usepackage{diagbox}"),
        ("a4wide", r"\usepackage{geometry}"),
        ("ulem", r"\providecommand{\uline}[1]{\underline{#1}}"),
    ],
)
def test_a_package_that_is_not_there_is_replaced(package, line):
    source = document("a", rf"\usepackage{{{package}}}")
    new = cured(replace_missing_package, absent(package), source)
    assert line in new
    assert rf"\usepackage{{{package}}}" not in new


def test_without_a_near_one_the_loading_alone_is_left_out():
    source = document("a", "\\usepackage{amsmath,zzqqyyxx,graphicx}")
    cures = every(replace_missing_package, problem(absent("zzqqyyxx")), source)
    assert cures[-1] == source.replace("amsmath,zzqqyyxx,graphicx", "amsmath,graphicx")


def test_of_two_that_quarrel_the_unused_one_goes():
    source = document(r"\subfloat[a]{b}", "\\usepackage{subfig}\n\\usepackage{subcaption}")
    message = "subcaption: This package can't be used in cooperation with the subfig package."
    assert cured(drop_rival_package, message, source) == source.replace(
        "\\usepackage{subcaption}\n", ""
    )
    assert cured(drop_rival_package, "geometry: something else", source) == source


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "preamble", "remedy"),
    [
        (r"\textcolor{red}{a}", r"\usepackage{hyperref}", "load-package-of-command"),
        (r"\cref{a}\label{a}", r"\usepackage{hyperref}", "load-package-of-command"),
        (r"\begin{gather}a\end{gather}", "", "load-package-of-environment"),
        (r"$\mathds{R}$", r"\usepackage{dsfont}", "replace-missing-package"),
        ("a", "\\usepackage{subfig}\n\\usepackage{subcaption}", "drop-rival-package"),
    ],
)
def test_tex_takes_what_is_mended(tmp_path, body, preamble, remedy):
    source = document(body, preamble)
    _, left = cured_by(tmp_path, source, remedy)
    assert left == ()
