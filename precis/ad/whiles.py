"""The reverse of a while: a loop over its trips, last first, whose number the forward run finds out.

Where the tape of an iteration is small, the while runs once to count its trips and once more as a counted loop with a tape. Where it
is large, the first run keeps checkpoints (precis/ad/checkpoints.py), and the reverse runs segment by segment again, each with a tape
that stays in the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from precis.ad.back import Back
from precis.ad.checkpoints import SEGMENT, Plan, Run, checkpointed, checkpoints
from precis.ad.extent import UNKNOWN_TRIPS
from precis.ad.fresh import bound_symbols, renewed
from precis.ad.loops import Turned, carry_bytes, cut_into, emit, fitted, tape_bytes, turn
from precis.ad.segment import segmented
from precis.ir.build import Build
from precis.ir.rewrite import substitute
from precis.ir.size import Size
from precis.ir.types import Block, Node, Range, Value, values_of

Nodes = tuple[Node, ...]
Reverse = Callable[[Sequence[Node], Back], Nodes]


def reverse_while(node: Node, back: Back, reverse: Reverse) -> Nodes:
    """Emit the reverse of the while `node`; returns the forward nodes that stand for it. `reverse` reverses its body."""
    twin = _twin(node, back)
    turned = turn(twin.loop, back, reverse)
    if tape_bytes(turned) * UNKNOWN_TRIPS > min(SEGMENT, back.sweep.memory):
        found = _by_segments(node, twin, turned, back, reverse)
        if found is not None:
            return found
    return _counted(node, twin, turned, back, reverse)


@dataclass(frozen=True, slots=True)
class _Twin:
    """The counted loop over a copy of the body of a while; `trips` is the symbol of their number."""

    loop: Node
    trips: str


def _twin(node: Node, back: Back) -> _Twin:
    sweep = back.sweep
    body, new = renewed(node.blocks[1], sweep.names, {}, {})
    back.b.know(body)
    ends = sweep.extent.ends
    ends |= {copy: ends[s] for s, copy in zip(bound_symbols(node.blocks[1]), bound_symbols(body)) if s in ends}
    outputs = tuple(replace(o, name=sweep.names.fresh(o.container or "")) for o in node.outputs)
    for copy, old in [*((new[v.name], v) for v in values_of(node.blocks[1])), *zip(outputs, node.outputs)]:
        sweep.copy_facts(copy, old)
    trips = sweep.names.fresh("trips")
    attrs = {"index": sweep.names.fresh("trip"), "range": Range(Size(), Size.of(trips))}
    return _Twin(Node("loop", node.inputs, outputs, attrs, (body,), node.span), trips)


def _counted(node: Node, twin: _Twin, turned: Turned, back: Back, reverse: Reverse) -> Nodes:
    """Count first, then a counted loop."""
    original = {end.name: o for end, o in zip(twin.loop.outputs, node.outputs)}
    back.sweep.equal.update(original)
    back.bars.update((end, back.bars.pop(o.name)) for end, o in original.items() if o.name in back.bars)
    nodes = fitted(twin.loop, turned, back, reverse)
    back.restored = {k: (original.get(end.name, end), x) for k, (end, x) in back.restored.items()}
    return (*_counting(node, twin.trips, back), *nodes)


def _counting(node: Node, trips: str, back: Back) -> Nodes:
    """`node` with its number of trips as another carry, which is bound to `trips`."""
    b, (condition, body) = Build(back.sweep.names, node.span), node.blocks
    before, during, count = (Value(b.names.fresh(), (), "int64") for _ in range(3))
    inside = Build(b.names, node.span)
    inside.nodes += body.nodes
    after = inside.add(during, inside.const(1, "int64"))
    blocks = (replace(condition, params=(*condition.params, before)),
              Block((*body.params, during), tuple(inside.nodes), (*body.results, after)))
    zero = b.const(0, "int64")
    counting = replace(node, inputs=(*node.inputs, zero), outputs=(*node.outputs, count), blocks=blocks)
    return (*b.nodes, counting, Node("size", (count,), (), {"symbol": trips}, (), node.span))


def _by_segments(node: Node, twin: _Twin, turned: Turned, back: Back, reverse: Reverse) -> Nodes | None:
    """Checkpoints first, then segment by segment again; None where that does not fit the memory."""
    sweep = back.sweep
    plan = checkpoints(tape_bytes(turned), carry_bytes(twin.loop, turned, back), sweep.memory)
    if plan is None:
        return None
    run = Run(twin.trips, sweep.names.fresh("segments"), sweep.names.fresh("interval"))
    sweep.extent.example |= {run.trips: plan.slots * plan.length, run.segments: plan.slots, run.interval: plan.length}
    pieces = segmented(twin.loop, Size.of(run.interval), sweep.names, Size.of(run.segments))
    cut = cut_into(twin.loop, pieces, back)
    outer = turn(cut.node, back, reverse, any_order=False)  # segments start at checkpoints, last first
    place = {p.name: j for j, p in enumerate(cut.node.blocks[0].params)}
    if outer.recovered.logs.logs or any(v.name not in place for v in outer.recovered.stacked):
        return None
    kept = tuple(place[v.name] for v in outer.recovered.stacked)
    nodes, stacks = checkpointed(node, kept, plan, run, sweep.names)
    sweep.again.update(s.name for s in stacks)
    emit(replace(cut.node, outputs=node.outputs), _reading(outer, stacks, plan), back)
    return nodes


def _reading(outer: Turned, stacks: Sequence[Value], plan: Plan) -> Turned:
    """The reverse over segments, which finds their starts in `stacks`."""
    found = outer.recovered
    block = substitute(found.block, {old.name: new for old, new in zip(found.stacks, stacks)})
    return replace(outer, recovered=replace(found, block=block, stacks=(), stacked=()))
