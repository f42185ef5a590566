"""Trips of `while` loops: counted along one run, then made again whatever the conditions say.

A run that is perturbed a little may iterate once more, once less, or for ever. What rounding does to the values of a loop is asked at
the number of trips that the exact run makes. `counting(program)` returns that number too, of every execution of every while;
`replayed(program)` takes it in place of the conditions. A while in counted loops has one number per iteration of them, which are
stacked by the loops; whiles inside of whiles, and inside of loops whose length depends on an outer index, are not replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from precis.ir.build import Build, Names
from precis.ir.size import Size
from precis.ir.types import At, Block, Leaf, Node, Program, Range, Value, values_of

COUNT = "int64"


class NotReplayed(Exception):
    """A while that has no fixed place in a table of trips."""


def counting(program: Program) -> Program | None:
    """`program` with further results: arrays int64 of trips, of shape () for a while outside of loops, in their order; None where a
    while cannot be replayed."""
    b = Build(Names({v.name for v in values_of(program.body)}))
    try:
        counts = _counted(program.body, b, dict(program.binding))
    except NotReplayed:
        return None
    results = (*program.body.results, *counts)
    return replace(program, body=b.block(program.body.params, results), returns=tuple(Leaf("value", v.name) for v in results),
                   mutated=(), original=None)


def replayed(program: Program, counts: Sequence[Value]) -> Program:
    """`program`, of which `counting` knows, whose whiles are counted loops; parameters like the further results `counts` of
    `counting` stand behind the others."""
    b = Build(Names({v.name for v in values_of(program.body)}))
    trips = _Trips([b.value("trips", v.shape, COUNT) for v in counts])
    given = tuple(trips.left)
    _replayed(program.body, b, trips)
    return program.with_body(Block((*program.body.params, *given), tuple(b.nodes), program.body.results))


def _counted(block: Block, b: Build, sizes: dict[str, int]) -> list[Value]:
    """Append the nodes of `block`; the trips of its whiles."""
    found: list[Value] = []
    for node in block.nodes:
        b.span = node.span
        if node.op == "while":
            found.append(_counted_while(node, b))
        elif node.op == "loop":
            found += _counted_loop(node, b, sizes)
        elif node.op == "cond":
            found += _counted_cond(node, b, sizes)
        else:
            b.learn(node)
    return found


def _counted_while(node: Node, b: Build) -> Value:
    condition, body = node.blocks
    if any(n.op == "while" for n in body.walk()):
        raise NotReplayed
    before, during, count = (b.value("", (), COUNT) for _ in range(3))
    inside = b.child()
    inside.nodes += body.nodes
    after = inside.add(during, inside.const(1, COUNT))
    blocks = replace(condition, params=(*condition.params, before)), inside.block((*body.params, during), (*body.results, after))
    b.learn(replace(node, inputs=(*node.inputs, b.const(0, COUNT)), outputs=(*node.outputs, count), blocks=blocks))
    return count


def _counted_loop(node: Node, b: Build, sizes: dict[str, int]) -> list[Value]:
    (body,), inside = node.blocks, b.child()
    counts = _counted(body, inside, sizes)
    trips = node.attrs["range"].trips
    if counts and not set().union(trips.symbols(), *(d.symbols() for v in counts for d in v.shape)) <= sizes.keys():
        raise NotReplayed
    stacks = [b.value("", (trips, *v.shape), COUNT) for v in counts]
    blocks = (inside.block(body.params, (*body.results, *counts)),)
    b.learn(replace(node, outputs=(*node.outputs, *stacks), blocks=blocks))
    return stacks


def _counted_cond(node: Node, b: Build, sizes: dict[str, int]) -> list[Value]:
    then, otherwise = (b.child() for _ in range(2))
    yes, no = (_counted(inner, c, sizes) for c, inner in zip((then, otherwise), node.blocks))
    counts = [*yes, *(then.zeros(v.shape, COUNT) for v in no)], [*(otherwise.zeros(v.shape, COUNT) for v in yes), *no]
    blocks = tuple(c.block((), (*inner.results, *found)) for c, inner, found in zip((then, otherwise), node.blocks, counts))
    outputs = [b.value("", v.shape, COUNT) for v in (*yes, *no)]
    b.learn(replace(node, outputs=(*node.outputs, *outputs), blocks=blocks))
    return outputs


@dataclass
class _Trips:
    """Numbers of trips, in the order in which `counting` finds the whiles; inside of loops those of one iteration."""

    left: list[Value]
    where: tuple[Size, ...] = ()
    used: list[int] = field(default_factory=lambda: [0])

    def next(self, b: Build) -> Size:
        count = self.left[self.used[0]]
        self.used[0] += 1
        return b.size(b.slice(count, at=tuple(map(At, self.where))) if self.where else count, "trips")

    def inside(self, iteration: Size) -> _Trips:
        return _Trips(self.left, (*self.where, iteration), self.used)


def _replayed(block: Block, b: Build, trips: _Trips) -> None:
    for node in block.nodes:
        b.span = node.span
        if node.op == "while":
            attrs = {"index": b.names.fresh("trip"), "range": Range(Size(), trips.next(b))}
            b.learn(Node("loop", node.inputs, node.outputs, attrs, node.blocks[1:], node.span))
            continue
        inner = trips.inside(node.attrs["range"].iteration(node.attrs["index"])) if node.op == "loop" else trips
        b.learn(replace(node, blocks=tuple(_inside(block, b, inner) for block in node.blocks)))


def _inside(block: Block, b: Build, trips: _Trips) -> Block:
    c = b.child()
    _replayed(block, c, trips)
    return c.block(block.params, block.results)
