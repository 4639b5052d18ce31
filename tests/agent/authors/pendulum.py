"""A small folder of measurements, explored and planned: what the model author writes from."""

from functools import cache

import numpy as np

from agent.analysis.explore import explore_tables
from agent.analysis.types import Findings
from agent.authors.types import Brief, Language, Requests, SectionPlan, TableAsset, WrittenSection
from agent.figures.types import Figure, Figures, FigureSpec
from agent.materials.types import (
    Column,
    Inventory,
    Kind,
    Material,
    Notes,
    Passage,
    Status,
    Table,
)
from agent.settings import Layer, Settings, resolve
from reflect.roles import Policy, Roles

LENGTHS = (0.20, 0.40, 0.60, 0.80, 1.00, 1.20, 1.40)
SQUARES = (0.81, 1.60, 2.43, 3.21, 4.03, 4.82, 5.64)
NOTES = Notes(
    "A pendulum",
    (
        Passage(
            "Aim",
            1,
            "The acceleration of free fall is wanted. The value of the textbook is "
            "9.81 m/s\\^{}2 \\citep{book2001}.",
        ),
        Passage(
            "Method",
            1,
            "A steel ball hung from a thread. Ten swings were timed with a stop watch that reads "
            "0.037 s late.",
        ),
    ),
    ("book2001",),
)
BIB = """@book{book2001, author = {Ada Doe}, title = {Mechanics}, year = {2001}}
@book{other1999, author = {Bob Roe}, title = {Optics}, year = {1999}}
"""
DERIVE = {
    "key": "gravity",
    "name": "acceleration of free fall",
    "symbol": "g",
    "formula": "4 * pi**2 / swings.fit_t2_length.a",
    "unit": "m/s^2",
    "reference": 9.81,
    "reference_uncertainty": 0.01,
}


@cache
def settings() -> Settings:
    return resolve(Layer("test", {"derive": [DERIVE]})).settings


@cache
def inventory() -> Inventory:
    columns = (
        Column("length", "m", "number", np.array(LENGTHS)),
        Column("T2", "s^2", "number", np.array(SQUARES)),
        Column("u_T2", "s^2", "number", np.full(7, 0.02), uncertainty_of="T2"),
    )
    table = Table("swings", "swings.csv", columns, 7)
    return Inventory(
        "/pendulum",
        (
            Material("notes.md", Kind.NOTES, 1, "1", Status.READ, notes=NOTES),
            Material("refs.bib", Kind.BIBLIOGRAPHY, 1, "2", Status.READ, bibliography=BIB),
            Material("swings.csv", Kind.TABLE, 1, "3", Status.READ, tables=(table,)),
        ),
    )


@cache
def findings() -> Findings:
    return explore_tables(inventory().tables, settings())


FIT = "swings.fit_t2_length"


@cache
def brief(language: Language = "en") -> Brief:
    spec = FigureSpec(
        "line",
        "fit",
        table="swings",
        x="length",
        y=("T2",),
        fit=FIT,
        caption="Square of the period against length.",
    )
    return Brief(
        "A pendulum",
        language,
        inventory(),
        findings(),
        Figures((Figure(spec, "figures/line.pdf", "0", 14.0),)),
        (TableAsset("readings", "The readings.", "\\begin{tabular}{l}1\\end{tabular}"),),
        ("book2001", "other1999"),
        settings(),
    )


class Stand:
    """An author whose every product can be told from a model's."""

    @property
    def name(self) -> str:
        return "stand"

    @property
    def languages(self) -> tuple[Language, ...]:
        return ("en", "zh")

    def request(self, inventory: Inventory, findings: Findings) -> Requests:
        return Requests()

    def choose_figures(self, inventory: Inventory, findings: Findings) -> tuple[FigureSpec, ...]:
        picture = FigureSpec("photo", "image", image="photo.png", caption="The set-up.")
        return FigureSpec("usual", "fit", fit=FIT, caption="As usual."), picture

    def outline(self, brief: Brief) -> tuple[SectionPlan, ...]:
        return (SectionPlan("results", "Usual results", "What was found.", ("fig:line",)),)

    def write_section(
        self, brief: Brief, outline: tuple[SectionPlan, ...], plan: SectionPlan
    ) -> str:
        return f"Stand-in for {plan.id}." if plan.id in {"results", "method"} else ""

    def reviser(self, language: Language) -> None:
        return None

    def roles(self, brief: Brief, policy: Policy) -> Roles:
        return Roles()

    def write_abstract(self, brief: Brief, sections: tuple[WrittenSection, ...]) -> str:
        return "Stand-in abstract."
