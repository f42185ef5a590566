"""tune on every program at rtol 1e-3, 1e-6 and 1e-9: speed against our own binary64, executions, and predicted, attributed and
measured error side by side.

    python -m benchmarks.tuning [folder]

Each result is kept as one JSON file in the folder (default out/tuning), so that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path

from benchmarks.options import parser_of
from benchmarks.programs import CASES, Case
from benchmarks.timing import geometric_mean, machine, table
from precis.tune import tune
from precis.tuned import Tuned

TOLERANCES = (1e-3, 1e-6, 1e-9)


def record(case: Case, rtol: float, tuned: Tuned, seconds: float) -> dict:
    """What the page shows of one run, every number with the samples behind it."""
    m, t = tuned.measurement, tuned.timing
    return {"program": case.name, "rtol": rtol, "holds": tuned.holds, "estimate": tuned.estimate.rms, "measured": m.error,
            "explained": m.explained, "held_out": tuned.validation.worst, "samples": tuned.validation.samples,
            "speedup": t.speedup if t else None, "inside": t.speedup_inside if t else None, "scatter": t.scatter if t else None,
            "passed": [c.speedup for c in tuned.passed], "memory": tuned.memory, "executions": asdict(tuned.executions),
            "reference": str(m.reference), "seconds": seconds, "formats": sorted(f.name for f in tuned.assignment.storage.values())}


def run(case: Case, rtol: float, folder: Path) -> dict:
    place = folder / f"{case.name}-{rtol:g}.json"
    if place.exists():
        return json.loads(place.read_text())
    print(f"tuning: {case.name} at {rtol:g}", file=sys.stderr, flush=True)
    function, inputs = case.load()
    start = time.perf_counter()
    tuned = tune(function, *inputs(0), rtol=rtol, inputs=inputs)
    made = record(case, rtol, tuned, time.perf_counter() - start)
    temporary = place.with_suffix(".tmp")
    temporary.write_text(json.dumps(made, indent=1))
    os.replace(temporary, place)
    return made


def _counts(formats: list[str]) -> str:
    return ", ".join(f"{formats.count(f)} {f}" for f in ("binary64", "binary32", "bfloat16", "binary16") if f in formats)


def page(results: list[dict]) -> str:
    header = ("program", "rtol", "holds", "stored in", "estimate / rtol", "measured / rtol", "explained by attribution",
              "worst held-out / rtol", "speed-up", "without borders", "passed over", "less memory",
              "reference, sweeps, emulated, attribution", "tune [s]")
    rows = []
    for r in results:
        e = r["executions"]
        rows.append((r["program"], f"{r['rtol']:g}", "yes" if r["holds"] else "no", _counts(r["formats"]), r["estimate"] / r["rtol"],
                     r["measured"] / r["rtol"], "" if r["explained"] is None else r["explained"], r["held_out"] / r["rtol"],
                     r["speedup"] or "kept", r["inside"] or "", ", ".join(f"{x:.2f}" for x in r["passed"]), r["memory"],
                     f"{e['reference']}, {e['prediction']}, {e['emulated']}, {e['attribution']}", r["seconds"]))
    held = [r for r in results if r["holds"]]
    speed = [r["speedup"] or 1.0 for r in held]
    return (f"Measured on {machine()}; estimate = first order on 1 sample; measured and explained on that sample; worst of 16 "
            f"held-out samples. Speed-up = our own binary64 code over the tuned code, as called, fastest of interleaved turns in one "
            f"process (below 1 the tuned code is slower); kept: the program's own formats, because the model finds nothing faster or "
            f"what it finds was measured slower; passed over: measured speed-ups of choices that hold but were not taken; memory of "
            f"named arrays, counted. Geometric mean of the speed-ups {geometric_mean(speed):.2f} over {len(speed)} runs that hold "
            f"(kept as 1), the smallest {min(speed):.2f}.\n\n" + table(header, rows))


def main() -> None:
    parser = parser_of("tuning", __doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("out/tuning"), help="where the results are kept")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    print(page([run(case, rtol, folder) for case in CASES for rtol in TOLERANCES]))


if __name__ == "__main__":
    main()
