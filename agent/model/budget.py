"""What may be spent, and what has been: checked before each call, charged after it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from agent.errors import UsageError
from agent.model.errors import BudgetSpent
from agent.model.types import Reply, Usage
from agent.settings import BudgetSettings, ModelSettings

STAGES = {
    "request": "explore", "figures": "figures", "outline": "write", "section": "write",
    "abstract": "write", "critique": "reflect", "revise": "reflect", "revise-body": "reflect",
    "judge": "reflect",
}  # fmt: skip


class Budget:
    """Shared by all threads of a run."""

    def __init__(
        self,
        limits: BudgetSettings,
        prices: ModelSettings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """The clock starts now.

        Raises:
            UsageError: a limit of cost without prices would limit nothing.
        """
        if limits.cost and not (prices.input_price or prices.output_price):
            raise UsageError(
                "A limit of cost needs prices, and none are set.",
                "Set model.input_price and model.output_price, or use --max-tokens.",
            )
        self._limits = limits
        self._prices = prices
        self._clock = clock
        self._begun = clock()
        self._lock = threading.Lock()
        self._flying = 0
        self._spent: dict[str, dict[str, float]] = {}

    @contextmanager
    def call(self) -> Iterator[None]:
        """Hold a place for one call, so that threads together do not overshoot.

        Raises:
            BudgetSpent: a limit is reached.
        """
        with self._lock:
            self._check()
            self._flying += 1
        try:
            yield
        finally:
            with self._lock:
                self._flying -= 1

    def _check(self) -> None:
        limits = self._limits
        minutes = (self._clock() - self._begun) / 60
        for which, limit, used in (
            ("calls", limits.calls, self._total("calls") + self._flying + 1),
            ("tokens", limits.tokens, self._total("prompt") + self._total("completion") + 1),
            ("cost", limits.cost, self._total("cost") + 1e-12),
            ("minutes", limits.minutes, minutes),
        ):
            if limit and used > limit:
                raise BudgetSpent(which, limit)

    def _total(self, name: str) -> float:
        return sum(part.get(name, 0) for part in self._spent.values())

    def cost(self, usage: Usage) -> float:
        """In the currency of the settings' prices."""
        fresh = max(0, usage.prompt - usage.cached)
        cached_price = self._prices.cached_price or self._prices.input_price
        return (
            fresh * self._prices.input_price
            + usage.cached * cached_price
            + usage.completion * self._prices.output_price
        ) / 1e6

    def charge(self, reply: Reply, purpose: str, *, stored: bool = False) -> float:
        """Book a reply, usable or not; one from the store costs nothing."""
        cost = 0.0 if stored else self.cost(reply.usage)
        stage = STAGES.get(purpose.split()[0].split(":")[0], purpose.split()[0])
        with self._lock:
            part = self._spent.setdefault(stage, {})
            if stored:
                part["stored"] = part.get("stored", 0) + 1
                return 0.0
            for name, amount in (
                ("calls", 1),
                ("prompt", reply.usage.prompt),
                ("cached", reply.usage.cached),
                ("completion", reply.usage.completion),
                ("seconds", reply.seconds),
                ("cost", cost),
            ):
                part[name] = part.get(name, 0) + amount
        return cost

    def charge_failed(self, usage: Usage | None, purpose: str, seconds: float) -> None:
        """Book a call that gave no reply: it was made, and its tries were paid for."""
        self.charge(Reply("", "", usage or Usage(), "", seconds), purpose)

    def waste(self, usage: Usage) -> None:
        """Book tokens of a reply that came to nothing, where no stage can be named."""
        self.charge_failed(usage, "wasted", 0.0)

    def by_stage(self) -> dict[str, dict[str, float]]:
        with self._lock:
            return {stage: dict(part) for stage, part in self._spent.items()}
