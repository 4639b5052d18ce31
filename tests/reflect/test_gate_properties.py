"""What the gate does with any two texts at all, and what it never lets pass."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.sections import outline
from reflect.gate import RULE_NAMES, regression_check
from reflect.verdict import Outcome
from tests.reflect.gating import document
from tests.reflect.test_planted_regressions import DOCUMENTS

PIECES = st.sampled_from(
    [
        r"\section{A}", r"\section{B}", r"\subsection*{C}", r"\begin{figure}", r"\end{figure}",
        r"\begin{table}", r"\end{table}", r"\begin{tabular}{ll}", r"\end{tabular}", "a & 1.5 \\\\",
        r"\begin{document}", r"\end{document}", r"\documentclass{article}", r"\caption{It}", "}",
        "{", "$", r"\[", r"\]", "%", "\n", "\n\n", r"\item ", r"\cite{a}", r"\cite{b,c}",
        r"\ref{b}", r"\label{b}", r"\fact{c}", r"\includegraphics{d}", "\\", "\x00", "\ud800",
        "It was 5 mm long. ", "Then it was 1.25~kg. ", "的，", r"\begin{verbatim}",
        r"\end{verbatim}", r"\footnote{A note on it.}", "% rest unchanged\n", r"\bibitem{a}",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES | st.text(max_size=4), max_size=25).map("".join)


@given(TEXTS, TEXTS)
def test_no_pair_of_texts_is_too_odd(before, after):
    verdict = regression_check(before, after)
    assert (verdict.outcome is Outcome.REGRESSED) == bool(verdict.objections)
    assert {objection.rule for objection in verdict.objections} <= set(RULE_NAMES)


@given(TEXTS)
def test_a_text_held_against_itself_has_converged(text):
    assert regression_check(text, text).outcome is Outcome.CONVERGED


WORDS = st.lists(
    st.sampled_from(["the", "cart", "rail", "timer", "scale", "rod", "mass", "and", "of", "is"]),
    min_size=6,
    max_size=30,
).map(lambda words: " ".join(words).capitalize() + ".")
PARTS = st.tuples(WORDS, WORDS, st.booleans(), st.booleans())


@st.composite
def documents(draw):
    """A document of sections, each with a cite of its own, some with a figure or a table."""
    parts = draw(st.lists(PARTS, min_size=2, max_size=6))
    pieces = []
    for number, (one, other, figure, table) in enumerate(parts):
        name = "abcdef"[number]
        text = f"\\section{{Part {name}}}\n{one} \\cite{{key{name}}} {other}\n"
        if figure:
            text += (
                f"\\begin{{figure}}\n\\includegraphics{{{name}.pdf}}\n\\caption{{View {name}.}}\n"
                "\\end{figure}\n"
            )
        if table:
            text += (
                f"\\begin{{table}}\n\\caption{{Data {name}.}}\n\\begin{{tabular}}{{l}}\n{number}.5 "
                "\\\\\n\\end{tabular}\n\\end{table}\n"
            )
        pieces.append(text)
    return (
        "\\documentclass{article}\n\\begin{document}\n" + "\n".join(pieces) + "\n\\end{document}\n"
    )


def spans(text, kind):
    """Where something of this kind stands."""
    if kind == "section":
        return [(s.start, s.end) for s in outline(text)]
    pattern = {
        "cite": r"\\cite[a-z]*\*?(?:\[[^\]]*\])*\{[^{}]*\}",
        "figure": r"(?s)\\begin\{figure\*?\}.*?\\end\{figure\*?\}",
        "table": r"(?s)\\begin\{table\*?\}.*?\\end\{table\*?\}",
        "end": r"\\end\{document\}",
    }[kind]
    return [match.span() for match in re.finditer(pattern, text)]


KINDS = ("section", "cite", "figure", "table", "end")


@given(documents(), st.sampled_from(KINDS), st.randoms(use_true_random=False))
def test_nothing_whole_is_ever_deleted(text, kind, chance):
    found = spans(text, kind)
    if found:
        start, end = chance.choice(found)
        verdict = regression_check(text, text[:start] + text[end:])
        assert verdict.outcome is Outcome.REGRESSED


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_whole_is_deleted_from_a_real_document(name, kind):
    text = DOCUMENTS[name]
    for start, end in spans(text, kind):
        verdict = regression_check(text, text[:start] + text[end:])
        assert verdict.outcome is Outcome.REGRESSED, text[start:end]


def test_an_empty_text_loses_everything():
    assert regression_check(document("A."), "").outcome is Outcome.REGRESSED


HOSTILE = (
    *("{", "}", "$", "\\(", "\\[", "\\begin{a}", "\\section{A}", "\\section{A}\n\nx\n\n", "a\n\n"),
    *(
        "It is 5 mm. ",
        "1.5 ",
        "\\[x\\]",
        "\\item a b c\n",
        "\\footnote{a b c d}",
        "\\cite{a}",
        "%\n",
    ),
    "\\begin{figure}x\\end{figure}\n",
    "\\begin{tabular}{l}a&1\\\\b&2\\\\\\end{tabular}\n",
)


@pytest.mark.slow
@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hundred_kilobytes_of_anything_are_soon_judged(unit):
    text = (unit * (100_000 // len(unit) + 1))[:100_000]
    others = (text[:50_000], text[:50_000] + "z" + text[50_000:], text[::-1],
              text.replace("x", "y").replace("a", "b").replace("5", "6"))  # fmt: skip
    for other in others:
        begun = time.process_time()
        regression_check(text, other)
        assert time.process_time() - begun < 8
