"""What a statement names as it was computed is read under its name.

    _8 = sqrt(_7); la = _8; ... 0.5 / _8 ...    ->    la = sqrt(_7); ... 0.5 / la ...

Adjoints use results as they were before the statement kept them, and names beside: where both have one format they are one array, which
would lie in memory twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from precis.formats import Format
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY, POINTWISE, SOURCE, VIEW
from precis.ir.rewrite import free_values, substitute
from precis.ir.types import Block, Node, Value

DEAR = ("div", "sqrt")
Formats = Mapping[str, Format | None]


def read_where_kept(block: Block, formats: Formats) -> Block:
    """`block`, and those inside it, with such values read under the first name that they are given, from there on."""
    made: dict[str, Node] = {}
    named: dict[str, Value] = {}
    uses = _uses(block)
    nodes: list[Node] = []
    for node in block.nodes:
        inside = replace(node, blocks=tuple(read_where_kept(b, formats) for b in node.blocks)) if node.blocks else node
        nodes += substitute(Block((), (inside,), ()), named).nodes if named else [inside]
        made |= {v.name: node for v in node.outputs}
        if node.op == "store" and uses[node.inputs[0].name] > 1 and _as_computed(node, made, formats):
            named.setdefault(node.inputs[0].name, node.output)
    results = tuple(named.get(r.name, r) for r in block.results)
    return Block(block.params, tuple(nodes), results)


def _uses(block: Block) -> Counter[str]:
    """How many nodes use a value, inside their blocks too, and results."""
    found = Counter(r.name for r in block.results)
    for node in block.nodes:
        found.update({v.name for v in node.inputs} | {v.name for b in node.blocks for v in free_values(b)})
    return found


def _dear(node: Node) -> bool:
    """Whether what a node makes lies in memory wherever it is used twice: what is cheap is computed again."""
    op = OPS.get(node.op)
    return op is not None and op.category not in (SOURCE, VIEW) and (op.category != POINTWISE or op.rounding == LIBRARY or op.name in DEAR)


def _as_computed(store: Node, made: Mapping[str, Node], formats: Formats) -> bool:
    """Whether a store names an array that was computed, in this block and in the format that it is kept in."""
    (v,), kept = store.inputs, store.output
    node = made.get(v.name)
    if node is None or v.container or not v.rank or not _dear(node):
        return False
    return bool(kept.container) and v.shape == kept.shape and formats.get(v.name) == formats.get(kept.name)
