import json
import subprocess
import sys

import pytest

from agent.cli import run_command

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
    assert all(name in shown for name in ("run", "scan", "compile", "settings", "doctor", "init"))


@pytest.mark.parametrize(
    "arguments", [["walk"], ["run"], ["run", "x", "--rund"], ["compile", "a.tex", "--timeout", "x"]]
)
def test_a_call_that_cannot_be_parsed_ends_in_code_2(arguments, capsys):
    assert run_command(arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


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
