"""What holds for all remedies of broken structure alike."""

import re
import time
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compile.remedies.cure import apply_edits
from compile.remedies.known import ENVIRONMENTS
from compile.remedies.registry import REMEDIES
from latex.diagnostic import Diagnostic
from tests.compile.remedies.structure import RIGHT, ROOT, problem, project

NAMES = (
    "arguments braces delimiters displays dollarless dollars environments formulas lists theorems"
)
MODULES = frozenset(f"compile.remedies.{name}" for name in NAMES.split())
MINE = {
    remedy: [code for code in sorted(REMEDIES) if (name, remedy) in REMEDIES[code]]
    for remedies in REMEDIES.values()
    for name, remedy in remedies
    if remedy.__module__ in MODULES
}
"""With the codes each of them answers to."""
SPREADING = {"drop_line_break"}
"""Takes TeX's word for it that a line break is too many."""
HOSTILE = (
    "{", "}", "$", "\\(", "\\[", "$$", "\\begin{a}", "\\end{a}", "\\left(", "x^", "\\item ", " ",
    "\\begin{equation}&", "\\frac{", "\\text{", "\n\n$", "\\\\", "a_b", "\\label{a}",
)  # fmt: skip
PIECES = st.sampled_from(
    ["{", "}", "$", "&", "\\\\", "\\begin{itemize}", "\\end{itemize}", "\\item ", "\n\n", "^", "_",
     "\\left(", "\\right)", "\\[", "\\]", "\\begin{align}", "\\end{align}", "\\frac", "%"]
)  # fmt: skip


def test_all_remedies_are_seen():
    assert len(MINE) >= 20


@pytest.mark.parametrize("remedy", MINE)
def test_right_document_is_given_no_cure(remedy):
    whole = project(RIGHT)
    says = "amsmath: Multiple \\label's: label 'eq:two' will be lost."
    for code in () if remedy.__name__ in SPREADING else MINE[remedy]:
        for line in (None, *range(1, RIGHT.count("\n") + 1)):
            assert list(remedy(problem(code, line, says), whole)) == []


@pytest.mark.parametrize("remedy", MINE)
def test_place_that_is_not_there_does_no_harm(remedy):
    for text in ("", "A", RIGHT.replace("}", "", 3)):
        for code in MINE[remedy]:
            for file, line in (("gone.tex", 3), (ROOT, 10_000), (None, None)):
                found = Diagnostic("error", "", code, file, line)
                for cure in remedy(found, project(text)):
                    apply_edits({ROOT: text}, cure.edits)


def words(text):
    """Words of the text, without the names of commands and environments."""
    return Counter(re.findall(r"[^\W\d_]{3,}", re.sub(r"\\[A-Za-z]+(?:\{\w+\*?\})?", "", text)))


STRUCTURE = ENVIRONMENTS | {"begin", "end"}
"""Words that are no text where damage has taken the backslash before them."""


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, len(RIGHT)), st.integers(0, 8), PIECES), min_size=1, max_size=4
    ),
    st.integers(1, RIGHT.count("\n")),
)
def test_cure_of_any_damage_can_be_made_and_keeps_every_word(damages, line):
    text = RIGHT
    for start, length, new in damages:
        text = text[:start] + new + text[start + length :]
    whole = project(text)
    for code in ("runaway-argument", "missing-dollar", "unbalanced-environment", "left-right",
                 "misplaced-alignment", "math-nesting", "missing-item", "lonely-item"):  # fmt: skip
        for remedy in (remedy for remedy in MINE if code in MINE[remedy]):
            for cure in remedy(problem(code, line), whole):
                apply_edits({ROOT: text}, cure.edits)
                old = words("".join(f"{text[e.start : e.end]} " for e in cure.edits))
                new = words("".join(f"{e.new} " for e in cure.edits))
                lost = [word for word in (old - new).elements() if word not in STRUCTURE]
                assert len(lost) <= 1, cure.what


@pytest.mark.slow
@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_is_left_in_good_time(piece):
    text = RIGHT.replace("Lamps burn out.", piece * (100_000 // len(piece)))
    started = time.monotonic()
    whole = project(text)
    for remedy, codes in MINE.items():
        for code in codes:
            list(islice(remedy(problem(code, 30), whole), 6))
    assert time.monotonic() - started < 20
