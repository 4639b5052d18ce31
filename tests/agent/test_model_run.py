"""A full run of the model author against a loopback server that speaks the real protocol."""

import json
import threading
import time
from pathlib import Path

import pytest
import regex

from agent.cli import run_command
from tests.endpoint import Answer, Endpoint, stream

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
    if "outline" in title:
        return json.dumps({"sections": sections(count)})
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
    assert len(paid) == len(set(paid)) == 9
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
