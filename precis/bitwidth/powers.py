"""Values that are powers of two (or zero), or whole numbers, whatever the inputs: formats hold them as far as their range, or their
precision, goes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

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


WHOLE = (*(op for op in PRESERVED if op != "div"), "add", "sub", "update_add", "sum", "cumsum", "max", "min", "einsum", "mod", "fmod")
ROUNDS = ("floor", "ceil", "rint", "trunc", "sign")  # whole numbers of any


def powers_of_two(program: Program) -> frozenset[str]:
    """Names of the real values that are known to be +-2^k or 0."""
    return _closed(program, _power)


def whole_numbers(program: Program) -> frozenset[str]:
    """Names of the real values that are known to be whole: counts, masks, levels, and their sums and products."""
    return _closed(program, _whole)


def _closed(program: Program, needed: Callable[[Node, Value], list[str] | None]) -> frozenset[str]:
    """The largest set of values that is closed under the program's operations."""
    needs = dict(_needs(program.body, needed))
    known = {name for name, names in needs.items() if names is not None}
    while True:
        kept = {name for name in known if known.issuperset(needs[name] or ())}
        if kept == known:
            return frozenset(known)
        known = kept


Needs = tuple[str, list[str] | None]  # a value is one if all of these are; None: it is not known to be


def _needs(block: Block, needed: Callable[[Node, Value], list[str] | None]) -> Iterator[Needs]:
    for node in block.nodes:
        for inner in node.blocks:
            yield from _needs(inner, needed)
        yield from _of_control(node) if node.blocks else ((v.name, needed(node, v)) for v in node.outputs)


def _power(node: Node, v: Value) -> list[str] | None:
    if v.kind != "real" or any(i.kind == "complex" for i in node.inputs):
        return None
    if node.op == "const":
        x = node.attrs["value"]
        exact = not isinstance(x, ArrayConstant) and math.frexp(abs(x))[0] in (0.0, 0.5)
        return [] if exact else None
    return _real_inputs(node) if node.op in PRESERVED or OPS[node.op].category == VIEW else None


def _whole(node: Node, v: Value) -> list[str] | None:
    if v.kind != "real" or any(i.kind == "complex" for i in node.inputs):
        return None
    if node.op == "const":
        x = node.attrs["value"]
        return [] if not isinstance(x, ArrayConstant) and math.isfinite(x) and x == round(x) else None
    if node.op in ROUNDS or (node.op == "convert" and node.inputs[0].kind != "real"):
        return []
    return _real_inputs(node) if node.op in WHOLE or OPS[node.op].category == VIEW else None


def _real_inputs(node: Node) -> list[str]:
    return [i.name for i in node.inputs if i.kind == "real"]


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
