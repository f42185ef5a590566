"""DaCe in a Python of its own, since it pins versions of what precis needs too.

`measured_apart` starts that Python on this file with a time limit; the program's name and size go there, arrays come back as .npz and
numbers as JSON. The user's function is taken unmodified: arrays are annotated with the shapes of the inputs, floats as scalars; whole
numbers and all else are constants of compilation. Measured with auto_optimize, one core, CPU time, turns on fresh arguments; they cannot
be interleaved with those of another process.
"""

from __future__ import annotations

import inspect
import math
import os
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.corpus import CORPUS, Entry
from benchmarks.outcome import disagreement, fresh, outcome
from benchmarks.programs import CASES
from benchmarks.records import read_record, run_limited, write_record
from benchmarks.timing import on_fresh

RESULTS, NUMBERS = "results.npz", "numbers.json"


def measured_apart(python: str, name: str, size: str, turns: int, budget: float, limit: float,
                   expected: Sequence[np.ndarray]) -> dict[str, Any]:
    """{"first", "best", "median"} in seconds, or {"failure"}: a peer counts only where its results are right."""
    with tempfile.TemporaryDirectory() as folder:
        words = [python, "-W", "ignore", "-m", "benchmarks.dace_apart", name, size, str(turns), str(budget), str(limit), folder]
        failure = run_limited(words, limit)
        numbers = read_record(Path(folder) / NUMBERS)
        if numbers is None or "failure" in numbers:
            return numbers or {"failure": failure or "ended without a result"}
        with np.load(Path(folder) / RESULTS, allow_pickle=False) as file:
            found = [file[f"r{k}"] for k in range(len(file.files))]
    wrong = disagreement(expected, _alike(expected, found))
    return {"failure": f"wrong: {wrong}"} if wrong else numbers


def _alike(expected: Sequence[np.ndarray], found: Sequence[np.ndarray]) -> list[np.ndarray]:
    """DaCe returns numbers as arrays of one element, and may return another dtype: values count."""
    paired = [f.reshape(e.shape) if f.size == e.size == 1 else f for e, f in zip(expected, found)]
    return [f.astype(e.dtype) for e, f in zip(expected, paired)] + list(found[len(expected):])


def annotated(function: Callable, arguments: Sequence[Any], auto_optimize: bool = True) -> Callable:
    """The same function with annotations for DaCe, derived from arguments."""
    import dace  # pyright: ignore[reportMissingImports]

    def annotation(x: Any) -> Any:
        if isinstance(x, np.ndarray):
            return dace.dtypes.typeclass(x.dtype.type)[x.shape]
        return dace.dtypes.typeclass(type(x)) if isinstance(x, (float, np.floating)) else dace.compiletime
    function.__annotations__ = {name: annotation(x) for name, x in zip(inspect.signature(function).parameters, arguments)}
    return dace.program(auto_optimize=auto_optimize)(function)


def _run(name: str, size: str, turns: int, budget: float, folder: Path) -> None:
    function, arguments = program_of(name, size)
    start = time.perf_counter()
    run = annotated(function, arguments)
    run(*fresh(arguments))
    first = time.perf_counter() - start
    results: dict[str, Any] = {f"r{k}": a for k, a in enumerate(outcome(run, arguments))}
    np.savez(folder / RESULTS, **results)
    timing = on_fresh({"dace": run}, lambda: fresh(arguments), turns, budget)["dace"]
    write_record(folder / NUMBERS, {"first": first, "best": timing.best, "median": timing.median})


def main(words: Sequence[str]) -> None:
    """In DaCe's Python: measure one program into a folder."""
    name, size, turns, budget, limit, folder = words
    with alone(Path(folder), float(limit)):
        _run(name, size, int(turns), float(budget), Path(folder))


@contextmanager
def alone(folder: Path, limit: float) -> Iterator[None]:
    """DaCe keeps all its files in the folder, ends after limit seconds, and leaves what it does not take as the record's failure."""
    signal.alarm(math.ceil(limit))  # should who started it be gone
    os.environ.update({"DACE_default_build_folder": str(folder / "build"), "DACE_CONFIG": str(folder / "dace.conf"),
                       "DACE_compiler_cpu_openmp_sections": "0", "DACE_profiling": "0"})
    os.chdir(folder)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except Exception as problem:  # whatever DaCe does not take is a finding
        lines = str(problem).strip().splitlines() or [""]
        known = read_record(folder / NUMBERS) or {}
        write_record(folder / NUMBERS, known | {"failure": f"{type(problem).__name__}: {lines[0]}"[:160]})


def program_of(name: str, size: str) -> tuple[Callable, tuple[Any, ...]]:
    """(the function, its arguments) of a program of the corpus or of a case study."""
    entry = next(e for e in [*CORPUS, *CASES] if e.name == name)
    return entry.load()[0], entry.arguments(size) if isinstance(entry, Entry) else entry.arguments()


if __name__ == "__main__":
    main(sys.argv[1:])
