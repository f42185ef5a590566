"""Reads of elements and rows that a later node wants move in front of the update that overwrites their array, which may then work in place.

The reverse of a loop rolls an array back and goes on to use elements of the newer version: read afterwards, they would keep it alive, and
the update would have to copy it.
"""

from __future__ import annotations

from dataclasses import replace

from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node

UPDATES = ("update", "update_add")


def read_early(block: Block) -> Block:
    """The block with such reads moved, nested blocks too."""
    nodes = [replace(n, blocks=tuple(map(read_early, n.blocks))) if n.blocks else n for n in block.nodes]
    return Block(block.params, tuple(_moved(nodes, {v.name for v in block.results})), block.results)


def _moved(nodes: list[Node], results: set[str]) -> list[Node]:
    place = {v.name: k for k, n in enumerate(nodes) for v in n.outputs}
    readers: dict[str, list[int]] = {}
    for k, node in enumerate(nodes):
        for v in {*node.inputs, *(v for b in node.blocks for v in free_values(b))}:
            readers.setdefault(v.name, []).append(k)
    goes: dict[int, int] = {}  # position of a read -> that of the update
    for q, node in enumerate(nodes):
        array = node.inputs[0].name if node.op in UPDATES else ""
        late = [k for k in readers.get(array, ()) if k > q]
        if late and array not in results and all(_movable(nodes[k], array, q, place) for k in late):
            goes |= {k: min(q, goes.get(k, q)) for k in late}
    waiting = {q: [nodes[k] for k, at in sorted(goes.items()) if at == q] for q in goes.values()}
    return [n for k, node in enumerate(nodes) if k not in goes for n in (*waiting.get(k, ()), node)]


def _movable(node: Node, array: str, q: int, place: dict[str, int]) -> bool:
    """Whether `node` reads one element or row of the array, at a position known before node q."""
    read = node.op == "slice" and node.inputs[0].name == array and node.output.rank < node.inputs[0].rank
    return read and all(place.get(v.name, -1) < q for v in node.inputs[1:])
