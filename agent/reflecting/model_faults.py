"""What can go wrong when a role asks a model, as the loop knows it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from agent.model.asking import Unusable
from agent.model.errors import HINTS, BudgetSpent, ModelError
from reflect.roles import Spent

GENTLE = frozenset({"truncated", "empty", "filtered", "context"})
"""Failures that belong to this one text; another one may go well."""


@contextmanager
def announced(refused: Callable[[tuple[str, ...]], Exception]) -> Iterator[None]:
    """Failures as `Spent`, or as what `refused` makes of the reasons.

    Raises:
        ModelError: the model cannot be asked at all.
    """
    try:
        yield
    except BudgetSpent as error:
        raise Spent(str(error)) from error
    except Unusable as error:
        raise refused(tuple(dict.fromkeys(error.reasons))) from error
    except ModelError as error:
        if error.kind not in GENTLE:
            raise
        why = f"The model gave no whole reply ({error.kind}): {error.message.rstrip('.')}."
        raise refused((f"{why} {HINTS[error.kind].format(place='the endpoint')}",)) from error
