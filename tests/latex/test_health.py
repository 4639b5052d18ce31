import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.health import examine, forbidden

HEALTHY = (
    "\\section{A}\nText $x^2$ and \\(y\\), \\[z\\] and $$w$$ with 5\\% \\{ \\$.\n",
    "\\begin{align}\n a &= \\text{if $b$} \\\\[2pt]\n c &= \\left\\{ d \\right]\n\\end{align}",
    "\\begin{tabular}{l|r}\n a & b \\\\\n\\end{tabular} $a$$b$",
    "Code:\n\\begin{verbatim}\n{ $ \\end{x} \\documentclass ``` ...\n```\n...\n\\end{verbatim}\n",
    "% \\documentclass{article} { $\nText.\n",
    "The rest of the parameters remained unchanged, as before; other samples were kept the same.",
    "(All other settings were left unchanged.)",
    "A series $1, 2, \\ldots, n$ and so on\\dots",
    "Values: 1, 2, ..., n.",
    "\\includegraphics[width=\\linewidth]{figures/a-b.pdf} \\href{https://a.org/%7e..|}{link}",
    "Text \\verb|%|",
    "Text % a comment\n",
    "Interval $[0, 1)$ and $\\{a\\}$.",
    "\\newcommand{\\x}[1]{\\emph{#1}}",
    "其余参数见表。",
)

SICK = (
    ("", "empty"),
    ("% only a comment\n", "empty"),
    ("a\n\\emph{b", "`{` in line 2 is never closed"),
    ("a}\n", "`}` in line 1 closes nothing"),
    ("a \\begin{itemize} b", "`\\begin{itemize}` in line 1 is never closed"),
    ("a \\end{itemize} b", "`\\end{itemize}` in line 1 closes nothing"),
    ("\\begin{a}\n\\begin{b}\n\\end{a}\n\\end{b}", "`\\begin{b}` in line 2 is never closed"),
    ("\\begin{verbatim}\n}", "`\\begin{verbatim}` in line 1 is never closed"),
    ("cost $5 here\n\nnext", "`$` in line 1 is never closed"),
    ("$a_{b$ c", "`{` in line 1 is never closed"),
    ("\\(a", "`\\(` in line 1 is never closed"),
    ("a\\]", "`\\]` in line 1 closes nothing"),
    ("\\[ a $$", "`$$` in line 1 is never closed"),
    ("\\begin{center}{\\end{center}}", "`{` in line 1 is never closed"),
    ("\\documentclass{article}", "`\\documentclass` in line 1 is not allowed"),
    ("a\n\\begin{document}\nb\n\\end{document}", "`\\begin{document}` in line 2 is not allowed"),
    ("\\begin{filecontents}{a}\nb\n\\end{filecontents}", "`\\begin{filecontents}` in line 1"),
    ("\\usepackage{x}", "not allowed"),
    ("\\write18{rm}", "`\\write` in line 1 is not allowed"),
    ("\\csname input\\endcsname{x}", "`\\csname`"),
    ("\\^^69nput{x}", "`^^`"),
    ("\\input{/etc/passwd}", "outside the report's folder"),
    ("\\input /etc/passwd ", "outside the report's folder"),
    ('\\input{|"ls"}', "outside the report's folder"),
    ("\\input{\\jobname}", "outside the report's folder"),
    ("\\verbatiminput{.env}", "outside the report's folder"),
    ("\\lstinputlisting[a=b]{../x}", "outside the report's folder"),
    ("\\includegraphics*[width=1cm]{~/x.png}", "outside the report's folder"),
    ("\\includegraphics{C:/x.png}", "outside the report's folder"),
    ("\\href{run:rm.sh}{x}", "not to an address"),
    ("```latex\nText\n```", "Line 1 is a Markdown fence"),
    ("Text\n% ... rest unchanged ...\n", "Line 2 says that text was left out"),
    ("Text\n% (remaining paragraphs omitted)\n", "left out"),
    ("Text\n% ...\n", "left out"),
    ("Text\n...\nText", "left out"),
    ("Text\n[... rest of the section unchanged ...]\n", "left out"),
    ("Text\n(... remaining text as before ...)\n", "left out"),
    ("Text\n…其余内容保持不变…\n", "left out"),
    ("Text\n% 其余部分不变\n", "left out"),
    ("Text\n\\dots{} the rest is unchanged", "left out"),
    ("Text % and the end", "lacks its line end"),
)


@pytest.mark.parametrize("fragment", HEALTHY)
def test_healthy_text_has_no_problem(fragment):
    assert examine(fragment) == ()


@pytest.mark.parametrize(("fragment", "sentence"), SICK)
def test_problem_is_named_with_its_place(fragment, sentence):
    problems = examine(fragment)
    assert any(sentence in problem for problem in problems), problems
    assert all(problem.endswith(".") and "\n" not in problem for problem in problems)


def test_one_missing_brace_is_one_problem():
    assert len(examine("\\emph{a $x$ \\begin{center} b \\end{center} \\textbf{c} \\[d\\]")) == 1


def test_problems_come_in_the_order_of_the_text():
    problems = examine("a}\n\\usepackage{x}\nb\n...\n{")
    assert [next(c for c in p if c.isdigit()) for p in problems] == ["1", "2", "4", "5"]


@given(st.text(alphabet="a{}$\\()[] \n%.`beginend"))
def test_any_text_is_examined(text):
    assert isinstance(examine(text), tuple)


@given(
    st.recursive(
        st.sampled_from(
            ["text", "5\\%", "$x$", "\\(y\\)", "\\\\[2pt]", "\\$", "% {\n", "\\verb|}|"]
        ),
        lambda inner: st.one_of(
            inner.map(lambda t: f"{{{t}}}"),
            inner.map(lambda t: f"\\begin{{center}}{t}\\end{{center}}"),
            st.lists(inner, min_size=1).map(" ".join),
        ),
    )
)
def test_whatever_is_built_balanced_is_found_balanced(text):
    assert examine(text) in ((), ("The text is empty.",))


def test_forbidden_names_only_what_reaches_beyond_the_page():
    assert forbidden("{ $ \\emph{a} % \\write18{x}\n```") == ()
    assert len(forbidden("} \\input{/etc/passwd} \\write18{x}")) == 2


@pytest.mark.parametrize("char", ["\x00", "\x07", "\x1b", "\x7f", "\ud800", "\udfff"])
def test_characters_that_are_no_text_are_named_with_their_line(char):
    assert examine(f"One.\nTwo{char} three.\n") == (
        f"Line 2 holds the character U+{ord(char):04X}, which is no text.",
    )


@pytest.mark.parametrize("char", ["\t", "\r\n", "\f", "\u00a0", "\U0001f600", "\u4e2d"])
def test_other_characters_are_text(char):
    assert examine(f"One.\nTwo{char} three.\n") == ()
