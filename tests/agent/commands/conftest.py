import shutil

import pytest


@pytest.fixture
def no_tex(tmp_path_factory, monkeypatch):
    """git is here, TeX is not."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "git").symlink_to(shutil.which("git"))
    monkeypatch.setenv("PATH", str(folder))
