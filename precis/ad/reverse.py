"""The reverse sweep: cotangents flow through a block from its last node to its first.

`reverse(nodes, back)` emits reverse nodes that use forward values as if they were at hand, and returns the forward nodes
that the reverse wants: loops with tapes, whiles with counts. Cotangents are accumulated in place: the
adjoint of a slice adds into its base's cotangent, loops carry the cotangents of their carries and of the outer values that they use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from precis.ad.activity import FLOATING, carried
from precis.ad.extent import Extent
from precis.ad.forward import Forward
from precis.ad.fresh import renewed
from precis.ad.plan import Tape, make_plan
from precis.ad.recover import OutOfOrder, Recovered, recover_branch, recover_loop
from precis.ad.rollback import cycles
from precis.ad.segment import SHORTEST, segment_length, segmented
from precis.errors import UnsupportedProgram
from precis.ir.build import Build, Names
from precis.ir.ops import OPS
from precis.ir.rewrite import free_values, live
from precis.ir.size import Size
from precis.ir.types import At, Block, Node, Range, Shape, Value, values_of

Nodes = tuple[Node, ...]


@dataclass
class Sweep:
    """What all blocks of one sweep share.

    active  names of values whose cotangents count
    rows    probe key -> row of the tally
    memory  bytes that the tape of one loop may take
    bar_names  container -> container of its cotangents
    again   outputs of loops that the reverse runs again rather than keep their tapes
    equal   values that equal others by construction: the ends of a counted copy of a while
    """

    names: Names
    active: set[str]
    rows: Mapping[object, int]
    memory: float
    extent: Extent
    bar_names: Mapping[str, str]
    equal: dict[str, Value] = field(default_factory=dict)
    again: set[str] = field(default_factory=set)

    def copy_facts(self, new: Value, old: Value) -> None:
        if old.name in self.active:
            self.active.add(new.name)


@dataclass
class Back:
    """The reverse of one block under construction.

    bars      cotangent so far of each forward value
    tally     the tally so far, None without probes
    restored  output of a reverse loop -> (output of the forward loop, the input of that loop that it equals)
    """

    sweep: Sweep
    b: Build
    bars: dict[str, Value] = field(default_factory=dict)
    tally: Value | None = None
    restored: dict[str, tuple[Value, Value]] = field(default_factory=dict)

    def active(self, v: Value) -> bool:
        return v.name in self.sweep.active and v.kind in FLOATING

    def add(self, v: Value, cotangent: Value) -> None:
        """Accumulate a cotangent that may have a broadcast shape."""
        if self.active(v):
            g, old = unbroadcast(self.b, cotangent, v.shape), self.bars.get(v.name)
            self.bars[v.name] = g if old is None else self.b.add(old, g)

    def bar_name(self, v: Value) -> str | None:
        """The container of the cotangents of `v`, when `v` has one."""
        return self.sweep.bar_names.get(v.container) if v.container else None

    def param(self, v: Value) -> Value:
        """A parameter that carries the cotangent of `v`."""
        name = self.bar_name(v)
        return self.b.value(name or "", v.shape, v.kind, name)

    def given(self, block: Block) -> dict[str, tuple[Value, Value]]:
        """The part of `restored` that `block` still computes."""
        alive = {v.name for n in block.nodes for v in n.outputs}
        return {name: pair for name, pair in self.restored.items() if name in alive}

    def bar(self, v: Value) -> Value:
        """The cotangent of `v`, zeros where there is none yet."""
        return self.bars[v.name] if v.name in self.bars else self.b.zeros(v.shape, v.kind)


def unbroadcast(b: Build, g: Value, shape: Shape) -> Value:
    """Sum a cotangent over the dimensions along which an operand of `shape` was broadcast."""
    lead = g.rank - len(shape)
    if lead < 0:
        g, lead = b.broadcast(g, shape=shape), 0
    axes = tuple(k for k, d in enumerate(g.shape) if k < lead or d != shape[k - lead])
    g = b.sum(g, axes=axes) if axes else g
    return g if g.shape == shape else b.reshape(g, shape=shape)


def reverse(nodes: Sequence[Node], back: Back) -> Nodes:
    """Emit the reverse of `nodes`, whose results' cotangents stand in `back.bars`; returns the augmented forward nodes."""
    forward: list[Nodes] = []
    for node in reversed(nodes):
        back.b.span = node.span
        forward.append(_RULES.get(node.op, _plain)(node, back))
    return tuple(n for group in reversed(forward) for n in group)


def _plain(node: Node, back: Back) -> Nodes:
    g = back.bars.pop(node.outputs[0].name, None) if node.outputs else None
    if g is not None:
        adjoint = OPS[node.op].adjoint
        if adjoint is None:
            raise UnsupportedProgram(f"{node.op} has no derivative", node.span)
        for v, d in zip(node.inputs, adjoint(back.b, node, g)):
            if d is not None:
                back.add(v, d)
    return (node,)


def _slice(node: Node, back: Back) -> Nodes:
    g, (x, *picks) = back.bars.pop(node.output.name, None), node.inputs
    if g is not None and back.active(x):
        back.bars[x.name] = back.b.update_add(back.bar(x), g, *picks, at=node.attrs["at"])
    return (node,)


def _probe(node: Node, back: Back) -> Nodes:
    (v, w), g = node.inputs, back.bars.pop(node.output.name, None)
    if g is not None:
        assert back.tally is not None, "a program with probes has a tally"
        row = Size.of(back.sweep.rows[node.attrs["key"]])
        for part in ("re", "im") if v.kind == "complex" else ("",):
            parts = [back.b.call(part, a) if part else a for a in (g, w)]
            back.tally = back.b.tally(back.tally, *parts, row=row, container=back.tally.container)
        back.add(v, g)
    return (node,)


def _cond(node: Node, back: Back) -> Nodes:
    """A branch on the same predicate; each side adds into the cotangents of the outer values that the node uses."""
    if not any(o.name in back.bars for o in node.outputs):
        return (node,)
    free = {v.name: v for block in node.blocks for v in free_values(block) if back.active(v)}
    sides = [_side(block, node, free, back) for block in node.blocks]
    changed = [v for v in free.values() if any(s.bars.get(v.name) is not back.bars.get(v.name) for s, _ in sides)]
    tallied = any(s.tally is not back.tally for s, _ in sides)
    for o in node.outputs:
        back.bars.pop(o.name, None)
    if not changed and not tallied:
        return (node,)
    blocks = [_branch(side, forward, changed, tallied) for side, forward in sides]
    containers = [back.bar_name(v) for v in changed] + (["tallies"] if tallied else [])
    outs = back.b.cond(node.inputs[0], blocks[0], blocks[1], containers)
    back.bars.update(zip((v.name for v in changed), outs))
    back.tally = outs[-1] if tallied else back.tally
    return (node,)


def _branch(side: Back, forward: Nodes, changed: list[Value], tallied: bool) -> Block:
    block = live(side.b.block((), [side.bar(v) for v in changed] + [side.tally] * tallied))
    restored = {name: x for name, (_, x) in side.given(block).items()}
    return recover_branch(Forward((), forward, (), (), side.sweep.equal), block, restored, side.sweep.names)


def _side(block: Block, node: Node, free: Mapping[str, Value], back: Back) -> tuple[Back, Nodes]:
    bars = {name: g for name, g in back.bars.items() if name in free}
    side = Back(back.sweep, back.b.child(), bars, back.tally)
    for o, r in zip(node.outputs, block.results):
        if o.name in back.bars:
            side.add(r, back.bars[o.name])
    return side, reverse(block.nodes, side)


def _while(node: Node, back: Back) -> Nodes:
    """Count first, then a counted loop over a copy of the body."""
    if not any(o.name in back.bars for o in node.outputs):
        return (node,)
    sweep, b = back.sweep, Build(back.sweep.names, node.span)
    trips = _counting(node, b)
    body, new = renewed(node.blocks[1], sweep.names, {}, {})
    back.b.know(body)
    ends = tuple(replace(o, name=sweep.names.fresh(o.container or "")) for o in node.outputs)
    for copy, old in [*((new[v.name], v) for v in values_of(node.blocks[1])), *zip(ends, node.outputs)]:
        sweep.copy_facts(copy, old)
    for end, o in zip(ends, node.outputs):
        sweep.equal[end.name] = o
        if o.name in back.bars:
            back.bars[end.name] = back.bars.pop(o.name)
    attrs = {"index": sweep.names.fresh("trip"), "range": Range(Size(), trips)}
    twin = _loop(Node("loop", node.inputs, ends, attrs, (body,), node.span), back)
    outputs = {end.name: o for end, o in zip(ends, node.outputs)}
    back.restored = {k: (outputs.get(end.name, end), x) for k, (end, x) in back.restored.items()}
    return (*b.nodes, *twin)


def _counting(node: Node, b: Build) -> Size:
    """Emit `node` with its number of trips as another carry; returns the size bound to it."""
    condition, body = node.blocks
    before, during, count = (Value(b.names.fresh(), (), "int64") for _ in range(3))
    inside = Build(b.names, node.span)
    inside.nodes += body.nodes
    after = inside.add(during, inside.const(1, "int64"))
    zero = b.const(0, "int64")
    blocks = (replace(condition, params=(*condition.params, before)),
              Block((*body.params, during), tuple(inside.nodes), (*body.results, after)))
    b.nodes.append(replace(node, inputs=(*node.inputs, zero), outputs=(*node.outputs, count), blocks=blocks))
    return b.size(count, "trips")


def _loop(node: Node, back: Back) -> Nodes:
    if not any(o.name in back.bars for o in node.outputs):
        return (node,)
    turned, sweep = _turn(node, back), back.sweep
    trips = sweep.extent.value(node.attrs["range"].trips)
    if turned.bytes * trips > sweep.memory and trips >= SHORTEST:
        return _in_segments(node, back, trips, turned.bytes)
    return _finish(node, turned, back)


@dataclass(frozen=True, slots=True)
class _Turned:
    """A reversed loop body.

    carries  positions of the carries whose cotangents it carries, its first parameters
    free     outer values into whose cotangents it adds, its next parameters; then the tally if `tallied`, then rolled-back states
    bytes    of tape per iteration
    """

    carries: tuple[int, ...]
    free: tuple[Value, ...]
    tallied: bool
    recovered: Recovered
    index: str
    bytes: float


def _turn(node: Node, back: Back) -> _Turned:
    """Reverse the body of a loop; `back` itself is left as it is."""
    sweep, (body,) = back.sweep, node.blocks
    sweep.extent.enter(node.attrs["index"], node.attrs["range"])
    carries = tuple(j for j, (_, p, _, o) in enumerate(carried(node)) if back.active(p) or back.active(o))
    free = [v for v in free_values(body) if back.active(v)]
    side = Back(sweep, back.b.child(), {}, None)
    carry_bars, free_bars = ([side.param(v) for v in values] for values in ([body.params[j] for j in carries], free))
    tally = side.tally = back.tally and replace(back.tally, name=sweep.names.fresh("tallies"))
    side.bars.update(zip((v.name for v in free), free_bars))
    for j, g in zip(carries, carry_bars):
        side.add(body.results[j], g)
    _add_rows(node, side, back)
    forward = reverse(body.nodes, side)
    changed = [(v, g) for v, g in zip(free, free_bars) if side.bars[v.name] is not g]
    tallied = side.tally is not tally
    params = (*carry_bars, *(g for _, g in changed), *((tally,) if tallied else ()))
    results = [side.bar(body.params[j]) for j in carries] + [side.bars[v.name] for v, _ in changed] + [side.tally] * tallied
    block = live(side.b.block(params, results))
    recovered, tape = _recover(node, forward, block, side)
    price = sum(sweep.extent.bytes(v.shape, v.kind) for v in recovered.stacked)
    return _Turned(carries, tuple(v for v, _ in changed), tallied, recovered, tape, price)


def _add_rows(node: Node, side: Back, back: Back) -> None:
    """Cotangents of stacked outputs: each iteration takes its row."""
    row = At(node.attrs["range"].iteration(node.attrs["index"]))
    for r, o in list(zip(node.blocks[0].results, node.outputs))[len(node.inputs):]:
        if o.name in back.bars:
            side.add(r, side.b.slice(back.bars[o.name], at=(row,)))


def _recover(node: Node, forward_nodes: Nodes, block: Block, side: Back) -> tuple[Recovered, str]:
    sweep, index = side.sweep, side.sweep.names.fresh(node.attrs["index"])
    body = node.blocks[0]
    forward = Forward(body.params, forward_nodes, body.results, node.inputs, sweep.equal)
    tape = Tape(node.attrs["index"], node.attrs["range"], frozenset(forward.counts), sweep.extent)
    given = side.given(block)
    wanted = forward.wants(block.nodes, block.results)
    barred: set[str] = set()

    def again(n: Node) -> bool:
        return any(o.name in sweep.again or tape.shape(o) is None for o in n.outputs)
    while True:
        found = [c for c in cycles(forward, {o.name for o, _ in given.values()}, sweep.names) if not barred & c.versions(forward)]
        plan = make_plan(forward, wanted, found, tape, again)
        try:
            return recover_loop(forward, block, {k: x for k, (_, x) in given.items()}, plan, tape, index, sweep.names), index
        except OutOfOrder as problem:
            barred.add(problem.name)


def _finish(node: Node, turned: _Turned, back: Back) -> Nodes:
    """Emit the reverse loop; returns the forward loop with its tape."""
    found, (body,) = turned.recovered, node.blocks
    inits = [back.bar(node.outputs[j]) for j in turned.carries] + [back.bar(v) for v in turned.free]
    inits += [back.tally] * turned.tallied + [node.outputs[j] for j in found.states]
    for o in node.outputs:
        back.bars.pop(o.name, None)
    outs = list(back.b.loop(node.attrs["range"].reverse(), inits, found.block, turned.index))
    ends = [outs.pop(0) for _ in turned.carries]
    back.bars.update((v.name, outs.pop(0)) for v in turned.free)
    back.tally = outs.pop(0) if turned.tallied else back.tally
    back.restored.update((s.name, (node.outputs[j], node.inputs[j])) for s, j in zip(outs, found.states))
    for j, g in zip(turned.carries, ends):
        back.add(node.inputs[j], g)
    taped = Block(body.params, found.forward, body.results + found.stacked)
    return (replace(node, outputs=node.outputs + found.stacks, blocks=(taped,)),)


def _in_segments(node: Node, back: Back, trips: int, tape_bytes: float) -> Nodes:
    sweep = back.sweep
    carry_bytes = sum(sweep.extent.bytes(p.shape, p.kind) for p in node.blocks[0].params)
    cut = segmented(node, segment_length(trips, tape_bytes, carry_bytes, sweep.memory), sweep.names)
    for new, old in cut.copies:
        sweep.copy_facts(new, old)
    sweep.again.update(o.name for o in cut.inner.outputs)
    return cut.init + _loop(cut.node, back)


_RULES = {"slice": _slice, "probe": _probe, "cond": _cond, "while": _while, "loop": _loop}
