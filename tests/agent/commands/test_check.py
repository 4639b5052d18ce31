import json

import pytest

from reflect.checks.run import CHECKS
from tests.agent.commands.calling import call, call_json, hooks, started
from tests.agent.documents.test_read import ROOT, lay

CLEAN = "\\section{Results}\nThe velocity grows with the distance, as \\cite{hubble} says.\n"
DANGLING = "\\section{Results}\nFigure~\\ref{fig:none} shows it.\n"


def test_nothing_found_ends_in_code_0(tmp_path, capsys):
    root = lay(tmp_path, t=ROOT % CLEAN)
    assert call_json(capsys, "check", root, "--severity", 3) == (0, {"findings": []})
    code, out, err = call(capsys, "check", root, "--severity", 3)
    assert (code, out, err) == (0, "", "Nothing found.\n")


def test_findings_end_in_code_1_with_the_names_that_scripts_depend_on(tmp_path, capsys):
    root = lay(tmp_path, t=ROOT % DANGLING)
    code, content = call_json(capsys, "check", root, "--only", "dangling-ref")
    assert code == 1
    (row,) = content["findings"]
    assert list(row)[:8] == [
        "id", "severity", "section", "file", "line", "message", "evidence", "curable",
    ]  # fmt: skip
    assert (row["id"], row["section"], row["file"], row["line"]) == (
        "dangling-ref",
        "n1",
        "t.tex",
        4,
    )
    assert "fig:none" in row["message"]
    assert row["curable"] is False


def test_a_person_gets_lines_that_an_editor_can_follow(tmp_path, capsys, monkeypatch):
    lay(tmp_path, thesis__t=ROOT % "\\input{ch/one}", thesis__ch__one=DANGLING)
    monkeypatch.chdir(tmp_path)
    code, out, err = call(capsys, "check", "thesis/t.tex", "--only", "dangling-ref")
    assert code == 1
    assert out.startswith("thesis/ch/one.tex:2: 4 dangling-ref: ")
    assert err.startswith("1 finding")


def test_the_least_severity_is_between_1_and_5(tmp_path, capsys):
    root = lay(tmp_path, t=ROOT % DANGLING)
    severities = [f["severity"] for f in call_json(capsys, "check", root)[1]["findings"]]
    for least in range(1, 6):
        code, content = call_json(capsys, "check", root, "--severity", least)
        wanted = [severity for severity in severities if severity >= least]
        assert [f["severity"] for f in content["findings"]] == wanted
        assert code == (1 if wanted else 0)
    for wrong in ("0", "6", "high"):
        code, content = call_json(capsys, "check", root, "--severity", wrong)
        assert (code, content["exit_code"]) == (2, 2)


def test_only_the_checks_that_are_named_run(tmp_path, capsys):
    root = lay(tmp_path, t=ROOT % (DANGLING + "\nTODO: write this. \\cite{nobody}\n"))
    arguments = ("--only", "dangling-ref", "--only", "placeholder")
    found = {f["id"] for f in call_json(capsys, "check", root, *arguments)[1]["findings"]}
    assert found <= {"dangling-ref", "placeholder"}
    assert "dangling-ref" in found


def test_a_check_that_is_not_there_is_named_with_a_near_one(tmp_path, capsys):
    root = lay(tmp_path, t=ROOT % CLEAN)
    code, out, err = call(capsys, "check", root, "--only", "dangling-refs")
    assert (code, out) == (2, "")
    assert "dangling-ref" in err


def test_the_list_shows_every_check(capsys):
    code, content = call_json(capsys, "check", "--list")
    assert code == 0
    assert {row["id"] for row in content["checks"]} == set(CHECKS)
    for row in content["checks"]:
        assert list(row) == ["id", "severity", "category", "matches"]
        assert row["matches"]
    code, out, _ = call(capsys, "check", "--list")
    assert (code, len(out.splitlines())) == (0, len(CHECKS))


def test_keys_are_held_against_the_bib(tmp_path, capsys):
    root = lay(tmp_path, t=ROOT % (CLEAN + "\\bibliography{refs}"))
    arguments = ("check", root, "--only", "unknown-cite-key")
    assert call_json(capsys, *arguments)[0] == 0
    (tmp_path / "refs.bib").write_text("@misc{lemaitre, title={x}}")
    code, content = call_json(capsys, *arguments)
    assert (code, content["findings"][0]["id"]) == (1, "unknown-cite-key")
    (tmp_path / "other.bib").write_text("@misc{hubble, title={x}}")
    assert call_json(capsys, *arguments, "--bib", tmp_path / "other.bib")[0] == 0
    code, content = call_json(capsys, *arguments, "--bib", tmp_path / "gone.bib")
    assert (code, "gone.bib" in content["error"]) == (2, True)


def test_the_material_may_be_a_folder_of_data(tmp_path, capsys):
    root = lay(tmp_path, t=ROOT % CLEAN)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "t.csv").write_text("v,d\n1,2\n2,4\n")
    assert call_json(capsys, "check", root, "--material", tmp_path / "data")[0] in (0, 1)
    code, content = call_json(capsys, "check", root, "--material", tmp_path / "gone")
    assert (code, "gone" in content["error"]) == (2, True)


def test_several_documents_are_checked_in_one_call(tmp_path, capsys):
    one = lay(tmp_path / "one", t=ROOT % DANGLING)
    two = lay(tmp_path / "two", t=ROOT % DANGLING)
    code, content = call_json(capsys, "check", one, two, "--only", "dangling-ref")
    assert code == 1
    assert [row["document"] for row in content["findings"]] == [str(one), str(two)]


def test_a_call_without_a_document_ends_in_code_2(capsys):
    assert call_json(capsys, "check")[0] == 2


@pytest.mark.parametrize("text", ["", "\n", "%", "\\section{A}", "{" * 5000, "\\begin{a}" * 3000])
def test_any_text_can_be_checked(tmp_path, capsys, text):
    assert call(capsys, "check", lay(tmp_path, t=text))[0] in (0, 1)


@pytest.mark.slow
def test_the_hook_takes_the_names_that_pre_commit_gives_it(tmp_path):
    program, *arguments = hooks()["reflectex-check"]["entry"].split()
    lay(tmp_path, thesis=ROOT % CLEAN, ch__one=DANGLING, other=ROOT % DANGLING)
    assert program == "reflectex"
    done = started(*arguments, "thesis.tex", "ch/one.tex", cwd=tmp_path)
    # A chapter alone refers to labels of others, so nothing is said of them.
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    done = started(*arguments, "thesis.tex", "ch/one.tex", "other.tex", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith(b"other.tex:4: 4 dangling-ref")


@pytest.mark.slow
def test_evidence_with_broken_bytes_is_one_object(tmp_path):
    lay(tmp_path, t=(ROOT % DANGLING).encode() + b"TODO \xff\xc3 \\section{\xfe}")
    done = started("check", "t.tex", "--json", cwd=tmp_path)
    assert done.returncode in (0, 1), done.stderr
    json.loads(done.stdout)
