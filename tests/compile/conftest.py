"""A folder with a document in it, as a user would have one."""

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a document, whole or only its body, and return its path."""

    def write(
        body: str, *, preamble: str = "", name: str = "paper.tex", whole: bool = False
    ) -> Path:
        source = body if whole else (
            f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
        )  # fmt: skip
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
        return path

    return write
