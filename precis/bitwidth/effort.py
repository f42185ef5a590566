"""Whether a Program is interpreted or compiled: what either takes, estimated from counts, so that the choice is the same on every machine
and on every day.

The interpreter takes microseconds per operation that it runs, and nanoseconds per element; a compiler milliseconds per operation of the
Program, once. Of the long adjoints of programs with small arrays, runs are so few and so short that compiling them takes ten times as long.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

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
LIBRARY_ELEMENT = 10e-9
ROUTINE_NODE, ROUTINE_OPERATION = 60e-6, 10e-9  # compiled code calls most of them, too
WIDE = 5.0  # times that of binary64: an element in a wider carrier
STARTED, COMPILED = 0.4, 5e-3  # a compiler, and each operation of what it compiles, planning included
MARGIN = 1.5  # in favour of compiling: code is kept for the next time
UNCOUNTED = ("while", "size")  # how often, or on how many elements, only the run itself knows
HELD = 2.0**28  # bytes that the interpreter may hold: it frees values only when a block ends


@dataclass(frozen=True, slots=True)
class Effort:
    """Of one interpreted run: seconds, and the bytes of its values."""

    seconds: float
    held: float


def is_interpreted(program: Program, carrier: Format, binding: Mapping[str, int] | None, runs: int) -> bool:
    """Whether `runs` interpreted runs take less time than compiling. Of programs with library routines only sweeps are: references
    call the routines that the program under its formats calls, so that equal formats have equal results."""
    nodes = list(program.nodes())
    ops = {n.op for n in nodes}
    if not ops.isdisjoint(UNCOUNTED) or ("tally" not in ops and any(op in OPS and OPS[op].category == ROUTINE for op in ops)):
        return False
    effort = _block(program.body, dict(program.binding if binding is None else binding), carrier)
    return effort.held < HELD and MARGIN * runs * effort.seconds < STARTED + COMPILED * len(nodes)


def _block(block: Block, sizes: Sizes, carrier: Format) -> Effort:
    seconds = held = 0.0
    for node in block.nodes:
        for inner in node.blocks[-1:] if node.op == "approx" else node.blocks:
            sub, times = inside(node, sizes)
            effort = _block(inner, sub, carrier)
            seconds, held = seconds + times * effort.seconds, held + effort.held
        size = _elements(node, sizes)
        fixed, each = _seconds(node)
        seconds += fixed * _steps(node, sizes) + size * each * (1.0 if carrier.precision <= 53 else WIDE)
        held += size * carrier.bytes
    return Effort(seconds, held)


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


def _steps(node: Node, sizes: Sizes) -> float:
    """Additions one after the other, where each is rounded for itself."""
    return chain(node, sizes) if "accumulate" in node.attrs and node.op in ("sum", "einsum") else 1.0


def _seconds(node: Node) -> tuple[float, float]:
    """(of one execution, of each element)"""
    rounding = OPS[node.op].rounding if node.op in OPS else ""
    if node.op == "tally":
        return TALLY_NODE, TALLY_ELEMENT
    if node.op in OPS and OPS[node.op].category == ROUTINE:
        return ROUTINE_NODE, ROUTINE_OPERATION
    if rounding in (SUM, FORMAT):
        return SLOW_NODE, SLOW_ELEMENT
    return NODE, LIBRARY_ELEMENT if rounding == LIBRARY else ELEMENT
