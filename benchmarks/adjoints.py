"""What derivatives cost over the corpus or the case studies: a plain adjoint and a sensitivity sweep, over one compiled forward run.

    python -m benchmarks.adjoints                     every program of the corpus, medium size
    python -m benchmarks.adjoints case_studies        the case studies, with JAX beside
    python -m benchmarks.adjoints wave finance        programs and domains by name
    python -m benchmarks.adjoints --dace PYTHON       DaCe's autodiff too, in the Python where it is installed
    python -m benchmarks.adjoints --beside CHECKOUT   the package precis of another checkout beside this one's, as benchmarks.beside says

Plain: the forward run with its results and the cotangents of all floating arguments, for one cotangent. Sweep: the same with accumulators
at every store and site, as `precis.sensitivity` runs it: one call for all the cotangents that it takes, after one forward run
(precis.ad.several). Its time is that of the call over their number; --cotangents 1 measures the sweep for a single one. All are native code
in binary64 on the same inputs; CPU time, ratios of the fastest of interleaved turns. Where arrays lie in memory moves single ratios: turns
are taken in --processes forked from one that has compiled the program, each with other memory taken before its arrays are made, and the
median ratio counts, with the least and the greatest beside it. JAX, where benchmarks.jax_ports has the program: jax.jit of
jax.vjp over jax.jit of the port, in one process. DaCe: as benchmarks.dace_gradients says.
Memory: workspace, counted from the plan; tapes of loops whose count is known at run time only are not in it. Each program is measured in a
process of its own and kept as one JSON file in --folder: a stopped run goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.beside import compared, serve
from benchmarks.beside import page as beside_page
from benchmarks.compare import arguments_of, chosen
from benchmarks.corpus import SIZES, Entry
from benchmarks.dace_gradients import gradients_apart
from benchmarks.dace_gradients import page as dace_page
from benchmarks.outcome import fresh
from benchmarks.programs import Case
from benchmarks.records import children_on_one_core, measured, progress, write_record
from benchmarks.timing import geometric_mean, machine, on_fresh, table
from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.bitwidth.sensitivity import cotangents_of
from precis.emit.engine import Compiled
from precis.emit.engine import compile as compile_native
from precis.errors import PrecisError
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.types import Program
from precis.lift import lift

FLOATING = ("real", "complex")
BINARY64 = Assignment.uniform(FORMATS["binary64"])
GOALS = {"plain": 5.0, "sweep": 5.0}  # of the geometric means
WORST = 10


class NothingToDifferentiate(PrecisError):
    """A program without floating arguments or results."""


@dataclass(frozen=True)
class Ready:
    """A program, its plain adjoint and its sweep as native code, with what they run on."""

    program: Program
    compiled: Mapping[str, Compiled]
    inputs: list[np.ndarray]
    signs: Mapping[str, list[np.ndarray]]
    binding: dict[str, int]
    cotangents: int  # of a sweep

    def times(self, turns: int, budget: float, peers: Mapping[str, Callable] = MappingProxyType({})) -> dict[str, float]:
        """CPU seconds of the fastest of interleaved turns, of each program, of a sweep for one cotangent, and of peers."""
        found = {name: t.best for name, t in on_fresh({**_calls(self), **peers}, tuple, turns, budget).items()}
        return {**found, "sweep": found["sweep"] / self.cotangents}

    def texts(self) -> dict[str, str]:
        """Digests of what each is compiled from: the emitted text, the headers beside it, and the flags."""
        runtime = resources.files("precis.emit").joinpath("runtime")
        headers = b"".join(f.read_bytes() for f in sorted(runtime.iterdir(), key=lambda f: f.name) if f.is_file())
        return {name: hashlib.sha256(f"{c.source}{c.flags}".encode() + headers).hexdigest() for name, c in self.compiled.items()}


def prepare(e: Entry | Case, size: str, cotangents: int = 0) -> Ready:
    """Lifts, differentiates and compiles; raises NothingToDifferentiate. cotangents: of a sweep; 0: as many as are taken otherwise."""
    arguments = arguments_of(e, size)
    program = lift(e.load()[0], *fresh(arguments))
    if not all(any(v.kind in FLOATING for v in values) for values in (program.body.params, program.body.results)):
        raise NothingToDifferentiate("no floating argument, or no floating result")
    inputs, binding = bind(program, arguments)
    given, forward = [np.asarray(x) for x in inputs], compile_native(program, BINARY64)
    outputs = forward.run(given, binding)
    count = cotangents or cotangents_of(program, binding, outputs)
    sweep = adjoint(instrument(program, binding), several=count if count > 1 else 0)
    compiled = {"forward": forward} | {name: compile_native(p, BINARY64)
                                       for name, p in {"plain": adjoint(program, keep_results=True), "sweep": sweep}.items()}
    many = {sweep.sizes[-1][0]: count} if count > 1 else {}
    signs = {"forward": [], "plain": _signs(program, outputs), "sweep": _signs(program, outputs, (count,) if many else ())}
    return Ready(program, compiled, given, signs, {**binding, **many}, count)


def measure(e: Entry | Case, size: str, turns: int, budget: float, processes: int = 1, dace: str = "",
            limit: float = 300.0, cotangents: int = 0) -> dict[str, Any]:
    """One record: seconds, ratios, their scatter over the processes, and workspace, or why there are none. budget: seconds of turns, of all
    processes together."""
    record: dict[str, Any] = {"name": e.name, "load": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PRECIS_CACHE"] = cache
        try:
            ready = prepare(e, size, cotangents)
        except NothingToDifferentiate as reason:
            return record | {"missing": reason.message}
        record["memory"] = {name: c.peak_bytes(ready.binding) for name, c in ready.compiled.items()}
        if dace:
            record["dace"] = gradients_apart(dace, e.name, size, turns, budget, limit, _of_sum(ready))
        found = [apart(lambda k=k: _elsewhere(k, lambda: ready.times(turns, budget / processes))) for k in range(processes)]
        peers = _jax(e.name, e.load()[0], arguments_of(e, size)) if isinstance(e, Case) else {}  # what has a port
        beside = ready.times(turns, budget / processes, peers) if peers else {}
    ratios = {kind: sorted(t[kind] / t["forward"] for t in found) for kind in GOALS}
    record["seconds"] = {name: statistics.median(t[name] for t in found) for name in ready.compiled} | beside
    record["ratios"] = {kind: statistics.median(r) for kind, r in ratios.items()}
    record["scatter"] = {kind: (r[0], r[-1]) for kind, r in ratios.items()}
    if peers:
        record["jax"] = {"ratio": beside["jax both"] / beside["jax"], "over plain": beside["jax both"] / beside["plain"]}
    return record


def apart(work: Callable[[], Any]) -> Any:
    """What `work` returns, as JSON does, in a process forked for it; raises PrecisError with what the process raised."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        try:  # whatever happens, the child never goes on as a second parent
            _tell(work, write)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(pid, 0)
    answer = json.loads(text or '{"problem": "the process ended without a result"}')
    if "problem" in answer:
        raise PrecisError(answer["problem"])
    return answer["made"]


def _tell(work: Callable[[], Any], write: int) -> None:
    """What `work` returns, or the problem with that, as JSON into a pipe."""
    try:
        text = json.dumps({"made": work()})
    except Exception as problem:  # told by the parent
        text = json.dumps({"problem": f"{type(problem).__name__}: {problem}"})
    with os.fdopen(write, "w") as pipe:
        pipe.write(text)


def _elsewhere(seed: int, work: Callable[[], Any]) -> Any:
    """`work` after blocks of memory of random sizes were taken, so that arrays come to lie at other places."""
    blocks = [np.ones(n) for n in np.random.default_rng(seed).integers(1, 1 << 16, 32)]
    found = work()
    del blocks
    return found


def _signs(program: Program, outputs: Sequence[np.ndarray], several: tuple[int, ...] = ()) -> list[np.ndarray]:
    """A cotangent of -1 and 1 for each floating output, or several along a first axis."""
    rng = np.random.default_rng(0)
    return [rng.choice([-1.0, 1.0], (*several, *np.shape(y))) for y, v in zip(outputs, program.body.results) if v.kind in FLOATING]


def _calls(ready: Ready) -> dict[str, Callable]:
    """Native code ready to run on its inputs; raises PrecisError where some program is interpreted."""
    found: dict[str, Callable] = {}
    for name, c in ready.compiled.items():
        call = c.native_call([*ready.inputs, *ready.signs[name]], ready.binding)
        if call is None:
            raise PrecisError(f"{name} is interpreted: {c.reason}")
        found[name] = lambda call=call: (call.reset(), call())
    return found


def _of_sum(ready: Ready) -> list[np.ndarray]:
    """The gradients of the sum of all floating results by every floating argument, in the order of the arguments."""
    ones = [np.ones_like(s) for s in ready.signs["plain"]]
    return list(ready.compiled["plain"].run([*ready.inputs, *ones], ready.binding))[len(ready.program.body.results):]


def _jax(name: str, function: Callable, arguments: Sequence[Any]) -> dict[str, Callable]:
    """The port of a program and its reverse, where there is a port and JAX can reverse it."""
    import jax

    from benchmarks import jax_ports

    jax.config.update("jax_enable_x64", True)
    port = getattr(jax_ports, function.__name__, None)
    places = [k for k, a in enumerate(arguments) if np.asarray(a).dtype.kind == "f"]
    if port is None or not places:
        return {}
    given = tuple(np.asarray(arguments[k], float) for k in places)

    def outputs(*xs):
        full = dict(enumerate(arguments)) | dict(zip(places, xs))
        return tuple(y for y in port(*(full[k] for k in range(len(arguments)))) if y.dtype.kind == "f")

    forward, both = jax.jit(outputs), jax.jit(lambda xs, gs: jax.vjp(outputs, *xs)[1](gs))
    ones = tuple(np.ones(y.shape) for y in forward(*given))
    try:
        jax.block_until_ready(both(given, ones))
    except ValueError as problem:  # loops of unknown count have no reverse in JAX
        progress(f"{name}: {str(problem).splitlines()[0]}")
        return {}
    return {"jax": lambda: jax.block_until_ready(forward(*given)), "jax both": lambda: jax.block_until_ready(both(given, ones))}


def page(records: Sequence[dict[str, Any]], size: str) -> str:
    """Means, the worst programs, JAX beside precis, and what is missing."""
    whole = [r for r in records if "ratios" in r]
    if not whole:
        return "Nothing was measured.\n"
    means = {kind: geometric_mean([r["ratios"][kind] for r in whole]) for kind in GOALS}
    loads = [r["load"] for r in whole]
    words = "; ".join(f"{kind} {mean:.2f} (goal {GOALS[kind]:g}, {sum(r['ratios'][kind] <= 10 for r in whole)} at most 10)"
                      for kind, mean in means.items())
    text = (f"Measured on {machine()}, one core, size {size}, CPU time of the fastest of interleaved turns, load {min(loads):.1f}-"
            f"{max(loads):.1f}. {len(whole)} of {len(records)} programs; geometric means over the forward run: {words}.\n\n")
    if any(low < high for r in whole for low, high in r.get("scatter", {}).values()):
        wide = {kind: statistics.median(r["scatter"][kind][1] / r["scatter"][kind][0] for r in whole) for kind in GOALS}
        text += ("Ratios are medians over processes, with the least and the greatest; greatest over least, median over the programs: "
                 + "; ".join(f"{kind} {w:.2f}" for kind, w in wide.items()) + ".\n\n")
    for kind in GOALS:
        worst = sorted(whole, key=lambda r: -r["ratios"][kind])[:WORST]
        text += f"Worst by {kind}:\n\n" + table(("program", "forward [ms]", "plain / forward", "sweep / forward", "forward workspace [MB]",
                                                 "plain [MB]", "sweep [MB]"), [_row(r) for r in worst]) + "\n"
    ported = [r for r in whole if "jax" in r]
    if ported:
        rows = [(r["name"], r["ratios"]["plain"], r["jax"]["ratio"], r["jax"]["over plain"]) for r in ported]
        mean = ("geometric mean", *(geometric_mean([row[k] for row in rows]) for k in (1, 2, 3)))
        text += table(("program", "plain / forward, precis", "plain / forward, JAX", "plain, JAX / precis"), [*rows, mean])
    text += dace_page(records)
    return text + "".join(f"\n{r['name']}: {r.get('missing') or r.get('failure')}\n" for r in records if "ratios" not in r)


def _row(r: dict[str, Any]) -> tuple[Any, ...]:
    memory = (r["memory"][name] / 1e6 for name in ("forward", "plain", "sweep"))
    return r["name"], r["seconds"]["forward"] * 1e3, *(_ratio(r, kind) for kind in GOALS), *memory


def _ratio(r: dict[str, Any], kind: str) -> str:
    low, high = r.get("scatter", {}).get(kind, (0, 0))
    return f"{r['ratios'][kind]:.3g}" + (f" ({low:.3g}-{high:.3g})" if low < high else "")


def options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adjoints", description="what derivatives cost")
    parser.add_argument("names", nargs="*", help="programs or domains (default: all)")
    parser.add_argument("--size", choices=SIZES, default="medium")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--budget", type=float, default=5.0, help="seconds of turns for one program")
    parser.add_argument("--processes", type=int, default=3, help="processes that take turns for one program, one after the other")
    parser.add_argument("--cotangents", type=int, default=0, help="of a sweep (default: as many as precis.sensitivity takes)")
    parser.add_argument("--dace", default="", metavar="PYTHON", help="a Python that has DaCe and NumPy: differentiate by DaCe there")
    parser.add_argument("--beside", default="", metavar="CHECKOUT",
                        help="time the package precis of another checkout beside this one's: both in turn, once for each of --processes; "
                             "the median of the ratios counts, and the same texts count 1")
    parser.add_argument("--folder", type=Path, default=Path("build/adjoints"), help="where the records are kept")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one program")
    parser.add_argument("--markdown", type=Path, help="the page as a file")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(words)


def _numbers(o: argparse.Namespace) -> list[str]:
    return ["--size", o.size, "--turns", str(o.turns), "--budget", str(o.budget), "--processes", str(o.processes),
            "--cotangents", str(o.cotangents)]


def _in_turn(turns: int, budget: float, ready: Ready, seed: int) -> dict[str, float]:
    """Seconds of one turn of --beside, in a process of its own."""
    return apart(lambda: _elsewhere(seed, lambda: ready.times(turns, budget)))


def main(words: Sequence[str] | None = None) -> int:
    o = options(words)
    programs = chosen(o.names)
    if o.serve:
        return serve(partial(prepare, programs[0], o.size, o.cotangents), partial(_in_turn, o.turns, o.budget / o.processes / 2))
    if o.one:
        try:
            record = (compared(programs[0].name, o.beside, o.processes, _numbers(o)) if o.beside else
                      measure(programs[0], o.size, o.turns, o.budget, o.processes, o.dace, o.limit / 2, o.cotangents))
        except PrecisError as refusal:
            record = {"name": programs[0].name, "missing": str(refusal).splitlines()[0]}
        write_record(o.one, record)
        return 0

    def command(name: str, path: Path) -> list[str]:
        return [sys.executable, "-W", "ignore", "-m", "benchmarks.adjoints", name, "--one", str(path), *_numbers(o),
                "--dace", o.dace, "--beside", o.beside, "--limit", str(o.limit)]
    children_on_one_core()
    names = [e.name for e in programs]
    found = measured(names, o.folder / o.size, command, o.limit, lambda name: progress(f"adjoints: {name}"))
    text = (beside_page if o.beside else page)(list(found.values()), o.size)
    print(text)
    if o.markdown:
        o.markdown.write_text(text, encoding="utf-8")
    return 0 if len(found) == len(names) else 130


if __name__ == "__main__":
    sys.exit(main())
