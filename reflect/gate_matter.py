"""Rules on what no count of the others sees: the appendix, thanks, boxes, code in a line."""

import re
from collections import Counter
from collections.abc import Iterator

from reflect.gate_misspelt import meant
from reflect.gate_pair import Pair
from reflect.gate_side import Side
from reflect.verdict import Objection

APPENDIX = re.compile(r"\\appendix(?![A-Za-z@])|\\begin\s*\{(?:sub)?appendi(?:x|ces)\}")
THANKS = re.compile(
    r"\\(?:begin\s*\{)?(?:acknowledge?ments?|acks?)(?![A-Za-z@])"
    r"|\\(?:chapter|section|subsection|paragraph)\*?\s*\{[^{}]*(?:cknowledg|Thank|Dank|致谢|鸣谢)",
    re.IGNORECASE,
)
CODE = re.compile(
    r"\\(?:verb\*?|Verb\*?|spverb|lstinline(?:\[[^\[\]\n]*\])?|mintinline(?:\[[^\[\]\n]*\])?\{[^{}\n]*\})"
    r"(?:(?P<mark>[^\sA-Za-z*{])(?P<text>[^\n]*?)(?P=mark)|\{(?P<braced>(?:[^{}\n]|\{[^{}\n]*\})*)\})"
)


def matter_lost(pair: Pair) -> Iterator[Objection]:
    for name, pattern in (("appendix", APPENDIX), ("acknowledgements", THANKS)):
        if pattern.search(pair.stretches[0]) and not pattern.search(pair.after.live):
            yield Objection("matter-lost", f"The {name} no longer begins anywhere.", (name,))


def code_lost(pair: Pair) -> Iterator[Objection]:
    r"""Code in a line of text that is nowhere any more; it may be mended, and be `\texttt`."""
    if "erb" not in pair.old_source and "inline" not in pair.old_source:
        return
    before, after = _code(pair.before), _code(pair.after)
    if before == after:
        return
    gained = list((after - before).elements())
    source = pair.after.seen.source
    plain = source.replace("\\", "")
    lost = []
    for code in (before - after).elements():
        if meant(code, gained):
            continue
        if source.count(code) < pair.before.seen.source.count(code) and (
            code.replace("\\", "") not in plain
        ):
            lost.append(code)
    if lost:
        yield Objection("verbatim-lost", f"The code is gone: `{lost[0][:60]}`.", tuple(lost))


def _code(side: Side) -> Counter[str]:
    found: Counter[str] = Counter()
    for match in CODE.finditer(side.seen.source):
        if side.live[match.start()] == " " and not side.covered(match.start()):
            found[(match["text"] or match["braced"] or "").strip()] += 1
    return found
