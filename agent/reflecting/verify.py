"""Whether TeX takes a proposal, tried in a folder of its own."""

import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

from compile.trial import takes


def verify_in(
    lay_out: Callable[[Path, str], Path], engine: str, timeout: float
) -> Callable[[str], bool | None]:
    """A `verify` for the loop: `lay_out(folder, source)` puts the document there and names its
    root. Each source is tried once.
    """
    known: dict[str, bool | None] = {}

    def verify(source: str) -> bool | None:
        if source not in known:
            with tempfile.TemporaryDirectory(prefix="reflectex-try-") as folder:
                root = lay_out(Path(folder), source)
                known[source] = takes(root, engine=engine, timeout=timeout)
        return known[source]

    return verify


def report_layout(
    run_folder: Path, facts: Callable[[str], str], figures: Collection[str]
) -> Callable[[Path, str], Path]:
    """Lays out a report of ours: `figures` are its files, in the run folder."""

    def lay_out(folder: Path, source: str) -> Path:
        for name in figures:
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes((run_folder / name).read_bytes())
        (folder / "facts.tex").write_text(facts(source), encoding="utf-8")
        root = folder / "report.tex"
        root.write_text(source, encoding="utf-8")
        return root

    return lay_out
