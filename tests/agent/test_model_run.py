"""A full run of the model author against a loopback server that speaks the real protocol."""

import json
import threading
import time
from pathlib import Path

import pytest
import regex
from pypdf import PdfReader

from agent.cli import run_command
from tests.agent.reflecting.served import fenced, item, plan_of, text_of
from tests.endpoint import Answer, Endpoint, stream

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).parent.parent.parent / "samples"
KEY = "nebulae.fit_velocity_distance.a"


def sections(count):
    names = ["introduction", "theory", "method", "results", "discussion", "limits", "outlook",
             "conclusion"][:count]  # fmt: skip
    return [
        {"id": n, "title": n.title(), "purpose": f"Says what belongs into {n}.", "assets": []}
        for n in names
    ]


def scripted(body, count=5):
    """What a well-behaved model answers to each of our prompts."""
    prompt = body["messages"][1]["content"]
    task = prompt[prompt.rindex("# Task") :]
    title = task.splitlines()[0]
    if "computed" in title:
        return json.dumps({"requests": []})
    if "figures" in title:
        figure = {"id": "law", "kind": "fit", "fit": "nebulae.fit_velocity_distance"}
        return json.dumps({"figures": [figure | {"caption": "Velocity against distance."}]})
    if "edit plan" in title:
        return json.dumps({"changes": []})
    if "outline" in title:
        return json.dumps({"sections": sections(count)})
    if "edit plan" in title:
        return json.dumps({"changes": []})
    if "abstract" in title:
        return (
            "```latex\nVelocities and distances of nebulae were compared. The velocity grows with "
            f"the distance by \\fact{{{KEY}}}, as a straight line through the origin shows.\n```"
        )
    (title, *_) = regex.findall(r"\*\*(.+?)\*\*", task)
    assets = "\n\n".join(regex.findall(r"\\asset\{[^}]*\}(?=` —)", task))
    return (
        f"Here it is.\n```latex\nThe part called {title} rests on \\fact{{{KEY}}} from "
        f"\\factvalue{{nebulae.distance.n}} nebulae. The scatter about the line is larger than "
        "the velocities were read to, since single nebulae have motions of their own. Distances "
        f"are the weaker side of the comparison.\n\n{assets}\n```"
    )


def run(endpoint, out, *more):
    endpoint.models = ["test-model"]
    arguments = ["run", str(SAMPLES / "hubble"), "-o", str(out), "-q", "--base-url", endpoint.url]
    code = run_command([*arguments, "--model", "test-model", *more])
    return code, json.loads((out / "run.json").read_text(encoding="utf-8"))


@pytest.mark.tex
@pytest.mark.slow
def test_a_model_writes_the_report_and_is_paid_once(tmp_path):
    out = tmp_path / "out"
    with Endpoint(lambda body, _: stream(scripted(body))) as endpoint:
        code, content = run(endpoint, out)
        first = len(endpoint.requests)
        source = (out / "report.tex").read_text(encoding="utf-8")
        again, repeated = run(endpoint, out)
        assert len(endpoint.requests) == first
    assert (code, again) == (0, 0), content["warnings"]
    assert content["author"] == "test-model"
    assert content["pdf"]
    assert "The part called Results rests on" in source
    assert r"\documentclass" in source
    assert content["tokens"]["calls"] == first
    assert content["tokens"]["prompt"] == 100 * first
    assert content["tokens"]["cached"] == 64 * first
    assert repeated["tokens"]["calls"] == 0
    stages = {s["name"]: s["tokens"]["calls"] for s in content["stages"]}
    assert stages["write"] >= 7
    assert stages["explore"] == 1


def test_what_was_answered_before_a_crash_is_not_asked_again(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    mended = threading.Event()
    paid: list[str] = []

    def handler(body, number):
        if number > 5 and not mended.is_set():
            return Answer(401, {"error": {"message": "key revoked"}})
        paid.append(json.dumps(body["messages"]))
        return stream(scripted(body))

    with Endpoint(handler) as endpoint:
        code, content = run(endpoint, out)
        assert code == 4
        assert "revoked" in content["message"]
        mended.set()
        code, content = run(endpoint, out)
        assert code == 7
    assert len(paid) == len(set(paid)) == 10
    assert content["tokens"]["stored"] == 3  # the outline and two sections; the rest is products


def test_a_spent_budget_ends_the_writing_gently(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    with Endpoint(lambda body, _: stream(scripted(body))) as endpoint:
        code, content = run(endpoint, out, "--max-calls", "4")
        assert len(endpoint.requests) == 4
    assert code == 7  # the sources stand; only TeX is missing here
    assert any("budget" in warning for warning in content["warnings"])
    assert r"\section{" in (out / "report.tex").read_text(encoding="utf-8")


@pytest.mark.slow
def test_sections_are_asked_for_at_the_same_time(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    flying, most, lock = 0, 0, threading.Lock()

    def handler(body, _):
        nonlocal flying, most
        with lock:
            flying += 1
            most = max(most, flying)
        time.sleep(0.2)
        with lock:
            flying -= 1
        return stream(scripted(body, 8))

    with Endpoint(handler) as endpoint:
        run(endpoint, tmp_path / "out", "--concurrency", "8")
    assert most == 8


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(401, {"error": {"message": "Incorrect API key"}}), "OPENAI_API_KEY"),
        (Answer(404, {"error": {"message": "no such model"}}), "name of the model"),
    ],
)
def test_a_model_that_refuses_ends_in_code_4_with_a_remedy(
    tmp_path, monkeypatch, capsys, answer, words
):
    monkeypatch.setenv("PATH", str(tmp_path))
    with Endpoint(lambda *_: answer) as endpoint:
        code, _ = run(endpoint, tmp_path / "out")
    assert code == 4
    assert words in capsys.readouterr().err


def test_the_key_is_nowhere_in_the_run_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    out = tmp_path / "out"
    with Endpoint(lambda body, _: stream(scripted(body))) as endpoint:
        run(endpoint, out)
        assert set(endpoint.keys) == {"Bearer sk-very-secret"}
    for path in out.rglob("*"):
        if path.is_file():
            assert b"sk-very-secret" not in path.read_bytes(), path


def test_a_dry_run_sends_nothing_and_shows_every_prompt(tmp_path, capsys):
    with Endpoint(lambda *_: stream("x")) as endpoint:
        arguments = ["run", str(SAMPLES / "hubble"), "-o", str(tmp_path / "out"), "--dry-run"]
        code = run_command([*arguments, "--base-url", endpoint.url, "--model", "m", "--json"])
        assert endpoint.requests == []
    content = json.loads(capsys.readouterr().out)
    assert code == 0
    purposes = [p["purpose"] for p in content["prompts"]]
    assert {"request", "figures", "outline", "section results", "abstract"} <= set(purposes)
    assert content["estimate"]["prompt_tokens"] > 5000


# A run with two rounds: in the first one edit is taken and one refused, in the second one taken.


def edits(body):
    """A critic and a reviser; the round shows in the critic's prompt, so nothing is remembered."""
    task = body["messages"][1]["content"]
    if "# Task: the edit plan" in task:
        if "# Revised since" not in task:
            late = item("n4", severity=5, evidence="The part called Results rests on")
            return plan_of(late, item("n5", evidence="The part called Discussion rests on"))
        return plan_of(item("n1", category="language"), item("n3", issue="Taste.", severity=1))
    if "# Task: revise this text" in task:
        text = text_of(body)
        lossy = "{Discussion}" in text
        return fenced(
            text.replace(f"rests on \\fact{{{KEY}}}", "rests on the slope")
            if lossy
            else text.replace("rests on", "rested on")
        )
    return scripted(body)


def events(out):
    lines = (out / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def two_rounds(content, out):
    """What must be on record of them, however often the run was begun."""
    first, second = content["rounds"]
    assert content["termination"] == second["termination"] == "rounds_spent"
    assert [first["accepted"], second["accepted"]] == [True, True]
    assert {(a["section"], a["fate"]) for a in first["attempts"]} == {
        ("n4", "kept"), ("n5", "refused"),
    }  # fmt: skip
    assert [(a["section"], a["fate"]) for a in second["attempts"]] == [("n1", "kept")]
    refused = next(a for a in first["attempts"] if a["fate"] == "refused")
    assert any("fact" in rule for rule in refused["rules"])
    assert f"-The part called Discussion rests on \\fact{{{KEY}}}" in refused["diff"]
    assert "Taste." in {dropped["issue"] for dropped in second["dropped"]}
    source = (out / "report.tex").read_text(encoding="utf-8")
    assert "The part called Results rested on" in source
    assert "The part called Introduction rested on" in source
    assert f"The part called Discussion rests on \\fact{{{KEY}}}" in source
    rounds = {path.name: path for path in (out / ".reflectex" / "rounds").iterdir()}
    assert {"01-accepted.tex", "01-accepted.diff", "02-accepted.tex", "02-accepted.diff",
            "01-change-2-refused.diff"} == set(rounds)  # fmt: skip
    assert "rests on the slope" in rounds["01-change-2-refused.diff"].read_text(encoding="utf-8")
    assert "rested on" in rounds["01-accepted.diff"].read_text(encoding="utf-8")


@pytest.mark.tex
@pytest.mark.slow
def test_two_rounds_with_one_edit_refused_end_in_a_report_and_are_paid_once(tmp_path):
    out = tmp_path / "out"
    with Endpoint(lambda body, _: stream(edits(body))) as endpoint:
        code, content = run(endpoint, out)
        asked = len(endpoint.requests)
        again, repeated = run(endpoint, out)
        assert len(endpoint.requests) == asked
    assert (code, again) == (0, 0), content["warnings"]
    two_rounds(content, out)
    assert [r["compiles"] for r in content["rounds"]] == [True, True]
    assert content["pdf"]
    stage = next(stage for stage in content["stages"] if stage["name"] == "reflect")
    assert stage["tokens"]["calls"] == 5
    assert [r["tokens"]["calls"] for r in content["rounds"]] == [3, 2]
    assert repeated["rounds"] == content["rounds"]
    assert repeated["tokens"]["calls"] == 0


@pytest.mark.tex
def test_numbers_without_an_origin_are_told_and_strict_ends_in_six(tmp_path):
    def invents(body, _):
        text = scripted(body)
        title = body["messages"][1]["content"].rpartition("# Task")[2]
        if "**Results**" in title:
            text = text.replace(
                "Distances are",
                r"It took \fact{?} and \qty{73.4}{\hour} to read them. Distances are",
            )
        return stream(text)

    out = tmp_path / "out"
    with Endpoint(invents) as endpoint:
        code, content = run(endpoint, out, "--rounds", "0")
        again, strict = run(endpoint, out, "--rounds", "0", "--strict")
    assert (code, again) == (0, 6), content["warnings"]
    source = (out / "report.tex").read_text(encoding="utf-8")
    assert r"\fact{?}" in source
    (left_open,) = (told for told in content["untraced"] if "left open" in told)
    (invented,) = (told for told in content["untraced"] if "73.4" in told)
    line = source[: source.index(r"\fact{?}")].count("\n") + 1
    assert left_open.startswith(f"report.tex:{line}: ")
    assert "Nothing in the data or the notes" in invented
    assert strict["status"] == "degraded"
    assert "--strict" in strict["message"]
    assert strict["pdf"]
    pages = "".join(page.extract_text() for page in PdfReader(out / "report.pdf").pages)
    assert "It took ?" in " ".join(pages.split())


def test_rounds_are_events_as_they_happen(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    with Endpoint(lambda body, _: stream(edits(body))) as endpoint:
        _, content = run(endpoint, out)
    two_rounds(content, out)
    told = events(out)
    tried = [(e["round"], e["section"], e["fate"]) for e in told if e["event"] == "change_tried"]
    assert sorted(tried) == [(1, "n4", "kept"), (1, "n5", "refused"), (2, "n1", "kept")]
    finished = [e for e in told if e["event"] == "round_finished"]
    assert [e["reflect_gate"] for e in finished] == content["rounds"]
    purposes = [e["purpose"] for e in told if e["event"] == "model_answered"]
    assert purposes.index("critique round 1") < purposes.index("revise Results")
    assert purposes.index("revise Results") < purposes.index("critique round 2")
    order = [e["event"] for e in told if e["event"] in ("change_tried", "round_finished")]
    assert order == ["change_tried"] * 2 + ["round_finished", "change_tried", "round_finished"]


def test_a_crash_amid_a_round_pays_for_nothing_twice(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    mended = threading.Event()
    paid: list[str] = []

    def handler(body, number):
        refused = (
            "{Introduction}" in body["messages"][1]["content"]
            and "# Task: revise this" in (body["messages"][1]["content"])
        )
        if refused and not mended.is_set():
            return Answer(401, {"error": {"message": "key revoked"}})
        paid.append(json.dumps(body["messages"]))
        return stream(edits(body))

    with Endpoint(handler) as endpoint:
        code, content = run(endpoint, out)
        assert code == 4
        assert len(paid) == 13  # all but the one revision of the second round
        mended.set()
        code, content = run(endpoint, out)
    assert code == 7
    assert len(paid) == len(set(paid)) == 14
    two_rounds(content, out)
    stage = next(stage for stage in content["stages"] if stage["name"] == "reflect")
    assert (stage["tokens"]["calls"], stage["tokens"]["stored"]) == (1, 4)


def test_a_spent_budget_ends_the_rounds_and_keeps_what_was_reached(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "out"
    with Endpoint(lambda body, _: stream(edits(body))) as endpoint:
        code, content = run(endpoint, out, "--max-calls", "12")
        assert len(endpoint.requests) == 12
    assert code == 7
    assert content["termination"] == "budget_spent"
    assert content["rounds"][0]["accepted"] is True
    assert "rested on" in (out / "report.tex").read_text(encoding="utf-8")


def test_no_rounds_ask_no_critic(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with Endpoint(lambda body, _: stream(edits(body))) as endpoint:
        _, content = run(endpoint, tmp_path / "out", "--rounds", "0")
        assert not any("edit plan" in str(body["messages"]) for body in endpoint.requests)
    assert (content["rounds"], content["termination"]) == ([], None)


def test_one_rewrite_of_the_body_where_the_strategy_is_whole(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    def handler(body, _):
        if "# Task: revise this text" in body["messages"][1]["content"]:
            return stream(fenced(text_of(body).replace("Results rests on", "Results rested on")))
        return stream(edits(body))

    with Endpoint(handler) as endpoint:
        more = ("--rounds", "1", "--strategy", "whole")
        _, content = run(endpoint, tmp_path / "out", *more)
        asked = [str(body["messages"]) for body in endpoint.requests]
    assert sum("# Task: revise this text" in text for text in asked) == 1
    assert {a["fate"] for a in content["rounds"][0]["attempts"]} == {"kept"}
    assert "Results rested on" in (tmp_path / "out" / "report.tex").read_text(encoding="utf-8")
