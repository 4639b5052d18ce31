"""Names of test cases that are the same in each process."""

from typing import Any


def named(part: Any) -> str:
    """Of a function its name, without the address it has in this process."""
    return getattr(part, "__name__", str(part))
