"""Logs: what iterations keep for the reverse in pieces of run-time length, one behind the other. Stacks would need rows of one length.

    for i: ...; log[n:n + len(piece)] = piece; n += len(piece)      and in the reverse      n -= len(piece); piece = log[n:n + len(piece)]

A run of its own counts how much room there has to be; native code has address space instead (docs/adr/0325), and that run goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from precis.ad.fresh import renewed_nodes
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.size import Size, product
from precis.ir.types import Block, Cut, Node, Value


@dataclass(frozen=True, slots=True)
class Count:
    """How long logs are whose pieces have one length.

    before, after  in front of what an iteration appends and behind it; length: what that adds
    start          size symbol of `before`; room: of how long they may become, used: of how long they became, both around the loop
    nodes          of the forward body, that compute these
    """

    before: Value
    after: Value
    length: Value
    start: str
    room: str
    used: str
    nodes: tuple[Node, ...]

    @property
    def begin(self) -> Size:
        return Size.of(self.start)

    def recipe(self) -> Node:
        """Computes `before` where the reverse of an iteration runs, which knows `after`."""
        return Node("sub", (self.after, self.length), (self.before,), {})


@dataclass(frozen=True, slots=True)
class Log:
    """One log of a loop: `piece` is what an iteration appends, `flat` the same as one row; what it holds before and after that; all of it
    behind the loop; the nodes of the forward body that append."""

    count: Count
    piece: Value
    flat: Value
    held: Value
    grown: Value
    whole: Value
    nodes: tuple[Node, ...]

    def recipes(self) -> Iterator[Node]:
        """Read the piece where the reverse of an iteration runs, where it is no container's."""
        at, piece = (Cut(self.count.begin, product(self.piece.shape)),), replace(self.piece, container=None)
        flat = piece if self.piece.rank == 1 else self.flat
        yield Node("slice", (self.whole,), (flat,), {"at": at})
        if piece.rank != 1:
            yield Node("reshape", (flat,), (piece,), {"shape": piece.shape})


@dataclass(frozen=True, slots=True)
class Logs:
    """The logs of a loop and how long they are."""

    counts: tuple[Count, ...] = ()
    logs: tuple[Log, ...] = ()

    @property
    def params(self) -> tuple[Value, ...]:
        return (*(c.before for c in self.counts), *(x.held for x in self.logs))

    @property
    def results(self) -> tuple[Value, ...]:
        return (*(c.after for c in self.counts), *(x.grown for x in self.logs))

    @property
    def nodes(self) -> tuple[Node, ...]:
        return tuple(n for x in (*self.counts, *self.logs) for n in x.nodes)

    def recipes(self) -> dict[str, Node]:
        """Name -> node that computes it in the reverse."""
        return {n.output.name: n for n in (*(c.recipe() for c in self.counts), *(n for x in self.logs for n in x.recipes()))}


def logged(pieces: Sequence[Value], names: Names) -> Logs:
    """The logs of values of a loop's body."""
    counts = {length: _count(length, names) for length in dict.fromkeys(product(v.shape) for v in pieces)}
    return Logs(tuple(counts.values()), tuple(_log(v, counts[product(v.shape)], names) for v in pieces))


def _count(length: Size, names: Names) -> Count:
    start, room, used = map(names.fresh, ("start", "room", "used"))
    before, b = Value(names.fresh(), (), "int64"), Build(names)
    b.nodes.append(Node("size", (before,), (), {"symbol": start}, ()))
    after, alone = b.index(value=Size.of(start) + length), b.index(value=length)
    return Count(before, after, alone, start, room, used, tuple(b.nodes))


def _log(piece: Value, count: Count, names: Names) -> Log:
    length, room, b = product(piece.shape), (Size.of(count.room),), Build(names)
    held = Value(names.fresh(), room, piece.kind)
    flat = piece if piece.rank == 1 else b.reshape(piece, shape=(length,))
    grown = b.update(held, flat, at=(Cut(count.begin, length),))
    return Log(count, piece, flat, held, grown, Value(names.fresh(), (Size.of(count.used),), piece.kind), tuple(b.nodes))


def keeping(node: Node, logs: Logs, names: Names) -> tuple[Node, ...]:
    """The loop `node`, whose body appends to `logs`, as a loop that carries them, with what it needs around it."""
    if not logs.logs:
        return (node,)
    k, (body,), b, rows = len(node.inputs), node.blocks, Build(names, node.span), Build(names, node.span)
    zero = b.const(0, "int64")
    inputs = (*node.inputs, *(zero for _ in logs.counts), *(rows.zeros(x.held.shape, x.held.kind) for x in logs.logs))
    ends = tuple(Value(names.fresh(), v.shape, v.kind) for v in logs.params)
    block = Block(body.params + logs.params, body.nodes, body.results[:k] + logs.results + body.results[k:])
    loop = Node("loop", inputs, node.outputs[:k] + ends + node.outputs[k:], node.attrs, (block,), node.span)
    lengths, arrays = ends[:len(logs.counts)], ends[len(logs.counts):]
    counting, new = renewed_nodes(live(Block((), (loop,), lengths)).nodes, names, {}, {})
    rooms = (_bound(new[v.name], c.room) for c, v in zip(logs.counts, lengths))
    used = (_bound(v, c.used) for c, v in zip(logs.counts, lengths))
    taken = (Node("slice", (v,), (x.whole,), {"at": (Cut(Size(), Size.of(x.count.used)),)}) for x, v in zip(logs.logs, arrays))
    return (*b.nodes, *counting, *rooms, *rows.nodes, loop, *used, *taken)


def _bound(count: Value, symbol: str) -> Node:
    return Node("size", (count,), (), {"symbol": symbol})
