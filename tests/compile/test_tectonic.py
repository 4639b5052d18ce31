"""Tectonic is not on the machines of these tests; a stand-in takes its documented options."""

import shutil
from pathlib import Path

import pytest

from compile import tectonic
from compile.doctor import probe
from compile.document import compile_document
from compile.engine import choose_engine
from compile.errors import EngineAbsent, Uncompilable
from compile.passes import pass_reasons, restless_files, runs
from compile.result import Outcome
from compile.sandbox import cage

STAND_IN = Path(__file__).with_name("tectonic_stand_in.sh")
TEXT = (
    "\\documentclass{article}\n\\begin{document}\nSee section~\\ref{s}.\n"
    "\\section{A}\\label{s}\nBody.\n"
)
TWO_PASSES = (
    'note: Running TeX ...\nnote: Rerunning TeX because "a.aux" changed ...\n'
    "note: Running xdvipdfmx ...\nnote: Writing `a.pdf` (3 KiB)\n"
)


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A tectonic on PATH, with a cache."""
    program = tmp_path / "opt" / "bin" / "tectonic"
    program.parent.mkdir(parents=True)
    shutil.copy(STAND_IN, program)
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "bundle").write_text("")
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setenv("TECTONIC_CACHE_DIR", str(cache))
    return program


def here(*names):
    return lambda name: name in names


def test_it_stands_in_where_there_is_no_latexmk():
    assert choose_engine("x", installed=here("tectonic")) == "tectonic"
    assert choose_engine("中文", installed=here("tectonic", "xelatex")) == "tectonic"
    assert choose_engine("x", installed=here("tectonic", "pdflatex", "latexmk")) == "pdflatex"
    assert choose_engine("x", wish="tectonic", installed=here("tectonic")) == "tectonic"


def test_it_is_no_substitute_for_lua_and_for_a_wish():
    with pytest.raises(EngineAbsent, match="lualatex"):
        choose_engine("\\directlua{x}", installed=here("tectonic"))
    with pytest.raises(EngineAbsent, match="pdflatex"):
        choose_engine("x", wish="pdflatex", installed=here("tectonic"))


def test_where_it_is_absent_no_debian_package_is_named():
    with pytest.raises(EngineAbsent) as caught:
        choose_engine("x", wish="tectonic", installed=here())
    assert "apt-get" not in caught.value.hint


def test_the_command_trusts_nothing_and_asks_no_network():
    for command in (tectonic.whole("a.tex"), tectonic.bare("a.tex")):
        assert command[:3] == ("tectonic", "-X", "compile")
        assert {"--untrusted", "--only-cached", "--keep-logs"} < set(command)
        assert "shell-escape" not in " ".join(command)
        assert command[-1] == "a.tex"
    assert tectonic.bare("a.tex")[-3:-1] == ("--pass", "tex")


def test_without_bubblewrap_it_is_refused(tmp_path):
    with pytest.raises(Uncompilable, match="bubblewrap does not work here"):
        cage(tectonic.whole("a.tex"), level="limits", source=tmp_path, scratch=tmp_path)


def test_the_cage_shows_program_and_cache_read_only(installed, tmp_path):
    (installed.parents[1] / "lib").mkdir()
    words = cage(
        tectonic.whole("a.tex"), level="bubblewrap", source=tmp_path, scratch=tmp_path
    ).command
    shown = {words[n + 2]: words[n + 1] for n, word in enumerate(words) if word == "--ro-bind"}
    assert shown["/tectonic/bin/tectonic"] == str(installed)
    assert shown["/tectonic/lib"] == str(installed.parents[1] / "lib")
    assert shown["/tectonic/cache"] == str(tmp_path / "cache")


def test_passes_are_counted_and_explained():
    assert runs(TWO_PASSES) == 2
    assert pass_reasons(TWO_PASSES) == ('Pass 2 was needed: "a.aux" changed.',)
    assert restless_files(TWO_PASSES) == ()
    unsettled = f"{TWO_PASSES}warning: TeX rerun seems needed, but stopping at 6 passes\n"
    assert restless_files(unsettled) == ("an auxiliary file",)


def test_what_it_could_not_do_is_one_sentence():
    (found,) = tectonic.failures("error: failed to open the bundle\ncaused by: no such file\n")
    assert "failed to open the bundle; no such file" in found.message
    assert "run it once by hand" in found.message
    assert list(tectonic.failures(TWO_PASSES)) == []


def test_the_doctor_takes_it_for_latexmk(monkeypatch):
    monkeypatch.setattr("compile.doctor.sandbox_level", lambda: "bubblewrap")
    only = {"tectonic": "/opt/bin/tectonic", "pdftotext": "/usr/bin/pdftotext"}
    probes = {found.name: found for found in probe("en", "natbib", locate=only.get)}
    assert probes["tectonic"].ok
    assert "latexmk" not in probes
    assert all(found.ok for found in probes.values())


@pytest.mark.tex
def test_a_document_goes_all_the_way(installed, tmp_path):
    (tmp_path / "a.tex").write_text(f"{TEXT}\\end{{document}}\n")
    result = compile_document(tmp_path / "a.tex", engine="tectonic")
    assert (result.outcome, result.engine, result.passes) == (Outcome.CLEAN, "tectonic", 2)
    assert result.pass_reasons == ('Pass 2 was needed: "a.aux" changed.',)
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.tex
def test_a_faulty_document_is_cured(installed, tmp_path):
    faults = "A loss, $x_1_2$ and a_b.\n\\begin{itemize}\n\\item x\n"
    (tmp_path / "a.tex").write_text(f"{TEXT}{faults}\\end{{document}}\n")
    result = compile_document(tmp_path / "a.tex", engine="tectonic")
    assert result.outcome is Outcome.WARNINGS
    assert len(result.cured) >= 3


@pytest.mark.tex
def test_an_empty_cache_is_said(installed, tmp_path):
    (tmp_path / "cache" / "bundle").unlink()
    (tmp_path / "a.tex").write_text(f"{TEXT}\\end{{document}}\n")
    result = compile_document(tmp_path / "a.tex", engine="tectonic")
    assert result.outcome is Outcome.FAILED
    assert "takes only packages that it has in its cache" in result.errors[0].message
