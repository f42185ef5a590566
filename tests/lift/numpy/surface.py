"""Programs with inputs of several sizes, each checked in every way of running it: interpreted, compiled, and its adjoint."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import precis
from precis.ad import adjoint
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.ir.types import Program
from precis.ir.verify import verify
from precis.lift import lift
from tests.lift.numpy.case import run, same

STEP = 1e-6  # of the differences that adjoints are compared with


@dataclass(frozen=True)
class Sample:
    """`inputs(n)` are arguments of size n; one lifted Program serves all `sizes`. `grad`: whether it is differentiable there."""

    program: Callable[..., Any]
    inputs: Callable[[int], Sequence[Any]]
    sizes: Sequence[int]
    close: float = 1e-11
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


def spd(n: int) -> np.ndarray:
    """A symmetric positive definite matrix."""
    a = np.random.default_rng(n).uniform(-1, 1, (n, n))
    return a @ a.T + n * np.eye(n)


def check(sample: Sample) -> None:
    """One lifted Program, on every size: emulated and compiled it computes what the function computes."""
    program = lift(sample.program, *sample.inputs(sample.sizes[0]))
    assert parse(show(program), program.constants, original=program.original) == program
    compiled = precis.compile(program, quick=True)
    assert compiled.backend == "native" or "compiler" in compiled.reason, compiled.reason
    for n in sample.sizes:
        args = sample.inputs(n)
        theirs = copy.deepcopy(args)
        with np.errstate(all="ignore"):
            wanted = sample.program(*theirs)
        for way in (lambda *a: run(program, a), compiled):
            ours = copy.deepcopy(args)
            same(way(*ours), wanted, sample.close, f"result for {n}")
            same(ours, theirs, sample.close, f"arguments for {n}")
    if sample.grad:
        check_adjoint(program, sample.inputs(sample.sizes[0]))


def check_adjoint(program: Program, args: Sequence[Any], tolerance: float = 1e-5) -> None:
    """The adjoint, along random directions, against central differences."""
    inputs, binding = bind(program, args)
    back = adjoint(program)
    verify(back)
    random = np.random.default_rng(1)
    real = [k for k, p in enumerate(program.body.params) if p.kind == "real"]
    directions = {k: random.uniform(-1, 1, inputs[k].shape) for k in real}

    def moved(t: float) -> tuple[Any, ...]:
        return interpret(program, [x + t * directions[k] if k in directions else x for k, x in enumerate(inputs)], binding)
    above, below = moved(STEP), moved(-STEP)
    chosen = [k for k, v in enumerate(program.body.results) if v.kind == "real"]
    bars = [random.uniform(-1, 1, np.shape(above[k])) for k in chosen]
    forward = sum(np.sum(b * (above[k] - below[k])) / (2 * STEP) for b, k in zip(bars, chosen))
    backward = sum(np.sum(g * directions[k]) for g, k in zip(interpret(back, [*inputs, *bars], binding), real))
    assert abs(forward - backward) <= tolerance * (abs(forward) + abs(backward) + 1e-3), (forward, backward)
