"""Room that a first run counts for what the loop behind it appends, as loops with logs do in adjoints (precis.ad.logs), is address space
instead, and the first run goes.

    count = loop(counts what is appended); room = size(count + n); x = loop(appends to arrays with that room)
                                        ->
    x = loop(appends to arrays with room for all there may ever be)

It does not matter how large that room is where arrays that have it are zeros, of which the first parts are written and parts are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from precis.ir.build import Names
from precis.ir.grown.reserved import little
from precis.ir.grown.room_asked import CARRYING, keeps, symbols_in, with_checks
from precis.ir.live import live
from precis.ir.rewrite import substitute
from precis.ir.types import Block, Node, Value


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
