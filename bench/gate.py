"""The gate on a draft of 100 kB; a token diff of the same pair in the same run for comparison."""

import re
import statistics
import sys
import time
from collections.abc import Callable
from difflib import SequenceMatcher

from reflect.gate import regression_check
from reflect.verdict import Outcome
from tests.agent.reflecting.long_draft import long_draft

SIZE, TIMES, LIMIT = 100_000, 25, 10.0
TOKEN = re.compile(r"\w+|\\[A-Za-z]+|\S")


def draft() -> str:
    """Parts of a made-up report, each with its own labels, until there are 100 kB."""
    whole = long_draft()
    start = whole.index("\\section")
    end = whole.index("\\end{document}")
    pieces, number = [whole[:start]], 0
    while sum(map(len, pieces)) < SIZE:
        number += 1
        renamed = re.sub(r"(\\(?:label|ref)\{)", rf"\g<1>v{number}-", whole[start:end])
        pieces.append(re.sub(r"(\\section\{)", rf"\g<1>Volume {number}: ", renamed))
    return "".join(pieces)[:SIZE].rsplit("\n\n", 1)[0] + "\n\\end{document}\n"


def edited(source: str, number: int) -> str:
    """Another word in another place each time, so that nothing of it is known before."""
    place = [match.start() for match in re.finditer(r" the ", source)][7 * number]
    return f"{source[:place]} one{number} {source[place + 5 :]}"


def milliseconds(action: Callable[[int], object], times: int = TIMES) -> float:
    taken = []
    for number in range(times):
        begun = time.perf_counter()
        action(number)
        taken.append(time.perf_counter() - begun)
    return 1000 * statistics.median(taken)


def main() -> int:
    source = draft()
    afters = [edited(source, number) for number in range(2 * TIMES)]
    assert regression_check(source, afters[-1]).outcome is Outcome.ACCEPTED
    known = milliseconds(lambda n: regression_check(source, afters[n]))
    cold = milliseconds(lambda n: regression_check(f"{afters[n]}\n%", afters[TIMES + n]))
    tokens = TOKEN.findall(source)
    plain = milliseconds(
        lambda n: SequenceMatcher(None, tokens, TOKEN.findall(afters[n]), False).ratio(), 1
    )
    print(f"{len(source) / 1000:.0f} kB: {known:.1f} ms for a new text after a known one")
    print(f"{cold:.1f} ms when neither was seen before")
    print(f"a token diff alone: {plain:.0f} ms, {plain / known:.0f} times as long")
    return int(known > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
