"""What storing everything in binary32 is worth: each kernel of a suite in its own formats and in uniform binary32.

    python -m benchmarks.narrow PATH [NAMES] [--preset L] [--turns N] [--folder F] [--markdown FILE]

Both programs run as native code on one core, on arguments that are already of their formats: no casts of arrays are in the times. CPU time,
fastest of interleaved turns. The error is the relative 2-norm of the difference between the outcomes, of the worst floating one; where
integers or places of NaN differ it is infinite: such a program may have done other work. Each kernel is measured in a process of its own
and kept as one JSON file in --folder: a stopped run goes on where it was. The layout of suites is described in benchmarks/kernels.py.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.kernels import Kernel, SuiteError, find_kernels
from benchmarks.outcome import difference, fresh, outcome
from benchmarks.records import children_on_one_core, measured, progress, write_record
from benchmarks.timing import geometric_mean, machine, on_fresh, table
from precis.emit.engine import compile as compile_native
from precis.errors import PrecisError
from precis.formats import FORMATS, Assignment
from precis.lift import lift

NARROW = {np.dtype(np.float64): np.float32, np.dtype(np.complex128): np.complex64}
BINARY32, BINARY64 = (Assignment.uniform(FORMATS[name]) for name in ("binary32", "binary64"))
WORTH = 1.2  # times as fast: below that binary32 gains little


def narrowed(arguments: Sequence[Any]) -> tuple[Any, ...]:
    """Arguments whose floating arrays are of half the width; numbers stay."""
    return tuple(a.astype(NARROW.get(a.dtype, a.dtype)) if isinstance(a, np.ndarray) else a for a in fresh(arguments))


def measure(kernel: Kernel, preset: str, turns: int, budget: float) -> dict[str, Any]:
    """Seconds in both formats and the error, or why there are none."""
    function, arguments = kernel.load(preset)
    narrow = narrowed(arguments)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PRECIS_CACHE"] = cache
        program = lift(function, *fresh(arguments))
        own, halved = compile_native(program, program.original or BINARY64), compile_native(program, BINARY32)
        for run in (own, halved):
            if run.reason:
                return {"missing": f"interpreted: {run.reason}"}
        if own.source == halved.source:
            return {"missing": "nothing in it is wider than binary32"}
        pairs = zip(outcome(own, arguments), outcome(halved, narrow), strict=True)
        error = max((difference(e, f) for e, f in pairs), default=0.0)
        count = len(arguments)
        timings = on_fresh({"own": lambda *a: own(*a[:count]), "binary32": lambda *a: halved(*a[count:])},
                           lambda: (*fresh(arguments), *fresh(narrow)), turns, budget)
    return {"seconds": {name: t.best for name, t in timings.items()}, "error": error}


def page(records: Sequence[dict[str, Any]], preset: str) -> str:
    """Means and a row per kernel, those first that gain least."""
    whole = sorted((r for r in records if "seconds" in r), key=_gain)
    if not whole:
        return "Nothing was measured.\n"
    gains, loads = [_gain(r) for r in whole], [r["load"] for r in whole]
    text = (f"Measured on {machine()}, one core, size {preset}, CPU time of the fastest of interleaved turns, load {min(loads):.1f}-"
            f"{max(loads):.1f}. {len(whole)} of {len(records)} kernels: uniform binary32 is {geometric_mean(gains):.2f} times as fast as "
            f"their own formats (geometric mean), slower for {sum(g < 1 for g in gains)}, less than {WORTH} times as fast for "
            f"{sum(g < WORTH for g in gains)}.\n\n")
    rows = [(r["name"], *(1e3 * r["seconds"][k] for k in ("own", "binary32")), _gain(r), f"{r['error']:.1e}") for r in whole]
    text += table(("kernel", "own formats [ms]", "binary32 [ms]", "times as fast", "relative error"), rows)
    return text + "".join(f"\n{r['name']}: {r.get('missing') or r.get('failure')}\n" for r in records if "seconds" not in r)


def _gain(record: dict[str, Any]) -> float:
    return record["seconds"]["own"] / record["seconds"]["binary32"]


def options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.narrow", description="what uniform binary32 is worth")
    parser.add_argument("path", type=Path, help="a suite of kernels")
    parser.add_argument("names", nargs="*", help="kernels (default: all)")
    parser.add_argument("--preset", default="L")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--budget", type=float, default=5.0, help="seconds of turns for one kernel")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one kernel")
    parser.add_argument("--folder", type=Path, default=Path("build/narrow"), help="where the records are kept")
    parser.add_argument("--markdown", type=Path, help="the page as a file")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    o = options(words)
    found = find_kernels(o.path)
    names = [n for n, k in found.items() if isinstance(k, Kernel) and (not o.names or n in o.names)]
    if o.one:
        write_record(o.one, _record(found[names[0]], o))
        return 0

    def command(name: str, path: Path) -> list[str]:
        given = ["--preset", o.preset, "--turns", str(o.turns), "--budget", str(o.budget), "--one", str(path)]
        return [sys.executable, "-W", "ignore", "-m", "benchmarks.narrow", str(o.path), name, *given]
    children_on_one_core()
    records = measured(names, o.folder / o.path.name / o.preset, command, o.limit, lambda name: progress(f"narrow: {name}"))
    text = page(list(records.values()), o.preset)
    print(text)
    if o.markdown:
        o.markdown.write_text(text, encoding="utf-8")
    return 0 if len(records) == len(names) else 130


def _record(kernel: Any, o: argparse.Namespace) -> dict[str, Any]:
    record = {"name": kernel.name, "load": os.getloadavg()[0]}
    try:
        return record | measure(kernel, o.preset, o.turns, o.budget)
    except (PrecisError, SuiteError) as refusal:
        return record | {"missing": str(refusal).splitlines()[0]}


if __name__ == "__main__":
    sys.exit(main())
