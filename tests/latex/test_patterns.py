import re as standard
from pathlib import Path

import pytest

from latex.patterns import re

ROOT = Path(__file__).parents[2]
POSSESSIVE_GROUP = standard.compile(r"\)(?:\*\+|\+\+|\?\+|\{[0-9,]+\}\+)|\(\?>")
SOURCES = [path for room in ("agent", "latex", "reflect", "compile")
           for path in sorted((ROOT / room).rglob("*.py"))]  # fmt: skip


def test_possessive_group_gives_back_nothing_but_what_its_inside_does():
    assert re.match(r"(?:ab?c)++", "aca")[0] == "ac"
    assert re.fullmatch(r"(?:ab?c)++a", "aca")


def test_every_module_with_a_possessive_group_takes_a_sound_engine():
    wrong = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if POSSESSIVE_GROUP.search(text := path.read_text(encoding="utf-8"))
        and path.name != "patterns.py"
        and "from latex.patterns import re" not in text
        and "import regex" not in text
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["compile", "Pattern", "Match", "escape", "VERBOSE", "DOTALL"])
def test_either_engine_has_what_the_modules_use(name):
    assert hasattr(re, name)
