import shutil

import pytest

from compile.doctor import probe


def without(*absent: str):
    return lambda name: None if name in absent else shutil.which(name)


@pytest.mark.tex
@pytest.mark.parametrize(("language", "style"), [("en", "natbib"), ("zh", "natbib")])
def test_healthy_machine_needs_no_remedy(language, style):
    probes = probe(language, style)
    assert [found.name for found in probes if found.needed and not found.ok] == []
    assert {found.remedy for found in probes if found.ok} == {""}


def test_what_is_asked_for_depends_on_language_and_style():
    english = {found.name for found in probe("en", "natbib")}
    chinese = {found.name for found in probe("zh", "biblatex")}
    assert english >= {"pdflatex", "bibtex", "pdftotext", "latexmk", "bubblewrap", "siunitx.sty"}
    assert chinese >= {"xelatex", "biber", "ctex.sty", "FandolSong-Regular.otf", "biblatex.sty"}
    assert english.isdisjoint({"xelatex", "biber", "ctex.sty"})


def test_one_command_mends_all_that_is_missing():
    probes = probe("zh", "biblatex", locate=without("latexmk", "xelatex", "biber", "kpsewhich"))
    missing = [found for found in probes if not found.ok]
    assert {"latexmk", "xelatex", "biber", "ctex.sty"} <= {found.name for found in missing}
    (remedy,) = {found.remedy for found in missing}
    assert remedy.startswith("sudo apt-get install -y --no-install-recommends ")
    assert {"latexmk", "texlive-xetex", "biber", "texlive-lang-chinese"} <= set(remedy.split())


def test_system_without_apt_is_told_the_names():
    (remedy,) = {f.remedy for f in probe("en", "natbib", locate=without("latexmk", "apt-get"))} - {
        ""
    }
    assert "apt" not in remedy
    assert "latexmk" in remedy


def test_a_bubblewrap_that_cannot_run_here_is_not_asked_for_again(monkeypatch):
    monkeypatch.setattr("compile.doctor.sandbox_level", lambda: "limits")
    probes = {found.name: found for found in probe("en", "natbib", locate=without())}
    assert not probes["bubblewrap"].ok
    assert not probes["bubblewrap"].remedy
    assert "namespaces" in probes["bubblewrap"].detail
    absent = {found.name: found for found in probe("en", "natbib", locate=without("bwrap"))}
    assert absent["bubblewrap"].remedy.endswith(" bubblewrap")


@pytest.mark.parametrize("level", ["bubblewrap", "limits"])
def test_the_level_that_is_active_is_said(level, monkeypatch):
    monkeypatch.setattr("compile.doctor.sandbox_level", lambda: level)
    (found,) = (found for found in probe("en", "natbib") if found.name == "bubblewrap")
    assert f"level {level}" in found.detail
    assert found.ok is (level == "bubblewrap")
