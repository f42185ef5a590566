"""Carries that live in a stack: where a loop stacks what a carry is at the start of each iteration, the rows are the carry.

    for t: stack[t] = x; x = f(x)     ->     stack[0] = x; for t: stack[t + 1] = f(stack[t])

The stack has one row more, for what the last iteration leaves. Tapes of reverse sweeps are such stacks: each array that they keep is
then written once per iteration, not twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from precis.emit.plan.body import Stored
from precis.emit.plan.scope import Scope
from precis.ir.size import Size
from precis.ir.types import Node


@dataclass(frozen=True, slots=True)
class Rows:
    """The stack of carry `carry` of a loop, which is its output `output`; it has `count` rows."""

    carry: int
    output: int
    stack: Stored
    count: Size

    def row(self, number: Size) -> Stored:
        return row_of(self.stack, number, self.count)


def row_of(stack: Stored, number: Size, count: Size) -> Stored:
    """Row `number` of a stack of `count` rows."""
    (count, *held) = stack.held or (count,)
    return Stored(stack.buffer, stack.element, (*stack.prefix, number), (*stack.outer, count), tuple(held))


def stacked_carries(scope: Scope, node: Node) -> list[Rows]:
    """Stacks for the carries of the loop `node` that may live in them, with their initial values in row 0. Scalars stay in registers."""
    (body,), n = node.blocks, len(node.inputs)
    kept = {r.name: k for k, r in reversed(list(enumerate(body.results[n:], n)))}
    found = [(j, kept[p.name]) for j, (p, r) in enumerate(zip(body.params, body.results)) if p.name in kept and p.rank and p.name != r.name]
    return [_filled(scope, node, j, k) for j, k in found if _may_hold(scope, node, j, k)]


def _may_hold(scope: Scope, node: Node, j: int, k: int) -> bool:
    """Whether the stack has no place yet, and its rows are what the carry is."""
    carry, stack = node.blocks[0].params[j], node.outputs[k]
    same = scope.memory.element(stack) == scope.memory.element(carry) and node.inputs[j].shape == carry.shape == stack.shape[1:]
    return same and stack.name not in scope.goals


def _filled(scope: Scope, node: Node, j: int, k: int) -> Rows:
    p, count = node.blocks[0].params[j], node.attrs["range"].trips + 1
    rows = Rows(j, k, scope.new((count, *p.shape), scope.memory.element(p), p.container or "", tape=True, carried=True), count)
    scope.copy(node.inputs[j], rows.row(Size()))
    return rows
