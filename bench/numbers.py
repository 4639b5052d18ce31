"""The number check of a report of 20 pages against 2,000 facts; exit code 1 when it takes 0.3 s.

A third of the numbers are facts in their rounding, a third stand in the notes, a third come from
nowhere. The evidence is made anew each time; beside it stands what the next draft costs.

Run: python -m bench.numbers
"""

import random
import statistics
import sys
import time

from agent.analysis.facts import Fact, Facts, Origin
from agent.analysis.printing import plain
from agent.reflecting.claims import claims_of

FACTS, WORDS, EACH, TIMES, LIMIT = 2_000, 9_000, 25, 5, 0.3
"""A page of prose has 450 words; one number stands among 25 of them."""
UNITS = ("volt", "meter", "second", "kilogram", "kelvin", None)


def ledger(rng: random.Random) -> Facts:
    return Facts(
        tuple(
            Fact(
                f"run{n // 40}.c{n % 40}.mean",
                value := rng.uniform(1, 10) * 10.0 ** rng.randrange(-2, 4),
                f"mean of quantity {n}",
                "statistic",
                Origin("arithmetic mean", f"run{n // 40}.csv"),
                0.01 * value,
                rng.choice(UNITS),
            )
            for n in range(FACTS)
        )
    )


def draft(facts: Facts, rng: random.Random) -> tuple[str, str]:
    """The report, and the notes that state a third of its numbers."""
    known, given, pieces = list(facts), [], [r"\documentclass{article}\begin{document}"]
    for n in range(WORDS // EACH):
        number = f"{rng.uniform(10, 99):.3f} mm"
        if n % 3 == 0:
            number = plain(rng.choice(known)).replace("−", "-")
        elif n % 3 == 1:
            given.append(f"The part {n} is {number} long.")
        heading = f"\n\n\\section{{Results {n}}}\n" if n % 40 == 0 else " "
        pieces.append(f"{heading}{'The reading was taken twice ' * (EACH // 5)}and gave {number}.")
    return "".join([*pieces, "\n\\end{document}\n"]), "\n".join(given)


def main() -> int:
    rng = random.Random(1)
    facts = ledger(rng)
    source, notes = draft(facts, rng)
    first, again = [], []
    for n in range(TIMES):
        begun = time.process_time()
        claims = claims_of(facts, notes)
        found = claims(source)
        first.append(time.process_time() - begun)
        begun = time.process_time()
        claims(source.replace("twice", f"twice{n}", 1))
        again.append(time.process_time() - begun)
    states = {state: sum(c.state == state for c in found) for state in ("fact", "stated", "loose")}
    print(f"{len(source) / 1000:.0f} kB, {len(found)} numbers against {len(facts)} facts: {states}")
    print(f"{statistics.median(first):.3f} s with the evidence made anew (limit {LIMIT} s)")
    print(f"{statistics.median(again):.3f} s for the next draft")
    return int(statistics.median(first) >= LIMIT)


if __name__ == "__main__":
    sys.exit(main())
