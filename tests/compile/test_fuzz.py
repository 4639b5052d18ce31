"""Random damage of documents that compile: every one ends in time, with a result, and alone."""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from compile.document import compile_document
from compile.errors import Uncompilable
from compile.result import Outcome

pytestmark = [pytest.mark.tex, pytest.mark.slow]

CASES = 300
LONGEST = 60.0
"""Seconds: twice the timeout, since what was stopped is searched, and the last build."""
TIMEOUT = 20.0

DOCUMENTS = (
    r"""\documentclass{article}
\usepackage{graphicx}
\newcommand{\unit}[1]{\,\mathrm{#1}}
\begin{document}
\title{A spring and its weight}
\maketitle
\begin{abstract}
We measured how far a spring \emph{yields}.
\end{abstract}
\section{Method}\label{sec:method}
A spring hangs from a stand; weights of $0.1\unit{kg}$ are added one by one.
\begin{itemize}
  \item The ruler has marks every \textbf{1\,mm}.
  \item The scale reads to 0.1\,g \footnote{As its label says.}.
\end{itemize}
\section{Results}
Table~\ref{tab:rows} gives what was read, and
\begin{equation}
  k = \frac{m g}{\Delta x} \left( 1 + \epsilon \right)
\end{equation}
is the constant.
\begin{table}
\caption{Readings.}\label{tab:rows}
\begin{tabular}{l|rr}
  Row & $m$ & $x$ \\ \hline
  1 & 0.1 & 2.4 \\
  2 & 0.2 & 4.9 \\
\end{tabular}
\end{table}
As said in Section~\ref{sec:method}, the ruler is good to 1\,mm \cite{ruler}.
\begin{thebibliography}{9}
\bibitem{ruler} The maker's sheet, 1999.
\end{thebibliography}
\end{document}
""",
    r"""\documentclass[twocolumn]{article}
\usepackage{amsmath}
\begin{document}
\tableofcontents
\section{Waves}
A wave of length $\lambda$ and frequency $f$ moves with $c = \lambda f$.
\begin{align}
  c &= \lambda f \\
    &= 3 \cdot 10^{8}
\end{align}
\subsection{Noise}
\begin{quote}
  \small Noise is what is left: \verb|a_b|.
\end{quote}
\begin{enumerate}
  \item First, {\itshape listen}.
  \item Then \texttt{count} 50\,\% of it.
\end{enumerate}
\paragraph{Last.} Nothing more.
\end{document}
""",
)


def damaged(text: str, seed: int) -> str:
    """One line or one brace deleted, doubled, or exchanged with another."""
    chance = random.Random(seed)
    lines = text.split("\n")
    kind = chance.choice(("line", "brace"))
    act = chance.choice(("delete", "double", "swap"))
    if kind == "line":
        return "\n".join(_changed(lines, act, chance))
    signs = list(text)
    braces = [place for place, sign in enumerate(signs) if sign in "{}"]
    one, other = chance.sample(braces, 2)
    if act == "swap":
        signs[one], signs[other] = signs[other], signs[one]
    else:
        signs[one] = "" if act == "delete" else signs[one] * 2
    return "".join(signs)


def _changed(lines: list[str], act: str, chance: random.Random) -> list[str]:
    one, other = chance.sample(range(len(lines)), 2)
    changed = list(lines)
    if act == "delete":
        del changed[one]
    elif act == "double":
        changed.insert(one, changed[one])
    else:
        changed[one], changed[other] = changed[other], changed[one]
    return changed


def children() -> set[int]:
    """Processes whose parent is this one."""
    mine = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and fields[0] != "Z":
            mine.add(int(entry.name))
    return mine


def outcome(folder: Path, seed: int) -> tuple[int, str, float]:
    text = damaged(DOCUMENTS[seed % len(DOCUMENTS)], seed)
    place = folder / str(seed)
    place.mkdir()
    (place / "paper.tex").write_text(text, encoding="utf-8")
    try:
        result = compile_document(place / "paper.tex", timeout=TIMEOUT)
    except Uncompilable as refused:
        return seed, f"refused: {refused}", 0.0
    assert (result.pdf is None) == (result.outcome is Outcome.FAILED)
    assert (place / "paper.tex").read_text(encoding="utf-8") == text
    return seed, result.outcome, result.seconds


@pytest.mark.parametrize("first", range(0, CASES, 50))
def test_damaged_documents_end_in_time_with_a_result_and_leave_no_process(first, tmp_path):
    before = children()
    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(lambda seed: outcome(tmp_path, seed), range(first, first + 50)))
    assert children() <= before
    assert all(seconds < LONGEST for _, _, seconds in ended)
    documented = {"clean", "warnings", "degraded", "failed"}
    assert [one for one in ended if one[1] not in documented] == []
    assert sum(one[1] == "failed" for one in ended) <= 2
