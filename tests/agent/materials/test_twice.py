"""The same data in two files is analysed once, and said to be."""

import pytest

from agent.coverage import coverage
from agent.materials.scan import take_inventory

LINES = ["t (s),U (V)", "0,0.5", "1,1.1", "2,1.4", "3,2.1", "4,2.6", "5,3.2"]


def inventory(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return take_inventory(folder, memo=lambda _, make: make())


def test_the_coverage_says_where_the_data_stand_that_were_not_analysed_again(tmp_path):
    text = "\n".join(LINES)
    found = inventory(tmp_path, a=text, b=text.replace(",", ";"))
    assert [table.name for table in found.tables] == ["a"]
    said = {covered.path: covered for covered in coverage({"scan": found})}
    assert said["b.csv"].reason == "The same data as in 'a.csv'; analysed once."
    assert not said["b.csv"].used
    (twin,) = found.materials[1].tables
    assert twin.same_as == "a"
    assert "holds the same data as 'a' (a.csv)" in twin.remarks[-1]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("\n".join(LINES), "\n".join(LINES).replace("3.2", "3.3")),
        ("\n".join(LINES), "\n".join(LINES).replace("3.2", "")),
        ("\n".join(LINES), "\n".join(LINES).replace("U (V)", "U2 (V)")),
        ("n,f\n0,10\n1,20\n2,30\n3,40\n4,50\n", "n,f\n0,10\n1,20\n2,30\n3,40\n4,50\n"),
        ("n,U\n0,7\n1,7\n2,7\n3,7\n4,7\n5,7\n", "n,U\n0,7\n1,7\n2,7\n3,7\n4,7\n5,7\n"),
        ("x,y\n1,2.5\n2,3.7\n", "x,y\n1,2.5\n2,3.7\n"),
    ],
    ids=["another value", "a missing one", "another name", "countings", "constants", "two rows"],
)
def test_tables_that_differ_or_say_too_little_are_both_analysed(tmp_path, text, other):
    found = inventory(tmp_path, a=text, b=other)
    assert [table.name for table in found.tables] == ["a", "b"]
