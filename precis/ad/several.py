"""One forward run for several cotangents: the reverse part of an adjoint as a loop over them.

    y, tape = forward(x); x_bar, tallies = reverse(tape, y_bar)
    y, tape = forward(x); for c: x_bars[c], tallies[c] = reverse(tape, y_bars[c])

What follows the first node that depends on a cotangent is the reverse. What stands before it, tapes and all, is computed once and left as
it is: a reverse that writes into it writes into a copy. What takes an operation for each element is computed again where the reverse wants
it, since memory takes longer. The rows of a tally that belong to one cotangent follow one another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, VIEW
from precis.ir.rewrite import free_values, substitute
from precis.ir.size import Size
from precis.ir.types import At, Block, Node, Range, Value


@dataclass(frozen=True, slots=True)
class Empty:
    """The tally that the reverse begins with, of so many rows, and what makes one of more rows."""

    value: Value
    rows: Size
    make: Callable[[Build, Size], Value]


def for_each(block: Block, cotangents: Sequence[tuple[Value, str]], empty: Empty | None, shared: int, count: Size, names: Names) -> Block:
    """`block` for `count` cotangents, which then lie along a first axis of its parameters and of its results.

    cotangents: the parameters, and names for the containers of all of each; shared: how many results, the first ones, are those of the
    forward run. A tally, the last result if there is one, gets `count` times as many rows.
    """
    index, b = names.fresh("cotangent"), Build(names)
    first = _first_dependent(block.nodes, {v.name for v, _ in cotangents})
    for node in block.nodes[:first]:
        b.learn(node)
    many = {v.name: Value(names.fresh(container), (count, *v.shape), v.kind, container) for v, container in cotangents}
    inner = b.child()
    taken = {name: inner.slice(v, at=(At(Size.of(index)),)) for name, v in many.items()}
    again, renamed = _repeated(block.nodes[:first], block.nodes[first:], names)
    for node in (*again, *block.nodes[first:]):
        inner.learn(node)
    results = block.results[shared:len(block.results) - (empty is not None)]
    inside = {*taken, *(v.name for n in inner.nodes for v in n.outputs)}
    stacked = tuple(dict.fromkeys(v for v in results if v.name in inside))
    carried = (empty.make(b, count * empty.rows),) if empty else ()
    params = tuple(replace(t, name=names.fresh(t.container or "")) for t in carried)
    body = inner.block(params, (*(block.results[-1:] if empty else ()), *stacked))
    if empty:
        body = _Rows(empty, params[0], Size.of(index) * empty.rows).block(body)
    outputs = b.loop(Range(Size(), count), carried, substitute(body, {**renamed, **taken}), index)
    of = {v.name: many_of for v, many_of in zip(stacked, outputs[len(carried):])}
    found = (of[v.name] if v.name in of else b.broadcast(v, shape=(count, *v.shape)) for v in results)
    results = (*block.results[:shared], *found, *outputs[:len(carried)])
    return live(b.block([many.get(p.name, p) for p in block.params], results))


def _first_dependent(nodes: Sequence[Node], names: set[str]) -> int:
    """The place of the first node that reads one of these values; behind all nodes where none does."""
    return next((k for k, n in enumerate(nodes) if any(v.name in names for v in _read(n))), len(nodes))


def _read(node: Node) -> Iterable[Value]:
    return (*node.inputs, *(v for block in node.blocks for v in free_values(block)))


def _repeated(before: Sequence[Node], nodes: Sequence[Node], names: Names) -> tuple[list[Node], dict[str, Value]]:
    """Copies of those of the nodes `before` that `nodes` want and that take an operation for each element at most; name -> its copy."""
    wanted, found = {v.name for n in nodes for v in _read(n)}, list[Node]()
    for node in reversed(before):
        if wanted.intersection(v.name for v in node.outputs) and _is_cheap(node):
            found.append(node)
            wanted.update(v.name for v in node.inputs)
    renamed = {n.output.name: replace(n.output, name=names.fresh(n.output.name)) for n in found}
    return found[::-1], renamed


def _is_cheap(node: Node) -> bool:
    if node.op not in OPS or not node.output.shape:
        return False
    return OPS[node.op].category == VIEW or (OPS[node.op].category == POINTWISE and OPS[node.op].flops <= 1)


class _Rows:
    """Moves what goes to rows of a tally to those from `start` on of a longer one."""

    def __init__(self, empty: Empty, longer: Value, start: Size):
        self.start, self.shape, self.moved = start, longer.shape, {empty.value.name: longer}

    def block(self, block: Block) -> Block:
        nodes = tuple(map(self._node, block.nodes))
        return Block(tuple(map(self._now, block.params)), nodes, tuple(map(self._now, block.results)))

    def _now(self, v: Value) -> Value:
        return self.moved.get(v.name, v)

    def _longer(self, v: Value) -> None:
        self.moved[v.name] = replace(v, shape=self.shape)

    def _node(self, node: Node) -> Node:
        given = [k for k, v in enumerate(node.inputs) if v.name in self.moved]
        if node.op == "tally" or node.op in ("loop", "while"):
            for k in given:
                for v in (node.outputs[k], *(block.params[k] for block in node.blocks)):
                    self._longer(v)
        blocks = tuple(map(self.block, node.blocks))
        if node.op == "cond":
            for v, r in zip(node.outputs, blocks[0].results):
                if r.shape == self.shape and r.name in {x.name for x in self.moved.values()}:
                    self._longer(v)
        attrs = {**node.attrs, "row": node.attrs["row"] + self.start} if node.op == "tally" else node.attrs
        return replace(node, inputs=tuple(map(self._now, node.inputs)), outputs=tuple(map(self._now, node.outputs)), blocks=blocks,
                       attrs=attrs)
