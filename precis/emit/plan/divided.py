"""Loops around products, with a branch that compares their index with a border, are two loops without the branch.

    for j < n: (if j < i: a[i, j] = a[i, :j] @ b[:j, j]; else: ...)    ->    for j < i: a[i, j] = ...; for j from i to n: ...

(index set splitting; Banerjee, Loop Transformations for Restructuring Compilers, 1994; precis.emit.plan.ends_apart does it for first and
last iterations around anything.) The border has to lie between the ends of the loop whatever the loops around it are at. Both loops
together do what the loop did, in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.blocks import renewed
from precis.formats import Assignment
from precis.ir.build import Names
from precis.ir.rewrite import map_values
from precis.ir.size import Size, bounds
from precis.ir.types import Block, Node, Range, values_of

Ranges = Mapping[str, tuple[Size, Size]]
# a comparison of a and b -> whether what is compared with zero is b - a, and what is added to a difference so that it holds from 1 on
TESTS = {"lt": (True, 0), "le": (True, 1), "gt": (False, 0), "ge": (False, 1)}


def divided(block: Block, assignment: Assignment) -> Block:
    """The body of a program with such loops divided. What has a format of its own by its name stays where it is."""
    return _Pass(Names({v.name for v in values_of(block)}), assignment).block(block, {})


@dataclass(frozen=True)
class _Pass:
    names: Names
    assignment: Assignment

    def block(self, block: Block, around: Ranges) -> Block:
        nodes = tuple(made for n in block.nodes for made in self._nodes(n, around))
        return block if nodes == block.nodes else replace(block, nodes=nodes)

    def _nodes(self, node: Node, around: Ranges) -> tuple[Node, ...]:
        parts = self._parts(node, around) if node.op == "loop" and len(node.inputs) == len(node.outputs) else None
        if parts is not None:
            return tuple(made for part in parts for made in self._nodes(part, around))
        inner = {**around, node.attrs["index"]: node.attrs["range"].ends} if node.op == "loop" else around
        blocks = tuple(self.block(b, inner) for b in node.blocks)
        return (node if blocks == node.blocks else replace(node, blocks=blocks),)

    def _parts(self, loop: Node, around: Ranges) -> tuple[Node, Node] | None:
        """The loop up to the border of a branch in its body, and from there on."""
        (body,), range_ = loop.blocks, loop.attrs["range"]
        if abs(range_.step) != 1 or any(self.assignment.value_of(v.name) for v in values_of(body)):
            return None
        made = {n.output.name: n for n in body.nodes if len(n.outputs) == 1}
        for branch in (n for n in body.nodes if n.op == "cond" and any(map(_multiplies, n.blocks))):
            found = _border(made.get(branch.inputs[0].name), made, loop.attrs["index"], range_)
            if found is None or not _between(found[0], range_.trips, around):
                continue
            first = self._part(loop, branch, found[1], Range(range_.start, found[0], range_.step), self.names)
            first = replace(first, outputs=tuple(replace(v, name=self.names.fresh(v.name)) for v in first.outputs))
            rest = Range(range_.start + range_.step * found[0], range_.trips - found[0], range_.step)
            return first, replace(self._part(loop, branch, not found[1], rest, None), inputs=first.outputs)
        return None

    def _part(self, loop: Node, branch: Node, holds: bool, range_: Range, names: Names | None) -> Node:
        """The loop over a range in which one side of a branch is taken; of names of its own, if any are given."""
        body = _taken(loop.blocks[0], branch, branch.blocks[0 if holds else 1])
        return replace(loop, attrs={**loop.attrs, "range": range_}, blocks=(renewed(body, names) if names else body,))


def _between(border: Size, trips: Size, around: Ranges) -> bool:
    """Whether a number of iterations is surely one from none to all of them."""
    least = [bounds(size, around) for size in (border, trips - border)]
    return all(found is not None and found[0].constant is not None and found[0].constant >= 0 for found in least)


def _taken(body: Block, branch: Node, side: Block) -> Block:
    """The body with one side of a branch in its place."""
    k = next(k for k, n in enumerate(body.nodes) if n is branch)
    named = {o.name: r for o, r in zip(branch.outputs, side.results)}
    behind = map_values(Block((), body.nodes[k + 1:], body.results), lambda v: named.get(v.name, v))
    return Block(body.params, (*body.nodes[:k], *side.nodes, *behind.nodes), behind.results)


def _multiplies(block: Block) -> bool:
    return any(n.op == "einsum" for n in block.walk())


def _border(test: Node | None, made: Mapping[str, Node], index: str, range_: Range) -> tuple[Size, bool] | None:
    """The iteration in front of which a comparison of sizes changes, and what it is before; None where it changes otherwise."""
    if test is None or test.op not in TESTS:
        return None
    a, b = (_size(made.get(v.name)) for v in test.inputs)
    if a is None or b is None:
        return None
    turned, more = TESTS[test.op]
    held = (b - a if turned else a - b) + more  # the test holds where this is at least 1
    slope = held.coefficient(index)
    if slope is None or slope.constant not in (1, -1):
        return None
    first = held.substitute({index: range_.start})  # changes by one with each iteration
    if slope.constant * range_.step > 0:
        return Size.of(1) - first, False
    return first, True


def _size(node: Node | None) -> Size | None:
    if node is None:
        return None
    if node.op == "index":
        return node.attrs["value"]
    value = node.attrs.get("value") if node.op == "const" else None
    return Size.of(value) if isinstance(value, int) and not isinstance(value, bool) else None
