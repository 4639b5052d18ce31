"""Eight sections from an endpoint that takes two seconds for each answer: one wait, not eight."""

import json
import tempfile
import time
from pathlib import Path

from agent.cli import run_command
from tests.agent.test_model_run import scripted
from tests.endpoint import Endpoint, stream

SAMPLE = Path(__file__).parent.parent / "samples" / "hubble"


def main() -> None:
    times: list[tuple[float, str]] = []

    def handler(body, _):
        section = "# Task: write one section" in body["messages"][1]["content"]
        begun = time.monotonic()
        time.sleep(2 if section else 0)
        if section:
            times.append((begun, "begun"))
            times.append((time.monotonic(), "done"))
        return stream(scripted(body, 8))

    with Endpoint(handler) as endpoint, tempfile.TemporaryDirectory() as folder:
        endpoint.models = ["m"]
        out = Path(folder) / "out"
        arguments = ["run", str(SAMPLE), "-o", str(out), "-q", "--base-url", endpoint.url]
        run_command([*arguments, "--model", "m", "--concurrency", "8"])
        stages = json.loads((out / "run.json").read_text())["stages"]
    write = next(stage["seconds"] for stage in stages if stage["name"] == "write")
    served = sum(1 for _, what in times if what == "done") * 2
    print(f"write stage {write:.1f} s for {served} s of answers: {served / write:.1f} at once")


if __name__ == "__main__":
    main()
