"""Worst-case search: gradient ascent, over inputs in a box, on the error that a chosen Assignment causes.

The error of one run is sum_i adjoint_i v_i r_i with relative rounding errors r_i. With these frozen (a rounding becomes a
multiplication with round(v)/v, taken as constant) it is a smooth function of the inputs, whose gradient one reverse sweep
over the paired program gives: cotangents c for the rounded run, -c for the exact one, c the dual vector of the worst
output's seminorm, and -E times the derivative of the scale. Over random r_i the gradient of its square is that of the
first-order estimate sum_i (adjoint_i v_i)^2, so this is stochastic gradient ascent on the estimated error. Steps follow
the sign of the gradient, which is steepest ascent in the maximum norm of a box.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from precis.ad import adjoint
from precis.bitwidth.approximations import inline_impl
from precis.bitwidth.case import Case
from precis.bitwidth.pairs import pair
from precis.bitwidth.reference import exact_runs
from precis.bitwidth.runs import counting, prepare
from precis.bitwidth.seminorm import difference
from precis.errors import UsageError
from precis.formats import Assignment
from precis.ir.build import Build, Names
from precis.ir.emulate import ROUNDED, emulate
from precis.ir.types import Block, Node, Program, values_of

FIRST_STEP = 0.5  # of the width of the box
SMALLEST_STEP = 1 / 64

Box = Mapping[str, tuple[Any, Any]]  # argument -> (lowest, highest) values, numbers or arrays


@dataclass(frozen=True, slots=True, eq=False)
class Worst:
    """The input of largest measured error that was found.

    error    there (a measurement); path: the largest so far, from the start and after every step
    start    what the search began from
    arrays   in the order of the parameters; binding: sizes
    sweeps, runs   what it took: reverse sweeps, and runs of the program (each with its reference)
    """

    error: float
    path: tuple[float, ...]
    start: str
    arrays: Sequence[np.ndarray]
    binding: Mapping[str, int]
    sweeps: int
    runs: int

    def record(self) -> dict[str, Any]:
        return {"kind": "measurement", "error": self.error if math.isfinite(self.error) else None, "start": self.start,
                "path": [e if math.isfinite(e) else None for e in self.path], "sweeps": self.sweeps, "runs": self.runs}  # fmt: skip


def box_of(program: Program, samples: Sequence[Sequence[np.ndarray]], box: Box | None = None) -> list[tuple[Any, Any]]:
    """(lowest, highest) per parameter: element by element what the samples showed, or what `box` says. UsageError for
    names of no argument and boxes that are empty."""
    known = [p.name for p in program.body.params]
    for name, (low, high) in (box or {}).items():
        if name not in known:
            raise UsageError(f"the box names {name!r}, which is no argument", hints=(f"arguments: {', '.join(known)}",))
        if not np.all(np.asarray(low) <= np.asarray(high)):
            raise UsageError(f"the box of {name} is empty: its lower end lies above the upper one")
    found = []
    for k, p in enumerate(program.body.params):
        seen = [np.asarray(s[k], float) for s in samples if np.shape(s[k]) == np.shape(samples[0][k]) and p.kind == "real"]
        shown = (np.min(seen, axis=0), np.max(seen, axis=0)) if seen else (samples[0][k], samples[0][k])
        low, high = (box or {}).get(p.name, shown)
        found.append((np.broadcast_to(low, np.shape(samples[0][k])), np.broadcast_to(high, np.shape(samples[0][k]))))
    return found


def search_worst(
    case: Case,
    assignment: Assignment,
    starts: Mapping[str, Sequence[np.ndarray]],
    box: Sequence[tuple[Any, Any]],
    steps: int,
) -> Worst:
    """The worst input that `steps` steps from each of `starts` find; all have the sizes of `case`."""
    ascent = _Ascent(case, assignment, box, steps * len(starts))
    found = [ascent.climb(name, list(arrays), steps) for name, arrays in starts.items()]
    best = max(found, key=lambda w: w.error)
    return replace(best, sweeps=ascent.sweeps, runs=ascent.runs)


class _Ascent:
    """The three programs of the search, made once, and how often they ran. gradients: how many will be asked for."""

    def __init__(self, case: Case, assignment: Assignment, box: Sequence[tuple[Any, Any]], gradients: int):
        self.case, self.box = case, box
        question, whole = case.question, case.question.unrounded(assignment)
        self.chosen = counting(question.program, whole)
        self.reference = exact_runs(question, case.wide, case.binding)
        paired = pair(frozen(emulate(inline_impl(question.program), whole)))
        self.results = paired.body.results
        self.gradient = prepare(adjoint(paired), binding=case.binding, runs=max(1, gradients))
        self.sweeps = self.runs = 0

    def climb(self, name: str, x: list[np.ndarray], steps: int) -> Worst:
        error, found, meant = self._error(x)
        path, step = [error], FIRST_STEP
        for _ in range(steps):
            if not math.isfinite(error) or step < SMALLEST_STEP:
                break
            trial = self._stepped(x, self._slope(x, found, meant), step)
            higher, *outputs = self._error(trial)
            if higher > error:
                x, error, (found, meant) = trial, higher, outputs
            else:
                step /= 2.0
            path.append(error)
        return Worst(error, tuple(path), name, x, self.case.binding, 0, 0)

    def _error(self, x: list[np.ndarray]) -> tuple[float, list[np.ndarray], list[np.ndarray]]:
        question, binding = self.case.question, dict(self.case.binding)
        self.runs += 1
        exact = self.reference.run(x, binding)
        found, meant = (question.pick(ran.results) for ran in (self.chosen.run(x, binding, exact.allowed), exact))
        if not all(np.all(np.isfinite(np.asarray(y, float if np.asarray(y).dtype == object else None))) for y in meant):
            return 0.0, found, meant  # no input where the program itself has no result
        return max(question.errors(found, meant).values()), found, meant

    def _slope(self, x: list[np.ndarray], found: list[np.ndarray], meant: list[np.ndarray]) -> list[np.ndarray]:
        """The gradient of the worst output's error with respect to every floating parameter."""
        question = self.case.question
        errors = list(question.errors(found, meant).values())
        worst = int(np.argmax(errors))
        m, y = question.seminorms[worst], np.asarray(meant[worst], np.longdouble if meant[worst].dtype != object else float)
        c = np.asarray(m.dual(difference(np.asarray(found[worst], float), np.asarray(y, float)), y), float)
        fall = errors[worst] * np.asarray(m.slope(y, c), float)
        position, count = question.judged[worst], len(question.program.body.results)
        floating = [k for k, v in enumerate(question.program.body.results) if v.kind in ROUNDED]
        seeds = {position: c, count + floating.index(position): -(c + fall)}
        shapes = [tuple(d.value(self.case.binding) for d in v.shape) for v in self.results]
        cotangents = [seeds.get(k, np.zeros(shapes[k])) for k, v in enumerate(self.results) if v.kind in ROUNDED]
        self.sweeps += 1
        return [np.asarray(g) for g in self.gradient.run([*x, *cotangents], dict(self.case.binding))]

    def _stepped(self, x: list[np.ndarray], slopes: list[np.ndarray], step: float) -> list[np.ndarray]:
        floating = [k for k, p in enumerate(self.case.question.program.body.params) if p.kind in ROUNDED]
        moved = list(x)
        for k, g in zip(floating, slopes):
            if self.case.question.program.body.params[k].kind == "real" and np.all(np.isfinite(g)):
                low, high = self.box[k]
                moved[k] = np.clip(x[k] + step * (high - low) * np.sign(g), low, high).astype(np.asarray(x[k]).dtype)
        return moved


def frozen(emulated: Program) -> Program:
    """`emulated` with every rounding as a multiplication by the relative error that it makes, which has no derivative."""
    names = Names({v.name for v in values_of(emulated.body)})
    return emulated.with_body(_frozen(emulated.body, Build(names)))


def _frozen(block: Block, b: Build) -> Block:
    for node in block.nodes:
        b.span = node.span
        if node.op == "round" and node.output.kind == "real":
            rounded = b.value("", node.output.shape)
            b.learn(replace(node, outputs=(rounded,)))
            _scale(node, node.inputs[0], rounded, b)
        elif "accumulate" in node.attrs and node.output.kind == "real":
            rounded = b.value("", node.output.shape)
            b.learn(replace(node, outputs=(rounded,)))
            _scale(node, b.call(node.op, *node.inputs, **{k: a for k, a in node.attrs.items() if k != "accumulate"}), rounded, b)
        else:
            b.learn(replace(node, blocks=tuple(_frozen(inner, b.child()) for inner in node.blocks)))
    return b.block(block.params, block.results)


def _scale(node: Node, exact, rounded, b: Build) -> None:
    """node's output = exact * stop(rounded / exact)."""
    zero = b.eq(exact, b.const(0.0))
    ratio = b.select(zero, b.const(1.0), b.div(rounded, b.select(zero, b.const(1.0), exact)))
    b.learn(Node("mul", (exact, b.stop(ratio)), node.outputs, {}, (), node.span))
