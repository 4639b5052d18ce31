"""Facts that count the material itself: files, tables, rows, outliers."""

from collections.abc import Iterator

from agent.analysis.facts import Fact, Origin
from agent.analysis.types import Findings

FILES, TABLES, OUTLIERS = "folder.files", "folder.tables", "folder.outliers"


def rows_key(prefix: str) -> str:
    """The key of the number of rows of a table whose facts begin with the prefix."""
    return f"{prefix}.rows"


def counts(findings: Findings) -> tuple[Fact, ...]:
    """One fact for each count that the ledger does not hold under that key already."""
    return tuple(fact for fact in _counts(findings) if fact.key not in findings.facts)


def _counts(findings: Findings) -> Iterator[Fact]:
    tables = [table for table in findings.tables if table.numeric]
    files = len({table.path for table in tables})
    outliers = sum(len(p.outliers) for p in findings.profiles if p.role not in {"index", "group"})
    for key, number, name in (
        (FILES, files, "files with tables"),
        (TABLES, len(tables), "tables"),
        (OUTLIERS, outliers, "outliers"),
    ):
        yield Fact(key, number, f"number of {name}", "count", Origin("count over the folder"))
    prefixes = {p.table: p.key.rpartition(".")[0] for p in findings.profiles}
    for table in tables:
        if prefix := prefixes.get(table.name):
            origin = Origin("count", table.path, table.name, (), table.rows)
            name = f"rows of {table.path}"
            yield Fact(rows_key(prefix), table.rows, name, "count", origin)
