"""A run that counts how much room a loop needs is the run itself, where it had enough and what needs it is not wanted any more.

    room = 64; while full: (run with room for `room` items, count iterations and items); for k < trips: the same, with room for `needed`
                                        ->
    while full: run with room for `room` items, count iterations, hand on what it leaves

`while` loops that append to lists which they read are lifted so, since arrays have lengths that are known in front of loops. That both
runs do the same is proved by numbering their values: a value is known by its operation and the numbers of its operands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from precis.ir.build import Build, Names
from precis.ir.grown.counted_room import asks, keeps, room_uncounted, symbols_in, takes_parts
from precis.ir.grown.counted_runs import CountedRun
from precis.ir.grown.counted_whiles import NOTHING, as_loop, conjuncts
from precis.ir.grown.held import with_shapes
from precis.ir.grown.numbering import ROOM, Formats, Numbering
from precis.ir.grown.reserved import SPACE, checked, little, with_room, with_space
from precis.ir.live import live
from precis.ir.rewrite import free_values, substitute, symbols_of
from precis.ir.size import Size
from precis.ir.types import Block, Node, Program, Value, values_of

START, MORE = 1 << 16, 16  # items for which a first run has room, and times as many: what is not used is memory that is not touched


def first_runs_kept(program: Program, formats: Formats | None = None, reserved: bool = False,
                    begun: Mapping[str, Any] | None = None) -> Program:
    """The Program without second runs. `formats`: of values by name; runs in other formats are other runs. `reserved`: without third and
    fourth runs either, with room in reserved address space. `begun`: attributes of updates that begin an array, of which nobody reads what
    they do not write."""
    symbols = {n.attrs[k] for n in program.nodes() for k in ("symbol", "index") if k in n.attrs}
    names = Names({v.name for v in values_of(program.body)} | set(program.binding) | symbols)
    kept = _Kept(names, formats or {}, names.fresh(SPACE) if reserved else "", begun or {})
    body = _block(program.body, kept)
    if reserved:
        body = with_space(room_uncounted(body, kept.reserved, names), kept.reserved, names)
    return program if body is program.body else with_shapes(program, live(body))


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the pass is given."""

    names: Names
    formats: Formats
    reserved: str  # the number of items for which there is address space; "": there is none
    begun: Mapping[str, Any]


def _block(block: Block, kept: _Kept) -> Block:
    nodes = [n if not n.blocks else _inside(n, kept) for n in block.nodes]
    changed = any(a is not b for a, b in zip(nodes, block.nodes))
    k = 0
    while k < len(nodes):
        given, asked = as_loop(nodes, k, block.results, kept.names) or (nodes, NOTHING)
        pair = _pair(given, k, asked)
        made = pair.merged(given, block.results, kept) if pair else _counted(nodes, k, block.results, kept) if kept.reserved else None
        if made is not None:
            nodes, changed = made, True
        else:
            k += 1
    return Block(block.params, tuple(nodes), block.results) if changed else block


def _counted(nodes: list[Node], k: int, results: Sequence[Value], kept: _Kept) -> list[Node] | None:
    run = CountedRun.of(nodes, k)
    return None if run is None else run.merged(nodes, results, kept.names, kept.formats, SPACE, kept.begun)


def _inside(node: Node, kept: _Kept) -> Node:
    blocks = tuple(_block(b, kept) for b in node.blocks)
    return replace(node, blocks=blocks) if any(a is not b for a, b in zip(blocks, node.blocks)) else node


def _pair(nodes: Sequence[Node], k: int, asked: Block) -> _Pair | None:
    """The runs of a loop, if node `k` is the loop that is run again, for which `asked` holds in front of each iteration."""
    loop = nodes[k]
    symbol = loop.attrs["range"].trips.symbol if loop.op == "loop" and len(loop.outputs) == len(loop.inputs) else None
    if symbol is None or loop.attrs["range"].start != Size() or loop.attrs["range"].step != 1:
        return None
    bind = next((j for j in range(k) if nodes[j].op == "size" and nodes[j].attrs["symbol"] == symbol), None)
    if bind is None:
        return None
    count = nodes[bind].inputs[0].name
    first = next((j for j in range(bind) if nodes[j].op == "while" and any(v.name == count for v in nodes[j].outputs)), None)
    if first is None:
        return None
    body = nodes[first].blocks[1]
    inner = [n for n in body.nodes if n.op == "while"]
    room = next((n for n in body.nodes if n.op == "size"), None)
    counted = {v.name: r.name for v, r in zip(nodes[first].outputs, body.results)}
    binds = [j for j in range(first + 1, k) if nodes[j].op == "size" and nodes[j].inputs[0].name in counted]
    counters = [i for j in binds for i, v in enumerate(inner[0].outputs) if v.name == counted[nodes[j].inputs[0].name]] if inner else []
    if len(inner) != 1 or room is None or len(binds) != 2 or len(counters) != 2:
        return None
    binds.sort(key=lambda j: j != bind)
    return _Pair(first, (binds[0], binds[1]), k, inner[0], (counters[0], counters[1]), room, asked)


@dataclass(frozen=True, slots=True)
class _Same:
    """Carries of the run that counts -> those of the other, and those that the other has not: its count says what they are for."""

    carries: dict[int, int]
    flags: tuple[int, ...]

    def places(self, count: int) -> dict[int, int]:
        """Where they are among the carries of one run, those of the other (`count`) first."""
        return self.carries | {i: count + k for k, i in enumerate(self.flags)}


@dataclass(frozen=True, slots=True)
class _Pair:
    """Nodes `first`, which runs `inner` with more and more room until that is enough, `binds`, which call what it counted (iterations,
    and by how much arrays were longer), and `again`, the loop of so many iterations. `counters`: the carries of `inner` that count.
    `asked`: what holds in front of each iteration of `again`, since `inner` asks for it, too."""

    first: int
    binds: tuple[int, int]
    again: int
    inner: Node
    counters: tuple[int, int]
    room: Node
    asked: Block

    def merged(self, nodes: list[Node], results: Sequence[Value], kept: _Kept) -> list[Node] | None:
        loop = nodes[self.again]
        behind = Block((), tuple(nodes[self.again + 1:]), tuple(results))
        wanted = {v.name for v in free_values(behind)}
        left = [j for j, v in enumerate(loop.outputs) if v.name in wanted]
        trips, needed = (nodes[j].attrs["symbol"] for j in self.binds)
        grown = [loop.outputs[j] for j in left if needed in symbols_in(loop.outputs[j])]
        if any(trips in symbols_in(loop.outputs[j]) for j in left) or not all(keeps(n, needed) for n in loop.blocks[0].walk()):
            return None
        if any(trips in symbols_of(n) for n in loop.blocks[0].walk()):
            return None
        bound = [nodes[j] for j in self.binds]
        between = [n for n in nodes[self.first + 1:self.again] if n not in bound]
        alone = [n for n in between if {trips, needed} & symbols_of(n)]
        rest = [n for n in between if n not in alone]
        used = {v.name for n in rest for v in (*n.inputs, *(f for b in n.blocks for f in free_values(b)))}
        inside = {v.name for v in (*free_values(loop.blocks[0]), *loop.inputs, *(v for n in alone for v in n.inputs))}
        if any(v.name in used for n in alone for v in n.outputs) or any(v.name in used | inside for v in nodes[self.first].outputs):
            return None
        same = self._same(nodes, needed, kept.formats)
        if same is None:
            return None
        gone = {v.name for n in (nodes[self.first], *alone) for v in n.outputs}
        if kept.reserved and self._little() and not gone & wanted and self._parts_alone(behind, grown, {trips, needed}):
            made = self._once(nodes, alone, needed, same, left, kept)
            if made is not None:
                return [*nodes[:self.first], *rest, *made, *substitute(behind, {}, {needed: kept.reserved}).nodes]
        if grown:
            return None
        made = self._one(nodes, alone, needed, same, left, kept.names)
        return [*nodes[:self.first], *rest, *made, *bound, *alone, *behind.nodes]

    @staticmethod
    def _parts_alone(behind: Block, grown: Sequence[Value], symbols: set[str]) -> bool:
        """Whether parts alone are taken of arrays that have a room, and nothing else asks for it."""
        given = (v for n in behind.walk() for v in n.inputs if v.name not in {g.name for g in grown})
        asked = any(symbols & symbols_in(v) for v in given) or any(asks(n, symbols) for n in behind.walk())
        return not asked and all(takes_parts(behind, v, symbols) for v in grown)

    def _same(self, nodes: list[Node], needed: str, formats: Formats) -> _Same | None:
        """What the carries of the run that counts are in the other, if both do the same."""
        loop, outer = nodes[self.again], Numbering(formats)
        outer.symbols[needed] = ROOM
        outer.block(Block((), tuple(n for n in nodes[:self.again] if n is not nodes[self.first]), ()))
        inside = outer.within()
        inside.symbols[self.room.attrs["symbol"]] = ROOM
        body = nodes[self.first].blocks[1].nodes
        inside.block(Block((), body[:body.index(self.inner)], ()))
        found: dict[int, int] = {}
        for i, x in enumerate(self.inner.inputs):
            if i not in self.counters:
                j = next((j for j, y in enumerate(loop.inputs) if j not in found.values() and inside.of(x) == outer.of(y)
                          and inside.type_of(self.inner.blocks[1].params[i]) == outer.type_of(loop.blocks[0].params[j])), None)
                if j is not None:
                    found[i] = j
                elif x.shape:
                    return None
        one, two = inside.within(), outer.within().within()  # as deep: parameters are numbered by that
        for i, j in found.items():
            one.numbers[self.inner.blocks[1].params[i].name] = outer.number(("carry", i))
            two.numbers[loop.blocks[0].params[j].name] = outer.number(("carry", i))
        if not self._asks_as_much(one.within(), two.within(), found):
            return None
        step, again = one.block(self.inner.blocks[1]), two.block(loop.blocks[0])
        flags = tuple(i for i in range(len(self.inner.inputs)) if i not in found and i not in self.counters)
        return _Same(found, flags) if all(step[i] == again[j] for i, j in found.items()) and self._numbers_alone(flags) else None

    def _numbers_alone(self, flags: Sequence[int]) -> bool:
        """Whether an iteration makes these carries of numbers and of elements of arrays and their parts."""
        return all(n.op == "slice" or not v.shape for n in self._made(flags).walk() for v in n.outputs)

    def _made(self, flags: Sequence[int]) -> Block:
        step = self.inner.blocks[1]
        return live(Block(step.params, step.nodes, tuple(step.results[i] for i in flags)))

    def _asks_as_much(self, one: Numbering, two: Numbering, found: dict[int, int]) -> bool:
        """Whether the run that counts asks for all that the other does."""
        test = self.inner.blocks[0]
        for numbering, block, places in ((one, test, found.keys()), (two, self.asked, found.values())):
            for place, i in zip(places, found):
                if block.params:
                    numbering.numbers[block.params[place].name] = numbering.number(("carry", i))
            numbering.block(block)
        return {two.of(v) for v in self.asked.results} <= {one.of(v) for v in conjuncts(test)}

    def _once(self, nodes: list[Node], alone: list[Node], needed: str, same: _Same, left: list[int],
              kept: _Kept) -> list[Node] | None:
        """One run, with room for all there may ever be; None where it does not ask whether there is room."""
        first, loop = nodes[self.first], nodes[self.again]
        body, symbol = first.blocks[1], self.room.attrs["symbol"]
        given = {p.name: x for p, x in zip(body.params, first.inputs)}
        before = tuple(n for n in body.nodes[:body.nodes.index(self.inner)] if n is not self.room)
        front = substitute(Block((), before, ()), given, {symbol: kept.reserved})
        starts = self._starts(alone, loop, {needed: kept.reserved}, kept.names)
        run = self._run(loop, starts.results, same, {needed: kept.reserved, symbol: kept.reserved}, kept.names)
        run = replace(run, inputs=tuple(given.get(v.name, v) for v in run.inputs))
        test = checked(run.blocks[0], kept.reserved, kept.names)
        if test is None:
            return None
        ends = [with_room(v, needed, kept.reserved) for v in loop.outputs]
        outputs = tuple(ends[j] if j in left else v for j, v in enumerate(run.outputs))
        return [*front.nodes, *starts.nodes, replace(run, outputs=outputs, blocks=(test, run.blocks[1]))]

    def _starts(self, alone: list[Node], loop: Node, room: dict[str, str], names: Names) -> Block:
        """What makes the first lists, with another room; its results: what the loop begins with."""
        made = (v for n in alone for v in n.outputs)
        copies = {v.name: replace(v, name=names.fresh(), shape=tuple(d.substitute(room) for d in v.shape)) for v in made}
        return substitute(Block((), tuple(alone), loop.inputs), copies, room)

    def _one(self, nodes: list[Node], alone: list[Node], needed: str, same: _Same, left: list[int], names: Names) -> list[Node]:
        """The runs with more and more room, which hand on what the last of them leaves."""
        first, loop = nodes[self.first], nodes[self.again]
        body, room = first.blocks[1], {needed: self.room.attrs["symbol"]}
        at = body.nodes.index(self.inner)
        starts = self._starts(alone, loop, room, names)
        run = self._run(loop, starts.results, same, room, names)
        counted = {self.inner.outputs[i].name: run.outputs[j] for i, j in same.places(len(loop.inputs)).items()}
        counted |= {self.inner.outputs[i].name: v for i, v in zip(self.counters, (run.outputs[-1], self.room.inputs[0]))}
        tail = substitute(Block((), body.nodes[at + 1:], body.results), counted)
        params = tuple(replace(loop.outputs[j], name=names.fresh()) for j in left)
        test = first.blocks[0]
        before, more = Build(names, first.span), Build(names, first.span)
        inputs, results = [*first.inputs], [*tail.results]
        which = next((k for k, p in enumerate(body.params) if p.name == self.room.inputs[0].name), None)
        if which is not None and self._little():
            inputs[which] = before.const(START, "int64")
            results[which] = more.mul(body.params[which], more.const(MORE, "int64"))
        block = Block((*body.params, *params), (*body.nodes[:at], *starts.nodes, run, *tail.nodes, *more.nodes),
                      (*results, *(run.outputs[j] for j in left)))
        tested = Block((*test.params, *(replace(p, name=names.fresh()) for p in params)), test.nodes, test.results)
        return [*before.nodes, replace(first, inputs=(*inputs, *(loop.inputs[j] for j in left)), blocks=(tested, block),
                                       outputs=(*first.outputs, *(loop.outputs[j] for j in left)))]

    def _little(self) -> bool:
        """Whether items are small, whatever the data are."""
        symbol = self.room.attrs["symbol"]
        return all(little(p) for p in self.inner.blocks[1].params if symbol in symbols_in(p))

    def _run(self, loop: Node, inputs: Sequence[Value], same: _Same, room: dict[str, str], names: Names) -> Node:
        """One run, which counts its iterations in its last carry."""
        counter = self.counters[0]
        count = self.inner.blocks[1].params[counter]
        b = Build(names, self.inner.span)
        after = b.add(count, b.const(1, count.kind))
        again = substitute(loop.blocks[0], {}, room)
        index = Node("size", (count,), (), {"symbol": loop.attrs["index"]}, (), loop.span)
        carried = {self.inner.blocks[1].params[i].name: again.params[j] for i, j in same.carries.items()}
        flags = substitute(self._made(same.flags), carried, room)
        own = tuple(self.inner.blocks[1].params[i] for i in same.flags)
        step = Block((*again.params, *own, count), (index, *flags.nodes, *again.nodes, *b.nodes), (*again.results, *flags.results, after))
        test = self.inner.blocks[0]
        fresh = tuple(replace(p, name=names.fresh()) for p in (*again.params, *own))
        given = {test.params[i].name: fresh[j] for i, j in same.places(len(again.params)).items()}
        tested = substitute(Block((), test.nodes, test.results), given, room)
        outputs = tuple(replace(p, name=names.fresh()) for p in (*again.params, *own, count))
        begun = (self.inner.inputs[i] for i in (*same.flags, counter))
        return Node("while", (*inputs, *begun), outputs, {},
                    (Block((*fresh, test.params[counter]), tested.nodes, tested.results), step), self.inner.span)
