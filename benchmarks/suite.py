"""precis on a user's own checkout of a suite of NumPy kernels.

    python -m benchmarks.suite PATH [NAMES] [--preset S] [--peers] [--json FILE] [--markdown FILE]

For each kernel: was it lifted, is it right, does it run as native code, is its adjoint right, and how long does everything take? With
--peers Numba and JAX take turns too, where they are installed: ports that lie beside a kernel (`<module>_numba.py`, `<module>_jax.py`,
each with a function of the kernel's name; of several the fastest counts), or else the kernel itself. Peers count where they are right. Each
runs in a process of its own with a time limit and is kept as one JSON file in --folder: a stopped run goes on where it was. The layout
that is read is described in benchmarks/kernels.py; nothing of the suite is copied or changed, its modules are imported as they are.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.caches import new_cache
from benchmarks.contenders import PEERS, installed, peer
from benchmarks.gradients import check_gradient
from benchmarks.kernels import Kernel, SuiteError, find_kernels
from benchmarks.outcome import disagreement, fresh, outcome
from benchmarks.records import children_on_one_core, measured, progress, write_record
from benchmarks.timing import geometric_mean, machine, on_fresh, table
from precis.emit.cpu.translation_units import cores
from precis.emit.engine import Compiled
from precis.emit.engine import compile as compile_native
from precis.errors import PrecisError
from precis.ir.call import bind
from precis.lift import lift

COLUMNS = ("lifted", "right", "native", "differentiated")


def measure(kernel: Kernel, preset: str, turns: int, budget: float, peers: Sequence[str], record: dict[str, Any], keep: Path) -> None:
    """Fill the record of a kernel step by step, and keep it after each: a crash later on does not lose what was found."""
    function, arguments = kernel.load(preset)
    expected = outcome(function, arguments)
    start = time.perf_counter()
    try:
        program = lift(function, *fresh(arguments))
    except PrecisError as refusal:
        record["lifted"] = f"refused: {str(refusal).splitlines()[0]}"
        return
    record |= {"lifted": "yes", "lift": time.perf_counter() - start}
    write_record(keep, record)
    with new_cache():
        start = time.perf_counter()
        compiled = compile_native(program)
        record["compile"] = time.perf_counter() - start
        record["native"] = native_state(compiled)
        record["right"] = disagreement(expected, outcome(compiled, arguments)) or "yes"
        write_record(keep, record)
        record["first call"], record["missing"] = {}, {}
        runs: dict[str, Callable] = {"numpy": function, "precis": compiled}
        for p in peers:
            runs |= _contenders(kernel, p, function, arguments, expected, record)
        times = on_fresh(runs, lambda: fresh(arguments), turns, budget)
        record["seconds"] = {name: t.median for name, t in times.items()}
        record["over precis"] = {name: times["precis"].ratio(t) for name, t in times.items() if name != "precis"}
        record["load"] = os.getloadavg()[0]
        write_record(keep, record)
        inputs, binding = bind(program, arguments)
        record |= check_gradient(program, inputs, binding)
    record["peak memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _contenders(kernel: Kernel, name: str, function: Callable, arguments: Sequence[Any], expected: Sequence[Any],
                record: dict[str, Any]) -> Iterator[tuple[str, Callable]]:
    """(suffix of the port or name of the peer, what to call) of all that are right; the record has first calls, and why others miss."""
    ports = {suffix: partial(kernel.load_port, file) for suffix, file in kernel.ports(name).items()}
    for suffix, port in (ports or {name: lambda: None}).items():
        run, seconds, why = peer(name, function, arguments, expected, port)
        if run is None:
            record["missing"][suffix] = why
        else:
            record["first call"][suffix] = seconds
            yield suffix, run


def native_state(compiled: Compiled) -> str:
    """yes, what the host is called for, or why the program is interpreted."""
    if compiled.backend != "native":
        return f"no: {compiled.reason}"
    calls = sorted({op for op, _ in compiled.hosted})
    return f"with calls of {', '.join(calls)}" if calls else "yes"


def page(records: Sequence[dict[str, Any]], preset: str) -> str:
    peers = [p for p in PEERS if any(_of_peer(r, p) for r in records)]
    header = ("kernel", *COLUMNS, "lift + compile [s]", "NumPy [ms]", "precis [ms]", "NumPy / precis", *(f"{p} / precis" for p in peers),
              *(("best peer / precis",) if peers else ()), "sweep / forward", "peak memory [MB]")
    counts = ", ".join(f"{c} {sum(holds(r.get(c, '')) for r in records)}" for c in COLUMNS)
    first = [r["lift"] + r["compile"] for r in records if "compile" in r]
    median = f" Median lift + compile: {statistics.median(first):.2f} s, compiled on {cores()} cores." if first else ""
    timed = [r for r in records if "over precis" in r]
    sweeps = [r["sweep / forward"] for r in records if r.get("sweep / forward", 0) > 0]
    means = ("geometric mean", *("" for _ in COLUMNS), "", "", "", geometric_mean([r["over precis"]["numpy"] for r in timed]),
             *(geometric_mean([min(of) for r in timed if (of := _of_peer(r, p))]) for p in peers),
             *((geometric_mean([min(r["over precis"].values()) for r in timed]),) if peers else ()), geometric_mean(sweeps), "")
    return (f"{len(records)} kernels, preset {preset}: {counts}.{median} Measured on {machine()}, one core, medians of interleaved "
            f"turns{loads_of(timed)}.{_behind(timed) if peers else ''}\n\n"
            + table(header, [*(_row(r, peers) for r in records), means]) + "".join(_absent(r) for r in timed))


def _of_peer(record: dict[str, Any], name: str) -> list[float]:
    """Times over ours of all that was written for a peer."""
    return [t for suffix, t in record.get("over precis", {}).items() if suffix.startswith(name) and suffix != "numpy"]


def loads_of(timed: Sequence[dict[str, Any]]) -> str:
    loads = [r["load"] for r in timed]
    return f", load {min(loads):.1f} to {max(loads):.1f}" if loads else ""


def _behind(timed: Sequence[dict[str, Any]]) -> str:
    """How often the best peer is far ahead, in a sentence."""
    behind = [r["name"] for r in timed if min(r["over precis"].values()) < 0.9]
    named = f" ({', '.join(behind)})" if behind else ""
    return f" The best peer (NumPy included) is more than 10 % ahead on {len(behind)} of {len(timed)} kernels{named}."


def _absent(record: dict[str, Any]) -> str:
    return "".join(f"\n{record['name']}: {suffix} does not count: {one_cell(why)}\n" for suffix, why in record["missing"].items())


def holds(state: str) -> bool:
    return state.startswith(("yes", "with calls"))


def _row(r: dict[str, Any], peers: Sequence[str]) -> tuple[Any, ...]:
    states = [one_cell(r.get(c, "")) for c in COLUMNS]
    if "failure" in r:
        states[sum(map(bool, states)) if not all(states) else -1] = one_cell(r["failure"])
    times = r.get("seconds", {})
    over = r.get("over precis", {})
    best = (min(over.values(), default=""),) if peers else ()
    ratios = (over.get("numpy", ""), *(min(_of_peer(r, p), default="") for p in peers), *best)
    return (r["name"], *states, r["lift"] + r["compile"] if "compile" in r else "", *(times[n] * 1e3 if n in times else "" for n in
            ("numpy", "precis")), *ratios, r.get("sweep / forward", ""), r["peak memory"] / 1e6 if "peak memory" in r else "")


def one_cell(text: str) -> str:
    """Text that stays in one cell of a table."""
    return " ".join(text.replace("|", "\\|").split())[:200]


def options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.suite", description="precis on a suite of NumPy kernels")
    parser.add_argument("path", type=Path, help="the checkout of the suite")
    parser.add_argument("names", nargs="*", help="kernels by name (default: all)")
    parser.add_argument("--preset", default="S", help="sizes, as the suite names them (default: S)")
    parser.add_argument("--peers", action="store_true", help="Numba and JAX too, where installed: ports beside the kernels, or the kernels")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--budget", type=float, default=10.0, help="seconds of turns for one kernel")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one kernel")
    parser.add_argument("--folder", type=Path, help="where the records are kept (default: build/suite-<of this path>)")
    parser.add_argument("--json", type=Path, help="all records as one JSON file")
    parser.add_argument("--markdown", type=Path, help="the table as a file")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(words)


def _folder(o: argparse.Namespace) -> Path:
    mark = hashlib.sha256(str(o.path.resolve()).encode()).hexdigest()[:8]
    return (o.folder or Path("build") / f"suite-{o.path.resolve().name}-{mark}") / (o.preset + "-peers" * o.peers)


def one(o: argparse.Namespace, kernel: Kernel) -> None:
    """The child: measures one kernel; what goes wrong is part of the record."""
    record: dict[str, Any] = {"name": kernel.name}
    keep = o.one.with_suffix(".partial")
    try:
        measure(kernel, o.preset, o.turns, o.budget, installed() if o.peers else (), record, keep)
    except Exception as problem:
        record["failure"] = f"{type(problem).__name__}: {problem}"[:300] if not isinstance(problem, SuiteError) else str(problem)
    write_record(o.one, record)
    keep.unlink(missing_ok=True)


def main(words: Sequence[str] | None = None) -> int:
    o = options(words)
    if not o.path.is_dir():
        progress(f"{o.path} is no folder")
        return 2
    kernels = {n: k for n, k in find_kernels(o.path).items() if not o.names or n in o.names}
    if not kernels:
        progress(f"no kernel is described below {o.path}" + (f" under the name {' or '.join(o.names)}" if o.names else ""))
        return 2
    if o.one:
        (kernel,) = kernels.values()
        assert isinstance(kernel, Kernel)
        one(o, kernel)
        return 0
    children_on_one_core()
    text, found = report(o, kernels)
    print(text)
    if o.markdown:
        o.markdown.write_text(text, encoding="utf-8")
    if o.json:
        o.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0 if len(found) == len(kernels) else 130


def report(o: argparse.Namespace, kernels: dict[str, Kernel | SuiteError]) -> tuple[str, dict[str, Any]]:
    """(the page, name -> record) of all kernels, measured now or before."""
    folder = _folder(o)

    def command(name: str, path: Path) -> list[str]:
        return [sys.executable, "-W", "ignore", "-m", "benchmarks.suite", str(o.path), name, "--one", str(path), "--preset", o.preset,
                "--turns", str(o.turns), "--budget", str(o.budget), *(("--peers",) if o.peers else ())]
    found = measured([n for n, k in kernels.items() if isinstance(k, Kernel)], folder, command, o.limit, lambda n: progress(f"suite: {n}"))
    found |= {n: {"name": n, "failure": str(k)} for n, k in kernels.items() if isinstance(k, SuiteError)}
    ordered = {n: found[n] for n in kernels if n in found}
    return page(list(ordered.values()), o.preset), ordered


if __name__ == "__main__":
    sys.exit(main())
