import pytest

from compile.remedies.list_options import load_enumitem
from tests.compile.remedies.curing import cured, cured_by, document

ITEM = r"Something stands in a list before its first \item."


def source(options: str, preamble: str = "") -> str:
    return document(f"\\begin{{enumerate}}{options}\n\\item a\n\\end{{enumerate}}", preamble)


@pytest.mark.parametrize(
    ("options", "preamble"),
    [
        ("", ""),
        ("[some words]", ""),
        ("[label=(a)]", r"\usepackage{enumitem}"),
        ("[a)]", r"\usepackage{enumerate}"),
        ("[a)]", r"\usepackage[shortlabels]{enumitem}"),
    ],
)
def test_lists_that_lack_no_package_stay(options, preamble):
    text = source(options, preamble)
    assert cured(load_enumitem, ITEM, text, r"\item") == text


@pytest.mark.parametrize("options", [r"[label=(\alph*)]", "[noitemsep]", "[leftmargin=*,nosep]"])
def test_keys_need_enumitem(options):
    new = cured(load_enumitem, ITEM, source(options), r"\item")
    assert new == source(options, r"\usepackage{enumitem}")


@pytest.mark.parametrize("options", ["[a)]", "[(i)]", "[1.]"])
def test_short_labels_need_its_option(options):
    new = cured(load_enumitem, ITEM, source(options), r"\item")
    assert new == source(options, r"\usepackage[shortlabels]{enumitem}")
    old = source(options, r"\usepackage{enumitem}")
    assert cured(load_enumitem, ITEM, old, r"\item") == new


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("options", [r"[label=(\alph*)]", "[a)]"])
def test_tex_takes_what_is_mended(tmp_path, options):
    assert cured_by(tmp_path, source(options), "load-enumitem")[1] == ()
