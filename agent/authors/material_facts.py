"""Which facts a prompt shows when there is not room for all, and how one is shown."""

from agent.analysis.facts import Fact
from agent.analysis.printing import plain
from agent.analysis.types import Findings

LEADING = ("n", "mean", "sd", "sem", "min", "max")
"""Of a column's facts those that a report needs first."""


def fact_line(fact: Fact) -> str:
    """`key: value ± u unit (name; origin)`."""
    return f"{fact.key}: {plain(fact)} ({fact.name}; {_origin(fact)})"


def _origin(fact: Fact) -> str:
    origin = fact.origin
    parts = [origin.method]
    if origin.formula and origin.formula.strip() not in origin.method:
        parts.append(origin.formula)
    if origin.path:
        of = f", {', '.join(origin.columns)}" if origin.columns else ""
        parts.append(f"{origin.path}{of}")
    return "; ".join(parts)


def select_facts(
    findings: Findings, room: int
) -> tuple[tuple[Fact, ...], tuple[tuple[str, int], ...]]:
    """As many facts as fit into so many characters, and (table, number left out).

    Results and comparisons come first, then what the fits give, then the leading statistics of each
    column, then the rest; within each of these the tables take turns. The facts that are chosen
    keep the ledger's order.
    """
    queues: dict[tuple[int, str], list[Fact]] = {}
    results = set(findings.results)
    fits = {fit.key for fit in findings.fits}
    columns = {profile.key for profile in findings.profiles}
    for fact in findings.facts:
        rank = _rank(fact, results, fits, columns)
        queues.setdefault((rank, fact.origin.table or ""), []).append(fact)
    chosen: set[str] = set()
    for rank in range(4):
        turns = [queue for (level, _), queue in queues.items() if level == rank]
        for fact in _in_turn(turns):
            room -= len(fact_line(fact)) + 1
            if room < 0:
                return _sorted(findings, chosen)
            chosen.add(fact.key)
    return _sorted(findings, chosen)


def _rank(fact: Fact, results: set[str], fits: set[str], columns: set[str]) -> int:
    prefix, _, part = fact.key.rpartition(".")
    if fact.kind in {"derived", "reference", "setting"} or {fact.key, prefix} & results:
        return 0
    if fact.kind == "parameter" or prefix in fits:
        return 1
    return 2 if part in LEADING and prefix in columns else 3


def _in_turn(queues: list[list[Fact]]) -> list[Fact]:
    """One of each queue, then the next of each."""
    longest = max((len(queue) for queue in queues), default=0)
    return [queue[i] for i in range(longest) for queue in queues if i < len(queue)]


def _sorted(
    findings: Findings, chosen: set[str]
) -> tuple[tuple[Fact, ...], tuple[tuple[str, int], ...]]:
    left: dict[str, int] = {}
    for fact in findings.facts:
        if fact.key not in chosen:
            table = fact.origin.table or ""
            left[table] = left.get(table, 0) + 1
    return tuple(f for f in findings.facts if f.key in chosen), tuple(left.items())
