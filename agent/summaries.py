"""What each product came to, in the few words of a progress line."""

from agent.analysis.types import Findings
from agent.bibliography.types import Cited
from agent.figures.types import Figures
from agent.materials.types import Inventory, Status
from compile.result import CompileResult
from latex.draft import Draft


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 table`, `2 tables`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


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
        case Cited():
            missing = f", {len(product.unknown)} unknown" if product.unknown else ""
            return f"{count(len(product.used), 'source')} cited{missing}"
        case CompileResult():
            pages = count(product.pages, "page")
            runs = count(product.passes, "pass", "passes")
            return f"{product.outcome}, {pages}, {product.engine} in {runs}"
        case _:
            return ""
