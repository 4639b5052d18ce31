"""Every check of content says by example what passes and what fails, and holds to it."""

import inspect
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latex.structure import structure
from reflect.checks.registry import CHECKS, findings_of
from reflect.evidence import Claim, Evidence
from tests.reflect.checks.content import IDS

SETS = {"cite_keys", "facts", "files"}


def example(check, word):
    """What stands behind `Pass:` or `Fail:` in the docstring."""
    lines = inspect.cleandoc(check.look.__doc__ or "").splitlines()
    (start,) = (i for i, line in enumerate(lines) if line.startswith(f"{word}:"))
    block = []
    for line in lines[start + 1 :]:
        if line and not line.startswith(" "):
            break
        block.append(line)
    first = lines[start].removeprefix(f"{word}:").strip()
    return "\n".join(filter(None, (first, textwrap.dedent("\n".join(block)).strip())))


def evidence_of(check):
    lines = inspect.cleandoc(check.look.__doc__ or "").splitlines()
    found = {}
    for line in lines:
        if line.startswith("Evidence:"):
            for part in line.removeprefix("Evidence:").split(";"):
                name, _, value = part.strip().partition("=")
                found[name] = read(name, value)
    return Evidence(**found)


def read(name, value):
    parts = [part.strip() for part in value.split(",")]
    if name in SETS:
        return frozenset(parts)
    if name == "used_up":
        return tuple((part.split("|")[0], tuple(part.split("|")[1:])) for part in parts)
    if name == "claims":
        return lambda source: tuple(claims(parts, source))
    return value.strip()


def claims(parts, source):
    """`state:text:fact:expected` each."""
    for part in parts:
        state, text, key, expected = (*part.split(":", 3), "", "")[:4]
        start = source.find(text)
        if start >= 0:
            yield Claim(start, start + len(text), text, state, key or None, expected)


@pytest.mark.parametrize("check_id", IDS)
def test_the_example_that_passes_passes_and_the_one_that_fails_fails(check_id):
    check = CHECKS[check_id]
    evidence = evidence_of(check)
    passing, failing = example(check, "Pass"), example(check, "Fail")
    assert passing
    assert list(findings_of(check, structure(passing), evidence)) == []
    assert list(findings_of(check, structure(failing), evidence))


PIECES = st.sampled_from(
    [
        r"\section{A}", r"\begin{figure}", r"\end{figure}", r"\begin{document}", r"\end{document}",
        r"\caption{", "}", "{", "[", "]", "$", r"\[", r"\(", r"\)", "%", "\n", "\n\n", r"\item",
        r"\cite{a}", r"\ref{b}", r"\label{b}", r"\fact{c}", r"\includegraphics{d}", "TODO", "的，",
        "It is important to note that ", "Here is the revised section:", r"\graphicspath{{", "\\",
        "\ud800", "\x00", "the ball rolled down the rail ten times ",
    ]
)  # fmt: skip
EVERYTHING = Evidence(
    cite_keys=frozenset({"A"}),
    facts=frozenset({"c.d"}),
    files=frozenset({"D.pdf"}),
    used_up=(("a", ("b",)),),
    language="zh",
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=30).map("".join))
def test_no_text_is_too_odd_and_every_span_lies_in_it(source):
    seen = structure(source)
    for check_id in IDS:
        for finding in findings_of(CHECKS[check_id], seen, EVERYTHING):
            assert 0 <= finding.start <= finding.end <= len(source)
            assert all(0 <= edit.start <= edit.end <= len(source) for edit in finding.cure)
