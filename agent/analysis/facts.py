"""The ledger of facts: every number the program computed, and where it came from."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

FactKind = Literal["count", "statistic", "parameter", "derived", "reference", "setting", "text"]


@dataclass(frozen=True, slots=True)
class Origin:
    method: str
    """In words, such as `arithmetic mean` or `slope of the weighted straight-line fit`."""
    path: str | None = None
    """The material, relative to the folder."""
    table: str | None = None
    columns: tuple[str, ...] = ()
    rows: int | None = None
    """How many rows went in."""
    parents: tuple[str, ...] = ()
    """Keys of the facts it was computed from."""
    formula: str | None = None
    """As the user wrote it, for derived facts."""
    line: int | None = None
    """1-based line of the file, or row of the sheet, where a single line says it."""


@dataclass(frozen=True, slots=True)
class Fact:
    key: str
    """Dotted path of ASCII words, `[a-z0-9_]+(\\.[a-z0-9_]+)*`, such as `boyle.pv.mean`."""
    value: float | int | str
    name: str
    """In words, as a sentence would say it: `mean of pV`."""
    kind: FactKind
    origin: Origin
    uncertainty: float | None = None
    """Standard uncertainty (1 σ), in the unit of the value."""
    unit: str | None = None
    """In pint's spelling, such as `kilometer / second / megaparsec`; None without dimension."""
    digits: int | None = None
    """Significant digits when there is no uncertainty to round by; None: a whole number, or 4."""
    dof: float | None = None
    """Effective degrees of freedom of the uncertainty; None where it is taken as exactly known."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of a run, in order, each key once."""

    items: tuple[Fact, ...] = ()
    _index: Annotated[dict[str, Fact], Field(exclude=True)] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    _below: Annotated[dict[str, list[Fact]], Field(exclude=True)] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        for fact in self.items:
            if fact.key in self._index:
                raise ValueError(f"the fact {fact.key!r} is in the ledger twice")
            self._index[fact.key] = fact

    def __getitem__(self, key: str) -> Fact:
        return self._index[key]

    def get(self, key: str) -> Fact | None:
        return self._index.get(key)

    def __contains__(self, key: object) -> bool:
        return key in self._index

    def __iter__(self) -> Iterator[Fact]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def under(self, prefix: str) -> tuple[Fact, ...]:
        """Facts whose key starts with the prefix and a dot."""
        if not self._below:
            for fact in self.items:
                above = fact.key
                while above := above.rpartition(".")[0]:
                    self._below.setdefault(above, []).append(fact)
        return tuple(self._below.get(prefix, ()))

    def plus(self, facts: Iterable[Fact]) -> "Facts":
        return Facts((*self.items, *facts))
