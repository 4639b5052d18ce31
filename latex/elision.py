"""Marks of a reply that is not the whole text: words for what was left out, fences, tags."""

import re
from collections.abc import Iterator

from latex.lines import Lines
from latex.mask import mask

FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
TAG = re.compile(r"^[ \t]*+</?(?:think|thinking|thought|reasoning)>", re.MULTILINE | re.IGNORECASE)

LEFT_OUT = r"""
      (?:\brest|\bremain(?:der|ing)|\bother|\bprevious|\bexisting|\boriginal|\babove|\bfollowing)
      .{0,160}
      (?:unchanged|same|as\ before|omitted|as\ is|continues|kept|goes\ here|intact|identical)
    | \bunchanged\b | \bomitted\ for\ brevity\b | \bsame\ as\ (?:before|above)\b
    | \bcontinues?\ (?:as\ before|here)\b
    | (?:其余|其他|剩余|以下|后续|原有)的?(?:内容|部分|文字|段落)?.{0,4}(?:不变|同上|省略|略|一致)
    | (?:此处|以下)省略
"""
ELISION = re.compile(
    rf"""
      ^[ \t]*+%++[^\n]{{0,300}}?(?:{LEFT_OUT})                      # said in a comment
    | (?<!\\)(?:(?<!%)|(?<=\\%))%++[ \t]*+(?:\.{{3}}|…|\\l?dots)[^\n]*     # a comment of dots
    | ^[ \t]*+(?:[\[<【]|[(（][ \t]*+(?:\.{{3}}|…))
      (?=[^\n]{{0,600}}[\])>）】][ \t]*+$)[^\n]{{0,300}}?(?:{LEFT_OUT})[^\n]*
    | ^[ \t]*+(?:\.{{3}}|…++|\\l?dots(?:\{{\}})?)[^\n]{{0,300}}?(?:{LEFT_OUT})[^\n]*$
    | ^[ \t]*+(?:\[?(?:\.{{3,}}+|…++)\]?)[ \t]*+$                   # nothing but dots on a line
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)

Problem = tuple[int, str]
"""Where, and the sentence."""


def left_out(text: str) -> tuple[Problem, ...]:
    """Every mark that says text was left out, such as `rest unchanged`, and Markdown fences."""
    return tuple(marks_of_omission(text, mask(text)))


def marks_of_omission(fragment: str, live: str) -> Iterator[Problem]:
    lines = Lines(live)
    for match in FENCE.finditer(live):
        line = lines.at(match.start())
        yield match.start(), f"Line {line} is a Markdown fence, not LaTeX."
    for match in TAG.finditer(live):
        line = lines.at(match.start())
        yield match.start(), f"Line {line} is the tag `{match[0].strip()}`, not LaTeX."
    for match in ELISION.finditer(fragment):
        start = match.end() - len(match[0].lstrip())
        # In a listing three dots are code; a comment must at least begin in live text.
        if live[start] == fragment[start] or fragment[start] == "%":
            line = lines.at(start)
            yield start, f"Line {line} says that text was left out: `{match[0].strip()[:60]}`."
