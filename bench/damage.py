r"""Random damage to a report, repaired without a model; exit code 1 when a limit is passed.

One kind of damage after another is done at a random place, and the repair loop works on what comes
out, each pass a bare run of pdfLaTeX. Places where the damage shows neither in the log nor in the
PDF's words are drawn again. Cured means: a clean pass, and a PDF whose words agree with those of
the undamaged report. Afterwards the same with three damages at once. What was not cured goes on to
quarantine, which must end in a PDF that lacks no more than the blocks it names.

    python bench/damage.py --seeds 101 102 --singles --kinds "delete {" "delete $"
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import compile.remedies  # noqa: F401
from bench.damage_pass import Shown, run_pass
from compile.ledger import Ledger
from compile.quarantine import faultless, set_aside
from compile.repair import Repair, repair
from latex.mask import mask

DOCUMENT = Path(__file__).with_name("damage_report.tex")
SINGLE, TRIPLE = 0.9, 0.7
KEPT = 0.97
"""Share of words that must agree."""
MOST_DRAWS = 12

Plan = tuple[tuple[str, ...], int]
"""Kinds of damage to be done, and the seed."""
Damage = Callable[[random.Random, str], str | None]
"""Another text, or None where this one has no place for it."""


def _body(text: str) -> tuple[int, int]:
    live = mask(text)
    begin = live.find("\\begin{document}")
    end = live.find("\\end{document}")
    start = begin + len("\\begin{document}") if begin >= 0 else live.find("\\maketitle")
    return start, end if end >= 0 else len(live)


def _places(pattern: str, text: str, *, whole: bool = False) -> list[re.Match[str]]:
    """Where the live source shows the pattern, in the body or in all of it."""
    start, end = (0, len(text)) if whole else _body(text)
    return [m for m in re.finditer(pattern, mask(text)) if start <= m.start() and m.end() <= end]


def replacing(pattern: str, new: str, *, whole: bool = False) -> Damage:
    """Put `new` for one find of the pattern."""

    def damage(rng: random.Random, text: str) -> str | None:
        found = _places(pattern, text, whole=whole)
        if not found:
            return None
        chosen = rng.choice(found)
        return text[: chosen.start()] + chosen.expand(new) + text[chosen.end() :]

    return damage


def inserting(new: str, at: str = r"(?<=[a-z ])(?=[a-z ])") -> Damage:
    """Put `new` at one of the places in the body."""
    return replacing(at, new.replace("\\", r"\\"))


def _unicode(rng: random.Random, text: str) -> str | None:
    return inserting(rng.choice("≤≈→ω²Ω−×µ∞ﬁ\u2009\u200b≥"), r"(?<=[a-z]) ")(rng, text)


def _typo(rng: random.Random, text: str) -> str | None:
    """Two letters of a command change places, or one is lost or doubled."""
    found = [m for m in _places(r"\\[A-Za-z]{4,}", text) if m[0] not in (r"\begin", r"\item")]
    if not found:
        return None
    chosen = rng.choice(found)
    name, at = chosen[0], rng.randrange(2, len(chosen[0]) - 1)
    new = rng.choice(
        (name[:at] + name[at + 1] + name[at] + name[at + 2 :], name[:at] + name[at + 1 :],
         name[:at] + name[at] + name[at:])
    )  # fmt: skip
    return text[: chosen.start()] + new + text[chosen.end() :] if new != name else None


def _misnamed(side: str) -> Damage:
    def damage(rng: random.Random, text: str) -> str | None:
        found = _places(rf"\\{side}\{{(?P<name>[a-z]+\*?)\}}", text)
        if not found:
            return None
        chosen = rng.choice(found)
        at = rng.randrange(1, len(chosen["name"]))
        start = chosen.start("name") + at
        return text[:start] + text[start + 1 :]

    return damage


def _wrong_end(rng: random.Random, text: str) -> str | None:
    found = _places(r"\\end\{(?P<name>[a-z]+\*?)\}", text)
    if len({m["name"] for m in found}) < 2:
        return None
    chosen = rng.choice(found)
    other = rng.choice(sorted({m["name"] for m in found} - {chosen["name"]}))
    return text[: chosen.start("name")] + other + text[chosen.end("name") :]


KINDS: dict[str, Damage] = {
    "delete {": replacing(r"(?<!\\)\{", "", whole=True),
    "delete }": replacing(r"(?<!\\)\}", "", whole=True),
    "insert {": inserting("{"),
    "insert }": inserting("}"),
    "delete $": replacing(r"(?<!\\)\$", ""),
    "insert $": inserting("$"),
    "insert &": inserting(" & ", r" (?=[a-z])"),
    "delete &": replacing(r"(?<!\\)&", ""),
    "insert #": inserting("#"),
    "insert _": inserting("_", r"(?<=[a-z])(?=[a-z])"),
    "insert ^": inserting("^", r"(?<=[a-z])(?=[a-z])"),
    "insert %": inserting("%", r"(?<=[0-9])(?=[ .])"),
    "bare special": replacing(r"\\(?P<sign>[%&_#])", r"\g<sign>"),
    "delete \\end": replacing(r"\\end\{[a-z]+\*?\}", ""),
    "delete \\begin": replacing(r"\\begin\{[a-z]+\*?\}", ""),
    "misname \\begin": _misnamed("begin"),
    "wrong \\end": _wrong_end,
    "delete \\item": replacing(r"\\item\b", ""),
    "delete \\\\": replacing(r"\\\\", ""),
    "insert \\\\": inserting("\\\\\n", r"(?<=\n\n)(?=[A-Z])"),
    "delete \\left": replacing(r"\\left\b", ""),
    "delete \\right": replacing(r"\\right\b", ""),
    "delete package": replacing(r"\\usepackage(?:\[[^\]\n]*\])?\{[a-z]+\}\n", "", whole=True),
    "typo in command": _typo,
    "Unicode": _unicode,
    "blank line": replacing(r"(?<=\S)\n(?=[ ]+\S)", "\n\n"),
    "second script": replacing(r"(?P<script>[_^](?:\w|\{[^{}]*\}))", r"\g<script>\g<script>"),
    "delete \\": replacing(r"\\(?=[a-z]{2})", ""),
    "delete document": replacing(r"\\(?:begin|end)\{document\}\n", "", whole=True),
}


@dataclass(frozen=True, slots=True)
class Case:
    kinds: tuple[str, ...]
    seed: int
    outcome: str
    """`cured`, `words` (clean, but too many words differ) or `errors`."""
    passes: int
    share: float
    seconds: float
    left: tuple[str, ...]
    """The problems of the last pass."""
    cures: tuple[str, ...]
    set_aside: float | None = None
    """Share of the report's words in the PDF after quarantine; None where there was none to do, and
    0 where no PDF came of it."""


@dataclass(frozen=True, slots=True)
class Bench:
    text: str
    keep: Path | None
    original: Counter[str]

    def damaged(self, kinds: tuple[str, ...], seed: int) -> tuple[str, Shown] | None:
        """A text that the damage has really harmed, and its first pass."""
        rng = random.Random(f"{seed} {kinds}")
        for _ in range(MOST_DRAWS):
            text = self.text
            for kind in kinds:
                text = KINDS[kind](rng, text) or text
            shown = run_pass({"main.tex": text})
            if not shown.attempt.clean or agreement(shown.words, self.original) < KEPT:
                return text, shown
        return None

    def run(self, kinds: tuple[str, ...], seed: int) -> Case | None:
        drawn = self.damaged(kinds, seed)
        if drawn is None:
            return None
        text, first = drawn
        started = time.monotonic()
        ledger = Ledger({"main.tex": text}, "pdflatex")
        done = repair(
            ledger, first.attempt, root="main.tex", assets=frozenset(),
            attempt_on=lambda trial: run_pass(trial.texts, trial.engine).attempt,
        )  # fmt: skip
        seconds = time.monotonic() - started
        last = run_pass(done.ledger.texts, done.ledger.engine)
        share = agreement(last.words, self.original)
        outcome = "errors" if not last.attempt.clean else "cured" if share >= KEPT else "words"
        left = tuple(str(problem) for problem in last.attempt.problems)
        cures = tuple(f"{cure.remedy}: {cure.what}" for cure in done.ledger.cures.values())
        case = Case(
            kinds, seed, outcome, 1 + done.passes, share, seconds, left, cures,
            self.kept_by_quarantine(done) if not faultless(done.attempt) else None,
        )  # fmt: skip
        if self.keep is not None:
            self.store(case, text, done.ledger.texts["main.tex"])
        return case

    def kept_by_quarantine(self, done: Repair) -> float:
        found = set_aside(
            done.ledger, done.attempt, root="main.tex",
            attempt_on=lambda trial: run_pass(trial.texts, trial.engine).attempt,
        )  # fmt: skip
        if found is None:
            return 0.0
        words = run_pass(found[0].texts, found[0].engine).words
        return (words & self.original).total() / self.original.total()

    def store(self, case: Case, damaged: str, repaired: str) -> None:
        assert self.keep is not None
        numbers = "-".join(str(list(KINDS).index(kind)) for kind in case.kinds)
        folder = self.keep / f"{case.outcome}-{case.seed}-{numbers}"
        folder.mkdir(parents=True, exist_ok=True)
        for stem, text in (("whole", self.text), ("damaged", damaged), ("repaired", repaired)):
            (folder / f"{stem}.tex").write_text(text, encoding="utf-8")
        (folder / "case.json").write_text(json.dumps(asdict(case), indent=1), encoding="utf-8")


def agreement(words: Counter[str], original: Counter[str]) -> float:
    """Share of words that both have, of all words they have."""
    return 2 * (words & original).total() / max(1, words.total() + original.total())


def singles(kinds: list[str], seeds: list[int]) -> Iterator[Plan]:
    return (((kind,), seed) for seed in seeds for kind in kinds)


def triples(seeds: list[int], number: int) -> Iterator[Plan]:
    for seed in seeds:
        rng = random.Random(seed)
        for n in range(number):
            yield tuple(rng.sample(list(KINDS), 3)), seed * 1000 + n


def report(cases: list[Case], title: str) -> float:
    print(f"== {title}")
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.kinds[0] if len(case.kinds) == 1 else "three", []).append(case)
    for name, group in groups.items():
        cured = [case for case in group if case.outcome == "cured"]
        lost = sum(case.outcome == "words" for case in group)
        passes = sum(case.passes for case in group) / len(group)
        print(
            f"{name:18} {len(cured):3} of {len(group):3} cured, {lost} with words lost, "
            f"{passes:.1f} passes, words {min(case.share for case in group):.3f} at worst"
        )
    aside = [case.set_aside for case in cases if case.set_aside is not None]
    if aside:
        print(
            f"quarantine: {sum(kept > 0 for kept in aside)} of {len(aside)} end in a PDF, with "
            f"{min(aside):.0%} of the words at worst and {sorted(aside)[len(aside) // 2]:.0%} in "
            "the middle"
        )
    share = sum(case.outcome == "cured" for case in cases) / max(1, len(cases))
    exact = sum(case.outcome == "cured" and case.share > 0.995 for case in cases)
    seconds = sum(case.seconds for case in cases) / max(1, len(cases))
    print(
        f"all: {share:.1%} of {len(cases)} cured, {exact} of them with more than 99.5 % of the "
        f"words, {seconds:.1f} s each"
    )
    return share


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--triples", type=int, default=10, help="for each seed")
    parser.add_argument("--count", type=int, help="most cases of one damage, drawn by the seeds")
    parser.add_argument("--singles", action="store_true", help="only one damage at a time")
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    parser.add_argument("--keep", type=Path, help="folder for damaged and repaired texts")
    parser.add_argument("--verbose", action="store_true", help="name what was not cured")
    chosen = parser.parse_args()
    text = chosen.document.read_text(encoding="utf-8")
    whole = run_pass({"main.tex": text})
    if not whole.attempt.clean:
        print("the report itself does not compile", *whole.attempt.problems, sep="\n")
        return 1
    bench = Bench(text, chosen.keep, whole.words)
    good = True
    single = list(singles(chosen.kinds, chosen.seeds))
    if chosen.count is not None and chosen.count < len(single):
        single = random.Random(str(chosen.seeds)).sample(single, chosen.count)
    plans: list[tuple[str, Iterable[Plan], float]] = [("one damage", single, SINGLE)]
    if not chosen.singles and chosen.triples:
        plans.append(("three at once", triples(chosen.seeds, chosen.triples), TRIPLE))
    for title, plan, limit in plans:
        with ThreadPoolExecutor(2) as pool:
            done = list(pool.map(lambda job: bench.run(*job), plan))
        cases = [case for case in done if case is not None]
        good &= report(cases, title) >= limit and all(case.set_aside != 0.0 for case in cases)
        for case in cases if chosen.verbose else ():
            if case.outcome != "cured":
                print(case.outcome, case.seed, *case.kinds, f"{case.share:.3f}", sep=" | ")
                print(*(f"    left {line}" for line in case.left[:4]), sep="\n")
                print(*(f"    made {line}" for line in case.cures), sep="\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
