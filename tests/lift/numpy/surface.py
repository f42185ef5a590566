"""Programs with inputs of several sizes, each checked in every way of running it: interpreted, compiled, and its adjoint."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

import precis
from precis.ad import adjoint
from precis.ad.activity import FLOATING
from precis.emit.cpu.build import BRIEF
from precis.emit.engine import Compiled, compile_all, default_assignment
from precis.emit.short_axes import short_axes
from precis.errors import BuildError, PrecisError
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.ir.types import Program
from precis.ir.verify import verify
from precis.lift import lift
from tests.lift.numpy.case import run, same

BINARY64 = Assignment.uniform(FORMATS["binary64"])
BATCH = 16  # programs in one library
STEP = 1e-6  # of the differences that adjoints are compared with


@dataclass(frozen=True)
class Sample:
    """`inputs(n)` are arguments of size n; one lifted Program serves all `sizes`. `grad`: whether it is differentiable there."""

    program: Callable[..., Any]
    inputs: Callable[[int], Sequence[Any]]
    sizes: Sequence[int]
    close: float | None = 1e-11
    grad: bool = True


class Collection:
    """Collects the programs of a file: `PROGRAMS, prog = Collection(sizes=...).both`, then `@prog(inputs)`."""

    def __init__(self, sizes: Sequence[int]):
        self.samples: list[Sample] = []
        self.sizes = sizes

    @property
    def both(self) -> tuple[list[Sample], Callable[..., Any]]:
        return self.samples, self.collect

    def collect(self, inputs: Callable[[int], Sequence[Any]], sizes: Sequence[int] = (), **more: Any) -> Callable[..., Any]:
        def add(program: Callable[..., Any]) -> Callable[..., Any]:
            self.samples.append(Sample(program, inputs, sizes or self.sizes, **more))
            return program
        return add


def U(*shape: int) -> np.ndarray:
    """Numbers away from zero, the same for the same shape."""
    return np.random.default_rng(sum(shape) + len(shape)).uniform(0.2, 1.5, shape)


def C(*shape: int) -> np.ndarray:
    """Complex numbers away from zero, the same for the same shape."""
    return U(*shape) + 1j * U(*shape, 1)[..., 0]


def R(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def spd(n: int) -> np.ndarray:
    """A symmetric positive definite matrix."""
    a = np.random.default_rng(n).uniform(-1, 1, (n, n))
    return a @ a.T + n * np.eye(n)


def batches(samples: Sequence[Sample]) -> list[Any]:
    """The samples as parameters of a test; those of a batch run in one process."""
    return [pytest.param(s, marks=pytest.mark.xdist_group(f"batch {k // BATCH}")) for k, s in enumerate(samples)]


class Library:
    """Samples lifted and compiled when the first of their batch is asked for: one library per batch, since compiling is most of the time."""

    def __init__(self, all: Sequence[Sample], asked: Sequence[Sample]):
        wanted = set(map(id, asked))
        self.batches = [[s for s in all[k:k + BATCH] if id(s) in wanted] for k in range(0, len(all), BATCH)]
        self.made: dict[int, Compiled | PrecisError] = {}
        self.wide: dict[int, Compiled] = {}

    def compiled(self, sample: Sample) -> tuple[Compiled, Compiled | None]:
        """The program, and the same in binary64 with the lengths of its axes taken for granted, where that is something else. Raises what
        lifting this sample raised."""
        if id(sample) not in self.made:
            self._make(next(b for b in self.batches if any(s is sample for s in b)))
        found = self.made[id(sample)]
        if isinstance(found, PrecisError):
            raise found
        return found, self.wide.get(id(sample))

    def _make(self, batch: Sequence[Sample]) -> None:
        lifted = {id(s): _lifted(s, k) for k, s in enumerate(batch)}
        programs = {key: p for key, p in lifted.items() if isinstance(p, Program)}
        others = {key: p for key, p in programs.items() if _states_others(default_assignment(p)) or short_axes(p)}
        self.made |= {**lifted, **dict(zip(programs, _together(list(programs.values()))))}  # type: ignore[dict-item]
        self.wide |= dict(zip(others, _together(list(others.values()), assignment=BINARY64, lengths=short_axes)))


def _together(programs: Sequence[Program], **chosen: Any) -> list[Compiled]:
    """`chosen`: the assignment and the lengths, as `compile_all` takes them."""
    try:
        return compile_all(programs, BRIEF, **chosen)
    except BuildError:  # no compiler, or it refuses one of them
        return [precis.compile(p, chosen.get("assignment"), quick=2) for p in programs]


def _lifted(sample: Sample, k: int) -> Program | PrecisError:
    """The Program, by a name of its own."""
    try:
        return replace(lift(sample.program, *sample.inputs(sample.sizes[0])), name=f"s{k}_{sample.program.__name__}")
    except PrecisError as problem:
        return problem


def check(sample: Sample, compiled: Compiled, wide: Compiled | None) -> None:
    """One lifted Program, on every size: emulated and compiled it computes what the function computes."""
    program = compiled.program
    assert parse(show(program), program.constants, original=program.original) == program
    assert compiled.backend == "native" or "compiler" in compiled.reason, compiled.reason
    for n in sample.sizes:
        args = sample.inputs(n)
        theirs = copy.deepcopy(args)
        with np.errstate(all="ignore"):
            wanted = sample.program(*theirs)
        for way in (lambda *a: run(program, a), compiled, compiled):  # the second call of native code may be a direct one
            ours = copy.deepcopy(args)
            same(way(*ours), wanted, sample.close, f"result for {n}")
            same(ours, theirs, sample.close, f"arguments for {n}")
    if wide and compiled.backend == "native":
        check_wide(program, sample.inputs(sample.sizes[0]), wide)
    if sample.grad:
        check_adjoint(program, sample.inputs(sample.sizes[0]))


def check_wide(program: Program, args: Sequence[Any], wide: Compiled) -> None:
    """In binary64, and with the lengths of its axes taken for granted, native code computes what the interpreter computes."""
    inputs, binding = bind(program, args)
    same(wide.run(inputs, binding), interpret(program, inputs, binding), 1e-10, "result in binary64")


def _states_others(assignment: Assignment) -> bool:
    """Whether anything is not in binary64."""
    tables = (assignment.storage, assignment.compute, assignment.accumulate, assignment.values)
    return any(f != assignment.default for table in tables for f in table.values()) or assignment.default != BINARY64.default


def check_adjoint(program: Program, args: Sequence[Any], tolerance: float = 1e-5) -> None:
    """The adjoint, along random directions, against central differences."""
    inputs, binding = bind(program, args)
    back = adjoint(program)
    verify(back)
    random = np.random.default_rng(1)
    floating = [k for k, p in enumerate(program.body.params) if p.kind in FLOATING]
    directions = {k: _direction(inputs[k], random) for k in floating}

    def moved(t: float) -> tuple[Any, ...]:
        return interpret(program, [x + t * directions[k] if k in directions else x for k, x in enumerate(inputs)], binding)
    above, below = moved(STEP), moved(-STEP)
    chosen = [k for k, v in enumerate(program.body.results) if v.kind in FLOATING]
    bars = [np.isfinite(above[k]) * _direction(np.ones_like(above[k]), random) for k in chosen]
    forward = sum(_inner(b, _finite(above[k]) - _finite(below[k])) / (2 * STEP) for b, k in zip(bars, chosen))
    backward = sum(_inner(g, directions[k]) for g, k in zip(interpret(back, [*inputs, *bars], binding), floating, strict=True))
    assert abs(forward - backward) <= tolerance * (abs(forward) + abs(backward) + 1e-3), (forward, backward)


def _direction(x: Any, random: np.random.Generator) -> np.ndarray:
    """Random numbers as large as x, so that tolerances stay positive; where x is 0, as large as its other elements."""
    size = np.where(x == 0, np.max(np.abs(x), initial=0.0) or 1.0, np.abs(x))
    turned = 1j * random.uniform(-1, 1, np.shape(x)) if np.iscomplexobj(x) else 0.0
    return size * (random.uniform(-1, 1, np.shape(x)) + turned)


def _finite(x: Any) -> np.ndarray:
    """x, where it is finite: infinities and NaN are sentinels, which have no derivative."""
    return np.where(np.isfinite(x), x, 0.0)


def _inner(g: Any, x: Any) -> float:
    """The real inner product, by which cotangents are meant."""
    return float(np.sum(np.real(np.conj(g) * x)))
