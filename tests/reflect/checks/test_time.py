"""Every check takes a time that grows with the document, whatever stands in it."""

import time

import pytest

from latex.structure import structure
from reflect.checks.registry import findings_of
from reflect.checks.run import CHECKS
from reflect.evidence import Evidence
from tests.reflect.checks.content import document, found

PIECES = {
    "dollars": "$", "displays": "$$", "ampersands": "&", "spaced ampersands": "& ",
    "entities": "&lt", "numeric entities": "&#1", "hashes": "#", "one key": r"\ref{a} ",
    "keys in parentheses": r"(\ref{a}) ", "keys": r"\ref{a%d} ",
    "labels": r"\label{b%d} \ref{a%d} ", "definitions": r"\def\x{y} $a$ ",
    "equations": r"\begin{equation} \text{Two words} \end{equation} ",
}  # fmt: skip


def many(piece, length):
    count = length // len(piece)
    text = "".join(piece.replace("%d", str(number)) for number in range(count))
    return structure(document(text))


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_eight_times_the_text_takes_less_than_thirty_times_as_long(piece):
    evidence = Evidence(cite_keys=frozenset({"a"}), own=True)

    def seconds(length):
        seen = many(piece, length)
        begun = time.process_time()
        for check in CHECKS.values():
            list(findings_of(check, seen, evidence))
        return time.process_time() - begun

    assert seconds(24_000) < 30 * max(seconds(3_000), 0.02)


@pytest.mark.slow
def test_two_endless_sentences_are_compared_in_time():
    words = [word for n in range(5_000) for word in ("the", "cart", "and", "the", f"clock{n}")]
    text = f"{' '.join(words)}. {' '.join(words[:-1])} other."
    begun = time.process_time()
    assert found("repeated-sentence", text) == []
    assert len(found("repeated-sentence", f"{text} {' '.join(words)}.")) == 1
    assert time.process_time() - begun < 4


def test_a_reference_that_resembles_a_label_is_told_of_it_in_a_long_document_too():
    labels = "".join(rf"\label{{sec:part-{number}}}" for number in range(900))
    (first, *rest) = found("dangling-ref", document(labels + r"\ref{sec:partt-17} \ref{x}"))
    assert "'sec:part-17'" in first.action
    assert len(rest) == 1


@pytest.mark.parametrize(
    ("line", "hits"),
    [("# A heading", 0), ("   ### A heading", 0), ("A # sign", 1), (" " * 200 + "A #b # c", 2)],
)
def test_a_hash_sign_is_one_of_a_heading_only_where_its_line_begins(line, hits):
    assert len(found("unescaped-sign", document(f"Words.\n\n{line}\n"))) == hits


def test_an_ampersand_is_told_in_each_paragraph_where_it_is_the_only_fault():
    text = "Research & development.\n\nSalt & vinegar for $5.\n\na & b & c & d\n\nOne & two."
    assert [hit.start for hit in found("stray-ampersand", document(text))] == [
        document(text).index("& development"),
        document(text).index("& two"),
    ]


def test_a_label_that_a_command_makes_is_no_dangling_one():
    text = r"\newcommand{\step}[1]{\label{step:#1}} \step{one} \ref{step:one} \ref{step:two}"
    assert [hit.evidence for hit in found("dangling-ref", document(text))] == ["step:two"]
