"""Words and signs that stand there twice, or in a wrong place."""

from collections.abc import Iterator

import regex

from latex.structure import Structure
from reflect.checks.form_prose import HOLE, is_plain, prose
from reflect.checks.form_setup import is_english
from reflect.checks.registry import Hit, check
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

NEVER_TWICE = frozenset(
    {
        *("the", "an", "of", "and", "or", "to", "for", "with", "from", "by", "are", "were", "was"),
        *("be", "these", "those", "its", "we", "our", "their", "can", "will", "but", "between"),
        *("into", "if", "when", "than", "then", "because", "also"),
    }
)
"""English words that hardly any sentence holds twice in a row."""
MAY_BE_TWICE = frozenset(
    {
        *("that", "had", "very", "really", "long", "many", "more", "much", "again", "such", "this"),
        *("hear", "there", "well", "sure", "good", "some", "what", "each", "other", "over", "only"),
        *("quite", "ever", "never", "little", "they", "them", "here", "where", "have", "been"),
        *("which", "blah", "half"),
    }
)
"""Words of four letters and more that are said twice on purpose or by grammar."""
TWICE = regex.compile(
    rf"""(?<![\p{{L}}\d{HOLE}'’\\_.-])(?P<word>\p{{Ll}}{{2,}}+|\p{{Lu}}\p{{Ll}}++)
    (?P<gap>\s++)(?P<again>(?i:(?P=word)))(?![\p{{L}}\d'’_-]|{HOLE}[^\s{HOLE}]|\.\p{{L}})""",
    regex.VERBOSE,
)
LEAST_ENGLISH = 2
"""Of these words, in a paragraph that is taken for English; a word that is doubled is two."""
ENGLISH = regex.compile(r"\b(?:the|of|and|was|are|were|we|this|that|with)\b")
DOTS = regex.compile(rf"(?<![.\d/\\{HOLE}])(?:\.\.\.|\. \. \.)(?![.\d/\\])")
HAN = regex.compile(r"\p{Han}")
DOUBLE = regex.compile(
    rf"(?<=[\p{{L}}\d)\]]|{HOLE})(?P<sign>[,;，。、；：])(?P<again>(?P=sign))(?![,;:，。、；：])"
    rf"|(?<=\p{{L}}\p{{L}})\.(?P<again>\.)(?=\s|\Z)(?<!\.\.\.)"
)
SPACE_BEFORE = regex.compile(r"(?<=[\p{Latin}\d)\]])(?P<gap>[ \t]++)[,.;](?=[\s)]|\Z)")


@check("double-word", 3, Category.REPETITION)
def double_word(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A word that stands there twice by mistake, also over a line end.

    Pass: All that he had had that that day could give.
    Fail: We measure the
        the slope.
    """
    text = prose(structure).text
    if not is_english(structure):
        return
    for start, end in prose(structure).paragraphs:
        if len(ENGLISH.findall(text, start, end)) < LEAST_ENGLISH:
            continue
        for match in TWICE.finditer(text, start, end):
            word, again = match["word"], match["again"]
            common = again in NEVER_TWICE
            if not common and (word[0].isupper() or len(word) < 4 or word in MAY_BE_TWICE):
                continue
            cure = Edit(match.end("word"), match.end(), "")
            yield Hit(
                match.start(),
                match.end(),
                f"The word {again!r} stands there twice.",
                cure=(cure,) if is_plain(structure, *match.span()) else (),
            )


@check("double-sign", 2, Category.TYPOGRAPHY)
def double_sign(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A comma, a full stop or the like that stands there twice.

    Pass: See Hooke et al. ... and so on: \ldots
    Fail: The slope is steep,, and long.
    """
    for match in DOUBLE.finditer(prose(structure).text):
        cure = (Edit(*match.span("again"), ""),) if is_plain(structure, *match.span()) else ()
        yield Hit(*match.span(), f"{match[0]!r} is one sign too many.", cure=cure)


@check("three-dots", 1, Category.TYPOGRAPHY)
def three_dots(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""Three full stops in place of an ellipsis.

    Pass: One, two, \dots, and 1...9 in ../data.
    Fail: One, two, ... and so on.
    """
    text = prose(structure).text
    for match in DOTS.finditer(text):
        start, end = match.span()
        chinese = HAN.search(text, start - 1, start) or HAN.search(text, end, end + 1)
        cure = (Edit(start, end, "……" if chinese else r"\dots{}"),)
        yield Hit(
            start,
            end,
            "Three full stops are no ellipsis.",
            cure=cure if is_plain(structure, start, end) else (),
        )


@check("space-before-sign", 1, Category.TYPOGRAPHY)
def space_before_sign(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A space before a comma or a full stop.

    Pass: The slope, of .5 or so, is steep.
    Fail: The slope , which is steep.
    """
    for match in SPACE_BEFORE.finditer(prose(structure).text):
        cure = (Edit(*match.span("gap"), ""),) if is_plain(structure, *match.span()) else ()
        yield Hit(*match.span(), f"A space stands before {match[0][-1]!r}.", cure=cure)
