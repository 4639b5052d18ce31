"""Delimited text to tables, line by line."""

from agent.materials.cells import lines_of
from agent.materials.overrides import blocks_of, kept, signs_of
from agent.materials.rules import NO_RULE
from agent.materials.tables import tables_of
from agent.materials.types import Table
from agent.settings import TableRule


def read_delimited(
    text: str, *, path: str, encoding: str, rule: TableRule = NO_RULE
) -> tuple[Table, ...]:
    """Every table of the text, in order; empty when it holds none.

    The tables carry provisional names; `take_inventory` makes them unique over the inventory.

    Raises:
        Unreadable: the rule names what the file does not have.
    """
    del encoding  # the rows of a decoded text no longer depend on it
    texts = lines_of(text)
    rows = kept(texts, rule)
    signs = signs_of(rows, rule)
    if signs is None:
        return ()
    blocks = blocks_of(rows, signs, rule)
    return tables_of(
        blocks,
        texts,
        path=path,
        decimal=signs.decimal,
        delimiter=signs.delimiter,
        turn=rule.turned,
    )
