"""JSON and LaTeX out of replies as models really write them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.model.replies import NoJson, NoLatex, json_reply, latex_reply

PLAN = {"changes": [{"section": "n2", "action": "add units"}]}
PLAIN = json.dumps(PLAN)


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"\ufeff\n{PLAIN}\n",
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}\n```\nHope this helps.",
        f"I kept {{{{ title }}}} and the set {{1, 2}}.\n\n```json\n{PLAIN}\n```\nMore {{of it}}?",
        f"As said in [1], the plan is {PLAIN} and {{nothing}} else.",
        f'<think>Perhaps {{"changes": []}}? No.</think>\n{PLAIN}',
        f'The user wants a plan. {{"changes": []}}\n</think>\n\n{PLAIN}',
    ],
)
def test_a_whole_value_is_found_wherever_it_stands(text):
    parsed = json_reply(text)
    assert parsed.value == PLAN
    assert parsed.repaired == ()


def test_a_fence_inside_a_string_does_not_end_the_block():
    value = {"text": "Use\n```python\nprint(1)\n```\nand go on."}
    assert json_reply(f"```json\n{json.dumps(value)}\n```").value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('Plan {draft}:\n{"a": [{"k": True, "n": "x,] y,}",},], // done\n}\nend {z}',
         {"a": [{"k": True, "n": "x,] y,}"}]}),
        ("{'a': [{'why': \"it's short\"}]}", {"a": [{"why": "it's short"}]}),
        ("{'a': 'he said } and went'}", {"a": "he said } and went"}),
        ('{"t": "He said "hello" to me", "b": 2}', {"t": 'He said "hello" to me', "b": 2}),
        ('{"a": 1\n "b": 2}', {"a": 1, "b": 2}),
    ],
)  # fmt: skip
def test_what_is_repaired_is_right_and_said(text, value):
    parsed = json_reply(text)
    assert parsed.value == value
    assert parsed.repaired


def test_a_value_with_raw_line_feeds_is_read():
    assert json_reply('{"t": "one\n\ntwo"}').value == {"t": "one\n\ntwo"}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no complete"),
        ("Nothing to do.", "no complete"),
        ('{"a": 1, "t": "The fit gave a val', "not complete"),
        ('{"a": 1, "list": ["x", "y", "z', "not complete"),
        ('{"a": [1, 2}', "not complete"),
        ('```json\n{"a": [{"b": 1}, {"b"', "not complete"),
        ('<think>First {"a": 1}, then', "thinking"),
        ('{"a": 1}\n{"a": 2}', "different"),
        ("Only {this} and {that, too} in prose.", "no complete"),
        ('{"a": NaN}', "no complete"),
        ('{"t": "a\\b c"}', "no complete"),
    ],
)
def test_what_is_no_whole_value_is_refused_with_the_reason(text, word):
    with pytest.raises(NoJson, match=word):
        json_reply(text, lambda value: "a" in value or "t" in value)


def test_a_whole_part_of_a_cut_reply_is_not_taken_for_the_reply():
    for text in ('{"a": [{"b": 1}, {"b"', '[{"b": 1}, {"b": 2', 'Plan:\n{"a": {"b": 1}, "c": "x'):
        with pytest.raises(NoJson, match="not complete"):
            json_reply(text)


def test_the_value_that_is_accepted_wins_over_the_one_that_stands_first():
    text = f'For example {{"note": 1}}, so my answer is:\n{PLAIN}'
    assert json_reply(text, lambda value: "changes" in value).value == PLAN
    with pytest.raises(NoJson, match="form"):
        json_reply('{"note": 1}', lambda value: "changes" in value)


@pytest.mark.parametrize(
    "text", ["{" * 2000, "[" * 5000, '{"a":' * 3000, "{'a' " * 5000, "[{" * 900]
)
def test_endless_brackets_are_refused_soon(text):
    with pytest.raises(NoJson):
        json_reply(text)


@pytest.mark.parametrize(
    "latex",
    [r"\section{A}", r"\textbf{x}", r"\newline y", r"\begin{figure}", r"\frac{a}{b}", r"\ref{f}",
     r"\usepackage{x}", r"\alpha\beta", r"\upsilon", r"50\% \& \_", r"\url{x}", r"\nabla \times",
     r"\bar{x} \forall", r"\u{a}", r"\uparrow", r"\text{ if }", r"\footnote{x}", r"$x \neq \nu$",
     r"\noindent \raggedright \toprule", r"\(x\) \[y\] \{z\}", r"\textbf{a} \\ b", r"\theta^\tau",
     r"\nu{x}", r"\ne_1"],
)  # fmt: skip
def test_single_backslashes_of_latex_survive(latex):
    parsed = json_reply(f'{{"t": "A {latex} B"}}')
    assert parsed.value == {"t": f"A {latex} B"}
    assert "backslash" in parsed.repaired[0]


@pytest.mark.parametrize(
    "text",
    [r"\\", r"a \\ b", r"\begin{tabular}{l} a \\ \hline c \\[2pt] \end{tabular}", 'tab\tand\n"q"',
     "line\nnu is", "line\ne.g. this", "line\nnot so", "é \u2028 😀", r"\frac{\alpha}{\nu}",
     "\\\n\\\\"],
)  # fmt: skip
def test_what_is_escaped_rightly_is_left_alone(text):
    parsed = json_reply(json.dumps({"t": text}))
    assert (parsed.value, parsed.repaired) == ({"t": text}, ())


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("abc {}[]\",:'`\n/é", max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("ab{\"'", max_size=4), inner, max_size=3)
    ),
)


@given(VALUES, st.booleans())
def test_honest_json_is_never_changed(value, fenced):
    text = json.dumps({"v": value, "w": 1}, ensure_ascii=False)
    parsed = json_reply(f"Here:\n```json\n{text}\n```\nBye." if fenced else text)
    assert parsed.value == {"v": value, "w": 1}
    assert parsed.repaired == ()


SECTION = "\\section{Results}\nThe slope is $m$.\n"


@pytest.mark.parametrize(
    "text",
    [
        SECTION,
        f"```latex\n{SECTION}```",
        f"```tex\r\n{SECTION}```\r\n".replace("\n", "\r\n").replace("\r\r", "\r"),
        f"Sure! Here it is:\n\n```latex\n{SECTION}```\n\nLet me know.",
        f"```\n{SECTION}```",
        f"~~~~LaTeX\n{SECTION}~~~~",
        f"<think>I could write \\section{{X}}</think>\n```latex\n{SECTION}```",
        f"First I would say so.\n</think>\n{SECTION}",
        f"Here is the section you asked for:\n\n{SECTION}",
        f"{SECTION}\nLet me know if you need anything else.",
        f"以下是修改后的内容：\n\n{SECTION}",
        f"```latex\n{SECTION}",
        f"```python\nx = 1\n```\nThat was the code, this the text:\n```latex\n{SECTION}```",
        f"\\documentclass{{article}}\n\\begin{{document}}\n\\maketitle\n{SECTION}\\end{{document}}",
        f"```latex\n{SECTION}```\nAgain:\n```latex\n{SECTION}```",
    ],
)
def test_the_latex_of_a_reply_is_taken_out(text):
    assert latex_reply(text) == SECTION


def test_a_fence_in_a_listing_does_not_end_the_block():
    inner = "\\begin{verbatim}\n```python\nx = 1\n```\n\\end{verbatim}\nAfter it.\n"
    assert latex_reply(f"Here:\n```latex\n{SECTION}{inner}```\nDone.") == SECTION + inner
    assert latex_reply(SECTION + inner) == SECTION + inner


def test_a_bare_fence_around_a_snippet_is_not_taken_for_the_reply():
    text = f"{SECTION}\n```\nx = 1\n```\n\\subsection{{More}}\nText.\n"
    assert latex_reply(text) == text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no LaTeX"),
        ("```latex\n\n```", "no LaTeX"),
        ("<think>hm</think>", "no LaTeX"),
        ("<think>\\section{A} and then", "thinking"),
        (f"```latex\n{SECTION}```\nor\n```latex\nOther.\n```", "exactly one"),
    ],
)
def test_a_reply_without_latex_is_refused_with_the_reason(text, word):
    with pytest.raises(NoLatex, match=word):
        latex_reply(text)
