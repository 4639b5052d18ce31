"""What an author is asked, and what it knows when it is asked."""

from dataclasses import dataclass
from typing import Literal, Protocol

from agent.analysis.types import Findings
from agent.figures.types import Figures, FigureSpec
from agent.materials.types import Inventory
from agent.settings import ColumnRule, DeriveRule, FitRule, Settings
from reflect.roles import Policy, Reviser, Roles

Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class TableAsset:
    """A table that the program sets from data."""

    id: str
    """Names the label `tab:ID`."""
    caption: str
    """LaTeX."""
    body: str
    """The complete tabular, with booktabs rules; without the float around it."""


@dataclass(frozen=True, slots=True)
class Brief:
    """Everything an author may write from; the same for every section of one report."""

    title: str
    """LaTeX."""
    language: Language
    inventory: Inventory
    findings: Findings
    figures: Figures
    tables: tuple[TableAsset, ...]
    cite_keys: tuple[str, ...]
    """The only keys that may be cited."""
    settings: Settings


@dataclass(frozen=True, slots=True)
class SectionPlan:
    id: str
    """ASCII word, such as `results`."""
    title: str
    """LaTeX."""
    purpose: str
    """What belongs into the section, in one sentence."""
    assets: tuple[str, ...] = ()
    """Labels (`fig:…`, `tab:…`) of what the section shows; each is placed by `\\asset{LABEL}`."""


@dataclass(frozen=True, slots=True)
class WrittenSection:
    plan: SectionPlan
    body: str
    """LaTeX below the heading; may hold subsections and `\\asset{…}`; no `\\section`."""


@dataclass(frozen=True, slots=True)
class Requests:
    """What an author wants computed beyond what is computed anyway."""

    columns: tuple[ColumnRule, ...] = ()
    fits: tuple[FitRule, ...] = ()
    derives: tuple[DeriveRule, ...] = ()


class Author(Protocol):
    @property
    def name(self) -> str:
        """`offline`, or the model's name."""

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages it can write in."""

    def request(self, inventory: Inventory, findings: Findings) -> Requests:
        """What else should be computed, given what is known so far; empty when nothing."""

    def choose_figures(self, inventory: Inventory, findings: Findings) -> tuple[FigureSpec, ...]:
        """The figures the report shall have, in order."""

    def outline(self, brief: Brief) -> tuple[SectionPlan, ...]:
        """The sections in order, without abstract, references and appendix."""

    def write_section(
        self, brief: Brief, outline: tuple[SectionPlan, ...], plan: SectionPlan
    ) -> str:
        """The body of one section; may be called from several threads at once."""

    def write_abstract(self, brief: Brief, sections: tuple[WrittenSection, ...]) -> str:
        """The abstract, once all sections stand; LaTeX without the environment."""

    def roles(self, brief: Brief, policy: Policy) -> Roles:
        """Critic, reviser and judge of the draft; none of them leaves it to checks and cures."""

    def reviser(self, language: Language) -> Reviser | None:
        """Who mends a section that TeX refuses; None leaves it to the remedies."""
