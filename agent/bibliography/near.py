"""The one key that a mistyped key most likely means."""

import re
from collections.abc import Sequence

PARTS = re.compile(r"(?P<digits>\d+)|(?P<other>\D+)")


def nearest(key: str, keys: Sequence[str]) -> str | None:
    """The only key within two slips of the pen of this one; none when there is no or no single one.

    A slip is a character too many, missing, wrong, or swapped with its neighbour. Case does not
    count at all; one slip is allowed from four characters on, the second from eight on. Another
    year, or another letter behind the year, is another work and never a slip.
    """
    folded = [other for other in keys if other.casefold() == key.casefold()]
    if folded:
        return folded[0] if len(folded) == 1 else None
    allowed = min(2, len(key) // 4)
    candidates = [
        (distance, other)
        for other in keys
        if _same_work(key.casefold(), other.casefold())
        and 0 < (distance := slips(key.casefold(), other.casefold(), allowed)) <= allowed
    ]
    best = min((distance for distance, _ in candidates), default=0)
    nearest_ones = [other for distance, other in candidates if distance == best]
    return nearest_ones[0] if len(nearest_ones) == 1 else None


def _same_work(one: str, other: str) -> bool:
    if re.findall(r"\d", one) != re.findall(r"\d", other):
        return False
    letters = [re.search(r"\d([a-z]?)$", key) for key in (one, other)]
    first, second = (match[1] if match else "" for match in letters)
    return first == second or not first or not second


def slips(one: str, other: str, limit: int) -> int:
    """The distance of optimal string alignment; `limit` + 1 when it is more than `limit`."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for n, a in enumerate(one, start=1):
        before, row, last = row, [n], before
        for m, b in enumerate(other, start=1):
            cost = min(before[m] + 1, row[m - 1] + 1, before[m - 1] + (a != b))
            if n > 1 and m > 1 and a == other[m - 2] and b == one[n - 2]:
                cost = min(cost, last[m - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)
