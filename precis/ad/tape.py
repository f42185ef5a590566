"""The tape of a loop: in which shapes values lie on it, and what they cost there."""

from __future__ import annotations

import math
from collections.abc import Callable, Set
from dataclasses import dataclass

from precis.ad.extent import Extent, stacked_shape
from precis.ad.forward import expensive
from precis.ad.rollback import Step
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, LIBRARY, REDUCTION
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size, product
from precis.ir.types import Node, Range, Shape, Value

SHRINKING = 8  # times fewer bytes in the result of a reduction, which then is kept rather than computed again
BRIEF = 8  # products that a contraction adds up for an element: more are never taken again
PER_OPERATION = 1 / 2  # bytes of a tape that take as long as an operation
SLOW = {"div": 5, "sqrt": 5}  # operations that one of these takes the time of
PIECE = 1 / 8  # of what bounds a piece of run-time length: how long it is taken to be
SHORT = 64  # elements: rows of no more are stacked, however many of them are needed


@dataclass(frozen=True)
class Tape:
    """The stacks of one loop: in which shape a value can be stacked, and what it costs. local: sizes that the body binds at run time;
    logs: whether values whose length these say go into logs (precis.ad.logs), which the reverse reads last first."""

    index: str
    range: Range
    local: frozenset[str]
    extent: Extent
    logs: bool = False

    def logged(self, v: Value) -> bool:
        """Whether a value goes into a log."""
        if not self.logs or not any(self.local & d.symbols() for d in v.shape):
            return False
        most = product(shape).constant if (shape := self.shape(v)) is not None else None
        return most is None or most > SHORT

    def holds(self, v: Value) -> bool:
        return self.logged(v) or self.shape(v) is not None

    def shape(self, v: Value) -> Shape | None:
        return stacked_shape(v.shape, self.index, self.range, {s: self.extent.ends.get(s, (None, None)) for s in self.local})

    def price(self, v: Value) -> float:
        """Bytes that an iteration writes, in the middle of the loop: rows of stacks are filled no further than values reach."""
        if not self.holds(v):
            return math.inf
        return self.piece(v) if self.logged(v) else float(self.extent.bytes(v.shape, v.kind))

    def bytes(self, v: Value) -> int:
        """Bytes that all iterations write."""
        return self.extent.value(self.range.trips) * self.extent.bytes(v.shape, v.kind)

    def piece(self, v: Value) -> float:
        """Bytes that an iteration appends to a log: a part of the most that it can be."""
        return PIECE * self.extent.bytes(self.shape(v) or (Size.of(self.extent.longest),), v.kind)

    def saved(self, step: Step) -> float:
        """Bytes of the slices that a step overwrites: what is in logs are parts of its array."""
        whole = PIECE * self.extent.bytes(step.before.shape, step.before.kind)
        return sum(min(self.price(v), whole) if self.logged(v) else self.price(v) for v in step.saves)

    def shrinks(self, node: Node) -> bool:
        """Whether `node` makes few numbers of many: keeping them costs less than a pass over what they come from."""
        if node.op not in OPS or OPS[node.op].category not in (CONTRACTION, REDUCTION):
            return False
        read, written = (sum(self.extent.bytes(v.shape, v.kind) for v in values) for values in (node.inputs, node.outputs))
        return read >= SHRINKING * written

    def terms(self, node: Node) -> int:
        """How many products a contraction adds up for each element; 0 for other nodes."""
        if node.op not in OPS or OPS[node.op].category != CONTRACTION:
            return 0
        a, _, result = contraction_labels(node.attrs["spec"])
        return self.extent.value(product(d for label, d in zip(a, node.inputs[0].shape) if label not in result))

    def kept(self, node: Node) -> bool:
        """Whether what `node` makes is better saved than computed again, whatever else is saved."""
        return (expensive(node) and not 0 < self.terms(node) <= BRIEF) or self.shrinks(node)

    def cost(self, node: Node) -> float:
        """Of computing `node` again: bytes of a tape that take as long. Arithmetic beside what is read and written anyhow costs nothing."""
        function = node.op in OPS and OPS[node.op].rounding == LIBRARY
        operations = OPS[node.op].flops if function else SLOW.get(node.op) or 2 * self.terms(node)
        return PER_OPERATION * operations * self.extent.value(product(node.output.shape)) if operations else 0.0


def run_again(names: Set[str], tape: Tape) -> Callable[[Node], bool]:
    """Whether an expensive node is run again in the reverse all the same: those of these outputs, and those that no stack can hold."""
    return lambda node: any(o.name in names or tape.shape(o) is None for o in node.outputs)
