"""What a run costs beside TeX: all stages but compile, and running again with nothing changed."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SAMPLES = Path(__file__).parent.parent / "samples"


def run(sample: str, out: Path) -> float:
    begun = time.monotonic()
    command = [sys.executable, "-m", "agent.cli", "run", str(SAMPLES / sample), "-o", str(out)]
    subprocess.run([*command, "-q"], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begun


def main() -> None:
    for sample in ("boyle", "hubble", "michelson"):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out"
            whole = run(sample, out)
            stages = json.loads((out / "run.json").read_text())["stages"]
            tex = next(s["seconds"] for s in stages if s["name"] == "compile")
            again = run(sample, out)
        print(
            f"{sample}: {whole:.1f} s in all, {whole - tex:.1f} s without TeX; again {again:.1f} s "
            f"({again / whole:.2f} of the first)"
        )
    begun = time.monotonic()
    subprocess.run([sys.executable, "-m", "agent.cli", "--help"], check=True, capture_output=True)
    print(f"--help: {time.monotonic() - begun:.2f} s")


if __name__ == "__main__":
    main()
