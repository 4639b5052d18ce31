from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compile.package_facts import AFTER, LATE
from compile.remedies.cure import apply_edits
from compile.remedies.loading import (
    behind_arguments,
    direct,
    implied,
    joined_options,
    load,
    loaded,
    pass_options,
    rewritten,
    split_options,
    unload,
)
from tests.compile.remedies.curing import ROOT, document, project

NAMES = ["amsmath", "babel", "xcolor", "tikz", "hyperref", "cleveref", "booktabs", "algorithm"]


def with_loaded(source: str, *packages: str) -> str:
    for package in packages:
        source = apply_edits({ROOT: source}, (load(project(source), package),))[ROOT]
    return source


@given(st.permutations(NAMES))
@settings(max_examples=60, deadline=None)
def test_in_whatever_order_packages_come_they_are_loaded_in_theirs(names):
    source = with_loaded(document("a"), *names)
    order = [name for loading in project(source).loadings for name in loading.names]
    assert sorted(order) == sorted(names)
    for first, second in combinations(order, 2):
        assert second not in AFTER.get(first, ())
        if first in LATE:
            assert second in LATE
            assert LATE.index(first) < LATE.index(second)


def test_what_comes_with_a_package_counts_as_loaded():
    assert {"tikz", "graphicx", "xcolor", "color"} <= implied("pgfplots")
    assert "amsmath" in loaded(project(document("a", r"\usepackage{mathtools}")))
    assert "hyperref" in loaded(project(document("a", name="beamer")))
    assert "amsmath" not in loaded(project(document("a", r"% \usepackage{amsmath}")))


@pytest.mark.parametrize(
    ("options", "parts"),
    [("", []), ("a, b", ["a", "b"]), ("a={b,c}, d=e,", ["a={b,c}", "d=e"]), (" , ", [])],
)
def test_options_are_parted_at_their_commas(options, parts):
    assert split_options(options) == parts


def test_of_a_key_given_twice_the_later_value_stays():
    assert joined_options(["a=1", "b", "a=2"]) == ["a=2", "b"]


def test_a_loading_is_rewritten_taken_out_and_given_options_before_the_class():
    source = document("a", "\\usepackage[x]{color}\n\\usepackage{amsmath,graphicx}")
    here = project(source)
    one, two = direct(here, "color")[0], direct(here, "graphicx")[0]

    def after(edit) -> str:
        return apply_edits({ROOT: source}, (edit,))[ROOT]

    assert after(rewritten(here, one, ["y", "z"])) == source.replace("[x]{color}", "[y,z]{color}")
    assert after(unload(here, one, "color")) == source.replace("\\usepackage[x]{color}\n", "")
    assert after(unload(here, two, "graphicx")) == source.replace(",graphicx", "")
    passed = after(pass_options(here, "color", ["table"]))
    assert passed == f"\\PassOptionsToPackage{{table}}{{color}}\n{source}"


def test_arguments_end_where_no_other_follows_on_the_line():
    code = r"\a[b]{c}{d} {e} \f{g}"
    assert code[: behind_arguments(code, 2)] == r"\a[b]{c}{d} {e}"
    assert behind_arguments(code, len(code)) == len(code)
    assert behind_arguments(r"\a{open", 2) == 2
