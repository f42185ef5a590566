"""Slices of arrays that a loop changes elsewhere only are taken before the loop.

    for i in range(k + 1, n): a[i] = a[i] - f[i] * a[k]     ->     row = a[k]; for i in range(k + 1, n): a[i] = a[i] - f[i] * row

The reverse then wants one row of each outer iteration rather than the array, which would be rolled back row by row from a tape of all that
was overwritten: eliminations in triangles keep n^2 numbers instead of n^3. Only what surely exists is taken: the loop may not run at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from precis.ad.regions import Ranges, Region, at_least, ends_of, entered, known_sizes, surely_apart
from precis.ir.build import Names
from precis.ir.live import live
from precis.ir.rewrite import free_values, substitute, symbols_of
from precis.ir.size import Size
from precis.ir.types import Block, Guard, New, Node, Value

UPDATES = ("update", "update_add")


@dataclass(frozen=True, slots=True)
class _Store:
    """What an iteration overwrites of an array, while the indices of `ranges` run."""

    region: Region
    ranges: Ranges


def taken_before(body: Block, names: Names, guards: Sequence[Guard]) -> Block:
    """`body` with such slices in front of its loops."""
    found = _taken(body, names, {}, known_sizes(guards))
    return live(found) if found != body else body


def _taken(block: Block, names: Names, ranges: Ranges, known: Sequence[Size]) -> Block:
    """known: sizes that are not negative."""
    nodes: list[Node] = []
    for node in block.nodes:
        inner = tuple(_taken(b, names, entered(node, ranges), known) for b in node.blocks)
        node = replace(node, blocks=inner) if inner != node.blocks else node
        nodes += _before(node, names, ranges, known) if node.op == "loop" else (node,)
    return replace(block, nodes=tuple(nodes)) if tuple(nodes) != block.nodes else block


def _before(loop: Node, names: Names, ranges: Ranges, known: Sequence[Size]) -> tuple[Node, ...]:
    """The slices that need nothing of an iteration, and the loop without them."""
    (body,) = loop.blocks
    arrays, runs = _arrays(loop, entered(loop, ranges)), at_least(loop.attrs["range"].trips - 1, ranges, known)
    bound = {loop.attrs["index"]} | {n.attrs["symbol"] for n in body.nodes if n.op == "size"}
    in_parts = {v.name for n in body.nodes for v in (n.inputs[:1] if n.op == "slice" else [w for b in n.blocks for w in free_values(b)])}
    before: list[Node] = []
    new: dict[str, Value] = {}
    for node in body.nodes:
        array = arrays.get(node.inputs[0].name) if node.op == "slice" and len(node.inputs) == 1 else None
        if array is None or node.output.container:
            continue
        start, stores = array
        region, whole = Region(node.attrs["at"]), node.output.name not in in_parts or not node.output.rank
        apart = not bound & symbols_of(node) and all(surely_apart(region, s.region, s.ranges) for s in stores)
        if whole and apart and (runs or _exists(node, ranges, known)):
            new[node.output.name] = replace(node.output, name=names.fresh())
            before.append(replace(node, inputs=(start,), outputs=(new[node.output.name],)))
    if not new:
        return (loop,)
    left = replace(body, nodes=tuple(n for n in body.nodes if not n.outputs or n.outputs[0].name not in new))
    return (*before, replace(loop, blocks=(substitute(left, new),)))


def _exists(node: Node, ranges: Ranges, known: Sequence[Size]) -> bool:
    """Whether all that a slice takes is there."""
    taken = [i for i in node.attrs["at"] if not isinstance(i, New)]
    ends = [(ends_of(i), d) for i, d in zip(taken, node.inputs[0].shape)]
    return all(e and at_least(e[0], ranges, known) and at_least(d - e[1], ranges, known) for e, d in ends)


def _arrays(loop: Node, ranges: Ranges) -> dict[str, tuple[Value, tuple[_Store, ...]]]:
    """Version of a carry inside the loop -> (the carry before the loop, all that iterations store into it), for arrays that change."""
    (body,) = loop.blocks
    found: dict[str, tuple[Value, tuple[_Store, ...]]] = {}
    for x, p, r in zip(loop.inputs, body.params, body.results):
        chain = list(_chain(body, r, ranges)) if p.rank and r.name != p.name else []
        if chain and chain[-1][0].name == p.name and None not in (stores := [s for _, of in chain for s in of]):
            found |= {v.name: (x, tuple(stores)) for v, _ in chain}
    return found


def _chain(block: Block, v: Value, ranges: Ranges) -> Iterator[tuple[Value, list]]:
    """Versions of an array, newest first, each with what was stored to make it; None for what is not known. The last one comes from
    outside of `block`."""
    defined = {o.name: n for n in block.nodes for o in n.outputs}
    while (node := defined.get(v.name)) is not None:
        before, stores = _step(node, v, ranges)
        yield v, stores
        if before is None:
            return
        v = before
    yield v, []


def _step(node: Node, v: Value, ranges: Ranges) -> tuple[Value | None, list]:
    """(the version before, what was stored since)"""
    if node.op in UPDATES:
        return node.inputs[0], [_Store(Region(node.attrs["at"], node.inputs[2:]), ranges)]
    k = node.outputs.index(v)
    if node.op == "loop" and k < len(node.inputs):
        (body,) = node.blocks
        chain = list(_chain(body, body.results[k], entered(node, ranges)))
        return node.inputs[k], [s for _, of in chain for s in of] if chain[-1][0].name == body.params[k].name else [None]
    if node.op == "cond":
        sides = [list(_chain(b, b.results[k], ranges)) for b in node.blocks]
        same = len({side[-1][0].name for side in sides}) == 1
        return sides[0][-1][0], [s for side in sides for _, of in side for s in of] if same else [None]
    return None, [None]


