"""What ends the early part of a while loop: a number of iterations, or a multiple of the threshold of its condition."""

from __future__ import annotations

from dataclasses import dataclass, replace

from precis.errors import UsageError
from precis.ir.build import Build
from precis.ir.types import Block, Node, Value

SIDES = {"gt": 1, "ge": 1, "lt": 0, "le": 0}  # comparison -> the operand that is the smaller while a residual is too large


@dataclass(frozen=True, slots=True)
class Fewer:
    """While fewer than `trips` iterations have run."""

    trips: int


@dataclass(frozen=True, slots=True)
class Loosened:
    """While the residual is above `factor` times the threshold that the program compares it with, and fewer than `trips`
    iterations have run: in a narrow format a residual may never get there. A power of two makes the product exact."""

    factor: float
    trips: int


Further = Fewer | Loosened


def narrowed(node: Node, further: Further, before: Build) -> Node:
    """The while loop `node` as long as `further` holds, too. `before` takes nodes that stand before it.

    UsageError where the condition compares with no threshold.
    """
    fewer = _counting(node, further.trips, before)
    return fewer if isinstance(further, Fewer) else _loosened(fewer, further.factor, before)


def threshold_of(node: Node) -> tuple[Node, int] | None:
    """(comparison, number of its operand that is the threshold) in the condition of a while loop: the first that compares a
    real number that the loop changes with a smaller one that it does not; None where there is none."""
    condition, body = node.blocks
    steady = {p.name for p, r in zip(body.params, body.results) if p.name == r.name}
    changing = {p.name for k, p in enumerate(condition.params) if body.params[k].name not in steady}
    for n in condition.nodes:
        if any(v.name in changing for v in n.inputs):
            changing |= {v.name for v in n.outputs}
            side = SIDES.get(n.op)
            if side is not None and n.inputs[side].kind == "real" and n.inputs[side].name not in changing:
                return n, side
    return None


def counted(node: Node, before: Build) -> tuple[Node, Value]:
    """The while loop with a counter among its carries, and the number of its iterations."""
    condition, body = node.blocks
    inner = Build(before.names, node.span)
    own = [inner.value(kind="int64") for _ in range(3)]
    for n in body.nodes:
        inner.learn(n)
    after = inner.add(own[1], inner.const(1))
    blocks = (
        replace(condition, params=(*condition.params, own[0])),
        inner.block((*body.params, own[1]), (*body.results, after)),
    )
    inputs = (*node.inputs, before.const(0))
    return replace(node, inputs=inputs, outputs=(*node.outputs, own[2]), blocks=blocks), own[2]


def sides(node: Node, carries: tuple[Value, ...], b: Build) -> tuple[Value, Value]:
    """(residual, threshold) of the condition for the carries given, appended to `b`. The loop must have a threshold."""
    comparison, side = _comparison(node)
    condition = node.blocks[0]
    known = {p.name: v for p, v in zip(condition.params, carries)}
    for n in condition.nodes:
        if n is comparison:
            break
        outputs = tuple(replace(v, name=b.names.fresh()) for v in n.outputs)
        b.learn(replace(n, inputs=tuple(known.get(v.name, v) for v in n.inputs), outputs=outputs))
        known.update((old.name, new) for old, new in zip(n.outputs, outputs))
    residual, threshold = (known.get(v.name, v) for v in (comparison.inputs[1 - side], comparison.inputs[side]))
    return residual, threshold


def _counting(node: Node, trips: int, before: Build) -> Node:
    whole, _ = counted(node, before)
    condition = whole.blocks[0]
    b = Build(before.names, node.span)
    for n in condition.nodes:
        b.learn(n)
    more = b.lt(condition.params[-1], b.const(trips))
    return replace(whole, blocks=(_and(condition, more, b), whole.blocks[1]))


def _loosened(node: Node, factor: float, before: Build) -> Node:
    comparison, side = _comparison(node)
    condition, body = node.blocks
    b = Build(before.names, comparison.span or node.span)
    for n in condition.nodes:
        b.learn(n)
    operands = list(comparison.inputs)
    operands[side] = b.mul(operands[side], b.const(factor))
    return replace(node, blocks=(_and(condition, b.call(comparison.op, *operands), b), body))


def _and(condition: Block, more: Value, b: Build) -> Block:
    return b.block(condition.params, (b.bit_and(condition.results[0], more),))


def _comparison(node: Node) -> tuple[Node, int]:
    found = threshold_of(node)
    if found is None:
        raise UsageError("the condition of the loop compares with no threshold", node.span)
    return found
