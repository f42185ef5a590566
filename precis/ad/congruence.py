"""Values of a block that are equal by construction: optimistic value numbering of the operations that move elements.

Carries of a loop are equal if they begin equal and an iteration that finds them equal leaves them equal; all that begin equal are taken to
be so until an iteration tells them apart (Alpern, Wegman & Zadeck 1988). A store of what an array holds there already changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from precis.ir.live import live
from precis.ir.ruled import RULED, handed_on
from precis.ir.types import Block, Node, Value

MOVES = ("update", "update_add", "slice")
SAME = ("probe", "stop")
Table = dict[Any, Value]


def congruent(body: Block) -> dict[str, Value]:
    """Value -> an earlier one that equals it, for arrays that are stored into, carries and outputs of loops."""
    numbering = _Numbering()
    numbering.visit(body.nodes, {})
    return {name: v for name, v in numbering.first.items() if name != v.name and name not in numbering.read}


def merged(body: Block) -> Block:
    """The block with one of all equal values used everywhere, without what is not used then."""
    equal = congruent(body)
    return live(_using(body, equal)) if equal else body


def _using(block: Block, equal: Mapping[str, Value]) -> Block:
    def now(values: Sequence[Value]) -> tuple[Value, ...]:
        return tuple(equal.get(v.name, v) for v in values)
    nodes = (replace(n, inputs=now(n.inputs), blocks=tuple(_using(b, equal) for b in n.blocks)) for n in block.nodes)
    return Block(block.params, tuple(nodes), now(block.results))


class _Numbering:
    """first: name -> the first value that is equal; made: name of a first value -> the move that makes it; read: names of slices."""

    def __init__(self) -> None:
        self.first: dict[str, Value] = {}
        self.made: dict[str, Node] = {}
        self.read: set[str] = set()

    def of(self, v: Value) -> Value:
        return self.first.get(v.name, v)

    def visit(self, nodes: Sequence[Node], table: Table) -> None:
        for node in nodes:
            self.first |= {o.name: o for o in node.outputs}
            if node.op in SAME:
                self.first[node.output.name] = self.of(node.inputs[0])
            elif node.op in RULED:
                self.first |= {o.name: self.of(x) for o, x in handed_on(node)}
            elif node.op in MOVES:
                self.first[node.output.name] = self._moved(node, table)
            elif node.op == "loop":
                self._loop(node, table)
            else:
                for inner in node.blocks:
                    self.visit(inner.nodes, dict(table))
                if node.op == "cond":
                    self._joined(node)

    def _joined(self, node: Node) -> None:
        """Outputs of a branch are equal where both sides are."""
        found: Table = {}
        for o, *results in zip(node.outputs, *(b.results for b in node.blocks)):
            self.first[o.name] = found.setdefault(tuple(map(self.of, results)), o)

    def _moved(self, node: Node, table: Table) -> Value:
        node = replace(node, inputs=tuple(map(self.of, node.inputs)))
        if node.op == "slice":
            self.read.add(node.output.name)
        if node.op == "update" and (whole := self._kept(node)):
            return whole
        found = table.setdefault((node.op, node.inputs, node.attrs["at"]), node.output)
        if found is node.output:
            self.made[found.name] = node
        return found

    def _kept(self, node: Node) -> Value | None:
        """The array whose own elements, where alone it differs from the target, `node` stores into the target."""
        target, new, *picks = node.inputs
        read = self.made.get(new.name)
        if read is None or read.op != "slice" or (read.attrs["at"], [*read.inputs[1:]]) != (node.attrs["at"], picks):
            return None
        last = self.made.get(read.inputs[0].name)
        if last is None or last.op == "slice" or (last.attrs["at"], [*last.inputs[2:]]) != (node.attrs["at"], picks):
            return None
        return read.inputs[0] if last.inputs[0] == target else None

    def _loop(self, node: Node, table: Table) -> None:
        (body,) = node.blocks
        before: list[Any] = [(self.of(x), p.shape, p.kind) for x, p in zip(node.inputs, body.params)]
        while True:
            leaders = [before.index(x) for x in before]
            self.first |= {p.name: body.params[k] for p, k in zip(body.params, leaders)}
            self.visit(body.nodes, dict(table))
            after = [(k, self.of(r)) for k, r in zip(leaders, body.results)]
            if len(set(after)) == len(set(leaders)):
                break
            before = after
        self.first |= {o.name: node.outputs[k] for o, k in zip(node.outputs, leaders)}
