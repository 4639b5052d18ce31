import io
import json
import os
import pty
import sys

import pytest

from agent.commands import edit
from tests.agent.commands.calling import asked_text, call, call_json, fenced, started
from tests.agent.documents.repository import repository
from tests.agent.documents.test_read import ROOT, lay
from tests.endpoint import Answer, Endpoint

SOURCE = ROOT % (
    "\\section{Method}\nA cart rolls down a track \\cite{manual} and is timed.\n"
    "\\section{Results}\nThe times grow with the distance.\n"
    "\\section{Setup}\nA track.\n\\section{Setup}\nA clock."
)
REWORDED = ("The times grow with the distance.", "The times grow as the distance grows.")


def replacing(*pairs):
    def handler(body, _):
        text = asked_text(body)
        for old, new in pairs:
            text = text.replace(old, new)
        return fenced(text)

    return handler


@pytest.fixture
def root(tmp_path):
    return lay(tmp_path / "d", t=SOURCE)


def at(endpoint):
    return ("--base-url", endpoint.url, "--model", "m")


def kept(root, *arguments, capsys, handler):
    with Endpoint(handler) as endpoint:
        return call_json(capsys, "edit", root, *arguments, *at(endpoint))


@pytest.mark.usefixtures("no_tex")
class TestEdit:
    @pytest.mark.parametrize("wanted", ["n2", "Results", "results", "Result"])
    def test_one_section_is_changed_and_all_else_stays(self, root, capsys, wanted):
        with Endpoint(replacing(REWORDED)) as endpoint:
            code, out, err = call(capsys, "edit", root, wanted, "Reword.", "--yes", *at(endpoint))
            assert len(endpoint.requests) == 1
        assert (code, out) == (0, "")
        assert root.read_text() == SOURCE.replace(*REWORDED)
        assert (root.parent / "t.tex.bak").read_text() == SOURCE
        assert "--- a/t.tex" in err
        assert f"-{REWORDED[0]}" in err
        assert f"+{REWORDED[1]}" in err
        assert f"written: {root}" in err

    def test_the_object_says_what_was_done(self, root, capsys):
        code, content = kept(
            root, "n2", "Reword.", "--yes", capsys=capsys, handler=replacing(REWORDED)
        )
        assert code == 0
        assert list(content) == [
            "file", "fate", "reasons", "objections", "diff", "written", "backups",
        ]  # fmt: skip
        assert (content["fate"], content["written"]) == ("kept", [str(root)])
        assert content["backups"] == [str(root.parent / "t.tex.bak")]
        assert REWORDED[1] in content["diff"]

    def test_a_clean_file_of_git_needs_no_copy(self, tmp_path, capsys):
        root = repository(tmp_path / "r", t=SOURCE) / "t.tex"
        _, content = kept(
            root, "n2", "Reword.", "--yes", capsys=capsys, handler=replacing(REWORDED)
        )
        assert (content["written"], content["backups"]) == ([str(root)], [])

    def test_the_model_sees_the_instruction_and_this_section_alone(self, root, capsys):
        with Endpoint(replacing(REWORDED)) as endpoint:
            call(capsys, "edit", root, "n2", "Say it anew.", "--yes", *at(endpoint))
            (request,) = endpoint.requests
        sent = json.dumps(request)
        assert "Say it anew." in sent
        assert "The times grow" in sent
        assert "A cart rolls" not in sent

    @pytest.mark.parametrize(
        ("wanted", "words"),
        [("Setup", "n3"), ("Resutls", "n2 (Results)"), ("n9", "no section"), ("whole", "whole")],
    )
    def test_a_section_that_is_not_sure_costs_nothing(self, root, capsys, wanted, words):
        with Endpoint(replacing()) as endpoint:
            code, out, err = call(capsys, "edit", root, wanted, "x", "--yes", *at(endpoint))
            assert endpoint.requests == []
        assert (code, out) == (2, "")
        assert words in err

    def test_without_a_model_it_is_said_and_nothing_is_left_behind(self, root, capsys):
        code, content = call_json(capsys, "edit", root, "n2", "Reword.")
        assert code == 2
        assert "needs a model" in content["error"]
        assert [path.name for path in root.parent.iterdir()] == ["t.tex"]

    @pytest.mark.parametrize("instruction", ["", "  "])
    def test_an_empty_instruction_is_refused(self, root, capsys, instruction):
        assert call_json(capsys, "edit", root, "n2", instruction)[0] == 2

    def test_a_model_that_cannot_be_asked_ends_in_code_4(self, root, capsys):
        refuses = Answer(401, {"error": {"message": "bad key"}})
        code, content = kept(
            root, "n2", "x", "--yes", capsys=capsys, handler=lambda body, number: refuses
        )
        assert (code, content["exit_code"]) == (4, 4)
        assert root.read_text() == SOURCE

    @pytest.mark.parametrize(
        ("reply", "reason"),
        [
            ("\\section{Results}\n% rest unchanged", ""),
            ("\\section{Results}\nA.\n\\section{More}\nB.", "section"),
            ("\\section{Results}\nIt is {open.", "never closed"),
            (SOURCE, "section"),
            ("\\subsection{Results}\nThe times grow with the distance.", "head"),
            ("", ""),
        ],
    )
    def test_a_reply_that_cannot_be_spliced_leaves_the_file(self, root, capsys, reply, reason):
        with Endpoint(lambda body, number: fenced(reply)) as endpoint:
            code, out, err = call(capsys, "edit", root, "n2", "x", "--yes", *at(endpoint))
        assert (code, out) == (1, "")
        assert root.read_text() == SOURCE
        assert "The edit was refused" in err
        assert "-The times grow" not in err
        assert reason in err.lower()
        assert not list(root.parent.glob("*.bak"))

    def test_what_the_gate_refuses_leaves_the_file_and_names_the_way_out(self, root, capsys):
        handler = replacing((" \\cite{manual}", ""))
        code, content = kept(
            root, "n1", "Drop the source.", "--yes", capsys=capsys, handler=handler
        )
        assert (code, content["fate"], content["written"]) == (1, "refused", [])
        assert root.read_text() == SOURCE
        assert "citations-lost" in [objection["rule"] for objection in content["objections"]]
        assert "manual" in content["diff"]
        with Endpoint(handler) as endpoint:
            _, _, err = call(capsys, "edit", root, "n1", "Drop the source.", "--yes", *at(endpoint))
        assert "--allow citations-lost" in err
        records = sorted((root.parent / ".reflectex" / "t").glob("*/edit.json"))
        assert [json.loads(r.read_text())["fate"] for r in records] == ["refused", "refused"]

    def test_what_is_allowed_by_name_goes_through(self, root, capsys):
        handler = replacing((" \\cite{manual}", ""))
        _, content = kept(root, "n1", "x", "--yes", capsys=capsys, handler=handler)
        allowed = [w for o in content["objections"] for w in ("--allow", o["rule"])]
        code, content = kept(root, "n1", "x", "--yes", *allowed, capsys=capsys, handler=handler)
        assert (code, content["fate"]) == (0, "kept")
        assert "manual" not in root.read_text()
        assert kept(root, "n1", "x", "--allow", "all", capsys=capsys, handler=handler)[0] == 2

    def test_the_same_text_is_nothing_to_write(self, root, capsys):
        code, content = kept(root, "n2", "x", "--yes", capsys=capsys, handler=replacing())
        assert (code, content["fate"], content["written"]) == (0, "unchanged", [])
        assert root.read_text() == SOURCE

    def test_without_a_terminal_nothing_is_written_unless_it_is_wished(self, root, capsys):
        code, content = kept(root, "n2", "x", capsys=capsys, handler=replacing(REWORDED))
        assert (code, content["fate"], content["written"]) == (0, "kept", [])
        assert REWORDED[1] in content["diff"]
        assert root.read_text() == SOURCE

    @pytest.mark.parametrize(
        ("answer", "written"),
        [("y\n", True), ("Yes\n", True), ("是\n", True), ("n\n", False), ("\n", False), ("", False),
         ("yellow\n", False)],
    )  # fmt: skip
    def test_a_person_is_asked(self, root, capsys, monkeypatch, answer, written):
        class Terminal(io.StringIO):
            def isatty(self):
                return True

        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        with Endpoint(replacing(REWORDED)) as endpoint:
            code, _, err = call(capsys, "edit", root, "n2", "x", *at(endpoint))
        assert code == 0
        assert "Write this? [y/N]" in err
        assert (root.read_text() != SOURCE) == written

    def test_what_changed_while_the_person_thought_is_not_overwritten(
        self, root, capsys, monkeypatch
    ):
        def agreed():
            root.write_text("theirs")
            return True

        monkeypatch.setattr(edit, "_agreed", agreed)
        code, content = kept(root, "n2", "x", capsys=capsys, handler=replacing(REWORDED))
        assert (code, root.read_text()) == (2, "theirs")
        assert "meanwhile" in content["error"]

    def test_output_leaves_the_document_alone(self, root, tmp_path, capsys):
        out = tmp_path / "out" / "new.tex"
        code, content = kept(
            root, "n2", "x", "-y", "-o", out, capsys=capsys, handler=replacing(REWORDED)
        )
        assert (code, content["written"]) == (0, [str(out)])
        assert out.read_text() == SOURCE.replace(*REWORDED)
        assert [path.name for path in root.parent.iterdir()] == ["t.tex"]

    def test_an_edit_lands_in_the_file_that_holds_the_section(self, tmp_path, capsys):
        chapter = "\\chapter{One}\r\nA clock.\r\n\\section{Größe}\r\nA track, grün.\r\n"
        files = {"t": ROOT % "\\include{ch/one}\n\\include{ch/two}", "ch__two": "\\chapter{Two}\n"}
        root = lay(tmp_path, **files, ch__one=chapter.encode("latin-1"))
        before = {path: path.read_bytes() for path in tmp_path.rglob("*.tex")}
        code, content = kept(
            root, "Größe", "x", "-y", capsys=capsys, handler=replacing(("A track", "One track"))
        )
        assert (code, content["written"]) == (0, [str(tmp_path / "ch" / "one.tex")])
        after = {path: path.read_bytes() for path in tmp_path.rglob("*.tex")}
        changed = {path.name for path in before if before[path] != after[path]}
        assert changed == {"one.tex"}
        wanted = chapter.replace("A track", "One track").encode("latin-1")
        assert after[tmp_path / "ch" / "one.tex"] == wanted
        assert "--- a/ch/one.tex" in content["diff"]

    def test_an_edit_over_the_border_of_two_files_is_refused(self, tmp_path, capsys):
        body = "\\section{A}\nalpha one.\n\\input{b}\nomega."
        root = lay(tmp_path, t=ROOT % body, b="beta two.\n")
        handler = replacing(("one.\nbeta", "X"))
        code, content = kept(root, "n1", "Join.", "-y", capsys=capsys, handler=handler)
        assert (code, content["fate"]) == (1, "refused")
        assert "border" in content["reasons"][0]
        assert root.read_text() == ROOT % body

    def test_a_character_that_the_file_lacks_is_asked_for_in_another_way(self, tmp_path, capsys):
        data = "\\section{Maß}\nDie Größe beträgt fünf.\n".encode("latin-1")
        root = lay(tmp_path, t=data)
        replies = iter(["Länge λ", 'L\\"ange'])

        def handler(body, _):
            return fenced(f"\\section{{Maß}}\nDie {next(replies)} beträgt fünf.")

        code, content = kept(root, "n1", "x", "-y", capsys=capsys, handler=handler)
        assert (code, content["fate"]) == (0, "kept")
        assert root.read_bytes() == data.replace("Größe".encode("latin-1"), b'L\\"ange')

    def test_a_chapter_alone_can_be_edited(self, tmp_path, capsys):
        root = lay(tmp_path, one="\\chapter{One}\nA clock.\n\\section{Two}\nA track.")
        code, _ = kept(root, "n2", "x", "-y", capsys=capsys, handler=replacing(("A tr", "One tr")))
        assert (code, root.read_text()[-10:]) == (0, "One track.")

    def test_a_protected_file_is_noticed_before_anything_is_paid(self, root, capsys):
        root.chmod(0o444)
        with Endpoint(replacing(REWORDED)) as endpoint:
            code, content = call_json(capsys, "edit", root, "n2", "x", "-y", *at(endpoint))
            assert endpoint.requests == []
        assert (code, "write-protected" in content["error"]) == (2, True)

    def test_what_happened_is_in_the_journal(self, root, capsys):
        kept(root, "n2", "Reword.", "-y", capsys=capsys, handler=replacing(REWORDED))
        journal = (root.parent / ".reflectex" / "t" / "journal.jsonl").read_text()
        events = [json.loads(line) for line in journal.splitlines()]
        assert [event["event"] for event in events] == [
            "stage_started",
            "model_answered",
            "change_tried",
            "stage_finished",
        ]
        assert (events[2]["fate"], events[2]["source"]) == ("kept", "user")


@pytest.mark.tex
@pytest.mark.slow
def test_an_edit_that_tex_no_longer_takes_is_refused(root, capsys):
    handler = replacing(("A track.", "A \\undefinedcommand track."))
    code, content = kept(root, "n3", "x", "--yes", capsys=capsys, handler=handler)
    assert (code, content["fate"]) == (1, "refused")
    assert [o["rule"] for o in content["objections"]] == ["does-not-compile"]
    assert root.read_text() == SOURCE
    allowed = ("--allow", "does-not-compile")
    assert kept(root, "n3", "x", "--yes", *allowed, capsys=capsys, handler=handler)[0] == 0


@pytest.mark.slow
def test_on_a_real_terminal_the_answer_is_read_from_it(tmp_path):
    lay(tmp_path, one="\\chapter{One}\nA clock.\n")
    for answer, wanted in ((b"n\n", "A clock."), (b"y\n", "One clock.")):
        controller, terminal = pty.openpty()
        with Endpoint(replacing(("A clock", "One clock"))) as endpoint:
            os.write(controller, answer)
            done = started(
                "edit", "one.tex", "n1", "x", *at(endpoint), cwd=tmp_path, stdin=terminal
            )
        os.close(controller)
        os.close(terminal)
        assert done.returncode == 0, done.stderr
        assert b"Write this? [y/N]" in done.stderr
        assert (tmp_path / "one.tex").read_text() == f"\\chapter{{One}}\n{wanted}\n"
