import json
import subprocess
import sys

import pytest

from tests.agent.commands.calling import PROJECT, call, call_json, hooks, started
from tests.agent.documents.repository import commit, git, repository
from tests.agent.documents.test_read import ROOT, lay

BODY = (
    "\\section{Method}\nA cart rolls down a track and is timed at six marks.\n"
    "The track is two metres long \\cite{manual}, and each run is repeated.\n"
    "\\section{Results}\nThe times grow with the square root of the distance.\n"
    "Nothing else was seen in any of the runs that we made.\n"
)
OLD = ROOT % BODY
REWORDED = OLD.replace("Nothing else was seen", "We saw nothing else")
LOST = OLD.replace("\\cite{manual}", "")
CUT = OLD[: OLD.index("\\section{Results}")] + "\\end{document}\n"


def allowing(objections):
    return [word for o in objections for word in ("--allow", o["rule"])]


@pytest.mark.parametrize(
    ("new", "verdict", "code"),
    [
        (OLD, "converged", 0),
        (OLD.replace("\n", "\r\n"), "converged", 0),
        (OLD.replace("times grow", "times\ngrow"), "converged", 0),
        (REWORDED, "accepted", 0),
        (LOST, "regressed", 1),
        (CUT, "regressed", 1),
        ("", "regressed", 1),
    ],
)
def test_the_verdict_and_its_code(tmp_path, capsys, new, verdict, code):
    lay(tmp_path, old=OLD, new=new)
    files = (tmp_path / "old.tex", tmp_path / "new.tex")
    got, content = call_json(capsys, "gate", *files)
    assert (got, content["verdict"]) == (code, verdict)
    assert list(content) == ["verdict", "objections"]
    assert bool(content["objections"]) == bool(code)
    for objection in content["objections"]:
        assert list(objection) == ["rule", "message", "detail"]
    got, out, err = call(capsys, "gate", *files)
    assert (got, out) == (code, f"{verdict}\n")
    assert all(o["rule"] in err and o["message"] in err for o in content["objections"])


def test_a_rule_can_be_switched_off(tmp_path, capsys):
    lay(tmp_path, old=OLD, new=LOST)
    files = (tmp_path / "old.tex", tmp_path / "new.tex")
    objections = call_json(capsys, "gate", *files)[1]["objections"]
    assert ("citations-lost", ["manual"]) in [(o["rule"], o["detail"]) for o in objections]
    assert call_json(capsys, "gate", *files, *allowing(objections))[0] == 0
    code, content = call_json(capsys, "gate", *files, "--allow", "citation-lost")
    assert code == 2
    assert "citations-lost" in content["hint"]


def test_keys_that_the_bib_lacks_are_refused_where_it_is_named(tmp_path, capsys):
    lay(tmp_path, old=OLD, new=OLD.replace("distance.", "distance \\cite{nobody}."))
    (tmp_path / "refs.bib").write_text("@misc{manual, title={x}}")
    files = (tmp_path / "old.tex", tmp_path / "new.tex")
    assert call_json(capsys, "gate", *files)[0] == 0
    code, content = call_json(capsys, "gate", *files, "--bib", tmp_path / "refs.bib")
    assert code == 1
    assert "nobody" in json.dumps(content["objections"])


def test_a_project_is_compared_with_all_its_files(tmp_path, capsys):
    for name, text in (("old", BODY), ("new", BODY.replace("\\cite{manual}", ""))):
        lay(tmp_path / name, t=ROOT % "\\include{one}", one=text)
    code, content = call_json(capsys, "gate", tmp_path / "old/t.tex", tmp_path / "new/t.tex")
    assert (code, content["objections"][0]["rule"]) == (1, "citations-lost")


def test_encodings_may_differ(tmp_path, capsys):
    text = ROOT % "\\section{Größe}\nDie Größe des Gefäßes wird in größeren Schritten erhöht.\n"
    lay(tmp_path, old=text.encode("latin-1"), new=text.encode())
    assert call_json(capsys, "gate", tmp_path / "old.tex", tmp_path / "new.tex")[1] == {
        "verdict": "converged",
        "objections": [],
    }


@pytest.mark.parametrize(
    "arguments",
    [[], ["a.tex"], ["a.tex", "a.tex", "a.tex"], ["a.tex", "git:HEAD:a.tex"], ["gone.tex", "a.tex"],
     ["a.tex", "gone.tex"], ["git:HEAD:a.tex", "a.tex"], ["--against", "HEAD", "a.tex"],
     ["--against", "HEAD", "gone.tex"]],
)  # fmt: skip
def test_what_cannot_be_compared_ends_in_code_2(tmp_path, capsys, monkeypatch, arguments):
    lay(tmp_path, a=OLD)
    monkeypatch.chdir(tmp_path)
    code, content = call_json(capsys, "gate", *arguments)
    assert (code, content["exit_code"]) == (2, 2)
    assert content["error"]
    assert "Traceback" not in call(capsys, "gate", *arguments)[2]


class TestGit:
    @pytest.fixture
    def folder(self, tmp_path, monkeypatch):
        made = repository(tmp_path / "r", thesis=OLD, ch__one=BODY, ch__two=BODY)
        monkeypatch.chdir(made)
        return made

    def test_old_may_be_a_revision(self, folder, capsys, monkeypatch):
        (folder / "thesis.tex").write_text(LOST)
        assert call_json(capsys, "gate", "git:HEAD:thesis.tex", "thesis.tex")[0] == 1
        monkeypatch.chdir(folder / "ch")
        assert call_json(capsys, "gate", "git:HEAD:thesis.tex", "../thesis.tex")[0] == 1
        assert call_json(capsys, "gate", "git:HEAD:ch/one.tex", "one.tex")[0] == 0

    def test_files_are_held_against_a_revision(self, folder, capsys):
        (folder / "thesis.tex").write_text(REWORDED)
        (folder / "ch" / "one.tex").write_text(BODY.replace("\\cite{manual}", ""))
        (folder / "ch" / "new.tex").write_text("\\section{New}\n")
        names = ["thesis.tex", "ch/one.tex", "ch/two.tex", "ch/new.tex"]
        code, content = call_json(capsys, "gate", "--against", "HEAD", *names)
        assert code == 1
        assert [(f["file"], f["verdict"]) for f in content["files"]] == [
            ("thesis.tex", "accepted"),
            ("ch/one.tex", "regressed"),
            ("ch/two.tex", "converged"),
        ]
        assert content["new"] == ["ch/new.tex"]
        assert content["verdict"] == "regressed"
        assert {o["file"] for o in content["objections"]} == {"ch/one.tex"}
        code, out, err = call(capsys, "gate", "--against", "HEAD", *names)
        assert out.splitlines() == [
            "ch/new.tex: new",
            "thesis.tex: accepted",
            "ch/one.tex: regressed",
            "ch/two.tex: converged",
        ]
        assert "citations-lost" in err
        allowed = allowing(content["objections"])
        assert call(capsys, "gate", "--against", "HEAD", *allowed, *names)[0] == 0

    def test_a_link_is_the_file_that_it_leads_to(self, folder, capsys):
        (folder / "link.tex").symlink_to("ch/one.tex")
        commit(folder)
        assert call_json(capsys, "gate", "--against", "HEAD", "link.tex")[0] == 0
        (folder / "ch" / "one.tex").write_text(BODY.replace("\\cite{manual}", ""))
        assert call_json(capsys, "gate", "--against", "HEAD", "link.tex")[0] == 1

    def test_an_unknown_revision_ends_in_code_2(self, folder, capsys):
        code, content = call_json(capsys, "gate", "--against", "nowhere", "thesis.tex")
        assert (code, "nowhere" in content["error"]) == (2, True)
        assert call_json(capsys, "gate", "--against", "--help", "thesis.tex")[0] == 2

    def test_before_the_first_commit_nothing_can_be_lost(self, tmp_path, capsys, monkeypatch):
        git(tmp_path, "init", "-q")
        lay(tmp_path, a=OLD)
        monkeypatch.chdir(tmp_path)
        code, content = call_json(capsys, "gate", "--against", "HEAD", "a.tex")
        assert (code, content["new"], content["verdict"]) == (0, ["a.tex"], "converged")


class TestHook:
    """As git runs it: in the top of the work tree, with the variables of a hook."""

    @pytest.fixture
    def folder(self, tmp_path):
        made = repository(tmp_path / "r", thesis=OLD, ch__one=BODY)
        program, *arguments = hooks()["reflectex-gate"]["entry"].split()
        assert program == "reflectex"
        (bin_folder := tmp_path / "bin").mkdir()
        command = bin_folder / "reflectex"
        command.write_text(
            f'#!/bin/sh\nPYTHONPATH={PROJECT} exec {sys.executable} -m agent.cli "$@"\n'
        )
        command.chmod(0o755)
        script = made / ".git" / "hooks" / "pre-commit"
        names = "$(git diff --cached --name-only --diff-filter=ACMR -- '*.tex')"
        script.write_text(
            f"#!/bin/sh\nPATH={bin_folder}:$PATH\nexec {program} {' '.join(arguments)} {names}\n"
        )
        script.chmod(0o755)
        return made

    def test_a_commit_that_loses_something_is_stopped(self, folder):
        (folder / "thesis.tex").write_text(REWORDED)
        (folder / "ch" / "one.tex").write_text(BODY.replace("\\cite{manual}", ""))
        with pytest.raises(subprocess.CalledProcessError) as told:
            commit(folder)
        assert "ch/one.tex: regressed" in told.value.stdout + told.value.stderr
        assert git(folder, "rev-list", "--count", "HEAD").strip() == "1"

    def test_a_commit_that_loses_nothing_goes_through(self, folder):
        (folder / "thesis.tex").write_text(REWORDED)
        (folder / "ch" / "new.tex").write_text("\\section{New}\n")
        commit(folder)
        assert git(folder, "rev-list", "--count", "HEAD").strip() == "2"

    @pytest.mark.slow
    def test_it_works_in_a_second_work_tree_too(self, folder, tmp_path):
        git(folder, "worktree", "add", "-q", str(tmp_path / "second"))
        second = tmp_path / "second"
        (second / "ch" / "one.tex").write_text(BODY.replace("\\cite{manual}", ""))
        with pytest.raises(subprocess.CalledProcessError) as told:
            commit(second)
        assert "ch/one.tex: regressed" in told.value.stdout + told.value.stderr
        (second / "ch" / "one.tex").write_text(BODY.replace("Nothing", "Hardly anything"))
        commit(second)

    def test_every_hook_names_a_command_that_there_is(self, tmp_path):
        for hook in hooks().values():
            assert {"id", "name", "description", "entry", "language", "files"} <= set(hook)
            program, command, *_ = hook["entry"].split()
            assert program == "reflectex"
            assert started(command, "--help", cwd=tmp_path).returncode == 0
