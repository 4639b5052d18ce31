import pytest

from compile.remedies.references import mend_reference, trim_reference
from latex.diagnostic import Diagnostic
from tests.compile.remedies.trying import first, project_of, whole


def mended(label: str, given: str, *, more: str = "", command: str = "ref") -> str:
    project = project_of(whole(f"x\\label{{{label}}}{more} See \\{command}{{{given}}}."))
    problem = Diagnostic("warning", "", "undefined-reference", "main.tex", 3, given)
    return first(mend_reference, problem, project)


@pytest.mark.parametrize(
    ("label", "given"),
    [
        ("fig:spectrum", "fig:spectum"),
        ("fig:spectrum", "fig:spectrmu"),
        ("fig:spectrum", "spectrum"),
        ("spectrum", "fig:spectrum"),
        ("fig:spectrum", "figure:spectrum"),
        ("eq:ohm", "eqn:ohm"),
        ("fig:my-plot", "fig:my_plot"),
        ("fig:Plot", "fig:plot"),
        ("fig:run1", "fig:run-1"),
    ],
)
def test_the_one_near_label_is_meant(label, given):
    assert f"\\ref{{{label}}}" in mended(label, given)


@pytest.mark.parametrize(
    ("label", "given"),
    [
        ("fig:run1", "fig:run2"),
        ("fig:run1", "fig:run11"),
        ("fig:spectrum", "tab:spectrum"),
        ("fig:a", "fig:b"),
        ("fig:abc", "fig:abd"),
        ("fig:spectrum", "fig:absorption"),
        ("fig:spectrum", "fig:spectrum"),
    ],
)
def test_other_labels_are_not(label, given):
    text = mended(label, given)
    assert f"\\ref{{{given}}}" in text


def test_between_two_near_labels_nothing_is_chosen():
    text = mended("fig:spectrum", "fig:spectru", more=r"\label{fig:spectrun}")
    assert r"\ref{fig:spectru}" in text


def test_one_key_of_several_is_changed():
    text = mended("fig:spectrum", "fig:spectum", more=r"\cref{fig:other,fig:spectum}")
    assert r"\cref{fig:other,fig:spectrum}" in text


def test_blanks_are_taken_out():
    project = project_of(whole(r"x\label{fig:plot} See \ref{ fig:plot }."))
    problem = Diagnostic("warning", "", "undefined-reference", "main.tex", 3, " fig:plot ")
    assert r"See \ref{fig:plot}." in first(trim_reference, problem, project)
