"""Values that are powers of two (or zero), whatever the inputs: every format holds them exactly as far as its range
goes."""

from __future__ import annotations

import math
from collections.abc import Iterator

from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import VIEW
from precis.ir.types import Block, Node, Program, Value

PRESERVED = (
    "store",
    "neg",
    "abs",
    "mul",
    "div",
    "maximum",
    "minimum",
    "select",
    "update",
    "copysign",
    "concatenate",
    "stop",
)


def powers_of_two(program: Program) -> frozenset[str]:
    """Names of the real values that are known to be +-2^k or 0: the largest set that is closed under the program's
    operations."""
    needs = dict(_needs(program.body))
    known = {name for name, needed in needs.items() if needed is not None}
    while True:
        kept = {name for name in known if known.issuperset(needs[name] or ())}
        if kept == known:
            return frozenset(known)
        known = kept


Needs = tuple[str, list[str] | None]  # a value is one if all of these are; None: it is not known to be


def _needs(block: Block) -> Iterator[Needs]:
    for node in block.nodes:
        for inner in node.blocks:
            yield from _needs(inner)
        yield from _of_control(node) if node.blocks else ((v.name, _of_operation(node, v)) for v in node.outputs)


def _of_operation(node: Node, v: Value) -> list[str] | None:
    if v.kind != "real" or any(i.kind == "complex" for i in node.inputs):
        return None
    if node.op == "const":
        x = node.attrs["value"]
        exact = not isinstance(x, ArrayConstant) and math.frexp(abs(x))[0] in (0.0, 0.5)
        return [] if exact else None
    if node.op in PRESERVED or OPS[node.op].category == VIEW:
        return [i.name for i in node.inputs if i.kind == "real"]
    return None


def _of_control(node: Node) -> Iterator[Needs]:
    if node.op in ("loop", "while"):
        body = node.blocks[-1]
        for start, p, next_, out in zip(node.inputs, body.params, body.results, node.outputs):
            yield p.name, [start.name, next_.name]
            yield out.name, [start.name, next_.name]
        for r, out in zip(body.results[len(node.inputs) :], node.outputs[len(node.inputs) :]):
            yield out.name, [r.name]
    else:
        for out, *results in zip(node.outputs, *(b.results for b in node.blocks)):
            yield out.name, [r.name for r in results]
