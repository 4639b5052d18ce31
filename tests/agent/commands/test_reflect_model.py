"""Reflection with a model behind a real HTTP server on loopback."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from tests.agent.commands.calling import (
    PROJECT,
    asked_text,
    call_json,
    change,
    fenced,
    is_critic,
    model,
    plan,
)
from tests.agent.commands.test_reflect import CURABLE, SOURCE
from tests.agent.documents.test_read import ROOT, lay
from tests.endpoint import Answer, Endpoint, stream

METHOD = ("with a good clock", "with a clock that shows milliseconds")
RESULTS = ("nothing else was seen by us", "we saw nothing else")


def revise(*pairs):
    def revised(text):
        for old, new in pairs:
            text = text.replace(old, new)
        return text

    return revised


def at(endpoint):
    return ("--base-url", endpoint.url, "--model", "m")


def reflected(capsys, root, handler, *arguments):
    with Endpoint(handler) as endpoint:
        code, content = call_json(capsys, "reflect", root, *arguments, *at(endpoint))
        return code, content, endpoint.requests


def events(root):
    journal = root.parent / ".reflectex" / root.stem / "journal.jsonl"
    return [json.loads(line) for line in journal.read_text().splitlines()]


@pytest.mark.usefixtures("no_tex")
class TestModel:
    def test_two_sections_are_revised_and_the_critic_stops(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        plans = [[change("n1", "with a good clock"), change("Results", "nothing else")]]
        code, content, requests = reflected(capsys, root, model(plans, revise(METHOD, RESULTS)))
        assert (code, content["termination"]) == (0, "no_material_defect")
        assert root.read_text() == SOURCE.replace(*METHOD).replace(*RESULTS)
        assert len(requests) == 4
        assert content["tokens"]["calls"] == 4
        assert content["tokens"]["prompt"] == 400
        assert [attempt["fate"] for attempt in content["rounds"][0]["attempts"]] == ["kept"] * 2

    def test_an_edit_lands_in_the_file_that_holds_the_section(self, tmp_path, capsys):
        one = "\\chapter{One}\r\nDie Größe ist gut.\r\n\\section{Inner}\r\nA clock ticks.\r\n"
        root = lay(tmp_path, t=ROOT % "\\include{one}\n\\include{two}", one=one.encode("latin-1"),
                   two="\\chapter{Two}\nIt rests.")  # fmt: skip
        plans = [[change("n2", "A clock ticks."), change("n3", "It rests.")]]
        handler = model(plans, revise(("ticks", "goes on"), ("rests", "stands still")))
        _, content, _ = reflected(capsys, root, handler)
        assert sorted(content["written"]) == [str(tmp_path / n) for n in ("one.tex", "two.tex")]
        wanted = one.replace("ticks", "goes on").encode("latin-1")
        assert (tmp_path / "one.tex").read_bytes() == wanted
        assert (tmp_path / "two.tex").read_text() == "\\chapter{Two}\nIt stands still."
        assert root.read_text() == ROOT % "\\include{one}\n\\include{two}"

    @pytest.mark.parametrize(
        "source", [SOURCE, SOURCE[SOURCE.index("\\section") : SOURCE.index("\n\\end{document}")]]
    )
    def test_a_document_that_is_one_input_and_a_chapter_alone(self, tmp_path, capsys, source):
        root = lay(tmp_path, t="\\input{whole}", whole=source)
        plans = [[change("n1", "with a good clock")]]
        _, content, _ = reflected(capsys, root, model(plans, revise(METHOD)))
        assert content["written"] == [str(tmp_path / "whole.tex")]
        assert (tmp_path / "whole.tex").read_text() == source.replace(*METHOD)
        assert root.read_text() == "\\input{whole}"

    def test_a_document_without_sections_is_rewritten_as_a_whole(self, tmp_path, capsys):
        source = ROOT % "A cart rolls down a track and is timed with a good clock, many times."
        root = lay(tmp_path, t=source)
        plans = [[change("whole", "with a good clock")]]
        _, content, _ = reflected(capsys, root, model(plans, revise(METHOD)))
        assert content["changed"]
        assert root.read_text() == source.replace(*METHOD)

    def test_what_gets_worse_is_refused_and_kept_on_record(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        plans = [[change("n1", "with a good clock"), change("n2", "nothing else")]]
        handler = model(plans, revise(("~\\cite{manual}", ""), RESULTS))
        _, content, _ = reflected(capsys, root, handler)
        assert root.read_text() == SOURCE.replace(*RESULTS)
        fates = {a["section"]: a["fate"] for a in content["rounds"][0]["attempts"]}
        assert fates == {"n1": "refused", "n2": "kept"}
        (refused,) = (tmp_path / ".reflectex" / "t" / "001").glob("*-refused.diff")
        assert "manual" in refused.read_text()
        told = [event for event in events(root) if event["event"] == "change_tried"]
        assert {event["fate"] for event in told} == {"refused", "kept"}

    def test_every_round_is_an_event_with_its_gate(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        plans = [[change("n1", "with a good clock")]]
        reflected(capsys, root, model(plans, revise(METHOD)))
        rounds = [event for event in events(root) if event["event"] == "round_finished"]
        assert [event["round"] for event in rounds] == [1, 2]
        gate = rounds[0]["reflect_gate"]
        assert {"plan", "kept", "dropped", "objections", "score", "tokens", "seconds", "cost",
                "termination"} <= set(gate)  # fmt: skip
        assert (gate["kept"], gate["tokens"]["calls"]) == (1, 2)
        assert rounds[1]["reflect_gate"]["termination"] == "no_material_defect"

    @pytest.mark.parametrize("reply", ["Looks fine to me.", "{", '{"changes": "none"}', ""])
    def test_a_reply_that_is_no_plan_is_not_nothing_to_mend(self, tmp_path, capsys, reply):
        root = lay(tmp_path, t=SOURCE)
        code, content, _ = reflected(capsys, root, lambda body, number: stream(reply))
        assert (code, content["changed"]) == (0, False)
        assert content["termination"] == "unparseable_plan"
        assert content["rounds"][0]["unparseable"]

    def test_a_spent_budget_ends_it_gently(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        plans = [[change("n1", "with a good clock"), change("n2", "nothing else")]]
        handler = model(plans, revise(METHOD, RESULTS))
        code, content, requests = reflected(capsys, root, handler, "--max-calls", 2)
        assert (code, content["termination"], len(requests)) == (0, "budget_spent", 2)
        assert root.read_text() in {SOURCE.replace(*METHOD), SOURCE.replace(*RESULTS)}

    def test_a_model_that_cannot_be_asked_ends_in_code_4(self, tmp_path, capsys):
        root = lay(tmp_path, t=CURABLE)
        refuses = Answer(401, {"error": {"message": "bad key"}})
        code, content, _ = reflected(capsys, root, lambda body, number: refuses)
        assert (code, content["exit_code"]) == (4, 4)
        assert "bad key" in content["error"]
        assert root.read_text() == CURABLE

    def test_the_same_question_is_paid_for_once(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        plans = [[change("n1", "with a good clock")]]
        with Endpoint(model(plans, revise(METHOD))) as endpoint:
            dry = call_json(capsys, "reflect", root, "--dry-run", *at(endpoint))[1]
            asked = len(endpoint.requests)
            assert root.read_text() == SOURCE
            real = call_json(capsys, "reflect", root, *at(endpoint))[1]
            assert len(endpoint.requests) == asked
        assert dry["diff"] == real["diff"]
        assert root.read_text() == SOURCE.replace(*METHOD)

    def test_sections_are_revised_at_the_same_time(self, tmp_path, capsys):
        body = "\n".join(f"\\section{{S{n}}}\nThe part {n} is good as it is." for n in range(6))
        root = lay(tmp_path, t=ROOT % body)
        flying, most, lock = 0, 0, threading.Lock()

        def handler(request, _):
            nonlocal flying, most
            if is_critic(request):
                return plan(*(change(f"n{n + 1}", f"The part {n} is good") for n in range(6)))
            with lock:
                flying += 1
                most = max(most, flying)
            time.sleep(0.15)
            with lock:
                flying -= 1
            return fenced(asked_text(request).replace("good", "fine"))

        reflected(capsys, root, handler, "--rounds", 1)
        assert root.read_text().count("fine") == 6
        assert most == 4
        assert len(events(root)) == 1 + 1 + 6 + 6 + 1 + 1

    def test_an_edit_that_the_files_cannot_take_is_no_crash(self, tmp_path, capsys):
        body = "\\section{A}\nalpha one of many words here.\n\\input{b}\nomega."
        root = lay(tmp_path, t=ROOT % body, b="beta two of as many words there.\n")
        plans = [[change("n1", "alpha one")]]
        handler = model(plans, revise(("here.\nbeta", "X")))
        code, content, _ = reflected(capsys, root, handler)
        assert (code, content["changed"], content["termination"]) == (0, False, "regressed")
        (attempt,) = content["rounds"][0]["attempts"]
        assert (attempt["fate"], attempt["rules"]) == ("refused", ["not-writable"])
        assert "border" in attempt["reasons"][0]
        assert root.read_text() == ROOT % body

    def test_of_two_edits_only_the_one_that_the_files_cannot_take_is_refused(
        self, tmp_path, capsys
    ):
        body = (
            "\\section{A}\nalpha one of many words here.\n\\input{b}\nomega.\n\\section{B}\nIt is."
        )
        root = lay(tmp_path, t=ROOT % body, b="beta two of as many words there.\n")
        plans = [[change("n1", "alpha one"), change("n2", "It is")]]
        handler = model(plans, revise(("here.\nbeta", "X"), ("It is.", "It was.")))
        _, content, _ = reflected(capsys, root, handler, "--rounds", 1)
        attempts = content["rounds"][0]["attempts"]
        fates = {attempt["section"]: attempt["fate"] for attempt in attempts}
        assert fates == {"n1": "refused", "n2": "kept"}
        assert content["rounds"][0]["accepted"]
        assert root.read_text() == ROOT % body.replace("It is.", "It was.")
        assert (tmp_path / "b.tex").read_text() == "beta two of as many words there.\n"

    def test_characters_that_the_files_lack_are_asked_for_in_another_way(self, tmp_path, capsys):
        data = "\\section{Maß}\nDie Größe beträgt fünf Meter.\n".encode("latin-1")
        root = lay(tmp_path, t=data)

        def handler(body, number):
            if is_critic(body):
                return plan(change("n1", "fünf Meter"))
            word = "$\\lambda$" if "lacks: λ" in body["messages"][-1]["content"] else "λ"
            return fenced(asked_text_of_first(body).replace("fünf", word))

        def asked_text_of_first(body):
            return asked_text({"messages": body["messages"][:2]})

        reflected(capsys, root, handler, "--rounds", 1)
        assert root.read_bytes() == data.replace("fünf".encode("latin-1"), b"$\\lambda$")

    @pytest.mark.slow
    def test_two_at_once_on_one_document_are_one_too_many(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        entered, leave = threading.Event(), threading.Event()

        def handler(body, _):
            entered.set()
            leave.wait(30)
            return plan()

        with Endpoint(handler) as endpoint:
            environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
            command = [sys.executable, "-m", "agent.cli", "reflect", str(root), *at(endpoint)]
            first = subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            assert entered.wait(30)
            code, content = call_json(capsys, "reflect", root, *at(endpoint))
            leave.set()
            assert first.wait(30) == 0
        assert (code, "at work" in content["error"]) == (2, True)

    @pytest.mark.slow
    def test_an_interruption_keeps_what_was_finished(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        plans = [[change("n1", "with a good clock")]]
        scripted = model(plans, revise(METHOD))
        stalled, leave = threading.Event(), threading.Event()

        def handler(body, number):
            if not is_critic(body) and not leave.is_set():
                stalled.set()
                leave.wait(60)
            return scripted(body, number)

        with Endpoint(handler) as endpoint:
            environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
            command = [sys.executable, "-m", "agent.cli", "reflect", str(root), "--json"]
            process = subprocess.Popen(
                [*command, *at(endpoint)],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            assert stalled.wait(30)
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
            assert time.monotonic() - begun < 10
            assert process.returncode == 130
            assert json.loads(out)["exit_code"] == 130
            assert b"Traceback" not in err
            assert root.read_text() == SOURCE
            leave.set()
            asked = len(endpoint.requests)
            assert call_json(capsys, "reflect", root, *at(endpoint))[0] == 0
            # The plan was paid for before.
            assert sum(map(is_critic, endpoint.requests[asked:])) == 1
        assert root.read_text() == SOURCE.replace(*METHOD)


@pytest.mark.tex
@pytest.mark.slow
class TestTex:
    def test_a_round_that_tex_no_longer_takes_is_reverted(self, tmp_path, capsys):
        root = lay(tmp_path, t=ROOT % "\\input{ch/one}", ch__one=SOURCE[SOURCE.index("\\section") :
                   SOURCE.index("\n\\end")])  # fmt: skip
        before = (tmp_path / "ch" / "one.tex").read_text()
        plans = [[change("n1", "with a good clock")]]
        handler = model(plans, revise(("a good clock", "a \\notdefined clock")))
        _, content, _ = reflected(capsys, root, handler)
        assert (content["termination"], content["written"]) == ("regressed", [])
        assert [o["rule"] for o in content["rounds"][0]["objections"]] == ["does-not-compile"]
        assert (tmp_path / "ch" / "one.tex").read_text() == before

    def test_tex_leaves_nothing_beside_the_document(self, tmp_path, capsys):
        root = lay(tmp_path, t=SOURCE)
        plans = [[change("n1", "with a good clock")]]
        _, content, _ = reflected(capsys, root, model(plans, revise(METHOD)))
        assert content["rounds"][0]["compiles"] is True
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            ".reflectex",
            "t.tex",
            "t.tex.bak",
        ]
