"""One bare pass of an engine over texts, for the benchmark of repairs: problems and words."""

import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from compile.attempt import Attempt
from compile.log import read_log

SECONDS = 20.0
ENVIRONMENT = {
    "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
    "HOME": os.environ.get("HOME", "/"),
    "max_print_line": "10000",
    "error_line": "254",
    "half_error_line": "238",
    "openin_any": "p",
    "MKTEXTFM": "0",
    "MKTEXPK": "0",
}
ERROR = re.compile(r"^(?:\./[^:\n]+:\d+: |! )", re.MULTILINE)
PAGES = re.compile(r"Output written on .+? \((\d+) pages?\b")
STOPPED = re.compile(r"Emergency stop|That makes 100 errors|Fatal error|job aborted|TeX capacity")


@dataclass(frozen=True, slots=True)
class Shown:
    attempt: Attempt
    words: Counter[str]


def run_pass(texts: Mapping[str, str], engine: str = "pdflatex") -> Shown:
    """The problems of one pass and the words of its PDF."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        command = [engine, "-no-shell-escape", "-interaction=nonstopmode", "-file-line-error"]
        try:
            subprocess.run(
                [*command, "main.tex"], cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                capture_output=True, timeout=SECONDS, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Shown(Attempt((), 10**6, complete=False), Counter())
        log = (Path(folder) / "main.log").read_text(encoding="utf-8", errors="replace")
        found = read_log(log, known_files=texts)
        written = PAGES.search(log)
        complete = written is not None and not STOPPED.search(log)
        weight = len(ERROR.findall(log)) + sum(d.code == "unclosed-group" for d in found)
        attempt = Attempt(found, weight, complete, int(written[1]) if written else 0)
        return Shown(attempt, words_of(Path(folder) / "main.pdf"))


def words_of(pdf: Path) -> Counter[str]:
    """The words of a PDF, with those that a line end cuts in two put together."""
    if not pdf.is_file():
        return Counter()
    done = subprocess.run(
        ["pdftotext", "-q", str(pdf), "-"], capture_output=True, timeout=SECONDS, check=False
    )
    text = done.stdout.decode("utf-8", "replace")
    return Counter(re.sub(r"-\n", "", text).split())
