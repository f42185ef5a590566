"""Adjoints against directional differences: does the adjoint run, is it right, what does it cost?"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from select import select
from typing import Any

import numpy as np

from benchmarks.timing import side_by_side
from precis.ad import adjoint
from precis.bitwidth.pairs import following
from precis.emit.engine import Compiled
from precis.emit.engine import compile as compile_native
from precis.errors import PrecisError
from precis.formats import FORMATS, Assignment
from precis.ir.types import Program

FLOATING = ("real", "complex")
Arithmetics = Sequence[tuple[Assignment, type, str, Sequence[float]]]
BINARY64, WIDE, WIDEST = (Assignment.uniform(FORMATS[name]) for name in ("binary64", "binary80", "binary128"))
STEPS = (1e-4, 1e-5, 1e-6, 1e-7)  # of the central difference, relative to the size of each input
SMALL = (1e-9, 1e-10)  # the same in the wide arithmetic, for programs with a kink in most steps (limiters, activations, searches)
BESIDE = 1e-3  # how far inputs are moved that lie on a kink themselves (zeros, ties), relative to the size of each
ALIKE = 1e-5  # relative difference of two derivatives that counts as agreement
NOTHING = 1e-9  # of the weighed results, that derivatives are relative to at least: ALIKE times that is 45 u of them, as zeros are apart
ARITHMETICS = ((BINARY64, np.float64, "binary64", STEPS), (WIDE, np.longdouble, "binary80", STEPS + SMALL))  # of differences, in turn
IN_FULL = ((WIDEST, np.longdouble, "binary128", (1e-6, 1e-8, 1e-10, 1e-12, 1e-14)),)  # where rounding hides what differences find
NUDGES, EXPLAINED = 8, 10  # runs with inputs moved by a unit in their last place; how many times their scatter rounding may be
PATIENCE = 10.0  # seconds that differences at one point may take: beside its inputs a program may never end


def check_gradient(program: Program, inputs: Sequence[np.ndarray], binding: Mapping[str, int], seed: int = 0) -> dict[str, Any]:
    """The record of a program's adjoint: gap between <cotangents, J direction> and the first of several central differences that agrees,
    or the best, in the wide arithmetic where that is needed and possible; (forward + reverse) / forward; workspace.
    {"differentiated": why not} where there is none. An adjoint with guards is asked where the plain one is not finite, as in precis' own
    sweeps; inputs that are not finite are not moved. Where they differ, inputs beside the given ones are asked too: the given ones may
    lie on a kink, where no derivative is to be had. Where they differ there too, differences are taken of runs that make the decisions of
    the one at the inputs: what halves an interval at comparisons goes by steps, whose derivative is 0, and differences see the slope of
    its stairs. Where those differ as well, everything is asked once more in binary128: a derivative that is right there, and that moves in
    binary64 by about as much as it errs where inputs move by a unit in their last place, is one that rounding spoils. Zeros stay where
    they are if the program does not end when they move (a path of negative length is made shorter for ever)."""
    floating = [k for k, p in enumerate(program.body.params) if p.kind in FLOATING]
    results = [k for k, r in enumerate(program.body.results) if r.kind in FLOATING]
    if not floating or not results:
        return {"differentiated": "nothing floating"}
    try:
        adjoints = _Adjoints(program, binding, floating, results)
    except PrecisError as problem:
        return {"differentiated": f"refused: {problem.message}"}
    forward, rng = adjoints.forward, np.random.default_rng(seed)
    base = [np.asarray(x) for x in inputs]
    gap, arithmetic, compiled, cotangents = adjoints.compared(base, rng)
    moving = gap is not None
    if gap is None:
        gap, arithmetic, compiled, cotangents = adjoints.compared(base, rng, zeros=False)
    beside = adjoints.compared(_moved(base, floating, rng, moving), rng, moving)[0] if gap is not None and gap > ALIKE else gap
    held = adjoints.compared(base, rng, moving, held=True)[0] if beside is not None and beside > ALIKE else None
    rounded = adjoints.rounded(base, rng, moving) if held is not None and held > ALIKE else None
    state = _state(gap, beside, held, rounded)
    calls = {"forward": forward.native_call(base, binding), "both": compiled.native_call([*base, *cotangents], binding)}
    record = {"differentiated": state, "gradient gap": gap, "difference in": arithmetic,
              "sweep memory": compiled.peak_bytes(binding), "forward memory": forward.peak_bytes(binding)}
    if all(calls.values()):
        runs = {n: lambda c=c: (c.reset(), c()) for n, c in calls.items() if c}  # what iterates in place would begin where it ended
        times = side_by_side(runs, turns=5, budget=10.0)
        record["sweep / forward"] = times["forward"].ratio(times["both"])
    return record


def _state(gap: float | None, beside: float | None, held: float | None, rounded: float | None) -> str:
    if gap is None:
        return f"no differences: beside the inputs runs do not end within {PATIENCE:.0f} s"
    if rounded is not None:
        return f"yes, rounding moves it by {rounded:.1e}"
    agreeing = ("yes", gap), ("yes, beside a kink", beside), ("yes, where decisions are held", held)
    return next((state for state, g in agreeing if g is not None and g <= ALIKE), f"differs by {gap:.1e}")


class _Adjoints:
    """A program and its adjoint, compiled; with guards too once that is asked for. Raises PrecisError."""

    def __init__(self, program: Program, binding: Mapping[str, int], floating: Sequence[int], results: Sequence[int]) -> None:
        self.program, self.binding, self.floating, self.results = program, binding, floating, results
        self.forward = compile_native(program, BINARY64)
        self.plain = compile_native(adjoint(program, keep_results=True), BINARY64)

    @cached_property
    def guarded(self) -> Compiled:
        return compile_native(adjoint(self.program, keep_results=True, guarded=True), BINARY64)

    def compared(self, point: list[np.ndarray], rng: np.random.Generator, zeros: bool = True,
                 held: bool = False) -> tuple[float | None, str, Compiled, list[np.ndarray]]:
        """(gap, None where no difference came in time, the arithmetic of the differences, the adjoint that was asked, cotangents) at
        `point`, in a random direction. zeros: whether these move too. held: decisions are those at `point`."""
        direction, weights = self._drawn(point, rng, zeros)
        given, asked = [*point, *weights.values()], self.plain
        slope = _slope(asked, self.program, given, self.binding, direction)
        if not np.isfinite(slope):
            asked = self.guarded
            slope = _slope(asked, self.program, given, self.binding, direction)
        moving, start, moved = self.held(point, direction) if held else (self.program, point, direction)
        found = _in_time(lambda: _difference_gap(moving, start, self.binding, moved, weights, slope))
        gap, arithmetic = found or (None, "nothing")
        return gap, arithmetic, asked, list(weights.values())

    def rounded(self, point: list[np.ndarray], rng: np.random.Generator, zeros: bool) -> float | None:
        """By how much rounding to binary64 moves the derivative at `point`, relative to what it is in binary128, where it is right; None
        where it is not, or where rounding does not explain as much."""
        direction, weights = self._drawn(point, rng, zeros)
        moving, start, moved = self.held(point, direction)

        def slope(compiled: Compiled, at: Sequence[np.ndarray]) -> float:
            return _slope(compiled, self.program, [*at, *weights.values()], self.binding, direction)
        try:
            right = slope(compile_native(adjoint(self.program, keep_results=True), WIDEST), point)
            compile_native(moving, WIDEST)  # which takes longer than the differences
        except (PrecisError, NotImplementedError):
            return None
        found = _in_time(lambda: _difference_gap(moving, start, self.binding, moved, weights, right, IN_FULL))
        if found is None or found[0] > ALIKE:
            return None
        own = slope(self.plain, point)
        scatter = max(abs(slope(self.plain, _nudged(point, self.floating, rng)) - own) for _ in range(NUDGES))
        error, size = abs(own - right), max(abs(own), abs(right))
        return error / size if error <= max(EXPLAINED * scatter, ALIKE * size) else None

    def _drawn(self, point: list[np.ndarray], rng: np.random.Generator, zeros: bool) -> tuple[dict[int, np.ndarray], dict[int, np.ndarray]]:
        """(a direction, weights of the results)"""
        direction = {k: _direction(point[k], rng, zeros) for k in self.floating}
        values = self.forward.run(point, self.binding)
        return direction, {k: _cotangent(values[k], rng) for k in self.results}

    def held(self, point: list[np.ndarray], direction: Mapping[int, np.ndarray]) -> tuple[Program, list[np.ndarray], dict[int, np.ndarray]]:
        """(the program beside a run of its own at `point`, whose decisions it makes, its point, its direction)"""
        behind = {k: len(point) + j for j, k in enumerate(self.floating)}
        return following(self.program), [*point, *(point[k] for k in behind)], {behind[k]: d for k, d in direction.items()}


def _in_time(work: Callable[[], tuple[float, str]]) -> tuple[float, str] | None:
    """What `work` finds, in a process of its own; None where that takes too long."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        try:  # whatever happens, the child never goes on as a second parent
            os.write(write, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        ready = select([pipe], [], [], PATIENCE)[0]
        text = pipe.read() if ready else ""
    if not ready:
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    if ready and not text:
        raise PrecisError("differences were not found: their process ended")
    return tuple(json.loads(text)) if text else None


def _moved(base: Sequence[np.ndarray], floating: Sequence[int], rng: np.random.Generator, zeros: bool) -> list[np.ndarray]:
    return [x + BESIDE * rng.random(x.shape) * _direction(x, rng, zeros) if k in floating else x for k, x in enumerate(base)]


def _nudged(base: Sequence[np.ndarray], floating: Sequence[int], rng: np.random.Generator) -> list[np.ndarray]:
    """The inputs, each element that is none of zero moved by about a unit in its last place."""
    return [x * (1 + rng.choice([-1.0, 1.0], x.shape) * np.finfo(x.dtype).eps) if k in floating else x for k, x in enumerate(base)]


def _slope(compiled: Compiled, program: Program, given: Sequence[np.ndarray], binding: Mapping[str, int],
           direction: Mapping[int, np.ndarray]) -> float:
    """<cotangents, J direction> by the adjoint."""
    bars = compiled.run(given, binding)[len(program.body.results):]
    moved = ((d, np.where(d == 0, 0, g)) for d, g in zip(direction.values(), bars))
    with np.errstate(invalid="ignore"):
        return float(sum(np.sum(np.real(np.conj(g) * d)) for d, g in moved))


def _direction(x: np.ndarray, rng: np.random.Generator, zeros: bool) -> np.ndarray:
    """Random signs times the size of each element, and a little where it is 0, if zeros move; 0 where it is not finite."""
    size = np.where(np.isfinite(x), np.abs(x), 0.0)
    size = np.where(np.isfinite(x) & (zeros | (x != 0)), size + 1e-3 * (np.max(size, initial=0.0) or 1.0), 0.0)
    signs = rng.choice([-1.0, 1.0], x.shape)
    return size * (signs + 1j * rng.choice([-1.0, 1.0], x.shape)) if np.iscomplexobj(x) else size * signs


def _cotangent(y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Random numbers that weigh every result alike; results that are not finite do not count."""
    finite = np.isfinite(y)
    size = float(np.linalg.norm(np.where(finite, y, 0.0).ravel())) or 1.0
    w = rng.normal(size=y.shape) / size
    return np.where(finite, w + 1j * rng.normal(size=y.shape) / size if np.iscomplexobj(y) else w, 0.0)


def _difference_gap(program: Program, base: list[np.ndarray], binding: Mapping[str, int], direction: Mapping[int, np.ndarray],
                    cotangents: Mapping[int, np.ndarray], slope: float, arithmetics: Arithmetics = ARITHMETICS) -> tuple[float, str]:
    """(the smallest relative gap over the steps so far, the arithmetic of the differences). Steps are taken until one agrees."""
    least, name = np.inf, "nothing"
    for gap, arithmetic in _gaps(arithmetics, program, base, binding, direction, cotangents, slope):
        least, name = min((least, name), (gap, arithmetic))
        if least <= ALIKE:
            break
    return least, name


def _gaps(arithmetics: Arithmetics, program: Program, *given: Any) -> Iterator[tuple[float, str]]:
    """Relative gaps and their arithmetic: binary64 first, whose products are those of libraries, then wider ones."""
    for assignment, carrier, name, steps in arithmetics:
        try:
            run = compile_native(program, assignment)
            yield from ((_gap(run, *given, h, carrier), name) for h in steps)
        except (PrecisError, NotImplementedError, TypeError):
            continue


def _gap(run: Compiled, base: list[np.ndarray], binding: Mapping[str, int], direction: Mapping[int, np.ndarray],
         cotangents: Mapping[int, np.ndarray], slope: float, h: float, carrier: type) -> float:
    sides, weighed = [], 0.0
    for sign in (1.0, -1.0):
        moved = [x + carrier(sign * h) * direction[k] if k in direction else x for k, x in enumerate(base)]
        values = run.run(moved, binding)
        weighed = float(sum(np.sum(np.abs(w * np.where(np.isfinite(values[k]), values[k], 0.0))) for k, w in cotangents.items()))
        sides.append([np.sum(np.real(np.conj(w) * np.where(np.isfinite(values[k]), values[k], 0.0))) for k, w in cotangents.items()])
    parts = [(a - b) / (2.0 * h) for a, b in zip(*sides)]
    size = max(abs(slope), float(sum(abs(p) for p in parts)), NOTHING * weighed)
    return float(abs(sum(parts) - slope)) / size if size else 0.0
