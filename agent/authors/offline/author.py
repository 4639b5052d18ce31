"""The offline author: plans and writes by rule, in the order a lab report is read."""

from agent.analysis.types import Findings
from agent.authors.offline.closing import abstract, conclusion
from agent.authors.offline.data import describe_data, describe_evaluation
from agent.authors.offline.discussion import discuss
from agent.authors.offline.figures import choose
from agent.authors.offline.notes import sort_notes
from agent.authors.offline.results import write_results
from agent.authors.offline.words import paragraphs
from agent.authors.types import Brief, Language, Requests, SectionPlan, WrittenSection
from agent.figures.types import FigureSpec
from agent.materials.types import Inventory
from reflect.roles import Policy, Roles

PLAN = (
    ("introduction", "Introduction", "Why the measurement was made, in the user's own words."),
    ("theory", "Theory", "What the notes say about the theory."),
    ("method", "Data and method", "What was measured, how, and how it was evaluated."),
    ("results", "Results", "What the data show, with figures and tables."),
    ("discussion", "Discussion", "How far the results carry."),
    ("conclusion", "Conclusion", "What was found."),
)


class OfflineAuthor:
    """Implements `Author` without a model; the same input always gives the same report."""

    @property
    def name(self) -> str:
        return "offline"

    @property
    def languages(self) -> tuple[Language, ...]:
        return ("en",)

    def request(self, inventory: Inventory, findings: Findings) -> Requests:
        return Requests()

    def choose_figures(self, inventory: Inventory, findings: Findings) -> tuple[FigureSpec, ...]:
        return choose(inventory, findings)

    def outline(self, brief: Brief) -> tuple[SectionPlan, ...]:
        """Only sections that will have something to say."""
        readings = tuple(f"tab:{t.id}" for t in brief.tables if t.id.endswith("-readings"))
        figures = tuple(figure.label for figure in brief.figures.items)
        assets = {"method": readings if len(brief.findings.tables) <= 6 else (), "results": figures}
        plans = (SectionPlan(i, t, p, assets.get(i, ())) for i, t, p in PLAN)
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
        notes = sort_notes(brief.inventory)
        match plan.id:
            case "introduction":
                return notes.text("introduction") or self._opening(brief)
            case "theory":
                return notes.text("theory")
            case "method":
                tables = "\n\n".join(rf"\asset{{{label}}}" for label in plan.assets)
                return paragraphs(
                    notes.text("method"), describe_data(brief), tables, describe_evaluation(brief)
                )
            case "results":
                return write_results(brief, plan.assets)
            case "discussion":
                return discuss(brief, notes.text("discussion"))
            case "conclusion":
                return conclusion(brief, notes.text("conclusion"))
            case _:
                return ""

    def _opening(self, brief: Brief) -> str:
        """An introduction for a folder whose notes hold none."""
        return (
            "The folder holds measurements without an account of their purpose. This report says "
            "what they contain, how the measured quantities depend on one another, and how well "
            "that is known."
        )
