"""Delimited text to tables, line by line."""

from agent.materials.blocks import find_blocks
from agent.materials.cells import lines_of
from agent.materials.layout import choose_signs, read_all
from agent.materials.tables import tables_of
from agent.materials.types import Table


def read_delimited(text: str, *, path: str, encoding: str) -> tuple[Table, ...]:
    """Every table of the text, in order; empty when it holds none.

    The tables carry provisional names; `take_inventory` makes them unique over the inventory.
    """
    del encoding  # the rows of a decoded text no longer depend on it
    texts = lines_of(text)
    signs = choose_signs(texts)
    if signs is None:
        return ()
    blocks = find_blocks(read_all(texts, signs), blanks=signs.delimiter == " ")
    return tables_of(blocks, texts, path=path, decimal=signs.decimal, delimiter=signs.delimiter)
