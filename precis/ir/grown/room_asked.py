"""Who asks how large a room is that a run counts, and what ends the run where more is written than there is room for.

It does not matter how large that room is where arrays that have it are zeros, of which the first parts are written and parts are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from precis.ir.build import Names
from precis.ir.grown.reserved import with_most
from precis.ir.rewrite import sizes_in
from precis.ir.types import Block, Cut, Node, Value

CARRYING = ("loop", "while", "cond")


def symbols_in(v: Value) -> frozenset[str]:
    return frozenset().union(*(d.symbols() for d in v.shape))


def keeps(n: Node, room: str) -> bool:
    """Whether a node does not ask how large a room is: it makes zeros that have it, writes a first part of these, or reads a part."""
    large = [v for v in (*n.inputs, *n.outputs) if room in symbols_in(v)]
    if not all(room in v.shape[0].symbols() and not any(room in d.symbols() for d in v.shape[1:]) for v in large):
        return False
    if n.op in CARRYING:
        return not any(room in sizes_in(a) for a in n.attrs.values())
    if n.op == "broadcast":
        return not n.inputs[0].rank
    if any(room in sizes_in(a) for a in n.attrs.values()):
        return False
    if n.op == "update":
        return not any(room in symbols_in(v) for v in n.inputs[1:])
    return not large or (n.op == "slice" and room not in symbols_in(n.output))


def takes_parts(block: Block, v: Value, symbols: set[str]) -> bool:
    """Whether of an array that has one of the symbols among its rows parts are taken alone, without one of them."""
    handed = any(r.name == v.name for b in (block, *(b for n in block.walk() for b in n.blocks)) for r in b.results)
    users = [n for n in block.walk() if any(x.name == v.name for x in n.inputs)]
    return not handed and all(n.op == "slice" and not asks(n, symbols) for n in users)


def asks(n: Node, symbols: set[str]) -> bool:
    """Whether a node asks for one of the symbols, but as the shape of what it is given."""
    return any(symbols & symbols_in(v) for v in n.outputs) or any(symbols & sizes_in(a) for a in n.attrs.values())


def with_checks(block: Block, room: str, space: str, names: Names) -> Block:
    """The block, which ends the run where it writes more than there is room for."""
    nodes = [m for n in block.nodes for m in _with_check(n, room, space, names)]
    return Block(block.params, tuple(nodes), block.results)


def _with_check(n: Node, room: str, space: str, names: Names) -> Iterator[Node]:
    if n.blocks:
        n = Node(n.op, n.inputs, n.outputs, n.attrs, tuple(with_checks(b, room, space, names) for b in n.blocks), n.span)
    first = n.attrs["at"][0] if n.op == "update" and room in symbols_in(n.output) else None
    if isinstance(first, Cut):
        yield from with_most(first.start + first.length, space, names, n.span)
    yield n
