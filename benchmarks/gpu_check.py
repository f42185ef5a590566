"""Emitted GPU source on a real GPU: is it right, and what do narrower formats gain?

    python -m benchmarks.gpu_check                     everything, on the first GPU of NVIDIA
    python -m benchmarks.gpu_check heat stencils       programs and domains by name
    python -m benchmarks.gpu_check --target hip --architecture gfx90a
    python -m benchmarks.gpu_check --build             compile only, which needs no GPU
    python -m benchmarks.gpu_check --target plain      the same source as plain C++, to check this program

Right: every program of the corpus and every case study in binary64, in binary32 and, the case studies, stored in bfloat16 and in binary16,
and one product for each multiplicand format of the matrix units, against what CPU code computes in the same formats (which is what is
emulated, bit for bit). Sums are added in another order on a GPU, elementary functions come from another library, matrix units round
inside in their own way: `allowed` is how far results may differ for that, in the relative 2-norm. Timed: case studies at sizes for a
GPU and large products, formats in turns, calls with arrays on the device, workspace allocated within. Each check is a process of its own,
kept as one JSON file in --folder; several run at once, times are taken alone. Needs NumPy, a C++ compiler and that of the GPU, no more (one
case study is written in JAX). NVIDIA's tools see one check like this:

    compute-sanitizer --tool racecheck python -m benchmarks.gpu_check --one heat.binary64 record.json
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.corpus import SIZES
from benchmarks.gpu_items import FACTORS, LARGE_SIDE, PRODUCT, SEPARATOR, STORED, TIMED, Item, held, items, loaded
from benchmarks.gpu_library import DIALECTS, PLAIN, DeviceCall, built, compiler_of, no_device
from benchmarks.outcome import difference, tolerance
from benchmarks.records import measured, progress, write_record
from benchmarks.timing import Timing, table
from precis.emit.complex_arrays import join_arrays, split_arrays
from precis.emit.engine import compile as compile_native
from precis.emit.engine import emit
from precis.emit.plan import plan
from precis.emit.plan.contract import without_library
from precis.emit.plan.kernels import Plan
from precis.emit.source import Source
from precis.errors import BuildError, PrecisError
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.types import Program

INSIDE = 2.0**-18  # what matrix units may lose inside sums that they add in binary32; those of binary64 round as fma does


def check(item: Item, size: str, target: str, architecture: str, folder: Path, run: bool) -> dict[str, Any]:
    """One record: {"gap", "allowed", "bits": whether all are equal}, {"refused"} by the emitter, or {"built"} alone."""
    program, arguments = loaded(item.name, size)
    assignment = held(program, item.name, item.formats)
    record: dict[str, Any] = {"name": item.name, "formats": item.formats}
    try:
        source, made = _emitted(program, assignment, target)
    except PrecisError as refusal:
        return record | {"refused": str(refusal).splitlines()[0]}
    start = time.perf_counter()
    library = built(source, target, folder, architecture)
    record["built"] = time.perf_counter() - start
    if not run:
        return record
    inputs, binding = bind(program, arguments)
    expected = compile_native(program, assignment).run([np.copy(x) for x in inputs], binding)
    with DeviceCall(library, made, split_arrays(program.body.params, inputs), binding) as call:
        call.run()
        first = [np.copy(x) for x in call.results()]
        call.reset()
        call.run()
        found = call.results()
        record["device"] = call.name()
    repeats = all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(first, found))
    found = join_arrays(program.body.results, found)
    own = expected if item.formats == "binary64" else _binary64(program, inputs, binding)
    return record | {"repeats": repeats} | compared(item, expected, found, own)


def _emitted(program: Program, assignment: Assignment, target: str) -> tuple[Source, Plan]:
    return emit(program, assignment, "cuda" if target == PLAIN else target), without_library(plan(program, assignment))


def _binary64(program: Program, inputs: Sequence[np.ndarray], binding: dict[str, int]) -> list[np.ndarray]:
    return compile_native(program, Assignment.uniform("binary64")).run([np.copy(x) for x in inputs], binding)


def compared(item: Item, expected: Sequence[Any], found: Sequence[Any], wide: Sequence[Any]) -> dict[str, Any]:
    """How far results are from those expected; allowed is more where the formats themselves change them more, which shows how much
    the program makes of a rounding. Whole numbers have to be the same, except where the formats change them."""
    gap = allowed = 0.0
    bits = True
    for e, f, w in zip(map(np.asarray, expected), map(np.asarray, found), map(np.asarray, wide), strict=True):
        bits &= np.array_equal(e, f, equal_nan=e.dtype.kind in "fc")
        e, f, w = (x if x.dtype.kind in "fc" or item.formats == "binary64" else x.astype(float) for x in (e, f, w))
        room = _room(item, e, w)
        if difference(e, f) - room > gap - allowed or not gap:
            gap, allowed = difference(e, f), room
    return {"gap": gap, "allowed": allowed, "bits": bool(bits)}


def _room(item: Item, expected: np.ndarray, wide: np.ndarray) -> float:
    if item.name == PRODUCT:
        return 2.0**-46 if item.formats == "binary64" else INSIDE
    if item.formats == "binary64":
        return tolerance(expected)
    own = difference(wide, expected)
    return max(own, float(FORMATS[item.formats].u))


def timed(name: str, target: str, architecture: str, folder: Path, turns: int) -> dict[str, Any]:
    """Seconds of a call in every format, the formats in turns."""
    program, arguments = loaded(name, LARGE_SIDE if name == PRODUCT else TIMED[name])
    inputs, binding = bind(program, arguments)
    parts = split_arrays(program.body.params, inputs)
    calls: dict[str, DeviceCall] = {}
    for formats in FACTORS if name == PRODUCT else ("binary64", *STORED):
        source, made = _emitted(program, held(program, name, formats), target)
        calls[formats] = DeviceCall(built(source, target, folder / formats, architecture), made, parts, binding)
    device = next(iter(calls.values())).name()
    found = _in_turns(calls, turns)
    for call in calls.values():
        call.__exit__()
    return {"name": name, "device": device, "seconds": {f: t.best for f, t in found.items()},
            "medians": {f: t.median for f, t in found.items()}}


def _in_turns(calls: dict[str, DeviceCall], turns: int) -> dict[str, Timing]:
    seconds: dict[str, list[float]] = {f: [] for f in calls}
    for turn in range(turns + 1):  # the first one warms up
        for formats, call in calls.items():
            call.reset()
            start = time.perf_counter()
            call.run()
            if turn:
                seconds[formats].append(time.perf_counter() - start)
    return {f: Timing(tuple(s)) for f, s in seconds.items()}


def page(records: Sequence[dict[str, Any]], times: Sequence[dict[str, Any]]) -> str:
    """Counts, every check that failed, and the times."""
    ran = [r for r in records if "gap" in r]
    wrong = [r for r in records if failed(r)]
    devices = sorted({r["device"] for r in [*records, *times] if "device" in r})
    text = (f"{', '.join(devices) or 'no device'}: {len(records)} checks; {sum('built' in r for r in records)} built, {len(ran)} ran, "
            f"{sum(r['bits'] for r in ran)} with the bits of CPU code, {sum('refused' in r for r in records)} refused by the emitter, "
            f"{len(wrong)} wrong.\n")
    if wrong:
        rows = [(r["name"], r.get("formats", ""), failed(r)) for r in wrong]
        text += "\n" + table(("program", "formats", "what is wrong"), rows)
    whole = [r["name"] for r in times if "seconds" in r]
    for names, formats in ((TIMED, STORED), ((PRODUCT,), FACTORS[:-1])):
        rows = [_gains(r, formats) for r in times if r["name"] in names and r["name"] in whole]
        text += "\n" + table(("program", "binary64 [ms]", *(f"binary64 / {f}" for f in formats)), rows) if rows else ""
    return text + "".join(f"\n{r['name']}: {r['failure']}\n" for r in times if "failure" in r)


def _gains(r: dict[str, Any], formats: Sequence[str]) -> tuple[Any, ...]:
    wide = r["seconds"]["binary64"]
    return r["name"], wide * 1e3, *(wide / r["seconds"][f] for f in formats)


def failed(record: dict[str, Any]) -> str:
    """What is wrong with a check; "" where nothing is."""
    if "failure" in record:
        return record["failure"]
    if not record.get("repeats", True):
        return "two runs differ"
    gap, allowed = record.get("gap", 0.0), record.get("allowed", 0.0)
    return "" if gap <= allowed else f"differs by {gap:.2g}, allowed {allowed:.2g}"


def options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu_check", description="emitted GPU source on a real GPU")
    parser.add_argument("names", nargs="*", help=f"programs or domains, or {PRODUCT} (default: all)")
    parser.add_argument("--target", choices=(*DIALECTS, PLAIN), default="cuda")
    parser.add_argument("--architecture", default="", help="of the GPU, as the compiler calls it (default: that of the emitted Makefile)")
    parser.add_argument("--size", choices=SIZES, default="medium", help="of the programs of the corpus that are checked")
    parser.add_argument("--build", action="store_true", help="compile only")
    parser.add_argument("--no-times", action="store_true", help="check only")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="checks at once")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one check")
    parser.add_argument("--folder", type=Path, default=Path("build/gpu_check"), help="where records and libraries are kept")
    parser.add_argument("--markdown", type=Path, help="the page as a file")
    parser.add_argument("--one", nargs=2, metavar=("ITEM", "RECORD"), help=argparse.SUPPRESS)
    return parser.parse_args(words)


def one(o: argparse.Namespace) -> None:
    """A single check or timing, into its record; what the compiler, the device or the emitter says is what failed."""
    key, path = o.one
    name, _, formats = key.partition(SEPARATOR)
    folder = o.folder / o.target / "libraries" / key
    record: dict[str, Any] = {"name": name, **({"formats": formats} if formats else {})}
    try:
        record = check(Item(name, formats), o.size, o.target, o.architecture, folder, not o.build) if formats else \
            timed(name, o.target, o.architecture, folder, o.turns)
    except PrecisError as problem:
        record |= {"failure": str(problem)[:1000]}
    write_record(Path(path), record)


def main(words: Sequence[str] | None = None) -> int:
    o = options(words)
    if o.one:
        one(o)
        return 0
    why = "" if o.build else no_device(o.target)
    try:
        compiler_of(o.target)
    except BuildError as problem:
        why = why or str(problem)
    if why:
        print(f"skipped: {why}")
        return 0
    os.environ["JAX_PLATFORMS"] = "cpu"  # JAX, which a case study is written in, would take most of the memory of the GPU
    wanted = items(o.names)
    records, times = _checked(wanted, o), [] if o.build or o.no_times else _timed({i.name for i in wanted}, o)
    text = page(records, times)
    print(text)
    if o.markdown:
        o.markdown.write_text(text, encoding="utf-8")
    return 1 if any(map(failed, records)) or any("failure" in t for t in times) else 0


def _command(o: argparse.Namespace) -> Callable[[str, Path], list[str]]:
    def command(key: str, path: Path) -> list[str]:
        words = [sys.executable, "-W", "ignore", "-m", "benchmarks.gpu_check", "--one", key, str(path), "--target", o.target,
                 "--size", o.size, "--architecture", o.architecture, "--turns", str(o.turns), "--folder", str(o.folder)]
        return [*words, *(["--build"] if o.build else [])]
    return command


def _checked(wanted: Sequence[Item], o: argparse.Namespace) -> list[dict[str, Any]]:
    folder = o.folder / o.target / ("built" if o.build else o.size)
    with ThreadPoolExecutor(max(1, o.jobs)) as pool:
        def made(item: Item) -> dict[str, dict[str, Any]]:
            return measured([item.key], folder, _command(o), o.limit, lambda key: progress(f"gpu_check: {key}"))
        return [r for found in pool.map(made, wanted) for r in found.values()]


def _timed(names: set[str], o: argparse.Namespace) -> list[dict[str, Any]]:
    found = measured([n for n in (*TIMED, PRODUCT) if n in names], o.folder / o.target / "times", _command(o), o.limit,
                     lambda name: progress(f"gpu_check, times: {name}"))
    return list(found.values())


if __name__ == "__main__":
    sys.exit(main())
