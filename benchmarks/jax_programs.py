"""JAX programs of a user, unmodified: precis beside jax.jit and jax.vjp of the very same function.

    python -m benchmarks.jax_programs [NAMES] [--programs FOLDER] [--preset S] [--json FILE] [--markdown FILE]

A program is a file NAME.py with a function NAME (under jax.jit or not) and `initialize(preset)`, which returns its arguments. For each:
was it lifted, are its results JAX's, does it run as native code, how long does a call take, and the first one (lift, compile, run, with a
cache that holds no program; JAX: trace, compile, run)? Then its adjoint by the floating arguments: is it that of jax.vjp (where JAX
cannot reverse a loop: of differences), and how long do results and adjoint together take? Results agree within the tolerance of
benchmarks.outcome or, where rounding alone moves JAX's own results (chaos, accepted moves, iterations until something is small), about as
closely as JAX agrees with itself on arguments that differ in the last place; the table says so. CPU time of interleaved turns on one
core, medians of ratios turn by turn. Each runs in a process of its own with a time limit and is kept as one JSON file in --folder: a
stopped run goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.caches import new_cache
from benchmarks.gradients import FLOATING, check_gradient
from benchmarks.records import children_on_one_core, measured, progress, write_record
from benchmarks.suite import holds, loads_of, native_state, one_cell
from benchmarks.timing import geometric_mean, machine, side_by_side, table
from benchmarks.unmodified import Unmodified, judged, load, names_in, nudged
from precis.ad import adjoint
from precis.emit.engine import Compiled
from precis.emit.engine import compile as compile_native
from precis.errors import PrecisError
from precis.ir.call import bind
from precis.ir.trees import Leaf
from precis.ir.types import Program
from precis.lift import lift

PROGRAMS = Path(__file__).with_name("first_sight") / "jax_a"
COLUMNS = ("lifted", "right", "native", "adjoint")
RATIOS = ("jax / precis", "adjoint / forward", "jax adjoint / forward", "jax / precis adjoint")
HEADER = ("program", "lifted", "right", "native", "jax.jit [ms]", "precis [ms]", "jax.jit / precis", "first call precis [s]",
          "first call JAX [s]", "adjoint right", "both / forward, precis", "both / forward, JAX", "both, JAX / precis")
AHEAD = 0.9  # JAX is ahead where its time over ours is less


def measure(u: Unmodified, turns: int, budget: float, record: dict[str, Any], keep: Path) -> None:
    """Fill the record of a program step by step, and keep it after each: a crash later on does not lose what was found."""
    first, expected = _first_of_jax(u)
    with new_cache():
        start = time.perf_counter()
        try:
            program = lift(u.function, *u.arguments)
        except PrecisError as refusal:
            record["lifted"] = f"refused: {str(refusal).splitlines()[0]}"
            return
        lifted = time.perf_counter()
        compiled = compile_native(program)
        built = time.perf_counter()
        found = compiled(*u.arguments)
        record["first call"] = {"precis": time.perf_counter() - start, "jax": first, "lift": lifted - start, "build": built - lifted}
        record |= {"lifted": "yes", "native": native_state(compiled), "right": judged(expected, _leaves(found), _on_nudged(u, u.run))}
        write_record(keep, record)
        runs = _forward(u, compiled)
        times = side_by_side(runs, turns, budget)
        record["seconds"] = {name: t.median for name, t in times.items()}
        record |= {"jax / precis": times["precis"].ratio(times["jax"]), "load": os.getloadavg()[0]}
        write_record(keep, record)
        record["adjoint"] = _adjoint(u, program, runs, turns, budget, record)


def _first_of_jax(u: Unmodified) -> tuple[float, list[Any]]:
    """(seconds of the first call, what it returns). JAX has run something before, and forgets afterwards what it traced."""
    import jax

    jax.block_until_ready(jax.jit(lambda x: x + 1)(1.0))
    jax.clear_caches()
    start = time.perf_counter()
    expected = u.run(u.arguments)
    seconds = time.perf_counter() - start
    jax.clear_caches()
    return seconds, expected


def _leaves(tree: Any) -> list[Any]:
    import jax

    return jax.tree.leaves(tree)


def _on_nudged(u: Unmodified, run: Callable[[Any], Any]) -> Any:
    """What `run` returns for arguments that differ from those given in the last place."""
    import jax

    rng = np.random.default_rng(0)
    return run(jax.tree.map(lambda x: nudged(x, rng), u.arguments))


def _forward(u: Unmodified, compiled: Compiled) -> dict[str, Callable[[], Any]]:
    import jax

    jitted, given = u.jitted, u.given
    return {"jax": lambda: jax.block_until_ready(jitted(*given)), "precis": lambda: compiled(*u.arguments)}


def _adjoint(u: Unmodified, program: Program, forward: dict[str, Callable[[], Any]], turns: int, budget: float,
             record: dict[str, Any]) -> str:
    """Whether the adjoint is right; the record has its times."""
    inputs, binding = bind(program, u.arguments)
    if not all(any(v.kind in FLOATING for v in values) for values in (program.body.params, program.body.results)):
        return "nothing floating"
    bars = _cotangents(u)
    ours = [*inputs, *map(np.conj, bars)]
    try:
        compiled, found, guarded = _finite(program, ours)
    except PrecisError as refusal:
        return f"refused: {refusal.message}"
    found = _as_jax_orders(program, found[len(program.body.results):])
    runs, state = {**forward, "both": lambda: compiled(*ours)}, ""
    try:
        state = _compared(*_by_jax(u, bars, found))
        runs["jax both"] = _reversed(u, bars)
    except (ValueError, NotImplementedError) as problem:  # loops of unknown count and products at one place have no reverse in JAX
        record["irreversible"] = str(problem).splitlines()[0]
    times = side_by_side(runs, turns, budget)
    record["adjoint / forward"] = times["precis"].ratio(times["both"])
    if "jax both" in times:
        record |= {"jax adjoint / forward": times["jax"].ratio(times["jax both"]),
                   "jax / precis adjoint": times["both"].ratio(times["jax both"])}
    return (state or f"{check_gradient(program, inputs, binding)['differentiated']} (by differences)") + ", guarded" * guarded


def _finite(program: Program, given: Sequence[Any]) -> tuple[Compiled, list[Any], bool]:
    """The adjoint, what it returns, and whether it has guards: where the plain one is not finite, as in precis' own sweeps."""
    for guarded in (False, True):
        compiled = compile_native(adjoint(program, keep_results=True, guarded=guarded))
        found = list(compiled(*given))
        if all(np.all(np.isfinite(x)) for x in found if np.asarray(x).dtype.kind in "fc"):
            break
    return compiled, found, guarded


def _as_jax_orders(program: Program, bars: Sequence[Any]) -> list[Any]:
    """The cotangents of the floating parameters in the order of JAX's leaves: dicts by their sorted keys."""
    by_name = dict(zip((p.name for p in program.body.params if p.kind in FLOATING), bars, strict=True))
    return [by_name[leaf.value] for leaf in _leaves([tree for _, tree in program.arguments])
            if isinstance(leaf, Leaf) and leaf.what == "value" and leaf.value in by_name]


def _cotangents(u: Unmodified) -> list[np.ndarray]:
    """A cotangent of -1 and 1 for each floating result."""
    import jax

    rng = np.random.default_rng(0)
    return [rng.choice([-1.0, 1.0], y.shape).astype(y.dtype) for y in jax.eval_shape(u.outputs, *u.floating)]


def _by_jax(u: Unmodified, bars: Sequence[np.ndarray], found: Sequence[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """The cotangents of jax.vjp, ours (in JAX's formats: those of Python's floats are binary64), and JAX's of nudged arguments."""
    both = u.both
    expected = [np.conj(x) for x in both(u.floating, bars)[1]]
    moved = _on_nudged(u, lambda arguments: both(Unmodified(u.function, arguments).floating, bars)[1])
    return expected, [np.asarray(f).astype(e.dtype) for e, f in zip(expected, found, strict=True)], [np.conj(x) for x in moved]


def _compared(expected: Sequence[np.ndarray], found: Sequence[np.ndarray], moved: Sequence[np.ndarray]) -> str:
    """What is found of cotangents. Where JAX's own are not finite there is nothing to compare with, which is told."""
    known = [np.isfinite(e) if np.all(np.isfinite(f)) else np.ones(np.shape(e), bool) for e, f in zip(expected, found)]
    state = judged(*([x[ok] for x, ok in zip(map(np.asarray, xs), known)] for xs in (expected, found, moved)))
    return state if all(map(np.all, known)) else f"{state}, where JAX's is finite"


def _reversed(u: Unmodified, bars: Sequence[np.ndarray]) -> Callable[[], Any]:
    import jax

    both, moving, given = u.both, u.floating, [jax.device_put(b) for b in bars]
    return lambda: jax.block_until_ready(both(moving, given))


def page(records: Sequence[dict[str, Any]], preset: str) -> str:
    timed = [r for r in records if "jax / precis" in r]
    counts = ", ".join(f"{c} {sum(holds(r.get(c, '')) for r in records)}" for c in COLUMNS)
    return (f"{len(records)} JAX programs, preset {preset}: {counts}. Measured on {machine()}, one core, CPU time, medians of interleaved "
            f"turns{loads_of(timed)}; ratios above 1 mean that precis is faster.{_ahead(timed, 'jax / precis', 'jax.jit')}"
            f"{_ahead(timed, 'jax / precis adjoint', 'jax.vjp')}{_first_calls(timed)}\n\n"
            + table(HEADER, [*map(_row, records), _means(timed)])
            + "".join(f"\n{r['name']}: JAX cannot reverse it ({one_cell(r['irreversible'])}).\n" for r in records if "irreversible" in r)
            + "".join(f"\n{r['name']}: {one_cell(r['failure'])}\n" for r in records if "failure" in r))


def _ahead(timed: Sequence[dict[str, Any]], ratio: str, peer: str) -> str:
    """How often a peer is far ahead, in a sentence."""
    have = [r for r in timed if ratio in r]
    names = [r["name"] for r in have if r[ratio] < AHEAD]
    named = f" ({', '.join(names)})" if names else ""
    return f" {peer} is more than 10 % ahead on {len(names)} of {len(have)} programs{named}." if have else ""


def _first_calls(timed: Sequence[dict[str, Any]]) -> str:
    if not timed:
        return ""
    medians = {part: statistics.median(r["first call"][part] for r in timed) for part in ("precis", "lift", "build", "jax")}
    return (f" Median first calls: precis {medians['precis']:.2f} s (lift {medians['lift']:.2f} s, plan and compile "
            f"{medians['build']:.2f} s), JAX {medians['jax']:.2f} s.")


def _row(r: dict[str, Any]) -> tuple[Any, ...]:
    states = {c: one_cell(r.get(c, "")) for c in COLUMNS}
    times, first = r.get("seconds", {}), r.get("first call", {})
    return (r["name"], *(states[c] for c in COLUMNS[:3]), *(times[n] * 1e3 if n in times else "" for n in ("jax", "precis")),
            r.get(RATIOS[0], ""), *(first.get(n, "") for n in ("precis", "jax")), states["adjoint"], *(r.get(k, "") for k in RATIOS[1:]))


def _means(timed: Sequence[dict[str, Any]]) -> tuple[Any, ...]:
    means = [geometric_mean(found) if (found := [r[k] for r in timed if k in r]) else "" for k in RATIOS]
    return ("geometric mean", "", "", "", "", "", means[0], "", "", "", *means[1:])


def options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.jax_programs", description="precis beside jax.jit on a user's JAX programs")
    parser.add_argument("names", nargs="*", help="programs by name (default: all)")
    parser.add_argument("--programs", type=Path, default=PROGRAMS, help="the folder with the programs")
    parser.add_argument("--preset", default="S", help="sizes, as the programs name them (default: S)")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--budget", type=float, default=5.0, help="seconds of turns for one program, and for its adjoint")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one program")
    parser.add_argument("--folder", type=Path, default=Path("build/jax_programs"), help="where the records are kept")
    parser.add_argument("--json", type=Path, help="all records as one JSON file")
    parser.add_argument("--markdown", type=Path, help="the table as a file")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(words)


def one(o: argparse.Namespace) -> None:
    """The child: measures one program; what goes wrong is part of the record."""
    record: dict[str, Any] = {"name": o.names[0]}
    keep = o.one.with_suffix(".partial")
    try:
        measure(load(o.programs, o.names[0], o.preset), o.turns, o.budget, record, keep)
    except Exception as problem:
        record["failure"] = f"{type(problem).__name__}: {problem}"[:300]
    write_record(o.one, record)
    keep.unlink(missing_ok=True)


def main(words: Sequence[str] | None = None) -> int:
    o = options(words)
    names = [n for n in names_in(o.programs) if not o.names or n in o.names]
    if not names:
        progress(f"no program in {o.programs}" + (f" under the name {' or '.join(o.names)}" if o.names else ""))
        return 2
    if o.one:
        one(o)
        return 0

    def command(name: str, path: Path) -> list[str]:
        return [sys.executable, "-W", "ignore", "-m", "benchmarks.jax_programs", name, "--one", str(path), "--programs", str(o.programs),
                "--preset", o.preset, "--turns", str(o.turns), "--budget", str(o.budget)]
    children_on_one_core()
    found = measured(names, o.folder / o.preset, command, o.limit, lambda n: progress(f"jax_programs: {n}"))
    text = page(list(found.values()), o.preset)
    print(text)
    if o.markdown:
        o.markdown.write_text(text, encoding="utf-8")
    if o.json:
        o.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0 if len(found) == len(names) else 130


if __name__ == "__main__":
    sys.exit(main())
