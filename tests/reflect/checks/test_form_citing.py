import pytest

from tests.reflect.checks.form import cured, seen

NATBIB, BIBLATEX = "\\usepackage{natbib}\n", "\\usepackage[style=apa]{biblatex}\n"


@pytest.mark.parametrize(
    "text",
    [
        r"It was~\cite{a}.", r"\cite{a} is.", r"% was \cite{a}", NATBIB + r"It was \cite{a}.",
        r"It was \nocite{a}.", r"\newcommand{\my}[1]{so \cite{#1}}", r"as \citet{a} says",
    ],
)  # fmt: skip
def test_what_needs_no_tie(text):
    assert seen("untied-citation", text) == []


def test_a_number_of_a_source_is_tied():
    assert cured("untied-citation", r"It was \cite{a}.") == r"It was~\cite{a}."
    assert cured("untied-citation", "It was\n\\cite[p.~2]{a}.") == r"It was~\cite[p.~2]{a}."


@pytest.mark.parametrize(
    ("text", "better"),
    [
        (NATBIB + r"So. \citep{a} showed that.", NATBIB + r"So. \citet{a} showed that."),
        (NATBIB + r"See \citep{a}.", NATBIB + r"See \citet{a}."),
        (BIBLATEX + r"So. \parencite{a} reports it.", BIBLATEX + r"So. \textcite{a} reports it."),
        (BIBLATEX + r"shown in \parencite[2]{a}", BIBLATEX + r"shown in \textcite[2]{a}"),
    ],
)  # fmt: skip
def test_a_citation_in_the_place_of_a_name_gives_the_name(text, better):
    assert cured("cite-as-noun", text) == better


def test_without_such_a_package_nothing_is_certain():
    text = r"So. \cite{a} showed that."
    assert seen("cite-as-noun", text) == ["\\cite"]
    assert cured("cite-as-noun", text) is None


@pytest.mark.parametrize(
    "text",
    [
        NATBIB + r"It is so \citep{a}.", NATBIB + r"In \cite{a} it is.", r"in \cite{a} it is.",
        NATBIB + r"It grows \citep{a} and shows", r"\citet{a} showed it.", r"% See \citep{a}.",
        NATBIB + r"It is old \citep[see][]{a}.",
    ],
)  # fmt: skip
def test_a_citation_behind_what_it_supports_is_right(text):
    assert seen("cite-as-noun", text) == []


def test_parentheses_are_set_once():
    assert cured("textual-cite-in-parentheses", r"so (\citet{a})") == r"so \citep{a}"
    assert cured("textual-cite-in-parentheses", r"so (\textcite[2]{a})") == r"so \parencite[2]{a}"
    for text in (r"so (see \citet{a})", r"so (\citet{a} and others)", r"so (\citealt{a})"):
        assert seen("textual-cite-in-parentheses", text) == []


@pytest.mark.parametrize(
    "text",
    [r"\cite{a}", r"\cite{a, b}", r"\ref{a}", r"% \cite{}", r"\verb|\cite{}|", "\\cite{a,\nb}"],
)
def test_keys_that_are_there(text):
    assert seen("empty-key", text) == []


@pytest.mark.parametrize("text", [r"\cite{}", r"\ref{}", r"\label{ }", r"\citep[see][]{}"])
def test_a_missing_key_is_named_and_nothing_is_invented(text):
    assert cured("empty-key", text) is None
    assert len(seen("empty-key", text)) == 1


def test_a_gap_in_a_list_of_keys_is_closed():
    assert cured("empty-key", r"as \cite{a,,b,} says") == r"as \cite{a,b} says"
