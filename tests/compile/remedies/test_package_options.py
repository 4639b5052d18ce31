import pytest

from compile.remedies.package_options import (
    drop_undefined_key,
    drop_unknown_option,
    merge_options,
)
from tests.compile.remedies.curing import cured, cured_by, document, every, problem

CLASH = "The package xcolor is loaded twice with different options."


def test_a_clash_with_what_the_document_does_not_load_stays():
    source = document("a", r"\usepackage{tikz}")
    assert cured(merge_options, CLASH, source) == source


def test_two_loadings_become_one_with_all_options():
    source = document("a", "\\usepackage[table]{xcolor}\n\\usepackage[dvipsnames]{xcolor}")
    merged = document("a", "\\usepackage[table,dvipsnames]{xcolor}")
    assert cured(merge_options, CLASH, source) == merged


def test_options_of_a_package_that_another_one_loads_go_before_the_class():
    source = document("a", "\\usepackage{tikz}\n\\usepackage[table]{xcolor}")
    new = cured(merge_options, CLASH, source)
    assert new.startswith("\\PassOptionsToPackage{table}{xcolor}\n\\documentclass")
    assert r"\usepackage{xcolor}" in new


def test_an_unknown_option_alone_is_left_out():
    source = document("a", r"\usepackage[nonsense,table]{xcolor}")
    message = "The package xcolor does not know the option nonsense."
    assert cured(drop_unknown_option, message, source) == source.replace("nonsense,", "")
    other = message.replace("nonsense", "other")
    assert cured(drop_unknown_option, other, source) == source


@pytest.mark.parametrize(
    "message", ["keyval: margins undefined.", "keyval: The key 'margins' is unknown."]
)
def test_a_key_that_the_package_before_the_place_does_not_know_is_left_out(message):
    source = document("a", "\\usepackage[margins=1in,top=2cm]{geometry}\n\\usepackage{amsmath}")
    found = problem(message, source, "amsmath")
    assert every(drop_undefined_key, found, source) == [source.replace("margins=1in,", "")]
    assert cured(drop_undefined_key, message.replace("margins", "left"), source) == source


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize(
    ("preamble", "remedy"),
    [
        ("\\usepackage[table]{xcolor}\n\\usepackage[svgnames]{xcolor}", "merge-options"),
        ("\\usepackage{tikz}\n\\usepackage[table]{xcolor}", "merge-options"),
        ("\\usepackage[nonsense]{setspace}", "drop-unknown-option"),
        ("\\usepackage[margins=2cm]{geometry}", "drop-undefined-key"),
    ],
)
def test_tex_takes_what_is_mended(tmp_path, preamble, remedy):
    assert cured_by(tmp_path, document("a", preamble), remedy)[1] == ()
