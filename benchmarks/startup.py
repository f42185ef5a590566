"""How long `precis --help` and `precis demo` take from a cold process.

    python -m benchmarks.startup
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.options import parser_of
from benchmarks.timing import machine, table


def seconds(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "precis", *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    parser_of("startup", __doc__).parse_args()
    helps = [seconds("--help") for _ in range(7)]
    with tempfile.TemporaryDirectory() as out:
        demo = seconds("demo", "--out", out)
    rows = [("precis --help", statistics.median(helps), 0.5, "median of 7"), ("precis demo", demo, 60.0, "1 run")]
    print(f"Measured on {machine()}.\n\n" + table(("command", "seconds", "goal [s]", "samples"), rows))


if __name__ == "__main__":
    main()
