"""The reverse of a counted loop: a loop over the same index values, last first, that carries cotangents.

Where no iteration changes the cotangents of the carries, as in sums, iterations may be reversed in any order. Then the loop is reversed
first to last, and carries are computed again instead of being on the tape, where that makes the tape shorter. Arrays that are updated
element by element are rolled back as before: each addition to an element would wait for the store before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from precis.ad.activity import carried
from precis.ad.attempts import attempted
from precis.ad.back import Back
from precis.ad.forward import Forward
from precis.ad.lineage import unrolled
from precis.ad.logs import keeping
from precis.ad.plan import Plan, plan_in_order
from precis.ad.recover import Recovered, recover_loop
from precis.ad.rollback import cycles
from precis.ad.segment import MOST_CUTS, SHORTEST, Segmented, segment_length, segmented
from precis.ad.tape import Tape, run_again
from precis.ir.live import live
from precis.ir.rewrite import free_values, substitute
from precis.ir.size import Size
from precis.ir.types import At, Block, Node, Value

Nodes = tuple[Node, ...]
Reverse = Callable[[Sequence[Node], Back], Nodes]
WORTH = 1 / 3  # of a tape: more that rolling back in inner loops leaves of it is not worth the stores that wait for each other


def reverse_loop(node: Node, back: Back, reverse: Reverse) -> Nodes:
    """Emit the reverse of the loop `node`; returns the forward nodes that stand for it. `reverse` reverses its body."""
    return fitted(node, turn(node, back, reverse), back, reverse)


def fitted(node: Node, turned: Turned, back: Back, reverse: Reverse) -> Nodes:
    """Emit a loop as it is, or in segments where its tape is too large and segments take less memory."""
    trips, tape = _trips(node, back), tape_bytes(turned)
    cuts = back.sweep.cuts.get(node.outputs[0].name, 0)
    if tape * trips <= back.sweep.memory or trips < SHORTEST or cuts == MOST_CUTS:
        return emit(node, turned, back)
    length = segment_length(trips, tape, carry_bytes(node, turned, back), back.sweep.memory)
    cut = cut_into(node, segmented(node, length, back.sweep.names), back)
    outer = turn(cut.node, back, reverse)
    if tape_bytes(outer) * _trips(cut.node, back) + tape * length >= tape * trips:
        return emit(node, turned, back)
    return cut.init + fitted(cut.node, outer, back, reverse)


def _trips(node: Node, back: Back) -> int:
    return back.sweep.extent.value(node.attrs["range"].trips)


def tape_bytes(turned: Turned) -> int:
    """Bytes on the tape per iteration."""
    return turned.recovered.bytes


def carry_bytes(node: Node, turned: Turned, back: Back) -> int:
    """Bytes of the carries that running the loop again for its tape needs."""
    found, (body,) = turned.recovered, node.blocks
    kept, ends = found.stacked + tuple(x.piece for x in found.logs.logs), found.stacks + tuple(x.whole for x in found.logs.logs)
    block = Block(body.params, found.forward, body.results + kept)
    (alone,) = live(Block((), (replace(node, outputs=node.outputs + ends, blocks=(block,)),), ends)).nodes
    return sum(back.sweep.extent.bytes(v.shape, v.kind) for v in alone.inputs)


def cut_into(node: Node, cut: Segmented, back: Back) -> Segmented:
    """Note what is known of the segments of the loop `node`; returns them."""
    sweep, cuts = back.sweep, back.sweep.cuts.get(node.outputs[0].name, 0) + 1
    for new, old in cut.copies:
        sweep.copy_facts(new, old)
    sweep.again.update(o.name for o in cut.inner.outputs)
    sweep.cuts |= {node.outputs[0].name: cuts, cut.inner.outputs[0].name: cuts}
    return cut


@dataclass(frozen=True, slots=True)
class Turned:
    """A reversed loop body.

    carries  positions of the carries whose cotangents it carries, its first parameters
    steady   these cotangents where no iteration changes them and the body runs first to last: values from outside, no parameters
    free     outer values into whose cotangents it adds, its next parameters; then the tally if `tallied`, then rolled-back states
    index    its size symbol
    """

    carries: tuple[int, ...]
    free: tuple[Value, ...]
    tallied: bool
    recovered: Recovered
    index: str
    steady: tuple[Value, ...] | None = None


def turn(node: Node, back: Back, reverse: Reverse, any_order: bool = True) -> Turned:
    """Reverse the body of a loop; `back` itself is left as it is. any_order: whether it may run first to last. Where whole arrays are on
    the tape that inner loops and branches could roll back, these are asked to, and the shorter tape is taken."""
    sweep, turned = back.sweep, _turn(node, back, reverse, any_order)
    wished = unrolled(node.blocks[0], turned.recovered.saved) - sweep.rolling
    if not wished or wished in sweep.vain:
        return turned
    sweep.rolling |= wished
    rolled = _turn(node, back, reverse, any_order)
    if tape_bytes(rolled) <= WORTH * tape_bytes(turned):
        return rolled
    sweep.rolling -= wished
    sweep.vain.add(wished)
    return turned


def _turn(node: Node, back: Back, reverse: Reverse, any_order: bool) -> Turned:
    sweep, (body,) = back.sweep, node.blocks
    sweep.extent.enter(node.attrs["index"], node.attrs["range"])
    carries = tuple(j for j, (_, p, _, o) in enumerate(carried(node)) if back.active(p) or back.active(o))
    ends = [body.params[j] for j in carries]
    free = [v for v in free_values(body) if back.active(v)]
    side = Back(sweep, back.b.child(), {}, back.tally_param())
    end_bars, free_bars, tally = tuple(side.param(v) for v in ends), [side.param(v) for v in free], side.tally
    for v, g in zip(free, free_bars):
        side.set(v, g)
    unchanged = dict(side.bars)
    for j, g in zip(carries, end_bars):
        side.add(body.results[j], g)
    _add_rows(node, side, back)
    forward = reverse(body.nodes, side)
    changed = [(v, g) for v, g in zip(free, free_bars) if side.bars[v.name] is not unchanged[v.name]]
    tallied = side.tally is not tally
    params = (*end_bars, *(g for _, g in changed), *(tally if tallied else ()))
    results = [*map(side.bar, ends), *(side.bar(v) for v, _ in changed), *(side.tally if tallied else ())]
    block, free = side.living(params, results), tuple(v for v, _ in changed)
    recovered, index = _recover(node, forward, block, side)
    if any_order and sweep.in_order and recovered.stacked and not recovered.rolled and tuple(results[:len(carries)]) == end_bars:
        block = replace(block, params=block.params[len(carries):], results=block.results[len(carries):])
        ordered = _recover(node, forward, block, side, ordered=True)
        if ordered[0].bytes < recovered.bytes:
            return Turned(carries, free, tallied, *ordered, end_bars)
    return Turned(carries, free, tallied, recovered, index)


def _add_rows(node: Node, side: Back, back: Back) -> None:
    """Cotangents of stacked outputs: each iteration takes its row."""
    row = At(node.attrs["range"].iteration(node.attrs["index"]))
    for r, o in list(zip(node.blocks[0].results, node.outputs))[len(node.inputs):]:
        if o.name in back.bars:
            side.add(r, side.b.slice(back.bar(o), at=(row,)))


def _recover(node: Node, nodes: Nodes, block: Block, side: Back, ordered: bool = False) -> tuple[Recovered, str]:
    """The reverse body with its forward values brought back, and its index symbol. ordered: it runs first to last."""
    sweep, (body,) = side.sweep, node.blocks
    forward = Forward(body.params, nodes, body.results, node.inputs, sweep.equal, sweep.at_ends)
    tape = Tape(node.attrs["index"], node.attrs["range"], frozenset(forward.counts), sweep.extent, not ordered)
    restored, index = {k: x for k, (_, x) in side.given(block).items()}, sweep.names.fresh(tape.index)
    wanted, again = forward.wants(block.nodes, block.results), run_again(sweep.again, tape)

    def by(plan: Plan) -> tuple[Recovered, str]:
        return recover_loop(forward, block, restored, plan, tape, index, sweep.names), index

    if ordered:
        return by(plan_in_order(forward, wanted, tape, again))
    candidates = cycles(forward, {o.name: x for o, x in side.given(block).values()}, sweep.names)
    asked = {j for c in candidates for j in c.carries if node.outputs[j].name in sweep.rolling}
    wanted += [p for j, p in enumerate(body.params) if j in asked and p not in wanted]
    return attempted(forward, wanted, candidates, tape, again, by)


def emit(node: Node, turned: Turned, back: Back) -> Nodes:
    """Emit the reverse loop; returns the forward loop with its tape."""
    if turned.steady is not None:
        return _emit_in_order(node, turned, turned.steady, back)
    found = turned.recovered
    inits = [*(back.bar(node.outputs[j]) for j in turned.carries), *_gathered(turned, back), *(node.outputs[j] for j in found.states),
             *(back.b.index(value=Size.of(x.used)) for x in found.logs.counts)]
    back.drop(node.outputs)
    outs = iter(back.b.loop(node.attrs["range"].reverse(), inits, found.block, turned.index))
    ends = [(node.inputs[j], next(outs)) for j in turned.carries]
    _take(turned, outs, back)
    back.restored.update((s.name, (node.outputs[j], node.inputs[j])) for s, j in zip(outs, found.states))
    for v, g in ends:
        back.add(v, g)
    return _taped(node, found, back)


def _emit_in_order(node: Node, turned: Turned, steady: Sequence[Value], back: Back) -> Nodes:
    """The same first to last: cotangents of carries pass by, and carries start as they do in the loop."""
    found, bars = turned.recovered, [back.bar(node.outputs[j]) for j in turned.carries]
    block = substitute(found.block, {old.name: new for old, new in zip(steady, bars)})
    inits = [*_gathered(turned, back), *(node.inputs[j] for j in found.states)]
    back.drop(node.outputs)
    _take(turned, iter(back.b.loop(node.attrs["range"], inits, block, turned.index)), back)
    for j, g in zip(turned.carries, bars):
        back.add(node.inputs[j], g)
    return _taped(node, found, back)


def _gathered(turned: Turned, back: Back) -> list[Value]:
    """What the reverse loop adds to: cotangents of outer values, and the tally."""
    return [*map(back.bar, turned.free), *(back.tally if turned.tallied else ())]


def _take(turned: Turned, outs: Iterator[Value], back: Back) -> None:
    """The same behind the loop, the next of its results."""
    for v in turned.free:
        back.set(v, next(outs))
    back.tally = (next(outs),) if turned.tallied else back.tally


def _taped(node: Node, found: Recovered, back: Back) -> Nodes:
    """The forward loop with its tape."""
    (body,) = node.blocks
    block = Block(body.params, found.forward, body.results + found.stacked)
    return keeping(replace(node, outputs=node.outputs + found.stacks, blocks=(block,)), found.logs, back.sweep.names)
