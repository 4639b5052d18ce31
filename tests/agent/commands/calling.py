"""Commands called in the process and as a process of their own, and a model to answer them."""

import json
import os
import subprocess
import sys
from pathlib import Path

from agent.cli import run_command
from tests.endpoint import stream

PROJECT = Path(__file__).parent.parent.parent.parent


def call(capsys, *arguments):
    """Exit code, stdout, stderr."""
    capsys.readouterr()
    code = run_command([str(argument) for argument in arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def call_json(capsys, *arguments):
    """Exit code and the one object on stdout."""
    code, out, _ = call(capsys, *arguments, "--json")
    assert out.endswith("\n")
    assert out.count("\n") == 1
    return code, json.loads(out)


def started(*arguments, cwd, **more):
    """The program as a process; stdout and stderr as bytes."""
    environment = {name: text for name, text in os.environ.items() if name != "OPENAI_API_KEY"}
    environment |= {"PYTHONPATH": str(PROJECT)} | more.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "agent.cli", *map(str, arguments)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        timeout=120,
        **more,
    )


def asked_text(body):
    """What a reviser is given to revise."""
    prompt = body["messages"][1]["content"]
    return prompt[prompt.index("<text>\n") + 7 : prompt.rindex("\n</text>")]


def is_critic(body):
    return "# Task: the edit plan" in body["messages"][1]["content"]


def plan(*changes):
    """A critic's reply."""
    return stream(json.dumps({"changes": list(changes)}))


def change(section, evidence="", **more):
    return {
        "section": section,
        "issue": "The sentence is wrong.",
        "action": "Mend it.",
        "category": "clarity",
        "severity": 4,
        "evidence": evidence,
        "preserve": [],
        "removes": [],
    } | more


def fenced(text):
    return stream(f"```latex\n{text}\n```")


def model(plans, revise):
    """A handler: one critic's reply after the other, then no more changes."""
    left = list(plans)

    def handler(body, _):
        if is_critic(body):
            return plan(*(left.pop(0) if left else ()))
        return fenced(revise(asked_text(body)))

    return handler


def hooks():
    """The hooks for pre-commit, by id; the file keeps to one plain value a line."""
    found: list[dict[str, str]] = []
    for line in (PROJECT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8").splitlines():
        if line.startswith("- "):
            found.append({})
        name, colon, value = line[2:].partition(": ")
        assert colon, line
        found[-1][name] = value
    return {hook["id"]: hook for hook in found}
