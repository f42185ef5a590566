"""Compiled binary64 CPU code against NumPy and jax.jit on the same inputs, one core each where the peers allow it.

    python -m benchmarks.engine

Native code and JAX are called with arrays that are already converted; NumPy and precis get a fresh copy of mutated
arguments each time, so both pay for it. First call = lift + plan + compile with a cache that holds no program (JAX: trace + compile).
"""

from __future__ import annotations

import os

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time

import jax

from benchmarks import jax_ports
from benchmarks.caches import new_cache
from benchmarks.options import parser_of
from benchmarks.programs import CASES, Case, fresh
from benchmarks.records import on_one_core
from benchmarks.timing import geometric_mean, machine, side_by_side, table
from precis.emit import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.lift import lift


def measure(case: Case) -> tuple:
    """One row: name, NumPy ms, precis ms, NumPy/precis, jax/precis, first calls."""
    function, arguments = case.load()[0], case.arguments()
    port = getattr(jax_ports, case.function)
    start = time.perf_counter()
    program = lift(function, *arguments)
    compiled = compile_native(program, Assignment.uniform(FORMATS["binary64"]))
    inputs, binding = bind(program, arguments)
    compiled.run(inputs, binding)
    first = time.perf_counter() - start
    start = time.perf_counter()
    jax.block_until_ready(port(*arguments))
    first_jax = time.perf_counter() - start
    times = side_by_side({
        "numpy": lambda: function(*fresh(arguments)),
        "precis": lambda: compiled.run(inputs, binding),
        "jax": lambda: jax.block_until_ready(port(*arguments))})
    precis = times["precis"]
    return (case.name, times["numpy"].median * 1e3, precis.median * 1e3, precis.ratio(times["numpy"]), precis.ratio(times["jax"]), first,
            first_jax)


def page(rows: list[tuple]) -> str:
    means = ("geometric mean", "", "", geometric_mean([r[3] for r in rows]), geometric_mean([r[4] for r in rows]), "", "")
    header = ("program", "NumPy [ms]", "precis [ms]", "NumPy / precis", "jax.jit / precis", "first call precis [s]", "first call JAX [s]")
    return (f"Measured on {machine()}, one core, CPU time, medians of up to 7 interleaved turns; ratios above 1 mean that precis "
            "is faster.\n\n" + table(header, [*rows, means]))


def main() -> None:
    parser_of("engine", __doc__).parse_args()
    on_one_core("benchmarks.engine")
    jax.config.update("jax_enable_x64", True)
    with new_cache():
        rows = []
        for case in CASES:
            if not hasattr(jax_ports, case.function):
                continue
            print(f"engine: {case.name}", file=sys.stderr, flush=True)
            rows.append(measure(case))
    print(page(rows))


if __name__ == "__main__":
    main()
