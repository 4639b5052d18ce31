"""A real TeX run over a piece of text, and what it complained of."""

import os
import re
import subprocess
from pathlib import Path

ENGLISH = r"\usepackage[T1]{fontenc}\usepackage{lmodern}"
CHINESE = r"\usepackage[fontset=fandol]{ctex}"
PACKAGES = (
    r"\usepackage{amsmath,amssymb,graphicx,booktabs,siunitx,natbib,enumitem,listings,hyperref}"
)
COMPLAINT = re.compile(
    r"^! .*|^.*?:\d+: .*|.*Missing character.*|.*invalid in math mode.*", re.MULTILINE
)


def complaints(
    body: str, folder: Path, *, engine: str = "pdflatex", preamble: str = ENGLISH + PACKAGES
) -> list[str]:
    """The errors and missing characters of one pass over a document with that body."""
    source = f"\\documentclass{{article}}{preamble}\\tracinglostchars=2\n\\begin{{document}}\n"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "page.tex").write_text(source + body + "\n\\end{document}\n", encoding="utf-8")
    subprocess.run(
        [engine, "-no-shell-escape", "-interaction=nonstopmode", "-file-line-error", "page.tex"],
        cwd=folder,
        env={**os.environ, "max_print_line": "10000"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    log = (folder / "page.log").read_text(encoding="utf-8", errors="replace")
    return COMPLAINT.findall(log) + ([] if (folder / "page.pdf").exists() else ["no PDF"])
