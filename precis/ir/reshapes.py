"""Reshapes that give back the shape that an array had before are that array.

    y.reshape(n, 2)[:, 0] = a; y.reshape(n, 2)[:, 1] = b

Each line reshapes `y`, updates it and reshapes it back; so the second updates what the first has updated, in place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from precis.formats import Format
from precis.ir.rewrite import substitute
from precis.ir.types import Block, Node, Value

Formats = Mapping[str, Format | None]


def reshaped_once(block: Block, formats: Formats, around: Mapping[str, Node] | None = None) -> Block:
    """The block, and those inside it, without such reshapes; what they passed through stays, in case it is wanted."""
    made = {**(around or {}), **{n.output.name: n for n in block.nodes if len(n.outputs) == 1}}
    swaps: dict[str, Value] = {}
    for node in block.nodes:
        before = next((v for v in _before(node, made, formats) if v.shape == node.output.shape), None) if node.op == "reshape" else None
        if before:
            swaps[node.output.name] = swaps.get(before.name, before)
    kept = tuple(n for n in block.nodes if not (n.outputs and n.outputs[0].name in swaps))
    block = substitute(replace(block, nodes=kept), swaps) if swaps else block
    nodes = tuple(replace(n, blocks=tuple(reshaped_once(b, formats, made) for b in n.blocks)) if n.blocks else n for n in block.nodes)
    return replace(block, nodes=nodes)


def _before(node: Node, made: Mapping[str, Node], formats: Formats) -> Iterator[Value]:
    """What a node reshapes and names, element by element the same: rounding to the format that it has changes nothing."""
    while node.op in ("reshape", "store"):
        (v,) = node.inputs
        if v.kind != node.output.kind or formats.get(v.name) != formats.get(node.output.name):
            return
        yield v
        if v.name not in made:
            return
        node = made[v.name]
