"""What conversions, divisions, elementary functions and subnormals cost in emitted code on this processor, beside plain arithmetic.

    python -m benchmarks.conversions

Every loop runs over arrays that fit the first-level cache. The CPU rows of precis/bitwidth/devices.py hold these numbers.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import numpy as np

from benchmarks.options import parser_of
from benchmarks.timing import machine, table
from precis.emit import engine
from precis.emit.memory import from_memory, to_memory
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.lift import lift

N, STEPS, TURNS = 2048, 1000, 9
STORED = ("binary64", "binary32", "bfloat16", "binary16")


def copy(x, y, steps):
    for _ in range(steps):
        y[:] = x
    return y


def polynomial(x, y, steps):
    for _ in range(steps):
        y[:] = ((x * 0.5 + 0.25) * x + 0.125) * x + 0.3
    return y


def division(x, y, steps):
    for _ in range(steps):
        y[:] = 0.5 / x
    return y


def root(x, y, steps):
    for _ in range(steps):
        y[:] = np.sqrt(x)
    return y


def exponential(x, y, steps):
    for _ in range(steps):
        y[:] = np.exp(x)
    return y


def logarithm(x, y, steps):
    for _ in range(steps):
        y[:] = np.log(x)
    return y


def sine(x, y, steps):
    for _ in range(steps):
        y[:] = np.sin(x)
    return y


def seconds(calls: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Fastest of TURNS turns of each."""
    best = dict.fromkeys(calls, np.inf)
    for call in calls.values():
        call()
    for _ in range(TURNS):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def native(function: Callable, assignment: Assignment, size: float = 1.0) -> Callable[[], object]:
    x = (np.random.default_rng(0).random(N) + 0.5) * size
    arguments = x, np.zeros(N), STEPS
    arrays, binding = bind(program := lift(function, *arguments), arguments)
    return engine.compile(program, assignment).native_call(arrays, binding)  # type: ignore[return-value]


def conversions() -> str:
    wide = Assignment.uniform("binary64")
    calls = {f"{a} {b}": native(copy, wide.with_storage(x=a, y=b)) for a, b in itertools.product(STORED, STORED)}
    found = {name: s / N / STEPS * 1e9 for name, s in seconds(calls).items()}
    rows = [(a, *(found[f"{a} {b}"] for b in STORED)) for a in STORED]
    return table(("from \\ to [ns per element]", *STORED), rows)


def operations() -> str:
    functions = (polynomial, division, root, exponential, logarithm, sine)
    calls = {f"{f.__name__} {fmt}": native(f, Assignment.uniform(fmt)) for f in functions for fmt in STORED[:2]}
    found = {name: s / N / STEPS * 1e9 for name, s in seconds(calls).items()}
    rows = [(f.__name__, *(found[f"{f.__name__} {fmt}"] for fmt in STORED[:2])) for f in functions]
    return table(("operation [ns per element]", *STORED[:2]), rows)


def subnormals() -> str:
    narrow = Assignment.uniform("binary32")
    calls = {f"{f.__name__} {size:g}": native(f, narrow, size) for f in (copy, polynomial, division, root) for size in (1.0, 1e-40)}
    found = {name: s / N / STEPS * 1e9 for name, s in seconds(calls).items()}
    rows = [(f.__name__, found[f"{f.__name__} 1"], found[f"{f.__name__} 1e-40"]) for f in (copy, polynomial, division, root)]
    return table(("binary32 [ns per element]", "normal operands", "subnormal operands"), rows)


def borders() -> str:
    """Conversions of arguments and results, by NumPy, of narrow formats by compiled loops."""
    x = np.random.default_rng(0).random(200_000)
    calls: dict[str, Callable[[], object]] = {}
    for name in STORED[1:]:
        laid = to_memory(x, FORMATS[name], False)
        calls[f"{name} in"] = lambda name=name: to_memory(x, FORMATS[name], False)
        calls[f"{name} out"] = lambda name=name, laid=laid: from_memory(laid, FORMATS[name])
    found = {name: s / x.size * 1e9 for name, s in seconds(calls).items()}
    return table(("argument or result [ns per element]", "in", "out"), [(n, found[f"{n} in"], found[f"{n} out"]) for n in STORED[1:]])


def main() -> None:
    parser_of("conversions", __doc__).parse_args()
    print(f"Measured on {machine()}, one core, fastest of {TURNS} turns; loads and stores are part of each.\n")
    print("\n".join(part() for part in (conversions, operations, subnormals, borders)))


if __name__ == "__main__":
    main()
