"""One sensitivity sweep (adjoint of every output with accumulators at every store and site) over one compiled forward run.

    python -m benchmarks.sweep

Both are native code in binary64 on the same inputs. Memory: arrays that the native code
holds at once beside arguments and results, as counted while it runs: tapes whose length only the run knows are included.
"""

from __future__ import annotations

import sys

import numpy as np

from benchmarks.options import parser_of
from benchmarks.programs import CASES, Case
from benchmarks.records import on_one_core
from benchmarks.timing import geometric_mean, machine, side_by_side, table
from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.lift import lift

GOAL = 10.0


def measure(case: Case) -> tuple:
    function, arguments = case.load()[0], case.arguments()
    program = lift(function, *arguments)
    inputs, binding = bind(program, arguments)
    double = Assignment.uniform(FORMATS["binary64"])
    forward = compile_native(program, double)
    reverse = compile_native(adjoint(instrument(program, binding)), double)
    outputs = forward.run(inputs, binding)
    real = [np.asarray(y, float) for y, v in zip(outputs, program.body.results) if v.kind == "real"]
    rng = np.random.default_rng(0)
    seeded = [*(np.asarray(x) for x in inputs), *(rng.choice([-1.0, 1.0], y.shape) for y in real)]
    times = side_by_side({"forward": lambda: forward.run(inputs, binding), "sweep": lambda: reverse.run(seeded, binding)}, turns=5)
    ratio = times["forward"].ratio(times["sweep"])
    held = []
    for compiled, given in ((forward, inputs), (reverse, seeded)):
        compiled.run(given, binding)
        held.append(compiled.workspace_bytes() / 1e6)
    return case.name, times["forward"].median * 1e3, times["sweep"].median * 1e3, ratio, *held


def page(rows: list[tuple]) -> str:
    header = ("program", "forward [ms]", "sweep [ms]", "sweep / forward", "forward workspace [MB]", "sweep workspace [MB]")
    mean = ("geometric mean", "", "", geometric_mean([r[3] for r in rows]), "", "")
    over = [r[0] for r in rows if r[3] > GOAL]
    verdict = f"Goal: at most {GOAL:g}. " + (f"Missed by {', '.join(over)}." if over else "Met by every program.")
    how = f"Measured on {machine()}, one core, CPU time, medians of up to 5 interleaved turns."
    return f"{how} {verdict}\n\n" + table(header, [*rows, mean])


def main() -> None:
    parser_of("sweep", __doc__).parse_args()
    on_one_core("benchmarks.sweep")
    rows = []
    for case in CASES:
        print(f"sweep: {case.name}", file=sys.stderr, flush=True)
        rows.append(measure(case))
    print(page(rows))


if __name__ == "__main__":
    main()
