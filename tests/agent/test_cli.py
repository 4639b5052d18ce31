import json
import subprocess
import sys

import pytest

from agent.cli import run_command

COMMANDS = (
    "run", "scan", "compile", "sections", "check", "gate", "edit", "reflect", "settings", "doctor",
    "init",
)  # fmt: skip
HEAVY = {
    "openai", "pandas", "numpy", "scipy", "matplotlib", "uncertainties", "pint", "pypdf",
    "openpyxl", "jinja2", "bibtexparser", "pylatexenc", "pypandoc", "PIL", "pydantic", "rich",
    "asyncio", "httpx2",
}  # fmt: skip


def test_the_command_line_imports_nothing_heavy():
    code = "import sys, agent.cli; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & HEAVY


def test_help_names_every_command(capsys):
    assert run_command(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name} " in shown for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name, capsys):
    assert run_command([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"Usage: reflectex {name}" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


UNPARSABLE = [
    ["walk"], ["run"], ["run", "x", "--rund"], ["compile", "a.tex", "--timeout", "x"], ["sections"],
    ["check", "a.tex", "--severity", "x"], ["gate"], ["edit", "a.tex", "n1"], ["reflect"],
    ["reflect", "a.tex", "--rounds", "two"],
]  # fmt: skip


@pytest.mark.parametrize("arguments", UNPARSABLE)
def test_a_call_that_cannot_be_parsed_ends_in_code_2(arguments, capsys):
    assert run_command(arguments) == 2
    shown = capsys.readouterr()
    assert "Traceback" not in shown.err
    assert shown.out == ""


@pytest.mark.parametrize("arguments", UNPARSABLE[1:])
def test_with_json_a_failure_is_the_one_object(arguments, capsys):
    assert run_command([*arguments, "--json"]) == 2
    content = json.loads(capsys.readouterr().out)
    assert list(content) == ["error", "hint", "exit_code"]
    assert content["exit_code"] == 2


@pytest.mark.parametrize("as_json", [True, False])
def test_an_interruption_is_said_and_ends_in_code_130(monkeypatch, capsys, as_json):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("agent.commands.settings.show_settings", interrupted)
    assert run_command(["settings", *(["--json"] if as_json else [])]) == 130
    shown = capsys.readouterr()
    assert "Interrupted" in shown.err
    assert (json.loads(shown.out)["exit_code"] if as_json else shown.out) == (
        130 if as_json else ""
    )


@pytest.mark.slow
def test_a_reader_that_goes_away_leaves_no_traceback(tmp_path):
    for name in ("settings", "doctor"):
        process = subprocess.Popen(
            [sys.executable, "-m", "agent.cli", name, str(tmp_path), "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
        process.stderr.close()
        process.wait(60)
        assert told == b"", told


@pytest.mark.parametrize("command", ["run", "scan"])
def test_a_folder_that_is_not_there_ends_in_code_2(command, tmp_path, capsys):
    assert run_command([command, str(tmp_path / "nowhere")]) == 2
    shown = capsys.readouterr().err
    assert "nowhere" in shown
    assert "Traceback" not in shown


def test_init_writes_once_and_leaves_the_users_files_alone(tmp_path, capsys):
    folder = tmp_path / "new"
    assert run_command(["init", str(folder)]) == 0
    (folder / "notes.md").write_text("mine")
    assert run_command(["init", str(folder)]) == 0
    assert (folder / "notes.md").read_text() == "mine"
    assert run_command(["settings", str(folder)]) == 0
    assert "compile.engine" in capsys.readouterr().out


def test_a_bug_ends_in_code_70_with_its_traceback(monkeypatch, capsys):
    def broken(*_, **__):
        raise ZeroDivisionError("x")

    monkeypatch.setattr("agent.commands.settings.show_settings", broken)
    assert run_command(["settings"]) == 70
    shown = capsys.readouterr().err
    assert "Traceback" in shown
    assert "bug" in shown


@pytest.mark.parametrize(
    ("name", "content", "wanted"),
    [
        ("notes.md", "测量弹簧的伸长。".encode(), True),
        ("t.csv", "时间,电压值,温度\n1,2,3\n".encode("gb18030"), True),
        ("数据.csv", b"x,y\n1,2\n", True),
        ("notes.md", "We measured at 20 °C.".encode(), False),
    ],
)
def test_the_doctor_looks_for_chinese_fonts_where_chinese_is_set(
    tmp_path, capsys, name, content, wanted
):
    (tmp_path / name).write_bytes(content)
    run_command(["doctor", str(tmp_path), "--json"])
    names = {check["name"] for check in json.loads(capsys.readouterr().out)["checks"]}
    assert ("ctex.sty" in names) == wanted
