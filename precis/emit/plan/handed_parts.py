"""Arrays of run-time length that a branch hands on: only what is read is written, once, and where the next iteration reads it.

    x = cond(stop, then: x[:n], otherwise: update(zeros(n), x[places], at=[:m]))[:l]; next x = update(zeros(N), x, at=[:l])

as lifting writes `if not stay.any(): break; x = x[stay]` (docs/adr/0011). What a branch makes is the first part of a buffer of the loop's
capacity at once: nothing is filled with zeros that nobody reads, or copied from buffer to buffer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.padding import UNREAD
from precis.ir.rewrite import free_values
from precis.ir.size import Size
from precis.ir.types import Block, Cut, Node, Shape, Value

Defined = Mapping[str, Node]


def handed_parts(block: Block) -> Block:
    """The block, and those inside it; marks of precis.emit.plan.padding have been set."""
    nodes = tuple(replace(n, blocks=tuple(map(handed_parts, n.blocks))) if n.blocks else n for n in block.nodes)
    block = replace(block, nodes=nodes)
    for cond in nodes:
        if cond.op == "cond":
            block = _handed_on(block, cond)
    return block


@dataclass(frozen=True, slots=True)
class _Part:
    """`update`, marked UNREAD, writes the first part `cut` of output `k` of a branch."""

    k: int
    cut: Node
    update: Node


def _handed_on(block: Block, cond: Node) -> Block:
    defined = {v.name: n for n in block.nodes for v in n.outputs}
    lengths = _lengths(block, cond)
    parts = [p for n in block.nodes if (p := _part(n, cond, block, defined)) and _symbols(p.update) <= lengths.keys()]
    behind = {n.attrs["symbol"] for n in block.nodes[block.nodes.index(cond):] if n.op == "size"}
    parts = [p for p in parts if not any(d.symbols() & behind for d in p.update.output.shape)]  # the capacity is known in the branch
    ways = [_Way(b, {symbol: sizes[j] for symbol, sizes in lengths.items()}, defined) for j, b in enumerate(cond.blocks)]
    parts = [p for p in parts if all(w.beginning(p) for w in ways)]
    if not parts:
        return block
    outputs = tuple(next((p.update.output for p in parts if p.k == k), v) for k, v in enumerate(cond.outputs))
    made = replace(cond, outputs=outputs, blocks=tuple(w.handing(parts, j) for j, w in enumerate(ways)))
    gone = {id(n) for p in parts for n in (p.cut, p.update)}
    return replace(block, nodes=tuple(made if n is cond else n for n in _zeros_first(block, cond, parts) if id(n) not in gone))


def _zeros_first(block: Block, cond: Node, parts: list[_Part]) -> list[Node]:
    """The nodes of the block, with the arrays that updates are made of in front of the branch."""
    defined = {v.name: n for n in block.nodes for v in n.outputs}
    zeros = {p.update.inputs[0].name: defined[p.update.inputs[0].name] for p in parts}
    front = {n.output.name: n for z in zeros.values() for n in (*(defined[v.name] for v in z.inputs if v.name in defined), z)}
    at = block.nodes.index(cond)
    moved = [n for n in block.nodes[at:] if n.outputs and n.outputs[0].name in front]
    return [*block.nodes[:at], *moved, *(n for n in block.nodes[at:] if n not in moved)]


def _lengths(block: Block, cond: Node) -> dict[str, tuple[Size, ...]]:
    """Symbols that are bound to outputs of a branch -> what they are in each of its blocks."""
    found = {}
    for k, v in enumerate(cond.outputs):
        sizes = [_number(b, b.results[k]) for b in cond.blocks]
        if None not in sizes:
            found |= {n.attrs["symbol"]: tuple(sizes) for n in block.nodes if n.op == "size" and n.inputs[0].name == v.name}
    return found


def _number(block: Block, v: Value) -> Size | None:
    return next((n.attrs["value"] for n in block.nodes if n.op == "index" and n.output.name == v.name), None)


def _part(node: Node, cond: Node, block: Block, defined: Defined) -> _Part | None:
    """What an update hands on of a branch's output, if nothing else reads that."""
    cut = defined.get(node.inputs[1].name) if node.op == "update" and UNREAD in node.attrs else None
    zeros = defined.get(node.inputs[0].name) if cut is not None else None
    if cut is None or zeros is None or zeros.op != "broadcast" or zeros.inputs[0].rank or cut.op != "slice" or len(cut.inputs) != 1:
        return None
    k = next((k for k, v in enumerate(cond.outputs) if v.name == cut.inputs[0].name), None)
    plain = all(isinstance(i, Cut) and i.step == 1 and not i.start.terms for n in (cut, node) for i in n.attrs["at"])
    if k is None or not plain or cut.attrs["at"] != node.attrs["at"] or not _alone(block, cut.inputs[0], cut.output):
        return None
    return _Part(k, cut, node)


def _alone(block: Block, *values: Value) -> bool:
    """Whether one node of the block alone reads each of them."""
    inside = (f for n in block.nodes for b in n.blocks for f in free_values(b))
    read = [v.name for v in (*(v for n in block.nodes for v in n.inputs), *inside, *block.results)]
    return all(read.count(v.name) == 1 for v in values)


def _symbols(update: Node) -> frozenset[str]:
    """The symbols in what an update writes that are no dimensions of its result."""
    return frozenset().union(*(i.length.symbols() for i, d in zip(update.attrs["at"], update.output.shape) if i.length != d))


@dataclass(frozen=True, slots=True)
class _Way:
    """A block of the branch; `at`: lengths behind the branch, as it hands them on; `outer`: what makes the values around it."""

    block: Block
    at: Mapping[str, Size]
    outer: Defined

    def _made(self, v: Value) -> Node | None:
        return next((n for n in self.block.nodes if n.outputs and n.outputs[0].name == v.name), None) or self.outer.get(v.name)

    def wanted(self, p: _Part) -> Shape:
        return tuple(i.length.substitute(self.at) for i in p.update.attrs["at"])

    def beginning(self, p: _Part) -> Value | None:
        """What is wanted of what the block hands on."""
        v, wanted = self.block.results[p.k], self.wanted(p)
        made = self._made(v)
        if made is not None and made.op == "update" and made.attrs["at"] == _first(wanted):
            v = made.inputs[1]
        return v if v.shape == wanted else None

    def handing(self, parts: list[_Part], j: int) -> Block:
        """The block that hands on buffers of the capacity."""
        nodes, results = list(self.block.nodes), list(self.block.results)
        for p in parts:
            v = self.beginning(p)
            assert v is not None
            made = self._made(v)
            if made is not None and made.op == "slice" and len(made.inputs) == 1 and made.attrs["at"] == _first(v.shape) and \
                    made.inputs[0].shape == p.update.output.shape:
                results[p.k] = made.inputs[0]
            else:
                out = replace(p.update.output, name=(p.cut.inputs[0], p.cut.output)[j].name)  # names that nothing has any more
                nodes.append(Node("update", (p.update.inputs[0], v), (out,), {"at": _first(v.shape), UNREAD: True}, (), p.update.span))
                results[p.k] = out
        return Block(self.block.params, tuple(nodes), tuple(results))


def _first(shape: Shape) -> tuple[Cut, ...]:
    return tuple(Cut(Size(), d) for d in shape)
