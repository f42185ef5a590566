"""The corpus and the case studies side by side: NumPy, Numba, JAX, DaCe and precis, one core each, the same inputs.

    python -m benchmarks.compare                        every program of the corpus, medium size
    python -m benchmarks.compare lu_in_place stencils   programs and domains by name
    python -m benchmarks.compare --size large --json out.json --markdown page.md
    python -m benchmarks.compare --dace venv/bin/python DaCe too, in the Python where it is installed

CPU time of interleaved turns; ratios are those of the fastest turns, since other work on the machine only slows turns down (medians are in
the JSON records). All are called as a user calls them, on copies of the arguments that are made outside the time taken. Each program is
measured in a process of its own and kept as one JSON file in --folder: a stopped comparison goes on where it was.
First call = lift, plan, compile with a cache that holds no program, and run (peers: compile and run). Memory of NumPy and precis = most
bytes allocated by arrays during a call, as tracemalloc sees them, and for precis the workspace beside them; of every contender, in the JSON
records = how far the resident memory of the process rises during a call (pages that an earlier call has left are used again and do not
count).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.caches import new_cache
from benchmarks.contenders import PEERS, corpus_port, installed, peer
from benchmarks.corpus import CORPUS, SIZES, Entry
from benchmarks.dace_apart import measured_apart
from benchmarks.outcome import disagreement, fresh, outcome
from benchmarks.programs import CASES, Case
from benchmarks.records import children_on_one_core, measured, progress, write_record
from benchmarks.timing import geometric_mean, machine, on_fresh, table
from precis.emit.engine import compile as compile_native
from precis.ir.call import bind
from precis.lift import lift

LIMIT = 240.0  # seconds for one program with all its peers
CASE_STUDIES = "case_studies"


def chosen(wanted: Sequence[str]) -> list[Entry | Case]:
    """Programs whose name or domain is wanted; the corpus where nothing is said."""
    every: list[Entry | Case] = [*CORPUS, *CASES]
    return [e for e in every if e.name in wanted or _domain(e) in wanted] if wanted else list(CORPUS)


def _domain(e: Entry | Case) -> str:
    return e.domain if isinstance(e, Entry) else CASE_STUDIES


def arguments_of(e: Entry | Case, size: str) -> tuple[Any, ...]:
    return e.arguments(size) if isinstance(e, Entry) else e.arguments()


def peak(run: Callable[..., Any], arguments: Sequence[Any]) -> int:
    """Most bytes of arrays during one call, beside its arguments."""
    mine = fresh(arguments)
    tracemalloc.start()
    run(*mine)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def resident_rise(run: Callable[..., Any], arguments: Sequence[Any]) -> int | None:
    """Bytes by which the resident memory of this process rises during one call; None where the system does not tell."""
    mine = fresh(arguments)
    try:
        Path("/proc/self/clear_refs").write_text("5")  # the highest mark starts anew
        before = _status("VmRSS")
        run(*mine)
        return max(0, _status("VmHWM") - before)
    except OSError:
        return None


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(field + ":"))


def measure(e: Entry | Case, size: str, turns: int, budget: float, peers: Sequence[str], dace: str = "") -> dict[str, Any]:
    """One record: seconds and ratios of every contender, and why some are missing."""
    function, arguments = e.load()[0], arguments_of(e, size)
    expected = outcome(function, arguments)
    record: dict[str, Any] = {"name": e.name, "domain": _domain(e), "size": size, "load": os.getloadavg()[0]}
    with new_cache():
        mine = fresh(arguments)
        start = time.perf_counter()
        program = lift(function, *mine)
        lifted = time.perf_counter()
        compiled = compile_native(program)
        built = time.perf_counter()
        compiled(*mine)
        first = {"precis": time.perf_counter() - start}
        record |= {"backend": compiled.backend, "lift": lifted - start, "build": built - lifted,
                   "wrong": disagreement(expected, outcome(compiled, arguments))}
        runs: dict[str, Callable] = {"numpy": function, "precis": compiled}
        record["missing"] = {}
        for name in peers:
            run, seconds, why = peer(name, function, arguments, expected, partial(corpus_port, name, function))
            if run is None:
                record["missing"][name] = why
            else:
                runs[name], first[name] = run, seconds
        times = on_fresh(runs, lambda: fresh(arguments), turns, budget)
        record["resident"] = {name: resident_rise(run, arguments) for name, run in runs.items()}
        workspace = compiled.peak_bytes(bind(program, arguments)[1])
        record["memory"] = {"numpy": peak(function, arguments), "precis": peak(compiled, arguments) + workspace}
    record["seconds"] = {name: t.best for name, t in times.items()}
    record["medians"] = {name: t.median for name, t in times.items()}
    record["first call"] = first
    if dace:
        _add_apart(record, measured_apart(dace, e.name, size, turns, budget, LIMIT / 2, expected))
    record["over precis"] = {name: s / record["seconds"]["precis"] for name, s in record["seconds"].items() if name != "precis"}
    return record


def _add_apart(record: dict[str, Any], found: dict[str, Any]) -> None:
    if "failure" in found:
        record["missing"]["dace"] = found["failure"]
    else:
        record["seconds"]["dace"], record["medians"]["dace"], record["first call"]["dace"] = (found[k] for k in ("best", "median", "first"))


def page(records: Sequence[dict[str, Any]], size: str) -> str:
    """The table, its means, and what is missing."""
    whole = [r for r in records if "seconds" in r]
    peers = [p for p in (*PEERS, "dace") if any(p in r["seconds"] for r in whole)]
    rows = [_row(r, peers) for r in sorted(whole, key=lambda r: r["over precis"]["numpy"])]
    header = ("program", "NumPy [ms]", "precis [ms]", "NumPy / precis", *(f"{p} / precis" for p in peers), "best peer / precis",
              "first call precis [s]", *(f"first call {p} [s]" for p in peers), "memory / NumPy")
    best = [min(r["over precis"].values()) for r in whole]
    firsts = {p: [r["first call"][p] for r in whole if p in r["first call"]] for p in ("precis", *peers)}
    means = ("geometric mean", "", "", geometric_mean([r["over precis"]["numpy"] for r in whole]),
             *(geometric_mean([r["over precis"][p] for r in whole if p in r["over precis"]]) for p in peers), geometric_mean(best),
             geometric_mean([r["first call"]["precis"] for r in whole]), *("" for _ in peers), "")
    behind = [r["name"] for r, b in zip(whole, best, strict=True) if b < 0.9]
    named = f" ({', '.join(behind)})" if behind else ""
    loads = [r["load"] for r in whole] or [0.0]
    text = (f"Measured on {machine()}, one core, size {size}, CPU time of the fastest of interleaved turns, "
            f"load {min(loads):.1f}-{max(loads):.1f}; "
            f"ratios above 1 mean that precis is faster. The best peer (NumPy included) is more than 10 % ahead on {len(behind)} of "
            f"{len(whole)} programs{named}.\n\n"
            + table(header, [*rows, means]))
    parts = {part: [r[part] for r in whole] for part in ("lift", "build")}
    text += f"\nMedian first calls: {_medians(firsts)}. Of precis: {_medians(parts)}.\n"
    refused = [(r["name"], r["missing"]["dace"]) for r in whole if "dace" in r["missing"]]
    text += "".join(f"\nDaCe does not count for {name}: {why}\n" for name, why in refused)
    text += "".join(f"\n{r['name']}: {r['failure']}\n" for r in records if "failure" in r)
    return text + "".join(f"\n{r['name']}: wrong, {r['wrong']}\n" for r in whole if r["wrong"])


def _medians(seconds: Mapping[str, Sequence[float]]) -> str:
    return ", ".join(f"{name} {statistics.median(s):.3g} s ({len(s)} programs)" for name, s in seconds.items() if s)


def _row(r: dict[str, Any], peers: Sequence[str]) -> tuple[Any, ...]:
    ms = {name: s * 1e3 for name, s in r["seconds"].items()}
    return (r["name"] + ("" if r["backend"] == "native" else " (interpreted)"), ms["numpy"], ms["precis"], r["over precis"]["numpy"],
            *(r["over precis"].get(p, "") for p in peers), min(r["over precis"].values()), r["first call"]["precis"],
            *(r["first call"].get(p, "") for p in peers), r["memory"]["precis"] / max(1, r["memory"]["numpy"]))


def options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description="precis side by side with NumPy and its peers")
    parser.add_argument("names", nargs="*", help="programs or domains (default: the whole corpus)")
    parser.add_argument("--size", choices=SIZES, default="medium")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--budget", type=float, default=10.0, help="seconds of turns for one program")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=PEERS, help="which to measure of those installed (default: all)")
    parser.add_argument("--dace", default="", metavar="PYTHON", help="a Python that has DaCe and NumPy: measure DaCe there")
    parser.add_argument("--folder", type=Path, default=Path("build/compare"), help="where the records are kept")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one program with all its peers")
    parser.add_argument("--json", type=Path, help="all records as one JSON file")
    parser.add_argument("--markdown", type=Path, help="the table as a file")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    o = options(words)
    programs = chosen(o.names)
    if not programs:
        progress(f"no program or domain {' or '.join(o.names)}; domains: {', '.join(sorted({_domain(e) for e in [*CORPUS, *CASES]}))}")
        return 2
    if o.one:
        write_record(o.one, measure(programs[0], o.size, o.turns, o.budget, [p for p in o.peers if p in installed()], o.dace))
        return 0

    def command(name: str, path: Path) -> list[str]:
        return [sys.executable, "-W", "ignore", "-m", "benchmarks.compare", name, "--one", str(path), "--size", o.size,
                "--turns", str(o.turns), "--budget", str(o.budget), "--dace", o.dace, "--peers", *o.peers]
    children_on_one_core()
    names = [e.name for e in programs]
    found = measured(names, o.folder / o.size, command, o.limit, lambda name: progress(f"compare: {name}"))
    text = page(list(found.values()), o.size)
    print(text)
    if o.markdown:
        o.markdown.write_text(text, encoding="utf-8")
    if o.json:
        o.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0 if len(found) == len(names) else 130


if __name__ == "__main__":
    sys.exit(main())
