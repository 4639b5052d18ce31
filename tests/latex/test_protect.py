import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.protect import protect, restore

FIGURE = "\\begin{figure}[t]\n\\includegraphics{a}\n\\caption{A $x$.}\\label{f}\n\\end{figure}"
SOURCE = f"""\\section{{A}}\\label{{s}}
Text \\citep[p.~3]{{b}} and \\(x\\), see Figure~\\ref{{f}}.
{FIGURE}
\\[ y = 1 \\]
$$z$$
\\begin{{align*}}a &= b\\end{{align*}}
\\begin{{lstlisting}}[language=C]
\\begin{{figure}} \\cite{{no}}
\\end{{lstlisting}}
\\begin{{tabular}}{{l}} 1 \\\\ \\end{{tabular}}
\\begin{{tikzpicture}} \\draw; \\end{{tikzpicture}}
\\verb|\\[|
"""
PIECES = st.lists(
    st.sampled_from(
        [
            *(FIGURE, "\\[ y \\]", "$$z$$", "\\cite{a}", "\\ref{b}", "\\label{c}", "[[FIGURE-1]]"),
            *("[[EQUATION-2]]", "[[ cite - 3 ]]", "[[REF-999999999999]]", "\\[[CITE-1]]", "text"),
            *(" ", "{", "}", "`", "**", "\\texttt{", "$", "[[", "]]", "\n", "\r\n", "%", "\\verb|"),
            *(
                "|",
                "\\begin{verbatim}",
                "\\end{verbatim}",
                "\ue000",
                "1",
                "-",
                "\\",
                "【【",
                "】】",
            ),
        ]
    ),
    max_size=25,
).map("".join)


def test_each_kind_gets_its_placeholder_in_the_order_of_the_text():
    protected = protect(SOURCE)
    assert [kept.kind for kept in protected.kept] == [
        *("FIGURE", "EQUATION", "EQUATION", "EQUATION", "CODE", "TABLE", "DRAWING"),
    ]
    assert protected.kept[0] == ("[[FIGURE-1]]", FIGURE, "FIGURE")
    assert "\\citep[p.~3]{b} and \\(x\\)" in protected.text
    assert "\\begin" not in protected.text
    assert "\\verb|\\[|" in protected.text


def test_keys_go_the_same_way_when_that_is_wished():
    protected = protect(SOURCE, inline=True)
    assert protected.text.startswith(
        "\\section{A}[[REF-1]]\nText [[CITE-2]] and \\(x\\), see Figure~[[REF-3]].\n[[FIGURE-4]]"
    )


@given(PIECES | st.text(), st.booleans())
def test_what_is_not_touched_comes_back_byte_for_byte(source, inline):
    protected = protect(source, inline=inline)
    restored = restore(protected, protected.text)
    assert restored.problems == ()
    assert restored.text == source


@given(PIECES, st.booleans(), PIECES)
def test_text_before_and_behind_changes_nothing_in_the_originals(source, inline, words):
    words = "".join(char for char in words if char not in "`*${}\\[]【】")
    protected = protect(source, inline=inline)
    restored = restore(protected, f"{words}\n{protected.text}\n{words}")
    assert restored.problems == ()
    assert restored.text == f"{words}\n{source}\n{words}"


@given(PIECES, st.data())
def test_a_placeholder_that_is_left_out_or_comes_twice_is_refused(source, data):
    protected = protect(FIGURE + source, inline=True)
    lost = data.draw(st.sampled_from(protected.kept)).placeholder
    gone = restore(protected, protected.text.replace(lost, "", 1))
    assert [p for p in gone.problems if lost in p] == [
        f"The placeholder {lost} is missing; each must return exactly once."
    ]
    twice = restore(protected, f"{protected.text}\n{lost}")
    assert [p for p in twice.problems if lost in p] == [
        f"The placeholder {lost} stands there 2 times; once is right."
    ]


@given(PIECES, PIECES | st.text())
def test_any_reply_is_restored_or_refused(source, reply):
    protected = protect(source, inline=True)
    restored = restore(protected, reply)
    if not restored.problems:
        for kept in protected.kept:
            assert kept.original in restored.text


@pytest.mark.parametrize(
    "form",
    [
        *("[[EQUATION-1]]", "[[equation-1]]", "[[ EQUATION-1 ]]", "[[EQUATION - 1]]"),
        *("\\[\\[EQUATION-1\\]\\]", "[[EQUATION\\_1]]", "[[EQUATION_1]]", "[[EQUATION 1]]"),
        *("［［EQUATION-1］］", "【【EQUATION–1】】", "`[[EQUATION-1]]`", "**[[EQUATION-1]]**"),
        *("\\texttt{[[EQUATION-1]]}", "$[[EQUATION-1]]$", "``[[EQUATION-1]]``"),
    ],
)
def test_a_placeholder_is_known_in_the_forms_that_models_give_it(form):
    protected = protect("Before \\[x\\] after.")
    restored = restore(protected, f"New before {form} after.")
    assert restored.text == "New before \\[x\\] after."
    assert restored.problems == ()


@pytest.mark.parametrize(
    "reply",
    ["[[EQUATION-2]] [[EQUATION-1]]", "[[TABLE-1]] [[EQUATION-1]]", "[[X-7]] [[EQUATION-1]]"],
)
def test_a_placeholder_that_was_never_given_is_refused(reply):
    restored = restore(protect("\\[x\\]"), reply)
    strange = reply.split()[0]
    assert restored.problems == (f"The placeholder {strange} is none of those you were given.",)


@pytest.mark.parametrize("source", ["\\footnote{\\cite{a}}", "\\texttt{\\ref{a}}", "$\\ref{a}$"])
def test_what_the_source_itself_puts_around_a_placeholder_stays(source):
    protected = protect(source, inline=True)
    assert restore(protected, protected.text).text == source
    assert restore(protected, f"More: {protected.text}.").text == f"More: {source}."


def test_a_reply_is_itself_where_nothing_was_kept():
    assert restore(protect("Text."), "[[FIGURE-1]] text").text == "[[FIGURE-1]] text"


def test_code_of_an_environment_that_the_text_defines_is_kept():
    source = "\\lstnewenvironment{prog}{}{}\n\\begin{prog}\n\\[ % {\n\\end{prog}\n"
    assert [kept.kind for kept in protect(source).kept] == []
    named = source.replace("prog", "progcode")
    assert [kept.original for kept in protect(named).kept] == [
        "\\begin{progcode}\n\\[ % {\n\\end{progcode}"
    ]


def test_of_nested_ones_the_outermost_is_kept():
    source = "\\begin{table}\\begin{tabular}{l}$$a$$\\end{tabular}\\cite{b}\\end{table}"
    assert [kept.original for kept in protect(source, inline=True).kept] == [source]
