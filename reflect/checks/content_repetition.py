"""Text that stands there twice."""

from collections.abc import Iterator
from difflib import SequenceMatcher

import regex

from latex.balance import unbalanced
from latex.structure import Structure
from reflect.checks.content_text import Passage, paragraphs, sentences
from reflect.checks.registry import Hit, check, where
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

LEAST_WORDS, LEAST_HAN = 25, 50
"""Of a paragraph that is not twice the same by accident."""
SENTENCE_WORDS, SENTENCE_HAN = 12, 25
ALIKE = 0.9
"""Share of words in which two sentences are one and the same."""
LONGEST = 300
"""Words of a sentence that is compared word by word; a longer one must be the same throughout."""
_TOKEN = regex.compile(r"\p{Han}|\\[A-Za-z@]+|[\p{L}\p{N}]+")
_OTHER = regex.compile(r"[\W_]+")
_TELLING = regex.compile(r"\p{N}|^\\|_|^\p{Latin}$")
"""Words in which two sentences of one pattern may differ: numbers, symbols, keys."""
_ABSTRACT = regex.compile(r"\\begin\s*+\{(?:[A-Za-z]*abstract)\}.*?\\end", regex.DOTALL)
_OWNED = regex.compile(r"\\(?:label|begin|end|item|newcommand|def|input|include)(?![A-Za-z])")


@check("duplicate-paragraph", 4, Category.REPETITION)
def duplicate_paragraph(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A paragraph of 25 words or 50 Chinese characters that stands there twice.

    Proofs, examples and the like may repeat. The second one goes when it is the same byte by byte
    but for white space, and nobody else wrote the text.

    Pass:
        The ball rolled down the rail ten times, and each time the clock was read by the same
        person, who did not know the time that had been read before or the angle of the rail.

        The ball rolled down the rail ten times, and each time the clock was read by another
        person, who knew neither the time that had been read before nor the length of the way.
    Fail:
        The ball rolled down the rail ten times, and each time the clock was read by the same
        person, who did not know the time that had been read before or the angle of the rail.

        The ball rolled down the rail ten times, and each time the clock was read by the same
        person, who did not know the time that had been read before or the angle of the rail.
    """
    if structure.class_name == "beamer":
        return
    seen: dict[str, Passage] = {}
    for paragraph in paragraphs(structure):
        if not paragraph.plain:
            continue
        first = seen.setdefault(_letters(paragraph.text), paragraph)
        if first is not paragraph and _is_long(paragraph, LEAST_WORDS, LEAST_HAN):
            place = where(structure, first.start)
            yield Hit(
                paragraph.start,
                paragraph.end,
                f"This paragraph stands {place} already.",
                cure=_removal(structure, first, paragraph) if evidence.own else (),
                action="Leave out the second one.",
            )


@check("repeated-sentence", 2, Category.REPETITION)
def repeated_sentence(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A long sentence that stands there twice, all but word by word; the abstract may repeat.

    Pass:
        The clock was read by the same person who had set up the rail on the table before.
        The clock was started by the same hand that had let go of the ball on the upper end.
    Fail:
        The clock was read by the same person who had set up the rail on the table before.
        So it was. The clock was read by the same person who set up the rail on the table before.
    """
    if structure.class_name == "beamer":
        return
    aside = [match.span() for match in _ABSTRACT.finditer(structure.live)]
    known: list[tuple[tuple[str, ...], Passage]] = []
    shared: dict[tuple[str, ...], list[int]] = {}
    whole: set[str] = set()
    for paragraph in paragraphs(structure):
        if not paragraph.plain or any(a <= paragraph.start < b for a, b in aside):
            continue
        letters = _letters(paragraph.text)
        if letters in whole and _is_long(paragraph, LEAST_WORDS, LEAST_HAN):
            continue
        whole.add(letters)
        for sentence in sentences(paragraph):
            said = _tokens(sentence.text)
            if len(said) < SENTENCE_WORDS:
                continue
            other = _said_before(said, known, shared)
            if other is not None and _is_long(sentence, SENTENCE_WORDS, SENTENCE_HAN):
                place = where(structure, other.start)
                yield Hit(
                    sentence.start,
                    sentence.end,
                    f"This sentence says what a sentence {place} says already.",
                    action="Say it once.",
                )
            _remember(said, sentence, known, shared)


def _said_before(
    said: tuple[str, ...],
    known: list[tuple[tuple[str, ...], Passage]],
    shared: dict[tuple[str, ...], list[int]],
) -> Passage | None:
    """The earlier sentence that is all but equal, found by the runs of five words they share."""
    runs = _runs(said)
    counts: dict[int, int] = {}
    for run in runs:
        for number in shared.get(run, ()):
            counts[number] = counts.get(number, 0) + 1
    for number, count in counts.items():
        if 2 * count >= len(runs) and _alike(known[number][0], said):
            return known[number][1]
    return None


def _remember(
    said: tuple[str, ...],
    sentence: Passage,
    known: list[tuple[tuple[str, ...], Passage]],
    shared: dict[tuple[str, ...], list[int]],
) -> None:
    for run in _runs(said):
        numbers = shared.setdefault(run, [])
        # A run that is everywhere tells nothing, and would make long documents slow.
        if len(numbers) < 20:
            numbers.append(len(known))
    known.append((said, sentence))


def _runs(said: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {said[i : i + 5] for i in range(len(said) - 4)}


def _alike(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    if max(len(first), len(second)) > LONGEST:
        return first == second
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.ratio() < ALIKE:
        return False
    return not any(
        _TELLING.search(word)
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal"
        for word in (*first[a:b], *second[c:d])
    )


def _letters(text: str) -> str:
    return _OTHER.sub("", text).casefold()


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text.casefold()))


def _is_long(passage: Passage, words: int, han: int) -> bool:
    # A word has two letters at least, so a short text is not worth the look.
    if len(passage.text) < min(3 * words, han):
        return False
    size = passage.size
    return size[0] >= words or size[1] >= han


def _removal(structure: Structure, first: Passage, second: Passage) -> tuple[Edit, ...]:
    texts = [structure.source[p.start : p.end] for p in (first, second)]
    if texts[0].split() != texts[1].split() or not second.alone:
        return ()
    if _OWNED.search(second.text) or any(True for _ in unbalanced(second.text)):
        return ()
    end = second.end
    while end < len(structure.source) and structure.source[end] in " \t\r\n":
        end += 1
    # The white space before the paragraph stays and parts what is left.
    behind = structure.source[second.end : end]
    return (Edit(second.start, second.end + len(behind), ""),)
