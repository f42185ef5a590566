"""Whether a Program is interpreted or compiled: what either takes, estimated from counts, so that the choice is the same on every machine
and on every day.

The interpreter takes microseconds per operation that it runs, and nanoseconds per element; a compiler milliseconds per operation of the
Program, once. Of the long adjoints of programs with small arrays, runs are so few and so short that compiling them takes ten times as long.
Where only the run itself knows how long it takes, it is interpreted until that has taken as long as compiling would: at most twice the time
of the better choice (the rental of skis; Karlin, Manasse, Rudolph, Sleator, "Competitive snoopy caching", 1988).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.sums import chain
from precis.bitwidth.trips import Sizes, elements, inside
from precis.formats import Format
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, FORMAT, LIBRARY, REDUCTION, ROUTINE, SUM
from precis.ir.types import Block, Node, Program

# Seconds, fitted to sweeps of six programs of 80 to 160 lines (one core at 2 GHz, shared); only their order of magnitude is meant.
NODE, ELEMENT = 3e-6, 1e-9  # of interpreting
SLOW_NODE, SLOW_ELEMENT = 35e-6, 6e-9  # sums in a fixed order, emulated roundings
TALLY_NODE, TALLY_ELEMENT = 12e-6, 6e-9
ADDED_NODE = 6e-6
LIBRARY_ELEMENT = 10e-9
ROUTINE_NODE, ROUTINE_OPERATION = 60e-6, 10e-9  # compiled code calls most of them, too
WIDE = 5.0  # times that of binary64: an element in a wider carrier
STARTED, COMPILED = 0.4, 3e-3  # a compiler, and each operation of what it compiles, planning included
MARGIN = 1.5  # in favour of compiling: code is kept for the next time
UNCOUNTED = ("while", "size")  # how often, or on how many elements, only the run itself knows
TABLES = ("tally",)
HELD = 2.0**31  # bytes that the interpreter may hold: it frees values only when a block ends


@dataclass(frozen=True, slots=True)
class Step:
    """An operation as it is interpreted: how often, seconds and elements each time, seconds for further elements (none of numbers)."""

    node: Node
    times: float
    seconds: float
    elements: float
    each: float


class TooLong(Exception):
    """An interpreted run has taken as long as compiling takes."""


class Meter:
    """What an interpreted run has taken so far, by counts: called after every operation with its results. Raises TooLong."""

    def __init__(self, steps: Mapping[int, Step], seconds: float):
        self.steps, self.left = steps, seconds

    def __call__(self, node: Node, outputs: tuple[Any, ...]) -> None:
        step = self.steps[id(node)]
        further = sum([np.size(x) for x in outputs]) - step.elements if step.each and outputs else 0.0
        self.left -= step.seconds + step.each * further if further > 0.0 else step.seconds
        if self.left < 0.0:
            raise TooLong


@dataclass(frozen=True, slots=True)
class Effort:
    """Of interpreting a Program, as far as it is known beforehand. allowed: seconds that a run may take; held: bytes of values at once."""

    steps: tuple[Step, ...]
    allowed: float
    held: float

    @property
    def serves(self) -> bool:
        """Whether that much fits, while loops ended at once."""
        return self.held < HELD and sum(s.times * s.seconds for s in self.steps) < self.allowed

    def meter(self) -> Meter:
        return Meter({id(s.node): s for s in self.steps}, self.allowed)


def is_counted(program: Program) -> bool:
    """Whether how often operations run, and on how many elements, is known before a run."""
    return all(n.op not in UNCOUNTED for n in program.nodes())


def effort_of(program: Program, carrier: Format, binding: Mapping[str, int] | None, runs: int) -> Effort | None:
    """What each of `runs` interpreted runs takes, and may take since compiling takes as long as all of them. None where compiled code
    has to run: of programs with library routines only sweeps are interpreted, since references call the routines that the program under
    its formats calls, so that equal formats have equal results."""
    ops = [n.op for n in program.nodes()]
    if "tally" not in ops and any(op in OPS and OPS[op].category == ROUTINE for op in ops):
        return None
    compiled = STARTED + COMPILED * len(ops)
    sizes = dict(program.binding if binding is None else binding)
    return Effort(tuple(_steps(program.body, sizes, carrier)), compiled / (MARGIN * runs), carrier.bytes * _held(program.body, sizes))


def _steps(block: Block, sizes: Sizes, carrier: Format, times: float = 1.0) -> Iterator[Step]:
    slower = 1.0 if carrier.precision <= 53 else WIDE
    for node in block.nodes:
        for inner in _run(node):
            sub, more = _known_runs(node, sizes)
            yield from _steps(inner, sub, carrier, times * more)
        size = _elements(node, sizes)
        fixed, each = _seconds(node)
        seconds = fixed * _one_by_one(node, sizes) + _worked_on(node, sizes, size) * each * slower
        table = node.op in TABLES
        arrays = not table and any(v.shape for v in node.outputs)
        yield Step(node, times, seconds + (size * ELEMENT if table else 0.0), size, each * slower if arrays else 0.0)


def _known_runs(node: Node, sizes: Sizes) -> tuple[dict[str, int], float]:
    """(sizes inside the blocks of a node, runs of its blocks per run of the node): 1 of loops whose number only the run itself knows."""
    sub, runs = inside(node, sizes, {node.site: 1.0})
    return sub, runs if node.op != "loop" or node.attrs["range"].trips.symbols() <= sizes.keys() else 1.0


def _held(block: Block, sizes: Sizes) -> float:
    """Elements of all values of a block, and of the largest inside it."""
    inner = [_held(b, inside(node, sizes)[0]) for node in block.nodes for b in _run(node)]
    return sum(_elements(node, sizes) for node in block.nodes) + max(inner, default=0.0)


def _run(node: Node) -> tuple[Block, ...]:
    return node.blocks[-1:] if node.op == "approx" else node.blocks


def _elements(node: Node, sizes: Sizes) -> float:
    """Elements that an operation makes or reads; of a contraction the products, of a cumulative or whole sum the terms, of a routine
    the operations of a solver."""
    category = OPS[node.op].category if node.op in OPS else ""
    taken = [float(elements(v.shape, sizes)) for v in node.inputs if v.shape]
    made = [float(elements(v.shape, sizes)) for v in node.outputs if v.shape]
    if category == CONTRACTION:  # a label stands in two of the three
        return math.sqrt(math.prod(taken) * math.prod(made))
    if category == ROUTINE:
        return max(taken + made, default=1.0) ** 1.5
    return max(taken if category == REDUCTION else taken[1:] + made, default=1.0)


def _worked_on(node: Node, sizes: Sizes, size: float) -> float:
    """Of `size` elements those that are more than copied: of a table what is added to one of its rows."""
    return max((float(elements(v.shape, sizes)) for v in node.inputs[1:]), default=1.0) if node.op in TABLES else size


def _one_by_one(node: Node, sizes: Sizes) -> float:
    """Additions one after the other, where each is rounded for itself."""
    return chain(node, sizes) if "accumulate" in node.attrs and node.op in ("sum", "einsum") else 1.0


def _seconds(node: Node) -> tuple[float, float]:
    """(of one execution, of each element)"""
    rounding = OPS[node.op].rounding if node.op in OPS else ""
    if node.op == "tally":
        return TALLY_NODE, TALLY_ELEMENT
    if node.op in OPS and OPS[node.op].category == ROUTINE:
        return ROUTINE_NODE, ROUTINE_OPERATION
    if node.op == "update_add" and "accumulate" not in node.attrs:
        return ADDED_NODE, LIBRARY_ELEMENT
    if rounding in (SUM, FORMAT):
        return SLOW_NODE, SLOW_ELEMENT
    return NODE, LIBRARY_ELEMENT if rounding == LIBRARY else ELEMENT
