"""What compiling costs beside plain latexmk, and what a repair costs beside a full build.

Each figure is a ratio of times in one run: machines are noisy, ratios less so. The limits are those
that the project sets itself.
"""

import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from compile.bench import Bench
from compile.document import compile_document
from compile.sandbox import sandbox_level

REPEATS = 5
SENTENCE = (
    "The period of a pendulum grows with the root of its length, as Section~\\ref{s%d} shows, "
    "and a light rod of $l = %d$ cm is counted with its own weight. "
)
PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage{amsmath}
\usepackage{graphicx}
\usepackage{booktabs}
\usepackage{hyperref}
"""
FLAGS = {"pdflatex": "-pdf", "xelatex": "-pdfxe"}


def document(pages: int, fault: str = "") -> str:
    """A report of about so many pages: sections, formulas, tables, references among them."""
    parts = []
    for n in range(pages):
        text = "".join(SENTENCE % ((n * 7 + i) % pages, 10 + i) for i in range(12))
        parts.append(
            f"\\section{{Part {n}}}\\label{{s{n}}}\n{text}\n\n{text}\n"
            f"\\begin{{equation}}\n T_{{{n}}} = 2\\pi\\sqrt{{l/g}}\n\\end{{equation}}\n"
            "\\begin{tabular}{lr}\\toprule\nA & B \\\\\\midrule\n1 & 2 \\\\\\bottomrule\n"
            f"\\end{{tabular}}\n\n{fault if n == pages // 2 else ''}\n{text}\n"
        )
    body = "\n".join(parts)
    return f"{PREAMBLE}\\begin{{document}}\n\\tableofcontents\n{body}\n\\end{{document}}\n"


def seconds(works: Sequence[tuple[Callable[[Path], object], str]]) -> list[float]:
    """The shortest time of each work on its source, in turns and each time in a fresh folder.

    What else the machine does only lengthens a run, and may do so to all that run in a row.
    """
    best = [float("inf")] * len(works)
    for _ in range(REPEATS):
        for number, (work, source) in enumerate(works):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "paper.tex"
                path.write_text(source)
                begun = time.perf_counter()
                work(path)
                best[number] = min(best[number], time.perf_counter() - begun)
    return best


def plain(engine: str) -> Callable[[Path], object]:
    def run(path: Path) -> object:
        return subprocess.run(
            ["latexmk", FLAGS[engine], "-interaction=nonstopmode", path.name],
            cwd=path.parent, capture_output=True, check=True,
        )  # fmt: skip

    return run


def ours(engine: str) -> Callable[[Path], object]:
    return lambda path: compile_document(path, engine=engine)


def one_pass(engine: str) -> Callable[[Path], object]:
    def run(path: Path) -> object:
        bench = Bench.set_up(path, path.parent / "job", engine, sandbox_level())
        return list(bench.diagnose(bench.single(120.0)))

    return run


def main() -> None:
    clean = document(20)
    faulty = document(20, r"Here \textbff{one} word is wrong.")
    for engine in FLAGS:
        latexmk, build, look, repair = seconds(
            (
                (plain(engine), clean),
                (ours(engine), clean),
                (one_pass(engine), faulty),
                (ours(engine), faulty),
            )
        )
        print(f"{engine}: plain latexmk {latexmk:.2f} s")
        print(f"  clean document   {build / latexmk:5.2f} of plain latexmk (limit 1.1)")
        print(f"  finding errors   {look / build:5.2f} of a full build    (limit 0.5)")
        print(f"  repair of one    {repair / build:5.2f} full builds        (limit 2)")


if __name__ == "__main__":
    main()
