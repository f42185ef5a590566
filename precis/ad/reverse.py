"""The reverse sweep: cotangents flow through a block from its last node to its first.

`reverse(nodes, back)` emits reverse nodes that use forward values as if they were at hand, and returns the forward nodes
that the reverse wants: loops with tapes, whiles with counts. Cotangents are accumulated in place: the adjoint of a slice
adds into its base's cotangent, loops carry the cotangents of their carries and of the outer values that they use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from precis.ad.back import Back
from precis.ad.branch import Rolled, Side, kept_branch, rolled_branch
from precis.ad.cotangent import Cotangent
from precis.ad.forward import Forward
from precis.ad.guard import guarded, is_guarded, told_finite, unmet
from precis.ad.loops import reverse_loop
from precis.ad.picked import part_of_picked
from precis.ad.recover import recover_branch
from precis.ad.regions import Region
from precis.ad.rules import refuse_underivable, reverse_ruled
from precis.ad.whiles import reverse_while
from precis.errors import UnsupportedProgram
from precis.ir.ops import OPS
from precis.ir.ops.sorting import positions
from precis.ir.ops.structure import stored_part
from precis.ir.rewrite import free_values
from precis.ir.shapes import indexed
from precis.ir.size import Size
from precis.ir.types import Block, Node, Shape, Value

Nodes = tuple[Node, ...]
SMALL = 0.75  # of an array


def reverse(nodes: Sequence[Node], back: Back) -> Nodes:
    """Emit the reverse of `nodes`, whose results' cotangents stand in `back.bars`; returns the augmented forward nodes."""
    forward: list[Nodes] = []
    for node in reversed(nodes):
        back.b.span = node.span
        forward.append(_RULES.get(node.op, _plain)(node, back) if back.reached(node.outputs) else (node,))
    return tuple(n for group in reversed(forward) for n in group)


def _plain(node: Node, back: Back) -> Nodes:
    adjoint, g = OPS[node.op].adjoint, back.take(node.output)
    if adjoint is None:
        raise UnsupportedProgram(f"{node.op} has no derivative", node.span)
    guard = back.sweep.guarded and is_guarded(node)
    for v, d in zip(node.inputs, adjoint(back.b, told_finite(node) if back.sweep.guarded else node, g)):
        if d is not None:
            back.add(v, guarded(back.b, node, g, d, back.sweep.infinite) if guard and back.active(v) else d)
    return (node,)


def _slice(node: Node, back: Back) -> Nodes:
    x, *picks = node.inputs
    region, found = Region(node.attrs["at"], tuple(picks)), back.bars[node.output.name]
    parts = found.at(region) or _of_picked(node, region, back)
    for r, g in [(region, back.bar(node.output))] if parts is None else parts:
        back.add_part(x, r, g)
    back.drop(node.outputs)
    return (node,)


def _sort(node: Node, back: Back) -> Nodes:
    """Of parts of what is sorted, their places alone are wanted, as of medians."""
    (x,), found = node.inputs, back.bars[node.output.name]
    if found.whole or found.cleared:
        return _plain(node, back)
    picks, at = positions(back.b, back.b.argsort(x, axis=node.attrs["axis"]), node.attrs["axis"])
    parts = _of_picked(node, Region(at, picks), back)
    if parts is None:
        return _plain(node, back)
    for region, g in parts:
        back.add_part(x, region, g)
    back.drop(node.outputs)
    return (node,)


def _of_picked(node: Node, region: Region, back: Back) -> list[tuple[Region, Value]] | None:
    """The contributions of parts of what positions pick, if they are small: others are summed before each goes where it came from."""
    found, y = back.bars[node.output.name], node.output
    if found.whole or found.cleared or not _small([indexed(y.shape, r.at, r.picks) for r in dict(found.parts)], y, back):
        return None
    known = {r: part_of_picked(back.b, region, y.shape, r) for r in dict(found.parts)}
    parts = [(inner, g) for r, g in found.parts if (inner := known[r])]
    return parts if len(parts) == len(found.parts) else None


def _store(node: Node, back: Back) -> Nodes:
    """Contributions to parts of what is stored stay apart."""
    found, (x,) = back.bars[node.output.name], node.inputs
    if found.whole or found.cleared:
        return _plain(node, back)
    for region, g in found.parts:
        back.add_part(x, region, g)
    back.drop(node.outputs)
    return (node,)


def _update(node: Node, back: Back) -> Nodes:
    """What is stored gets the cotangent of its region, which is cleared for what was there before."""
    (x, new, *picks), g = node.inputs, back.take(node.output)
    region = Region(node.attrs["at"], tuple(picks))
    taken = back.b.slice(g, *picks, at=region.at)
    back.add(new, taken if node.output.name in back.sweep.distinct else stored_part(back.b, node, taken))
    if back.active(x) and region.plain and x.name not in back.bars:
        back.bars[x.name] = Cotangent((g,), (), (region, taken))
    else:
        back.add(x, back.b.update(g, back.b.const(0.0, g.kind), *picks, at=region.at))
    return (node,)


def _probe(node: Node, back: Back) -> Nodes:
    """Tallies what the value's cotangent consists of: where only parts of an array are used, these, and parts that meet within what is
    around them."""
    (v, w), y = node.inputs, node.output
    found = back.bars[y.name].apart(back.b, v.shape, lambda parts: _small(parts, v, back)) if v.shape == w.shape else None
    if found is None:
        g = back.take(y)
        _tally(node, g, w, back)
        back.add(v, g)
        return (node,)
    back.drop(node.outputs)
    for region, g in found:
        _tally(node, g, back.b.slice(w, *region.picks, at=region.at), back)
        back.add_part(v, region, g)
    return (node,)


def _small(parts: Sequence[Shape], v: Value, back: Back) -> bool:
    """Whether parts of `v` have so few elements that the others are worth leaving out."""
    extent = back.sweep.extent
    return sum(extent.bytes(part, v.kind) for part in parts) <= SMALL * extent.bytes(v.shape, v.kind)


def _tally(node: Node, g: Value, w: Value, back: Back) -> None:
    (tally,), row = back.tally, Size.of(back.sweep.rows[node.attrs["key"]])
    for part in ("re", "im") if node.output.kind == "complex" else ("",):
        g_part, w_part = (back.b.call(part, a) if part else a for a in (g, w))
        if back.sweep.guarded:
            g_part = unmet(back.b, g_part, w_part)
        tally = back.b.call("tally", tally, g_part, w_part, row=row, container=tally.container)
    back.tally = (tally,)


def _loop(node: Node, back: Back) -> Nodes:
    return reverse_loop(node, back, reverse)


def _while(node: Node, back: Back) -> Nodes:
    return reverse_while(node, back, reverse)


def _cond(node: Node, back: Back) -> Nodes:
    """A branch on the same predicate; each side adds into the cotangents of the outer values that the node uses."""
    free = {v.name: v for block in node.blocks for v in free_values(block) if back.active(v)}
    for v in (*free.values(), *node.outputs):
        back.settle(v)
    sides = [_side(block, node, free, back) for block in node.blocks]
    changed = [v for v in free.values() if any(s.bars.get(v.name) is not back.bars.get(v.name) for s, _ in sides)]
    tallied = any(s.tally is not back.tally for s, _ in sides)
    back.drop(node.outputs)
    if not changed and not tallied:
        return (node,)
    written = [_branch(block, side, forward, changed, tallied) for block, (side, forward) in zip(node.blocks, sides)]
    rolled = rolled_branch(node, written, back.sweep) or _unrolled(node, written, back)
    containers = [*map(back.bar_name, changed), *(["tallies"] if tallied else []), *(x.container for _, x in rolled.pairs)]
    then, otherwise = rolled.blocks
    outs = iter(back.b.cond(node.inputs[0], then, otherwise, containers))
    for v in changed:
        back.set(v, next(outs))
    back.tally = (next(outs),) if tallied else back.tally
    back.restored.update((s.name, pair) for s, pair in zip(outs, rolled.pairs))
    return (rolled.forward,)


def _side(block: Block, node: Node, free: Mapping[str, Value], back: Back) -> tuple[Back, Nodes]:
    side = Back(back.sweep, back.b.child(), {name: g for name, g in back.bars.items() if name in free}, back.tally)
    for o, r in zip(node.outputs, block.results):
        if o.name in back.bars:
            side.add(r, back.bar(o))
    return side, reverse(block.nodes, side)


def _branch(block: Block, side: Back, forward: Nodes, changed: list[Value], tallied: bool) -> Side:
    reverse = side.living((), [*map(side.bar, changed), *(side.tally if tallied else ())])
    return Side(forward, block.results, reverse, side.given(reverse))


def _unrolled(node: Node, sides: Sequence[Side], back: Back) -> Rolled:
    around = _from_around(node, sides, back)
    return kept_branch(node, sides, around, back.sweep) or around


def _from_around(node: Node, sides: Sequence[Side], back: Back) -> Rolled:
    """The branch as it is, and its reverse, which runs the branch again."""
    forwards = [Forward((), side.nodes, (), (), back.sweep.equal) for side in sides]
    blocks = tuple(recover_branch(f, side.reverse, {name: x for name, (_, x) in side.given.items()}, back.sweep.names)
                   for f, side in zip(forwards, sides))
    return Rolled(node, blocks, ())


_RULES = {"slice": _slice, "store": _store, "sort": _sort, "update": _update, "probe": _probe, "cond": _cond, "while": _while,
          "loop": _loop, "ruled": reverse_ruled, "underivable": refuse_underivable}
