"""Scanning 100 MB of CSV against what pandas needs to read it: ratios of time and memory."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROWS = 2_400_000
MEASURE = """
import resource, sys, time
begun = time.process_time()
{work}
used = time.process_time() - begun
print(used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
PANDAS = "import pandas; frame = pandas.read_csv(sys.argv[1]); assert len(frame) > 1e6"
OURS = """
from pathlib import Path
from agent.materials.scan import take_inventory
inventory = take_inventory(Path(sys.argv[1]).parent, memo=lambda _, make: make())
assert inventory.tables[0].rows > 1e6
"""


def make(path: Path) -> None:
    with path.open("w", encoding="ascii") as stream:
        stream.write("time (s),voltage (V),current (mA),temperature (K),count\n")
        for i in range(ROWS):
            stream.write(f"{i * 1e-4:.4f},{(i * 7919 % 100003) / 1e4:.6f},{i % 977 / 7:.7f},")
            stream.write(f"{293 + i % 313 / 100:.3f},{i * 31 % 65536}\n")


def measure(work: str, path: Path) -> tuple[float, float]:
    """CPU seconds and peak megabytes of a fresh process; the better of three."""
    runs = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", MEASURE.format(work=work), str(path)],
            capture_output=True,
            text=True,
            check=True,
        )
        seconds, megabytes = done.stdout.split()
        runs.append((float(seconds), float(megabytes)))
    return min(seconds for seconds, _ in runs), min(megabytes for _, megabytes in runs)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data" / "long.csv"
        path.parent.mkdir()
        make(path)
        size = path.stat().st_size / 1e6
        (base, memory), (ours, peak) = measure(PANDAS, path), measure(OURS, path)
    print(
        f"{size:.0f} MB: pandas {base:.2f} s, {memory:.0f} MB; scan {ours:.2f} s, {peak:.0f} MB; "
        f"time {ours / base:.2f} times, memory {peak / memory:.2f} times"
    )


if __name__ == "__main__":
    main()
