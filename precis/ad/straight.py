"""Parts of transposes and of broadcasts are parts of the arrays themselves.

    for k: s = s + A.T[k, q]                    ->     for k: s = s + A[q, k]
    for k: s = s + broadcast(v, (n, m))[k, q]   ->     for k: s = s + v[q]

The cotangent of a part of A is added where it lies. That of a part of A.T would be an array of zeros with one part in it, turned and added
whole, in every iteration, and so with broadcasts, which `np.maximum.at(most, rows, size)` makes of `size` for each element. Programs write
through transposes (`rotate(A.T, p, q, c, s)`) directly; this is for what they read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.ir.build import Names
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Index, Node, Pick, Value


def straight(block: Block, names: Names, turned: Mapping[str, Node] | None = None) -> Block:
    """`block` with such reads; `turned`: the transposes and broadcasts in sight."""
    known, nodes = dict(turned or {}), []
    for node in block.nodes:
        if node.op in ("transpose", "broadcast"):
            known[node.output.name] = node
        inner = replace(node, blocks=tuple(straight(b, names, known) for b in node.blocks)) if node.blocks else node
        nodes += _direct(inner, known[node.inputs[0].name], names) if _is_part(node, known) else [inner]
    return replace(block, nodes=tuple(nodes))


def _is_part(node: Node, turned: Mapping[str, Node]) -> bool:
    """Whether a node takes a part of a transpose by positions and stretches."""
    if node.op != "slice" or node.inputs[0].name not in turned:
        return False
    places = node.attrs["at"]
    single = all(isinstance(i, (At, Cut)) or (isinstance(i, Pick) and not node.inputs[1 + i.operand].shape) for i in places)
    return single and len(places) == node.inputs[0].rank and (turned[node.inputs[0].name].op == "transpose"
                                                              or _repeats_nothing(places, turned[node.inputs[0].name]))


def _repeats_nothing(places: Index, broadcast: Node) -> bool:
    """Whether a part of a broadcast has each element once: along axes that repeat, it is at one place."""
    return all(isinstance(place, At) for place, repeats in zip(places, _repeats(broadcast)) if repeats)


def _repeats(broadcast: Node) -> list[bool]:
    """The axes of a broadcast along which it repeats what there is."""
    (source,), shape = broadcast.inputs, broadcast.output.shape
    lead = len(shape) - source.rank
    return [k < lead or (source.shape[k - lead].constant == 1 and d.constant != 1) for k, d in enumerate(shape)]


def _direct(node: Node, view: Node, names: Names) -> list[Node]:
    return _of_transpose(node, view, names) if view.op == "transpose" else [_of_broadcast(node, view)]


def _of_broadcast(node: Node, broadcast: Node) -> Node:
    """The part of what is broadcast."""
    (source,), places = broadcast.inputs, node.attrs["at"]
    lead = len(places) - source.rank
    at = tuple(At(Size()) if repeats else place for place, repeats in list(zip(places, _repeats(broadcast)))[lead:])
    return replace(node, inputs=(source, *node.inputs[1:]), attrs={**node.attrs, "at": at})


def _of_transpose(node: Node, transpose: Node, names: Names) -> list[Node]:
    """The part of the array itself, turned if it still has to be."""
    perm, places = transpose.attrs["perm"], node.attrs["at"]
    at = tuple(places[perm.index(axis)] for axis in range(len(perm)))
    kept = [axis for axis, i in zip(perm, places) if isinstance(i, Cut)]  # of the array, in the order of the part
    lying = sorted(kept)
    part = replace(node, inputs=(transpose.inputs[0], *node.inputs[1:]), attrs={**node.attrs, "at": at})
    if kept == lying:
        return [part]
    shape = tuple(node.output.shape[kept.index(axis)] for axis in lying)
    made = Value(names.fresh(), shape, node.output.kind)
    turn = {"perm": tuple(lying.index(axis) for axis in kept)}
    return [replace(part, outputs=(made,)), replace(transpose, inputs=(made,), outputs=node.outputs, attrs=turn, span=node.span)]
