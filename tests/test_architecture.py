"""Who may import whom, read from the source itself."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"agent", "latex", "reflect", "compile"}
MAY = {
    "latex": set(),
    "reflect": {"latex"},
    "compile": {"latex"},
    "agent": {"latex", "reflect", "compile"},
}
FILES = sorted(path for package in OURS for path in (ROOT / package).rglob("*.py"))


@cache
def imports(path):
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += ((alias.name, "import") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.append((node.module or "", "from"))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_packages_import_only_what_lies_below_them(path):
    package = path.relative_to(ROOT).parts[0]
    for name, form in imports(path):
        top = name.split(".")[0]
        if top in OURS and top != package:
            assert top in MAY[package], f"{path}: {package} must not import {name}"
        assert not (top == "compile" and form == "import"), f"{path}: shadows the builtin compile"


def test_stages_do_not_import_each_other():
    stages = ROOT / "agent" / "stages"
    functions = {"scan", "explore", "figures", "write", "reflect", "bib", "compile"}
    for path in stages.glob("*.py"):
        for name, _ in imports(path):
            last = name.removeprefix("agent.stages.")
            assert not (name.startswith("agent.stages.") and last in functions), path


def test_no_module_is_called_after_nothing():
    vague = {"utils", "util", "helpers", "helper", "common", "base", "core", "manager", "misc"}
    assert not [path for path in FILES if path.stem in vague]


def test_only_compile_starts_tex_and_only_the_console_prints():
    for path in FILES:
        if path.relative_to(ROOT).parts[0] in {"latex", "reflect"}:
            used = {name.split(".")[0] for name, _ in imports(path)}
            assert not used & {"subprocess", "os", "pathlib", "time", "datetime", "openai"}, path
