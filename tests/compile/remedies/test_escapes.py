"""Signs that stand for themselves in the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compile.remedies.escapes import (
    escape_ampersand,
    escape_hash,
    escape_percent,
    escape_prices,
    escape_underscore,
    raise_exponent,
    write_about,
)
from tests.compile.remedies.cured_text import compiled, cured, errors, guarded, repaired
from tests.compile.remedies.trying import whole


@pytest.mark.parametrize(
    ("body", "needle"),
    [
        ("\\begin{tabular}{ll}\na & b \\\\\n\\end{tabular}", "a & b"),
        ("\\begin{align}\na &= b\n\\end{align}", "a &="),
        ("\\begin{pmatrix} a & b \\end{pmatrix}", "a & b"),
        ("Smith \\& Jones", "Smith"),
        ("\\begin{verbatim}\na & b\n\\end{verbatim}", "a & b"),
        ("text % a & b", "text"),
        ("\\url{http://x.org/?a=1&b=2}", "url"),
    ],
)
def test_an_ampersand_in_its_place_stays(body, needle):
    source = whole(body)
    assert cured(escape_ampersand, source, "misplaced-alignment", needle) == source


def test_a_problem_without_a_place_changes_no_text():
    source = whole("Smith & Jones")
    assert cured(escape_ampersand, source, "misplaced-alignment") == source


def test_ampersands_of_the_paragraph_are_escaped_together():
    source = whole("Smith & Jones and\nMeyer & Sons.\n\nThe next & last.")
    expected = whole("Smith \\& Jones and\nMeyer \\& Sons.\n\nThe next & last.")
    assert cured(escape_ampersand, source, "misplaced-alignment", "Smith") == expected


def test_an_ampersand_beside_a_table_is_escaped_and_the_table_stays():
    table = "\\begin{tabular}{ll}\na & b \\\\\n\\end{tabular}"
    source = whole(f"Smith & Jones:\n{table}")
    expected = whole(f"Smith \\& Jones:\n{table}")
    assert cured(escape_ampersand, source, "misplaced-alignment", "Smith") == expected


def test_a_title_is_mended_when_maketitle_fails():
    source = whole("\\maketitle\nText.", "\\title{Cooling & Heating}\n")
    expected = source.replace("&", "\\&")
    assert cured(escape_ampersand, source, "misplaced-alignment", "maketitle") == expected


@pytest.mark.parametrize(
    "body",
    [
        "\\includegraphics{my_plot}",
        "\\label{fig:my_plot}",
        "\\cref{tab:my_data} and \\citep{smith_2020}",
        "\\input{part_one}",
        "\\href{http://a_b.org}{text}",
        "$a_1$ and \\(b_2\\)",
        "\\[ a_1 = b_2 \\]",
        "\\verb|a_b|",
        "a\\_b",
    ],
)
def test_an_underscore_in_a_name_or_formula_stays(body):
    source = whole(body)
    assert cured(escape_underscore, source, "missing-dollar", body[:6]) == source


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("The file data_set is read.", "The file data\\_set is read."),
        ("The speed v_max is high.", "The speed $v_{\\mathrm{max}}$ is high."),
        ("See \\cref{fig:a_b} for run_1.", "See \\cref{fig:a_b} for run\\_1."),
        ("\\section{The data_set}", "\\section{The data\\_set}"),
        ("\\textbf{data_set} with $x_1$", "\\textbf{data\\_set} with $x_1$"),
        ("$x_{\\text{a_b}}$", "$x_{\\text{a\\_b}}$"),
        ("\\emph{a_file\\_name_here}", "\\emph{a\\_file\\_name\\_here}"),
    ],
)
def test_an_underscore_in_text(body, expected):
    assert cured(escape_underscore, whole(body), "missing-dollar", body[:5]) == whole(expected)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("the 2^nd run", "the 2\\textsuperscript{nd} run"),
        ("5 m^{2} of it", "5 m\\textsuperscript{2} of it"),
        ("in s^{-1} here", "in s\\textsuperscript{$-$1} here"),
    ],
)
def test_a_caret_in_text_raises_what_follows(body, expected):
    assert cured(raise_exponent, whole(body), "missing-dollar", body[:5]) == whole(expected)


def test_a_caret_before_nothing_is_the_sign_itself():
    source = whole("press ^ twice")
    expected = whole("press \\textasciicircum{} twice")
    assert cured(raise_exponent, source, "missing-dollar", "press") == expected


def test_a_hash_in_text_is_escaped_and_one_in_a_definition_stays():
    source = whole("\\newcommand{\\x}[1]{a #1} \\x{b} sample #3 in C#")
    expected = whole("\\newcommand{\\x}[1]{a #1} \\x{b} sample \\#3 in C\\#")
    message = "The sign # stands in the text; write \\#."
    assert cured(escape_hash, source, "wrong-place", "sample", message=message) == expected
    assert cured(escape_hash, source, "wrong-place", "sample", message="\\noalign") == source


@pytest.mark.parametrize(
    "body",
    [
        "A first line 5% TODO of this",
        "A first line % of a comment",
        "The value is 95\\% of it.",
        "\\setlength{\\parskip}{5pt}% of course",
        "Written in 2020 % and a remark",
        "\\includegraphics[width=5cm]{a1}% and the picture",
        "\\url{http://a.b/c%20of} text",
        "\\begin{verbatim}\nup to 95% of it\n\\end{verbatim}",
        "% a whole comment of 95% of it",
        "$x=5$% of",
        "1 & 2 \\\\ % and more",
        "\\def\\x{5% of\n}",
        "\\verb|5% of|",
    ],
)
def test_a_comment_stays_a_comment(body):
    source = whole(body)
    assert guarded(escape_percent, source) == source


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("The yield was 95% of the rest.", "The yield was 95\\% of the rest."),
        ("It fell by 5%.", "It fell by 5\\%."),
        ("It fell by 5%, then rose.", "It fell by 5\\%, then rose."),
        ("Between 5% and 10% of it.", "Between 5\\% and 10\\% of it."),
        ("A share (95% confidence) is", "A share (95\\% confidence) is"),
        ("\\caption{Up to 95% at noon}", "\\caption{Up to 95\\% at noon}"),
        ("The humidity (%) is", "The humidity (\\%) is"),
        ("an error of 5 % of the value", "an error of 5 \\% of the value"),
        ("Yield & 95% & good \\\\", "Yield & 95\\% & good \\\\"),
        ("the error is $5%$ here", "the error is $5\\%$ here"),
        ("\\SI{5}{%} of it", "\\SI{5}{\\%} of it"),
        ("from \\num{5}% to", "from \\num{5}\\% to"),
    ],
)
def test_a_percent_sign_that_hid_text(body, expected):
    assert guarded(escape_percent, whole(body)) == whole(expected)


@given(st.text(alphabet="ab 5%\\{}$\n", max_size=60))
def test_a_percent_sign_is_only_ever_escaped(body):
    source = whole(body)
    once = guarded(escape_percent, source)
    assert once.replace("\\%", "%") == source.replace("\\%", "%")
    assert guarded(escape_percent, once) == once


@pytest.mark.parametrize("body", ["see Fig.~5", "table ~5", "a tie~5", "$a~5$", "was~5"])
def test_a_tie_stays(body):
    source = whole(body)
    assert guarded(write_about, source) == source


@pytest.mark.parametrize(
    ("body", "expected"),
    [("it was ~5 V", "it was $\\sim$5 V"), ("a load (~20 N)", "a load ($\\sim$20 N)")],
)
def test_about_a_number(body, expected):
    assert guarded(write_about, whole(body)) == whole(expected)


@pytest.mark.parametrize("body", ["$5$ and $10$", "$5 a + b$ and $10$", "\\$5 and \\$10", "$5 V$"])
def test_formulas_are_no_prices(body):
    source = whole(body)
    assert guarded(escape_prices, source) == source


def test_two_prices_make_no_formula():
    source = whole("It costs $5 in spring and $10 in winter.")
    assert guarded(escape_prices, source) == whole("It costs \\$5 in spring and \\$10 in winter.")


@pytest.mark.parametrize("source", ["{" * 50_000, "$5%" * 30_000, "_^&#" * 20_000, "\\(" * 50_000])
@pytest.mark.slow
def test_hostile_input_ends(source):
    for remedy in (escape_ampersand, escape_underscore, raise_exponent, escape_hash):
        cured(remedy, whole(source), "misplaced-alignment", source[:2])
    for precaution in (escape_percent, escape_prices, write_about):
        guarded(precaution, whole(source))


@pytest.mark.tex
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Smith & Jones.", "Smith \\& Jones."),
        ("The data_set of run_two.", "The data\\_set of run\\_two."),
        ("Sample #3.", "Sample \\#3."),
        ("\\section{Heat & work_flow}\nText.", "\\section{Heat \\& work\\_flow}\nText."),
        ("A yield of 95% of all.", "A yield of 95\\% of all."),
    ],
)
def test_the_document_compiles_afterwards(tmp_path, body, expected):
    assert errors(compiled(tmp_path, whole(body))) == []
    assert repaired(tmp_path) == whole(expected)
