"""What each product came to, in the few words of a progress line."""

from agent.analysis.types import Findings
from agent.bibliography.types import Cited
from agent.figures.types import Figures
from agent.materials.types import Inventory, Status
from agent.reflecting.types import Reflected
from compile.result import CompileResult
from latex.draft import Draft
from reflect.history import Reflection


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 table`, `2 tables`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


TERMINATIONS = {
    "satisfied": "nothing left to change",
    "no_material_defect": "the critic finds nothing material",
    "low_severity": "only small matters are left",
    "converged": "nothing could be changed any more",
    "regressed": "the last round was refused",
    "not_improved": "the last round gained nothing",
    "plateau": "two rounds gained nothing",
    "repeated_finding": "the critic repeats itself",
    "preservation_broken": "the last round broke what had to stay",
    "unparseable_plan": "the critic gave no plan",
    "rounds_spent": "all rounds done",
    "budget_spent": "the budget is spent",
}


def rounds_in_words(reflection: Reflection) -> str:
    if not reflection.history:
        return "no rounds"
    kept = sum(len(revision.kept) for revision in reflection.history if revision.accepted)
    tried = sum(len(revision.attempts) for revision in reflection.history)
    why = TERMINATIONS.get(reflection.termination or "", "")
    rounds = count(len(reflection.history), "round")
    return f"{rounds}, {kept} of {count(tried, 'change')} kept; {why}"


def words(product: object) -> str:
    match product:
        case Inventory():
            read = [m for m in product if m.status in (Status.READ, Status.PARTLY)]
            files, tables = count(len(product.materials), "file"), len(product.tables)
            return f"{files}, {len(read)} read, {count(tables, 'table')}"
        case Findings():
            return f"{count(len(product.facts), 'fact')}, {count(len(product.fits), 'fit')}"
        case Figures():
            return count(len(product.items), "figure")
        case Draft():
            return count(product.source.count("\\section"), "section")
        case Reflected():
            return rounds_in_words(product.reflection)
        case Cited():
            missing = f", {len(product.unknown)} unknown" if product.unknown else ""
            return f"{count(len(product.used), 'source')} cited{missing}"
        case CompileResult():
            pages = count(product.pages, "page")
            runs = count(product.passes, "pass", "passes")
            return f"{product.outcome}, {pages}, {product.engine} in {runs}"
        case _:
            return ""
