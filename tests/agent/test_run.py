"""Resume, reuse and the record of a run, on a small folder and with real TeX."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agent.cli import run_command

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).parent.parent.parent / "samples"
tex = [pytest.mark.tex, pytest.mark.slow]


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "spring"
    place.mkdir()
    rows = "\n".join(f"{i},{0.5 * i + 0.01 * (-1) ** i:.3f}" for i in range(1, 9))
    (place / "spring.csv").write_text(f"force (N),length (cm)\n{rows}\n")
    (place / "notes.md").write_text("# A spring\n\n## Aim\n\nHow far does a spring stretch?\n")
    return place


def run(folder, out, *more):
    code = run_command(["run", str(folder), "-o", str(out), "-q", *more])
    content = json.loads((out / "run.json").read_text(encoding="utf-8"))
    return code, content, {s["name"]: s["reused"] for s in content["stages"]}


@pytest.mark.tex
@pytest.mark.slow
def test_running_again_with_nothing_changed_redoes_nothing(folder, tmp_path):
    out = tmp_path / "out"
    code, _, first = run(folder, out)
    assert code == 0
    assert not any(first.values())
    before = (out / "report.pdf").stat().st_mtime_ns
    _, _, second = run(folder, out)
    assert all(reused for name, reused in second.items() if name != "scan")
    assert (out / "report.pdf").stat().st_mtime_ns == before


@pytest.mark.tex
@pytest.mark.slow
def test_only_what_depends_on_a_changed_file_is_redone(folder, tmp_path):
    out = tmp_path / "out"
    (folder / "other.csv").write_text("t (s),x (m)\n" + "".join(f"{i},{i**2}\n" for i in range(9)))
    run(folder, out)
    figures = {p.name: p.stat().st_mtime_ns for p in (out / "figures").iterdir()}
    path = folder / "spring.csv"
    path.write_text(path.read_text().replace("0.490", "0.480"))
    _, _, reused = run(folder, out)
    assert not reused["explore"]
    after = {p.name: p.stat().st_mtime_ns for p in (out / "figures").iterdir()}
    assert {name for name in figures if figures[name] != after[name]} == {
        name for name in figures if name.startswith("spring")
    }


@pytest.mark.tex
@pytest.mark.slow
def test_a_setting_touches_only_the_stages_that_read_it(folder, tmp_path):
    out = tmp_path / "out"
    run(folder, out)
    _, _, reused = run(folder, out, "--title", "Another title")
    assert reused["explore"]
    assert not reused["write"]
    assert not reused["compile"]


@pytest.mark.tex
@pytest.mark.slow
def test_a_report_edited_by_hand_is_set_aside_not_overwritten(folder, tmp_path):
    out = tmp_path / "out"
    run(folder, out)
    report = out / "report.tex"
    report.write_text(report.read_text() + "% mine\n")
    _, content, _ = run(folder, out, "--title", "New")
    kept = list(out.glob("report-edited-*.tex"))
    assert len(kept) == 1
    assert kept[0].read_text().endswith("% mine\n")
    assert any("kept as" in warning for warning in content["warnings"])


@pytest.mark.tex
@pytest.mark.slow
def test_a_run_killed_at_any_point_goes_on_and_ends_in_the_same_pdf(folder, tmp_path):
    out = tmp_path / "out"
    whole = tmp_path / "whole"
    run(folder, whole)
    command = [sys.executable, "-m", "agent.cli", "run", str(folder), "-o", str(out)]
    for delay in (0.6, 1.2, 1.8, 2.4):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    code, _, _ = run(folder, out)
    assert code == 0
    assert (out / "report.tex").read_bytes() == (whole / "report.tex").read_bytes()


def test_two_runs_in_one_run_folder_are_refused(folder, tmp_path, capsys):
    import fcntl

    out = tmp_path / "out"
    (out / ".reflectex").mkdir(parents=True)
    with (out / ".reflectex" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert run_command(["run", str(folder), "-o", str(out)]) == 2
    assert "Another run" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("make", "code", "words"),
    [
        (lambda f: [p.unlink() for p in f.iterdir()], 3, "empty"),
        (lambda f: [p.write_bytes(b"") for p in f.iterdir()], 3, "could be read"),
        (lambda f: (f / "reflectex.toml").write_text("[report]\ntitel = 1"), 2, "title"),
        (lambda f: (f / "reflectex.toml").write_text("[[fit]]\ntable = 'sprig'\nx='a'\ny='b'"), 2,
         "spring"),
        (lambda f: (f / "reflectex.toml").write_text("[[derive]]\nkey='k'\nformula='sprng.x'"), 2,
         "spring"),
    ],
)  # fmt: skip
def test_what_a_user_can_get_wrong_ends_in_two_sentences(
    folder, tmp_path, capsys, make, code, words
):
    make(folder)
    assert run_command(["run", str(folder), "-o", str(tmp_path / "out")]) == code
    shown = capsys.readouterr().err
    assert words in shown
    assert "Traceback" not in shown


def test_a_foreign_folder_is_never_written_into(folder, tmp_path, capsys):
    out = tmp_path / "theirs"
    out.mkdir()
    (out / "thesis.tex").write_text("mine")
    assert run_command(["run", str(folder), "-o", str(out)]) == 2
    assert run_command(["run", str(folder), "-o", str(folder)]) == 2
    assert [p.name for p in out.iterdir()] == ["thesis.tex"]
    assert sorted(p.name for p in folder.iterdir()) == ["notes.md", "spring.csv"]


def test_a_model_without_key_or_endpoint_is_refused_with_the_remedy(folder, tmp_path, capsys):
    assert run_command(["run", str(folder), "-o", str(tmp_path / "o"), "--author", "model"]) == 2
    assert "OPENAI_API_KEY" in capsys.readouterr().err


def test_without_tex_the_sources_and_figures_are_written_all_the_same(
    folder, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    assert run_command(["run", str(folder), "-o", str(out)]) == 7
    assert (out / "report.tex").exists()
    assert list((out / "figures").glob("*.pdf"))
    assert "doctor" in capsys.readouterr().err


def test_json_prints_one_object_and_nothing_else_on_stdout(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    run_command(["run", str(folder), "-o", str(tmp_path / "out"), "--json"])
    content = json.loads(capsys.readouterr().out)
    assert content["exit_code"] == 7
    assert {"status", "stages", "coverage", "tokens", "cost", "warnings"} <= content.keys()


@pytest.mark.tex
@pytest.mark.slow
def test_what_cannot_be_found_is_marked_and_no_empty_list_is_printed(folder, tmp_path):
    (folder / "notes.md").write_text("# S\n\n## Aim\n\nAs in [@nobody2020] it stretches.\n")
    out = tmp_path / "out"
    code, content, _ = run(folder, out)
    source = (out / "report.tex").read_text(encoding="utf-8")
    assert code == 0
    assert "citation not found: nobody2020" in source
    assert r"\bibliography" not in source
    assert any("nobody2020" in warning for warning in content["warnings"])


@pytest.mark.tex
@pytest.mark.slow
def test_chinese_notes_are_set_whole_and_in_one_language_with_the_figures(folder, tmp_path):
    (folder / "notes.md").write_text("# 弹簧\n\n## 目的\n\n测量弹簧的伸长与力的关系。\n")
    out = tmp_path / "out"
    code, content, _ = run(folder, out)
    text = subprocess.run(
        ["pdftotext", str(out / "report.pdf"), "-"], capture_output=True, text=True, check=True
    ).stdout
    assert code == 0
    assert "测量弹簧的伸长与力的关系" in text
    figure = subprocess.run(
        ["pdftotext", str(next((out / "figures").glob("*.pdf"))), "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "测量值" in figure
    assert "数据处理" in text
    assert not any("language" in warning for warning in content["warnings"])


@pytest.mark.tex
@pytest.mark.slow
def test_notes_that_reach_for_files_or_break_tex_end_in_a_pdf_all_the_same(folder, tmp_path):
    (folder / "notes.md").write_text(
        "# S\n\n## Aim\n\nCosts 5$ & 50% of $x_1.\n\n\\input{/etc/passwd}\n\n"
        "\\write18{touch pwned}\n\n\\begin{itemize}\n\nEnd.\n"
    )
    out = tmp_path / "out"
    code, _, _ = run(folder, out)
    text = subprocess.run(
        ["pdftotext", str(out / "report.pdf"), "-"], capture_output=True, text=True, check=True
    ).stdout
    assert code == 0
    assert "root:" not in text
    assert "End." in text
    assert not list(tmp_path.rglob("pwned"))


def test_counts_of_many_files_are_facts_too(tmp_path, monkeypatch):
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(12):
        rows = "\n".join(f"{i},{i * (number + 2)}" for i in range(1, 7))
        (folder / f"run-{chr(97 + number)}.csv").write_text(f"x (s),y (m)\n{rows}\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    assert run_command(["run", str(folder), "-o", str(out), "-q"]) == 7
    source = (out / "report.tex").read_text(encoding="utf-8")
    abstract = source[source.index(r"\begin{abstract}") : source.index(r"\end{abstract}")]
    assert r"\factvalue{folder.files} files" in abstract
    assert r"\factvalue{folder.tables} tables" in abstract
    facts = (out / "facts.tex").read_text(encoding="utf-8")
    assert "folder.tables" in facts


def written(folder, out, monkeypatch, tmp_path):
    """The sources alone: without TeX on the path a run ends with code 7."""
    monkeypatch.setenv("PATH", str(tmp_path))
    code = run_command(["run", str(folder), "-o", str(out), "-q"])
    content = json.loads((out / "run.json").read_text(encoding="utf-8"))
    return code, content, (out / "report.tex").read_text(encoding="utf-8")


def test_what_init_wrote_and_nobody_changed_is_not_printed(folder, tmp_path, monkeypatch):
    (folder / "notes.md").unlink()
    assert run_command(["init", str(folder)]) == 0
    _, _, source = written(folder, tmp_path / "out", monkeypatch, tmp_path)
    for words in ("What was", "The density of brass", "not printed"):
        assert words not in source


@pytest.mark.parametrize(
    ("head", "third", "said"),
    [
        ("u(y)", ["0.1", "0", "-0.1", "", "0.1", "0.1", "0.1", "0.1"], "positive uncertainty"),
        ("u(x)", ["0.1"] * 8, "uncertainty of x is not used"),
    ],
)
def test_what_a_fit_leaves_out_is_said_in_text_and_warning(
    tmp_path, monkeypatch, head, third, said
):
    folder = tmp_path / "w"
    folder.mkdir()
    y = ["2.1", "4.0", "6.2", "7.9", "10.1", "12.0", "14.1", "16.0"]
    rows = "\n".join(f"{i + 1},{v},{u}" for i, (v, u) in enumerate(zip(y, third, strict=True)))
    (folder / "d.csv").write_text(f"x (s),y (m),{head}\n{rows}\n")
    _, content, source = written(folder, tmp_path / "out", monkeypatch, tmp_path)
    assert said in source
    assert any(said in warning for warning in content["warnings"])


def test_a_reference_without_any_uncertainty_is_told_all_the_same(folder, tmp_path, monkeypatch):
    (folder / "reflectex.toml").write_text(
        "[[derive]]\nkey='top'\nname='longest stretch'\nformula='spring.length.max'\n"
        "unit='cm'\nreference=5.0\n"
    )
    _, _, source = written(folder, tmp_path / "out", monkeypatch, tmp_path)
    assert r"The reference value is \fact{top.reference}" in source
    assert r"\fact{top.difference}" in source


def test_numbers_no_model_can_be_fitted_to_still_end_in_a_conclusion(tmp_path, monkeypatch):
    folder = tmp_path / "huge"
    folder.mkdir()
    rows = "\n".join(f"{i},{i}.5e300" for i in range(1, 8))
    (folder / "d.csv").write_text(f"t (s),x (m)\n{rows}\n")
    _, _, source = written(folder, tmp_path / "out", monkeypatch, tmp_path)
    assert r"\section{Discussion}" in source
    assert r"\section{Conclusion}" in source
    assert "is not fitted" in source


def test_a_formula_that_gives_no_number_is_said(folder, tmp_path, monkeypatch):
    (folder / "reflectex.toml").write_text(
        "[[column]]\ntable='spring.csv'\nname='bad'\nformula='force / 0'\n"
    )
    _, content, _ = written(folder, tmp_path / "out", monkeypatch, tmp_path)
    assert any("gives no number" in warning for warning in content["warnings"])


@pytest.mark.tex
@pytest.mark.slow
def test_a_figure_that_cannot_be_drawn_makes_the_report_degraded(folder, tmp_path):
    path = folder / "spring.csv"
    path.write_text(path.read_text().replace("length", "\U0001f600 length"))
    code, content, _ = run(folder, tmp_path / "out")
    assert (code, content["status"]) == (6, "degraded")
    assert content["pdf"]
    source = (tmp_path / "out" / "report.tex").read_text(encoding="utf-8")
    assert "no figure shows it" in source


def test_a_file_is_no_folder_and_a_missing_document_no_document(folder, tmp_path, capsys):
    assert run_command(["run", str(folder / "spring.csv")]) == 2
    assert "is a file" in capsys.readouterr().err
    assert run_command(["compile", str(tmp_path / "none.tex")]) == 2
    assert "no file" in capsys.readouterr().err


def test_exact_data_are_called_exact_and_not_weighed(tmp_path, monkeypatch):
    folder = tmp_path / "exact"
    folder.mkdir()
    rows = "\n".join(f"{i},{3 - i}" for i in range(8))
    (folder / "d.csv").write_text(f"t (s),x (m)\n{rows}\n")
    _, _, source = written(folder, tmp_path / "out", monkeypatch, tmp_path)
    assert "passes through every reading" in source
    assert "AICc that is" not in source


@pytest.mark.tex
@pytest.mark.slow
def test_a_stored_product_still_says_what_is_wrong_with_it(folder, tmp_path):
    (folder / "notes.md").write_text("# S\n\n## Aim\n\nAs in [@nobody2020] it stretches.\n")
    (folder / "bad.json").write_text("{")
    out = tmp_path / "out"
    _, first, _ = run(folder, out)
    _, second, reused = run(folder, out)
    assert reused["bib"]
    assert any("nobody2020" in warning for warning in first["warnings"])
    assert second["warnings"] == first["warnings"]
