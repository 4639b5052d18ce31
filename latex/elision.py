"""Marks of a reply that is not the whole text: words for what was left out, fences, tags."""

from collections.abc import Iterator

from latex.lines import Lines
from latex.mask import mask
from latex.patterns import re

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
PIECE = r"""
      (?:text|paragraph|section|subsection|chapter|document|report|article|abstract|introduction
        |content|passage|part|prose|sentence|line|code|listing|table|file|function|class|script)s?
"""
UNCHANGED = r"""
      (?:unchanged|(?:the\ )?same(?:\ as\ (?:before|above|in\ the\ original))?|omitted
        |as\ (?:before|is)|as\ in\ the\ original|not\ (?:changed|modified|repeated)|intact)
"""
REST = r"(?:the\ )?(?:rest|remainder|remaining|other|previous|existing|original|following)"
STATED = rf"""
      {REST}\ (?:(?:of|in)\ (?:the|this|that|my|your)\ (?:\w+\ )?)?{PIECE}\b
      [^\n()\[\]]{{0,60}}?\b{UNCHANGED}
    | (?:der\ )?(?:rest\ (?:des|der|vom)|(?:restliche|\u00fcbrige|weitere)[rs]?)\ \w+
      [^\n()\[\]]{{0,40}}?
      (?:unver\u00e4ndert|wie\ (?:bisher|zuvor|im\ original)|gleich)
    | (?:其余|其他|剩余|以下|后续|原有|后文|余下)的?(?:内容|部分|文字|段落|章节|文本)
      [^\n()（）]{{0,6}}?
      (?:不变|同上|省略|略|一致|相同|未改动)
"""
"""What is left out, by a word for a piece of text."""
BARE = rf"""
      {REST}\ (?:(?:[a-z]+|\u2026)\ ){{0,2}}?{UNCHANGED}
    | (?:der\ )?(?:rest|\u00fcbriges)\ (?:[a-z]+\ )?unver\u00e4ndert
    | rest\ wie\ (?:bisher|zuvor|oben)
    | (?:le\ )?reste\ (?:\w+\ )?(?:inchang\u00e9|identique)
    | (?:其余|其他|剩余|以下|后续)[^\n()（）]{{0,4}}?(?:不变|同上|省略|略)
"""
ENDS = r"[ \t]*+[.\u3002\u2026]{0,3}[ \t]*+"
ELISION = re.compile(
    rf"""
      ^[ \t]*+%++[^\n]{{0,300}}?(?:{LEFT_OUT})                      # said in a comment
    | (?<!\\)(?:(?<!%)|(?<=\\%))%++[ \t]*+(?:\.{{3}}|…|\\l?dots)[^\n]*     # a comment of dots
    | ^[ \t]*+(?:[\[<【]|[(（][ \t]*+(?:\.{{3}}|…))
      (?=[^\n]{{0,600}}[\])>）】][ \t]*+$)[^\n]{{0,300}}?(?:{LEFT_OUT})[^\n]*
    | ^[ \t]*+(?:\.{{3}}|…++|\\l?dots(?:\{{\}})?)[^\n]{{0,300}}?(?:{LEFT_OUT})[^\n]*$
    | ^[ \t]*+(?:\[?(?:\.{{3,}}+|…++)\]?)[ \t]*+$                   # nothing but dots on a line
    | (?<![\\A-Za-z}}\]*])[\[<【(（]{{1,2}}[ \t]*+(?:\.{{3}}|…)?[ \t]*+
      (?:{STATED}){ENDS}[\])>）】]                                    # said behind text
    | (?:(?<=[.!?}}][ \n])|(?<=[。！？])|(?<=\n\n)|(?<![\s\S]))[ \t]*+["\u201e\u201c\u201d`']{{0,2}}
      [(（\[][ \t]*+(?:\.{{3}}|…)?[ \t]*+(?:{BARE}){ENDS}[)）\]]
      (?=["\u201c\u201d'.]{{0,2}}[ \t]*+(?:\n[ \t]*+(?:\n|\\|%|\Z)|\Z))    # a sentence of its own
    | ^[ \t]*+(?:{STATED}){ENDS}$                                   # a line of its own
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)

HINTS = (
    *("unchanged", "same", "omitted", "as before", "as is", "as in the", "continue", "kept"),
    *("goes here", "intact", "identical", "not changed", "not modified", "not repeated"),
    *("unver\u00e4ndert", "wie ", "gleich", "inchang\u00e9", "identique"),
    *("...", "…", "dots", "不变", "同上", "略", "一致", "相同", "未改动"),
)
"""One of which stands in every line with an omission."""
OPENS = re.compile(
    r"%|^[ \t]*(?:[\[<【(（…]|\.{3}|\\l?dots)"
    r"|(?:^|[\[<【(（])[ \t]*(?:\.{3}|…)?[ \t]*(?:(?:the|der|le) )?"
    r"(?:rest|remain|other|previous|existing|original|following|weitere|\u00fcbrig"
    r"|其余|其他|剩余|以下|后续|原有|后文|余下)",
    re.IGNORECASE,
)
"""What every such line begins with, or what its omission does."""

IN_CODE = re.compile(
    rf"""
    (?:\#|//|--|%|;|/\*|<!--|\(\*)++[ \t]*+
    (?:
      (?:\.{{3}}|…)?[ \t]*+(?!(?:the\ )?other\b)
      (?:{STATED}|{BARE}|(?:existing|previous|original)\ (?:code|lines?)\b)
    | (?:\.{{3}}|…)[^\n]{{0,80}}?(?:{LEFT_OUT}|existing|code|rest)
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""The same in a comment of a listing."""
DOTS_IN_CODE = re.compile(r"^[ \t]*+(?:\#|//|--|%|;|/\*)*+[ \t]*+(?:\.{3}|…)", re.MULTILINE)
"""That may be code as well."""

Problem = tuple[int, str]
"""Where, and the sentence."""


def omissions(source: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """What `ELISION` finds in a span of whole lines; quick where hardly a line hints at one."""
    text = source[start:end]
    lowered = text.lower()
    hints = [hint for hint in HINTS if hint in lowered]
    for line in text.split("\n") if hints else ():
        behind = start + len(line) + 1
        folded = line.lower()
        if any(hint in folded for hint in hints) and OPENS.search(line):
            # What may follow an omission reaches into the next line.
            reach = (source.find("\n", behind) + 1) or len(source)
            for match in ELISION.finditer(source, start, reach):
                if match.start() >= behind:
                    break
                yield match
        start = behind


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
    for match in omissions(fragment):
        start = match.end() - len(match[0].lstrip())
        # In a listing three dots are code; a comment must at least begin in live text.
        if live[start] == fragment[start] or fragment[start] == "%":
            line = lines.at(start)
            yield start, f"Line {line} says that text was left out: `{match[0].strip()[:60]}`."
