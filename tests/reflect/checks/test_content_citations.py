import pytest

from tests.reflect.checks.content import cured, document, found, seen

KEYS = frozenset({"hubble1929", "lemaitre:1927", "deVaucouleurs1948"})


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        (r"\cite{anything}", None),
        (r"\citep[see][p.~3]{hubble1929,lemaitre:1927}", KEYS),
        (r"\nocite{*}", KEYS),
        (r"\cite{own} \begin{thebibliography}{9}\bibitem[O(1)]{own} O.\end{thebibliography}", KEYS),
        ("@book{own,\n title={a}}\n" r"\cite{own}", KEYS),
        (r"% \cite{nothing}", KEYS),
        (r"\cite{x}\bibliography{b}\begin{thebibliography}{9}\bibitem{y} Y.", None),
    ],
)
def test_known_keys_and_documents_without_bibliography_are_let_be(source, keys):
    assert seen("unknown-cite-key", source, cite_keys=keys) == []


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        (r"\cite{Hubble1929}", r"\cite{hubble1929}"),
        (r"\citep{a1,Lemaitre1927}", r"\citep{a1,lemaitre:1927}"),
        (r"\citet{devaucouleurs_1948}", r"\citet{deVaucouleurs1948}"),
        (r"\cite{hubble1928}", None),
        (r"\cite{nobody2000}", None),
    ],
)
def test_a_key_is_mended_only_in_case_and_punctuation(written, mended):
    assert found("unknown-cite-key", written, cite_keys=KEYS)
    assert cured("unknown-cite-key", written, cite_keys=KEYS) == mended


def test_two_keys_alike_are_no_certain_cure():
    keys = frozenset({"ab1", "a-b1"})
    assert cured("unknown-cite-key", r"\cite{a_b1}", cite_keys=keys) is None


def test_the_list_of_the_document_itself_closes_its_citations():
    items = r"\begin{thebibliography}{9}\bibitem{a} A.\end{thebibliography}"
    source = document(rf"\cite{{a}} \cite{{b}} {items}")
    assert seen("unknown-cite-key", source) == ["b"]


def test_no_bibliography_differs_from_an_empty_one():
    assert seen("unknown-cite-key", r"\cite{a}", cite_keys=frozenset()) == ["a"]
