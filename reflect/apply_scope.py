"""How much of a section a change is asked on: the paragraphs that it quotes, or all of it.

A reviser that sees one paragraph costs less than half of one that sees the section, and can harm
nothing else. But for what is missing, said twice or in the wrong order one paragraph is too little.
"""

from typing import Literal

from latex.environments import environments
from latex.health import examine
from latex.mask import mask
from latex.paragraphs import locate, paragraph_at
from latex.patterns import re
from latex.protect import protect
from latex.sections import Outline, Section
from reflect.change import Change
from reflect.finding import Category

Span = tuple[int, int]
Scope = Literal["auto", "section", "paragraph"]

LONG = 1000
"""Characters of a section up to which it is sent whole: it costs little, and says more."""
SHARE = 0.6
"""Of the section; a passage that is more of it is no saving."""
NEEDS_ALL = frozenset({Category.STRUCTURE, Category.COVERAGE, Category.REPETITION})
"""Categories of what no paragraph shows by itself."""
REACHES = re.compile(
    r"""\b(?: (?:sub)*sections? | chapters? | headings? | titles? | paragraphs | places | throughout
      | everywhere | elsewhere | each | every | all\s+(?:the\s+)?(?:other|occurrences)
      | (?:previous|preceding|next|following|other|new|own|whole|entire)\s+paragraph
      | re-?order\w* | mov(?:e|es|ing) | merg(?:e|es|ing) | split\w* | swap\w* | transition\w* )\b
    | [本全该各整]节 | 小节 | 章 | 标题 | 各段 | 段落[顺次] | [上下前后另]一?段 | 整段 | 全文 | 通篇
    | 各处 | 移[到至动] | 合并 | 拆分 | 调换 | 过渡""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of an issue or action that mean more than one paragraph; a false alarm costs a section."""
LEAD = re.compile(r"(?:\s|%[^\n]*\n|\\label\s*\{[^{}]*\})*+")
"""What stands between a heading and its text."""


def passage_of(
    source: str, change: Change, section: Section, outline: Outline, scope: Scope
) -> Span:
    """The paragraph or paragraphs to revise, without heading; else the span of the section.

    With `paragraph` those that the evidence quotes wherever it is found in the text of the section.
    With `auto` only where that is enough and spares something: in a long section, for a quote that
    stands there once and behind no placeholder, and a change that does not reach beyond it.
    """
    whole = section.start, section.end
    if scope == "section" or not change.evidence:
        return whole
    if scope == "auto" and (section.end - section.start <= LONG or reaches_beyond(change)):
        return whole
    text = source[section.body_start : section.end]
    quoted = locate(text, change.evidence)
    if quoted is None:
        return whole
    start, end = quoted[0] + section.body_start, quoted[1] + section.body_start
    span = _paragraphs(source, start, end, outline.at(start) or section, outline)
    if span is None or (scope == "auto" and not _enough(source, change, section, span, end)):
        return whole
    return span


def reaches_beyond(change: Change) -> bool:
    """Whether a change says that it concerns more than the paragraph it quotes."""
    return change.category in NEEDS_ALL or bool(REACHES.search(f"{change.issue}\n{change.action}"))


def _paragraphs(source: str, start: int, end: int, inner: Section, outline: Outline) -> Span | None:
    """The whole paragraphs that hold the span, between the headings around it."""
    left, right = paragraph_at(source, start, end)
    lead = LEAD.match(source, inner.body_start)
    left = max(left, lead.end() if lead else inner.body_start)
    right = min(right, outline.own_end(inner))
    while right > left and source[right - 1].isspace():
        right -= 1
    if left > start or right < end or _cuts(source, left, right):
        return None
    return left, right


def _cuts(source: str, left: int, right: int) -> bool:
    return any(
        (left <= environment.start < right) != (left < environment.end <= right)
        for environment in environments(mask(source))
    )


def _enough(source: str, change: Change, section: Section, span: Span, end: int) -> bool:
    """Whether the passage is small, sound, and all that the change can mean."""
    passage = source[slice(*span)]
    around = source[section.start : span[0]] + source[span[1] : section.end]
    if len(passage) > SHARE * (section.end - section.start) or examine(passage):
        return False
    if any(gone in around for gone in change.removes):
        return False
    again = locate(source[end : section.end], change.evidence)
    return again is None and locate(protect(passage).text, change.evidence) is not None
