"""What a text does to whatever stands behind it, held against what the old text did."""

from collections import Counter
from collections.abc import Iterator

from latex.commands import STOPS, commands
from latex.mask import NOT_CONDITIONALS, mask, verbatim_behind
from latex.patterns import re
from latex.sections import BACK_MATTER, outline
from latex.verbatim import EVIDENCE

HEADING = "\\section{Q}"
CONDITIONAL = re.compile(r"\\newif\s*\\[A-Za-z@]*|\\\\|\\(?P<word>if[A-Za-z@]*|fi)(?![A-Za-z@])")
WORD = re.compile(r"\\(?P<name>[A-Za-z@]+)")
LONE = re.compile(r"(?<!\\)(?:\\\\)*+\\(?=[\r\n]\s*+\Z|\Z)")
SENTENCE_END = re.compile(r"[.!?。！？][)\]}'”’]{0,2}\Z")
IN_SENTENCE = re.compile(r"[^\W_]|[,;，、；(\[“]")
LAST_WORD = re.compile(r"(?<!\\)(?:\\\\)*+\\(?P<name>[A-Za-z@]+)\Z")


def harms(old: str, new: str) -> Iterator[str]:
    """Reasons why the new text cannot stand where the old one does; one sentence each."""
    if _hides(new) and not _hides(old):
        yield "Something in the text is not finished and would swallow the heading that follows it."
    if _makes(new) != _makes(old):
        yield "The text changes what counts as verbatim behind it; leave such commands as they are."
    if _open_conditions(new) != _open_conditions(old):
        yield "The text has `\\if…` without its `\\fi`, or the other way round."
    for name in (_ends(new) - _ends(old)).elements():
        yield f"`\\{name}` ends the section and is not allowed in it."
    if word := _broken_word(old, new):
        yield f"The text breaks off in the command `\\{word}`."
    if _in_mid_sentence(old, new):
        yield "The text breaks off in the middle of a sentence; the old one ends with a full stop."
    if LONE.search(new) and not LONE.search(old):
        yield "The text breaks off behind a backslash."


def _hides(text: str) -> bool:
    """Whether a heading right behind the text would not be seen as one."""
    found = outline(text + HEADING)
    return not len(found) or found[len(found) - 1].start != len(text)


def _makes(text: str) -> object:
    """What is verbatim behind the text, in a form that compares."""
    return verbatim_behind(text), len(EVIDENCE.findall(mask(text)))


def _open_conditions(text: str) -> int:
    words = (match["word"] for match in CONDITIONAL.finditer(mask(text)))
    return sum(-1 if word == "fi" else 1 for word in words if word and word not in NOT_CONDITIONALS)


def _ends(text: str) -> Counter[str]:
    """What ends a section rather than belongs to it."""
    found: Counter[str] = Counter()
    for command in commands(mask(text)).outside:
        if command.name in STOPS:
            found[command.name] += 1
        elif command.name in ("begin", "end") and command.key in BACK_MATTER:
            found[f"{command.name}{{{command.key}}}"] += 1
    return found


def _in_mid_sentence(old: str, new: str) -> bool:
    """Whether prose that ended as sentences do ends in a word now."""
    before, after = mask(old).rstrip(), mask(new).rstrip()
    return bool(SENTENCE_END.search(before[-4:])) and bool(IN_SENTENCE.search(after[-1:]))


def _broken_word(old: str, new: str) -> str | None:
    """The last word of a text that was cut off in the middle of a command."""
    last = LAST_WORD.search(new.rstrip()[-100:])
    if last is None:
        return None
    known = {match["name"] for match in WORD.finditer(old)}
    name = last["name"]
    broken = name not in known and any(word.startswith(name) for word in known)
    return name if broken else None
