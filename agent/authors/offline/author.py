"""The offline author: plans and writes by rule, in the order a lab report is read."""

from agent.analysis.types import Findings
from agent.authors.language import language_of
from agent.authors.offline.closing import abstract, conclusion
from agent.authors.offline.data import describe_data, describe_evaluation
from agent.authors.offline.discussion import discuss
from agent.authors.offline.figures import choose
from agent.authors.offline.notes import sort_notes
from agent.authors.offline.plan import place_called, places
from agent.authors.offline.results import write_results
from agent.authors.offline.words import Speech, paragraphs, speech
from agent.authors.types import Brief, Language, Requests, SectionPlan, WrittenSection
from agent.figures.types import FigureSpec
from agent.materials.types import Inventory
from agent.settings import Settings
from reflect.roles import Policy, Roles

MOST_TABLES = 6
"""Tables beyond which none is printed."""


class OfflineAuthor:
    """Implements `Author` without a model; the same input always gives the same report."""

    def __init__(self, settings: Settings | None = None) -> None:
        """Without settings the figures speak English."""
        self._settings = settings

    @property
    def name(self) -> str:
        return "offline"

    @property
    def languages(self) -> tuple[Language, ...]:
        return ("en", "zh")

    def request(self, inventory: Inventory, findings: Findings) -> Requests:
        return Requests()

    def choose_figures(self, inventory: Inventory, findings: Findings) -> tuple[FigureSpec, ...]:
        wished = "en" if self._settings is None else language_of(inventory, self._settings)
        return choose(inventory, findings, Speech("zh" if wished == "zh" else "en"))

    def outline(self, brief: Brief) -> tuple[SectionPlan, ...]:
        """Only sections that will have something to say."""
        said = speech(brief)
        readings = tuple(f"tab:{t.id}" for t in brief.tables if t.id.endswith("-readings"))
        assets = {
            "data": readings if len(brief.findings.tables) <= MOST_TABLES else (),
            "results": tuple(figure.label for figure in brief.figures.items),
        }
        plans = (
            SectionPlan(
                place.id,
                said.say(f"title.{place.id}"),
                said.say(f"purpose.{place.id}"),
                tuple(label for part in place.parts for label in assets.get(part, ())),
            )
            for place in places(said)
        )
        return tuple(plan for plan in plans if self._body(brief, plan).strip())

    def write_section(
        self, brief: Brief, outline: tuple[SectionPlan, ...], plan: SectionPlan
    ) -> str:
        return self._body(brief, plan)

    def write_abstract(self, brief: Brief, sections: tuple[WrittenSection, ...]) -> str:
        return abstract(brief)

    def reviser(self, language: Language) -> None:
        return None

    def roles(self, brief: Brief, policy: Policy) -> Roles:
        """None: the checks criticise, and what is certain is cured."""
        return Roles()

    def _body(self, brief: Brief, plan: SectionPlan) -> str:
        parts = place_called(plan.id, speech(brief)).parts
        return paragraphs(*(self._part(part, brief, plan) for part in parts))

    def _part(self, part: str, brief: Brief, plan: SectionPlan) -> str:
        notes = sort_notes(brief.inventory)
        match part:
            case "introduction":
                own = notes.text("introduction")
                return own or speech(brief).say("opening.no_purpose")
            case "theory":
                return notes.text("theory")
            case "procedure":
                return notes.text("method")
            case "data":
                mine = [label for label in plan.assets if label.startswith("tab:")]
                return paragraphs(
                    describe_data(brief), "\n\n".join(rf"\asset{{{label}}}" for label in mine)
                )
            case "evaluation":
                return describe_evaluation(brief)
            case "results":
                return write_results(brief, plan.assets)
            case "discussion":
                return discuss(brief, notes.text("discussion"))
            case "conclusion":
                return conclusion(brief, notes.text("conclusion"))
            case _:
                return ""
