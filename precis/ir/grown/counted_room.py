"""Room that a first run counts for what the loop behind it appends (docs/adr/0286) is address space instead, and the first run goes.

    count = loop(counts what is appended); room = size(count + n); x = loop(appends to arrays with that room)
                                        ->
    x = loop(appends to arrays with room for all there may ever be)

It does not matter how large that room is where arrays that have it are zeros, of which the first parts are written and parts are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from precis.ir.build import Names
from precis.ir.grown.reserved import little, with_most
from precis.ir.live import live
from precis.ir.rewrite import sizes_in, substitute
from precis.ir.types import Block, Cut, Node, Value

CARRYING = ("loop", "while", "cond")


def room_uncounted(block: Block, space: str, names: Names) -> Block:
    """The block with `space` for rooms that were counted by loops which are not needed for anything else; blocks inside of it, too."""
    inner = [n if not n.blocks else replace(n, blocks=tuple(room_uncounted(b, space, names) for b in n.blocks)) for n in block.nodes]
    if any(len(list(a.walk())) < len(list(b.walk())) for m, n in zip(inner, block.nodes) for a, b in zip(m.blocks, n.blocks)):
        block = Block(block.params, tuple(inner), block.results)
    for binds in _by_counter(block):
        if all(little(v) for bind in binds for v in _large(block, bind.attrs["symbol"])):
            found = _without(block, binds, space, names)
            if found is not None and _loops(found) < _loops(block):
                return room_uncounted(found, space, names)
    return block


def _by_counter(block: Block) -> list[list[Node]]:
    """The nodes that bind rooms, by the loop that counted them, or the larger part of them: beside what a list had before."""
    made = {v.name: n for n in block.nodes for v in n.outputs}
    found: dict[int, list[Node]] = {}
    for bind in (n for n in block.nodes if n.op == "size"):
        node = made.get(bind.inputs[0].name)
        parts = [made.get(x.name) for x in node.inputs] if node is not None and node.op == "add" else [node]
        for counter in (n for n in parts if n is not None and n.op in CARRYING):
            found.setdefault(id(counter), []).append(bind)
            break
    return list(found.values())


def _large(block: Block, room: str) -> list[Value]:
    """The arrays that have a room."""
    return [v for n in block.walk() for v in n.outputs if room in symbols_in(v)]


def _loops(block: Block) -> int:
    return sum(n.op in ("loop", "while") for n in block.nodes)


def _without(block: Block, binds: Sequence[Node], space: str, names: Names) -> Block | None:
    """The block with `space` for what `binds` bind; None where something asks how much that is."""
    for bind in binds:
        room, at = bind.attrs["symbol"], block.nodes.index(bind)
        behind = Block((), block.nodes[at + 1:], block.results)
        if any(room in symbols_in(v) for v in block.results) or not all(keeps(n, room) for n in behind.walk()):
            return None
        checked = substitute(with_checks(behind, room, space, names), {}, {room: space})
        block = Block(block.params, (*block.nodes[:at], *checked.nodes), checked.results)
    return live(block)


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
