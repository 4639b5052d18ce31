"""What a wrong reading has left of a source: of its bytes, and of its backslashes."""

from collections.abc import Iterator

import regex

from latex.structure import Structure
from reflect.checks.form_characters import is_in, keys_of
from reflect.checks.form_prose import joined
from reflect.checks.registry import Hit, check
from reflect.checks.views import views
from reflect.evidence import Evidence
from reflect.finding import Category, Edit

Match = regex.Match[str]


def _bytes() -> dict[int, int]:
    """The byte that Windows-1252 or Latin-1 has made each character of."""
    found = {code: code for code in range(0x80, 0x100)}
    for code in set(range(0x80, 0xA0)) - {0x81, 0x8D, 0x8F, 0x90, 0x9D}:
        found[ord(bytes([code]).decode("cp1252"))] = code
    return found


BYTES = _bytes()
RUN = regex.compile(f"[{regex.escape(''.join(map(chr, BYTES)))}]{{2,}}+")
UTF_8 = regex.compile(
    r"(?P<two>[\xc2-\xc5\xce-\xd1][\x80-\xbf])|(?P<three>(?:[\xe2-\xe9][\x80-\xbf]{2})++)"
    r"|(?P<sure>\xef[\xbb\xbc\xbd][\x80-\xbf]|\xf0\x9f[\x80-\xbf]{2})"
)
QUOTES = frozenset("‘’“”„‹›«»–—…")
"""Signs that may follow any letter."""
RAISED = frozenset("²³±¹")
"""Signs that follow a symbol, such as that of the ångström."""
BLOCKS_OF_E2 = frozenset("\x80\x81\x82\x84\x86\x87\x88\x89\x99\x9c")
"""Second bytes of punctuation, arrows and symbols."""
MOST_STRANGE = 4
"""Letters beyond ASCII in one run that are none of it."""
MOST_OFTEN = 3
"""Times that a text was read wrongly, one after the other."""
OWN = {"\u00a0": "~", "\ufeff": "", "\u00ad": ""}
LOST = regex.compile(r"\ufffd++|锟斤拷|[\x80-\x84\x86-\x9f]++")

KNOWN = {
    "\x07": r"[a-z]",
    "\x08": r"[a-z]",
    "\x0b": r"(?:space|ec|ar|ert|dots|ee)",
    "\x0c": r"(?:rac|box|oot|orall|lush|rame|igure|ont|ill)",
    "\t": r"(?:ext[a-z]*+\s*+\{|itle\s*+\{|imes(?![a-z])|heta(?![a-z])|frac\s*+\{|ilde\s*+\{)",
    "\r": r"(?:ef\s*+\{|ho(?![a-z])|ight[)\]}.|\\]|angle(?![a-z])|ightarrow(?![a-z]))",
    "\n": r"(?:ef\s*+\{|abla(?![a-z])|ewline(?![a-z])|ewpage(?![a-z])|oindent(?![a-z])"
    r"|ight[)\]|.]|ewcommand\s*+\{|onumber(?![a-z])|ightarrow(?![a-z]))",
}
"""By the sign that a backslash and a letter were read as: how the rest of the command begins."""
LETTERS = dict(zip(KNOWN, "abvftrn", strict=True))
EATEN = regex.compile("|".join(f"{regex.escape(sign)}(?={rest})" for sign, rest in KNOWN.items()))
LINE_END = regex.compile(
    r"(?<!\\)(?:\\n){2,}+(?![a-z])|(?<!\\)\\n(?=\\(?:section|begin|end|item|label|subsection)(?![a-z]))"
)


@check("mojibake", 4, Category.TYPOGRAPHY)
def mojibake(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    """Letters beyond ASCII that were read in the wrong encoding, or are lost.

    Pass: Ångström, «été», 5 Å³ and „Ä“ by André–Marie.
    Fail: Ã…ngstrÃ¶m said â€œsoâ€\u009d.
    """
    live = structure.live
    keys = keys_of(structure)
    spans = [*_misread(live)]
    for start, end in spans:
        new = _decoded(live, start, end)
        cure = () if is_in(keys, start) else (Edit(start, end, new),)
        shown = live[start:end]
        yield Hit(start, end, f"{shown!r} is {new!r} in the wrong encoding.", cure=cure)
    for match in LOST.finditer(live):
        if not is_in(spans, match.start()):
            yield Hit(*match.span(), "Here a character was lost.", action="Write what was meant.")


def _misread(text: str) -> Iterator[tuple[int, int]]:
    """The spans that are UTF-8 in the wrong encoding."""
    for run in RUN.finditer(text):
        spans = joined(_sequences(text, *run.span()))
        strange = len(run[0]) - sum(end - start for start, end in spans)
        # Text in a third encoding looks like ours here and there.
        if strange <= MOST_STRANGE:
            yield from spans


def _sequences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    raw = "".join(chr(BYTES[ord(char)]) for char in text[start:end])
    for match in UTF_8.finditer(raw):
        first, last = start + match.start(), start + match.end()
        if _is_misread(text, match, first, last):
            yield first, last


def _is_misread(text: str, match: Match, first: int, last: int) -> bool:
    lead, second = match[0][0], text[first + 1]
    in_word = text[first - 1 : first].isalpha() or text[last : last + 1].isalpha()
    if match["sure"]:
        return True
    if match["three"]:
        try:
            match[0].encode("latin-1").decode("utf-8")
        except UnicodeDecodeError:
            return False
        if lead == "\xe2" and match[0][1] in BLOCKS_OF_E2:
            return True
        return len(match[0]) > 3 and any(char not in QUOTES for char in text[first + 1 : last])
    if second in QUOTES:
        in_word = text[last : last + 1].isalpha()
        return in_word and (lead == "\xc3" or text[first - 1 : first].isalpha())
    if lead in "\xc4\xc5":
        return in_word and not (second in RAISED and not text[first - 1 : first].isalpha())
    return True


def _decoded(text: str, start: int, end: int) -> str:
    """What was meant, also where it was misread more than once."""
    before, new, after = text[max(start - 1, 0) : start], text[start:end], text[end : end + 1]
    for _ in range(MOST_OFTEN):
        whole = before + new + after
        for first, last in reversed([*_misread(whole)]):
            if first < len(before) or last > len(whole) - len(after):
                continue
            raw = bytes(BYTES[ord(char)] for char in whole[first:last])
            whole = whole[:first] + raw.decode("utf-8") + whole[last:]
        if whole == before + new + after:
            break
        new = whole[len(before) : len(whole) - len(after)]
    return "".join(OWN.get(char, char) for char in new)


@check("eaten-backslash", 5, Category.OTHER)
def eaten_backslash(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A control character that a backslash and the first letter of a command were read as.

    Pass: The mean $\bar{x}$ is steady.
    Fail: The mean $ar{x}$ is steady.
    """
    live = structure.live
    for match in EATEN.finditer(live):
        start, end = match.span()
        if match[0] == "\n" and live[start - 1 : start] == "\r":
            start -= 1
        new = f"\\{LETTERS[match[0]]}"
        message = f"A command that begins with {new} has lost its backslash."
        yield Hit(start, end, message, cure=(Edit(start, end, new),))


@check("escaped-line-end", 5, Category.OTHER)
def escaped_line_end(structure: Structure, evidence: Evidence) -> Iterator[Hit]:
    r"""A line end that stands there as a backslash and the letter n.

    Pass: The normal $\n$ of the plane.
    Fail: The first paragraph.\n\nThe second one.
    """
    live = structure.live
    if r"{\n}" in live or r"\def\n" in live or r"\let\n" in live:
        return
    for match in LINE_END.finditer(live):
        start, end = match.span()
        if not is_in(views(structure).math, start):
            new = "\n" * match[0].count("n")
            message = "A line end stands here as a backslash and a letter."
            yield Hit(start, end, message, cure=(Edit(start, end, new),))
