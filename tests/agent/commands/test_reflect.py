import json
import subprocess

import pytest

from tests.agent.commands.calling import (
    call,
    call_json,
    started,
)
from tests.agent.documents.repository import repository
from tests.agent.documents.test_read import ROOT, lay

CURABLE = ROOT % (
    "\\section{Method}\nA cart rolls down a **very** long track~\\cite{manual} and is timed.\n"
    "\\section{Results}\nThe times lie in 3-5 s, as Figure~\\ref{fig:none} shows."
)
CURED = CURABLE.replace("**very**", "\\textbf{very}").replace("3-5", "3--5")
SOURCE = ROOT % (
    "\\section{Method}\nA cart rolls down a track~\\cite{manual} and is timed with a good clock.\n"
    "\\section{Results}\nThe times grow with the distance, and nothing else was seen by us."
)


@pytest.mark.usefixtures("no_tex")
class TestOffline:
    def test_certain_cures_are_applied_and_all_else_stays(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        code, out, err = call(capsys, "reflect", root)
        assert (code, out) == (0, "")
        assert root.read_text() == CURED
        assert (tmp_path / "t.tex.bak").read_text() == CURABLE
        assert "written: " in err
        assert "1 finding left" in err

    def test_no_cure_takes_words_of_a_person_away(self, tmp_path, capsys):
        said = (
            "It is important to note that the cart was released from rest by the same hand each "
            "time, and that the clock was read by somebody who did not know the last reading."
        )
        source = CURABLE.replace(
            "\\section{Results}", f"\n\n{said}\n\n{said}\n\\section{{Results}}"
        )
        root = lay(tmp_path, t=source)
        _, content = call_json(capsys, "reflect", root)
        assert content["changed"]
        assert root.read_text().count(said) == 2
        dropped = {item["check"] for item in content["rounds"][0]["dropped"]}
        assert {"empty-lead", "duplicate-paragraph"} <= dropped

    def test_the_object_tells_everything(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        code, content = call_json(capsys, "reflect", root)
        assert code == 0
        assert list(content) == [
            "file", "changed", "termination", "score", "rounds", "diff", "written", "backups",
            "journal", "tokens", "cost", "warnings",
        ]  # fmt: skip
        assert (content["changed"], content["written"]) == (True, [str(root)])
        assert content["termination"] == "converged"
        assert len(content["rounds"]) == 2
        assert content["tokens"] == {"calls": 0, "prompt": 0, "cached": 0, "completion": 0}
        assert "+A cart rolls down a \\textbf{very}" in content["diff"]

    def test_a_document_without_a_fault_stays(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        stamp = root.stat().st_mtime_ns
        code, content = call_json(capsys, "reflect", root)
        assert (code, content["changed"], content["written"]) == (0, False, [])
        assert (root.read_text(), root.stat().st_mtime_ns) == (SOURCE, stamp)
        assert "as it was" in call(capsys, "reflect", root)[2]
        assert not list(tmp_path.glob("*.bak"))

    def test_a_second_reflection_has_nothing_to_do(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        call(capsys, "reflect", root)
        assert call_json(capsys, "reflect", root)[1]["changed"] is False
        assert root.read_text() == CURED

    def test_a_dry_run_prints_the_difference_and_writes_nothing(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        code, out, err = call(capsys, "reflect", root, "--dry-run")
        assert code == 0
        assert out.startswith("--- a/t.tex\n+++ b/t.tex\n")
        assert "dry run" in err
        assert root.read_text() == CURABLE
        assert sorted(path.name for path in tmp_path.iterdir()) == [".reflectex", "t.tex"]

    def test_no_rounds_are_no_change(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        code, content = call_json(capsys, "reflect", root, "--rounds", 0)
        assert (code, content["rounds"], content["termination"]) == (0, [], None)
        assert root.read_text() == CURABLE
        assert call_json(capsys, "reflect", root, "--rounds", -1)[0] == 2

    def test_output_leaves_the_folder_of_the_document_alone(self, tmp_path, capsys):
        root = lay(tmp_path / "d", t=CURABLE)
        out = tmp_path / "o" / "new.tex"
        code, content = call_json(capsys, "reflect", root, "--output", out)
        assert (code, content["written"]) == (0, [str(out)])
        assert out.read_text() == CURED
        assert root.read_text() == CURABLE
        assert [path.name for path in (tmp_path / "d").iterdir()] == ["t.tex"]
        assert (tmp_path / "o" / ".reflectex" / "t" / "journal.jsonl").is_file()

    def test_output_is_there_though_nothing_has_changed(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        assert call_json(capsys, "reflect", root, "-o", tmp_path / "new.tex")[0] == 0
        assert (tmp_path / "new.tex").read_text() == SOURCE

    def test_a_clean_file_of_git_needs_no_copy(self, tmp_path, capsys):
        folder = repository(tmp_path / "r", t=CURABLE)
        assert call_json(capsys, "reflect", folder / "t.tex")[1]["backups"] == []
        # Nor does git see what is ours.
        status = subprocess.run(
            ["git", "status", "--porcelain"], cwd=folder, capture_output=True, text=True, check=True
        )
        assert status.stdout == " M t.tex\n"

    def test_cures_land_in_their_files(self, tmp_path, capsys):
        one = "\\chapter{One}\r\nDie **Größe** ist gut.\r\n".encode("latin-1")
        root = lay(tmp_path, t=ROOT % "\\include{ch/one}\n\\include{ch/two}", ch__one=one,
                   ch__two="\\chapter{Two}\nNothing.")  # fmt: skip
        before = root.read_bytes()
        _, content = call_json(capsys, "reflect", root)
        assert content["written"] == [str(tmp_path / "ch" / "one.tex")]
        assert root.read_bytes() == before
        wanted = one.replace("**Größe**".encode("latin-1"), "\\textbf{Größe}".encode("latin-1"))
        assert (tmp_path / "ch" / "one.tex").read_bytes() == wanted
        assert (tmp_path / "ch" / "two.tex").read_bytes() == b"\\chapter{Two}\nNothing."

    @pytest.mark.parametrize("text", [
        "", "\n", "just words", "\\section{A}", "\\input{t}", "%", "\\begin{document}",
        "\\end{document}", "{" * 3000, "\\begin{a}" * 800, "\\section{A}\n" * 500, "\ufeff",
    ])  # fmt: skip
    def test_any_text_goes_through(self, tmp_path, capsys, text):
        root = lay(tmp_path, t=text)
        assert call_json(capsys, "reflect", root)[0] == 0
        assert root.read_text() == text

    @pytest.mark.slow
    def test_broken_bytes_go_through(self, tmp_path):
        data = CURABLE.encode() + b"\n% \xff\xfe\xc3\n"
        root = lay(tmp_path, t=data.replace(b"track", b"tr\xc3ack"))
        done = started("reflect", "t.tex", "--dry-run", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        done = started("reflect", "t.tex", "--json", cwd=tmp_path)
        assert json.loads(done.stdout)["changed"]
        assert root.read_bytes() == CURED.encode().replace(b"track", b"tr\xc3ack") + data[-7:]

    def test_settings_and_criteria_lie_beside_the_document(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        (tmp_path / "reflectex.toml").write_text('[reflect]\nrounds = 0\ncriteria = "c.toml"\n')
        (tmp_path / "c.toml").write_text(
            '[[criterion]]\nid = "marks"\npasses = "x"\nfails = "y"\nchecks = ["markdown"]\n'
        )
        assert call_json(capsys, "reflect", root)[1]["rounds"] == []
        _, content = call_json(capsys, "reflect", root, "--rounds", 1)
        assert content["score"] == {"before": 0.0, "after": 1.0}
        (tmp_path / "c.toml").unlink()
        code, content = call_json(capsys, "reflect", root)
        assert (code, "c.toml" in content["error"]) == (2, True)

    def test_what_cannot_be_read_or_written_ends_in_code_2(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        assert call_json(capsys, "reflect", tmp_path / "gone.tex")[0] == 2
        assert call_json(capsys, "reflect", root, "--bib", tmp_path / "gone.bib")[0] == 2
        assert call_json(capsys, "reflect", root, "--material", tmp_path / "gone")[0] == 2
        assert call_json(capsys, "reflect", root, "--strategy", "wild")[0] == 2
        assert call_json(capsys, "reflect", root, "--author", "model")[0] == 2
        assert call_json(capsys, "reflect", root, "-o", root / "x.tex")[0] == 2
        (tmp_path / ".reflectex").write_text("a file")
        code, content = call_json(capsys, "reflect", root)
        assert (code, ".reflectex" in content["error"]) == (2, True)
        assert root.read_text() == CURABLE

    def test_every_reflection_keeps_its_rounds(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        call(capsys, "reflect", root)
        call(capsys, "reflect", root)
        folder = tmp_path / ".reflectex" / "t"
        assert (folder / "001" / "01-accepted.tex").read_text() == CURED
        assert "+" in (folder / "001" / "01-accepted.diff").read_text()
        records = [json.loads((folder / n / "reflection.json").read_text()) for n in ("001", "002")]
        assert [record["changed"] for record in records] == [True, False]
