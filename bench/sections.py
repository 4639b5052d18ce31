"""Sectionizing 1.77 MB, and pylatexenc's walk over the same text in the same run.

Exit code 1 when it takes half a second or more, or is less than twenty times faster than the walk.
The text is made here; give the path of a document to measure that instead.
"""

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pylatexenc.latexwalker import LatexWalker

from latex.sections import outline
from tests.agent.reflecting.long_draft import long_draft

SIZE, TIMES, SECONDS, RATIO = 1_770_000, 3, 0.5, 20.0


def made() -> str:
    """A made-up report, its body repeated until there are 1.77 MB."""
    whole = long_draft()
    start, end = whole.index("\\section"), whole.index("\\end{document}")
    body = whole[start:end]
    return whole[:start] + body * (SIZE // len(body) + 1) + whole[end:]


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds: the machine may have other work."""
    started = time.process_time()
    work()
    return time.process_time() - started


def fresh(text: str, number: int) -> int:
    """Headings found in a text that is new each time: what was read before is remembered."""
    return len(outline(f"% {number}\n{text}"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    file = parser.parse_args().file
    text = file.read_bytes().decode("utf-8", "replace") if file else made()
    ours = min(seconds(partial(fresh, text, number)) for number in range(TIMES))
    walk = seconds(lambda: LatexWalker(text, tolerant_parsing=True).get_latex_nodes(pos=0))
    print(f"{len(text) / 1e6:.2f} M characters, {fresh(text, TIMES)} headings")
    print(f"outline {ours:.3f} s; pylatexenc {walk:.2f} s; {walk / ours:.0f} times faster")
    return int(ours >= SECONDS or walk / ours < RATIO)


if __name__ == "__main__":
    sys.exit(main())
