"""The arena, fresh for each attack."""

import pytest

from compile.sandbox import sandbox_level
from tests.compile.attacks.arena import KEY, Arena


@pytest.fixture
def arena(tmp_path, monkeypatch, request):
    parameters = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    if parameters.get("level") == "bubblewrap" and sandbox_level() != "bubblewrap":
        pytest.skip("bubblewrap does not work here")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    found = Arena(tmp_path)
    found.furnish()
    return found
