import numpy as np
import pytest

from agent.figures.types import Figure, Figures, FigureSpec
from agent.materials.types import Column, Table
from agent.store import Store, decode, digest_of, encode, file_digest, write_atomically


def table(values):
    column = Column("t", "s", "number", np.array(values, dtype=float))
    return Table("a", "a.csv", (column,), len(values))


def test_a_product_comes_back_as_it_was_with_missing_values(tmp_path):
    store = Store(tmp_path / "products", tmp_path)
    digest = store.put("scan", "k1", Table, table([1.0, float("nan"), -0.1]))
    found = store.get("scan", "k1", Table)
    assert found is not None
    product, again = found
    np.testing.assert_array_equal(product.columns[0].values, [1.0, np.nan, -0.1])
    assert (product.name, product.columns[0].unit, again) == ("a", "s", digest)


def test_equal_products_have_equal_digests_and_others_do_not():
    one, two = encode(Table, table([1.0, 2.0])), encode(Table, table([1.0, 2.5]))
    assert encode(Table, table([1.0, 2.0])).digest == one.digest
    assert one.digest != two.digest


def test_what_was_read_back_cannot_be_changed():
    product = decode(Table, encode(Table, table([1.0])))
    with pytest.raises(ValueError, match="read-only"):
        product.columns[0].values[0] = 2.0


@pytest.mark.parametrize("damage", [b"", b"{", b'{"name": 3}', b"null"])
def test_a_damaged_product_is_no_product(tmp_path, damage):
    store = Store(tmp_path / "products", tmp_path)
    store.put("scan", "k", Table, table([1.0]))
    next((tmp_path / "products" / "scan").glob("*.json")).write_bytes(damage)
    assert store.get("scan", "k", Table) is None


def test_a_product_whose_file_is_gone_or_changed_is_no_product(tmp_path):
    store = Store(tmp_path / "products", tmp_path)
    file = tmp_path / "figures" / "a.pdf"
    write_atomically(file, b"%PDF")
    figures = Figures((Figure(FigureSpec("a", "data"), "figures/a.pdf", file_digest(file), 12.0),))
    store.put("figures", "k", Figures, figures)
    assert store.get("figures", "k", Figures) is not None
    file.write_bytes(b"%PDF changed")
    assert store.get("figures", "k", Figures) is None
    file.unlink()
    assert store.get("figures", "k", Figures) is None


def test_an_interrupted_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "f"
    write_atomically(path, b"old")
    with pytest.raises(TypeError):
        write_atomically(path, None)  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["f"]


def test_parts_cannot_be_moved_from_one_to_the_next():
    assert digest_of("ab", "c") != digest_of("a", "bc")
