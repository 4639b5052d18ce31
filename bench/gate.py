"""The gate on a draft of 100 kB, edit by edit; exit code 1 when an ordinary one takes 10 ms.

The text before is known, as it is in a loop, where it is what was accepted last; each text after is
new. "both new" is what a hook pays. Ordinary are all edits but that of every paragraph at once.
Milliseconds are of the processor, so that other work on the machine counts little; a diff of the
same pair by tokens, in the same run, says what the figures are worth on this machine.
"""

import re
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

from latex.structure import structure
from reflect.gate import regression_check
from reflect.verdict import Outcome
from tests.agent.reflecting.long_draft import long_draft

SIZE, TIMES, LIMIT = 100_000, 25, 10.0
TOKEN = re.compile(r"\w+|\\[A-Za-z]+|\S")
SECTION = re.compile(r"\\section\{")
NEW = "\\section{{Volume of remarks {0}}}\nNothing but remark number {0} stands here.\n\n"


def draft() -> str:
    """Parts of a made-up report, each with its own labels, until there are 100 kB."""
    whole = long_draft()
    start, end = whole.index("\\section"), whole.index("\\end{document}")
    pieces, number = [whole[:start]], 0
    while sum(map(len, pieces)) < SIZE:
        number += 1
        renamed = re.sub(r"(\\(?:label|ref|eqref)\{)", rf"\g<1>v{number}-", whole[start:end])
        pieces.append(SECTION.sub(rf"\\section{{Volume {number}: ", renamed))
    return "".join(pieces)[:SIZE].rsplit("\n\n", 1)[0] + "\n\\end{document}\n"


def one_word(source: str, number: int) -> str:
    place = [match.start() for match in re.finditer(r" the ", source)][7 * number]
    return f"{source[:place]} one{number} {source[place + 5 :]}"


def every_paragraph(source: str, number: int) -> str:
    """Every eleventh article is another word."""
    articles = iter(range(len(source)))
    return re.sub(
        r" the ", lambda _: " the " if (next(articles) + number) % 11 else f" one{number} ", source
    )


def new_section(source: str, number: int) -> str:
    place = [match.start() for match in SECTION.finditer(source)][1 + number % 20]
    return source[:place] + NEW.format(number) + source[place:]


def lost_section(source: str, number: int) -> str:
    places = [match.start() for match in SECTION.finditer(source)]
    return source[: places[number]] + source[places[number + 1] :]


EDITS: dict[str, Callable[[str, int], str]] = {
    "one word is another": one_word,
    "every paragraph is another": every_paragraph,
    "a section is new": new_section,
    "a section is lost": lost_section,
}


def milliseconds(action: Callable[[str, str], object], pairs: Iterable[tuple[str, str]]) -> float:
    taken = []
    for before, after in pairs:
        begun = time.process_time()
        action(before, after)
        taken.append(time.process_time() - begun)
    return 1000 * statistics.median(taken)


def main() -> int:
    source = draft()
    print(f"regression_check on {len(source) / 1000:.0f} kB, median of {TIMES} in ms")
    shown = {}
    for name, edit in EDITS.items():
        pairs = [(source, edit(source, number)) for number in range(TIMES + 1)]
        wanted = Outcome.REGRESSED if edit is lost_section else Outcome.ACCEPTED
        assert regression_check(*pairs.pop()).outcome is wanted
        shown[name] = milliseconds(regression_check, pairs)
        print(f"{shown[name]:8.1f}  {name}")
    words = [one_word(source, number) for number in range(2 * TIMES)]
    fresh = list(zip(words[::2], words[1::2], strict=True))
    print(f"{milliseconds(regression_check, fresh):8.1f}  one word is another, both new")
    read = [(text, "") for text in words[:TIMES]]
    print(f"{milliseconds(lambda text, _: structure(text), read):8.1f}  structure() of one text")
    tokens = TOKEN.findall(source)
    plain = milliseconds(
        lambda _, after: SequenceMatcher(None, tokens, TOKEN.findall(after), False).ratio(),
        [(source, words[0])],
    )
    word = shown["one word is another"]
    print(f"{plain:8.0f}  a diff of that pair by tokens, {plain / word:.0f} times as long")
    ordinary = [taken for name, taken in shown.items() if EDITS[name] is not every_paragraph]
    return int(max(ordinary) >= LIMIT)


if __name__ == "__main__":
    sys.exit(main())
