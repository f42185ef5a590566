"""A run that counts the iterations of a loop is the run itself, where the loop does all that it does.

    while test: (step, count iterations); trips = size(count); for k < trips: the same step, with lists that have room for `trips` items
                                        ->
    while test: step, count iterations, with lists that have address space; trips = size(count)

`while` loops that append to lists which they do not read are lifted so (the steps of an adaptive integrator). That both do the same is
proved by numbering their values: carries are told apart by what they begin with, then by what an iteration makes of them, as long as that
tells some apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from precis.ir.build import Build, Names
from precis.ir.grown.numbering import Formats, Numbering
from precis.ir.grown.reserved import most_items, with_most, with_room
from precis.ir.grown.room_asked import keeps, symbols_in, takes_parts, with_checks
from precis.ir.rewrite import free_values, substitute, symbols_of
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Node, Value


@dataclass(frozen=True, slots=True)
class CountedRun:
    """Nodes `first`, a while loop whose carry `counter` counts its iterations, `bind`, which calls that a size, and `again`, the loop of so
    many iterations."""

    first: int
    bind: int
    again: int
    counter: int

    @classmethod
    def of(cls, nodes: Sequence[Node], k: int) -> CountedRun | None:
        """The runs of a loop, if node `k` is the loop that is run again."""
        loop = nodes[k]
        range_ = loop.attrs["range"] if loop.op == "loop" else None
        symbol = None if range_ is None or range_.start != Size() or range_.step != 1 else range_.trips.symbol
        if symbol is None:
            return None
        bind = next((j for j in range(k) if nodes[j].op == "size" and nodes[j].attrs["symbol"] == symbol), None)
        if bind is None:
            return None
        name = nodes[bind].inputs[0].name
        places = ((j, i) for j in range(bind) if nodes[j].op == "while" for i, v in enumerate(nodes[j].outputs) if v.name == name)
        first, counter = next(places, (0, 0))
        found = cls(first, bind, k, counter)
        return found if nodes[first].op == "while" and found._counts(nodes) else None

    def _counts(self, nodes: Sequence[Node]) -> bool:
        """Whether the carry is the number of iterations."""
        first = nodes[self.first]
        made = {v.name: n for n in (*nodes[:self.first], *first.blocks[1].nodes) for v in n.outputs}
        begun, step = made.get(first.inputs[self.counter].name), made.get(first.blocks[1].results[self.counter].name)
        param = first.blocks[1].params[self.counter].name
        if begun is None or begun.op != "const" or begun.attrs["value"] != 0 or step is None or step.op != "add":
            return False
        one = next((made.get(v.name) for v in step.inputs if v.name != param), None)
        return param in {v.name for v in step.inputs} and one is not None and one.op == "const" and one.attrs["value"] == 1

    def merged(self, nodes: list[Node], results: Sequence[Value], names: Names, formats: Formats, space: str,
               begun: Mapping[str, Any]) -> list[Node] | None:
        """The nodes with one run; None where the loop does other things, or asks how many iterations there are."""
        first, loop, trips = nodes[self.first], nodes[self.again], nodes[self.bind].attrs["symbol"]
        between = [n for j, n in enumerate(nodes[self.first + 1:self.again], self.first + 1) if j != self.bind]
        alone = [n for n in between if trips in symbols_of(n)]
        rest = [n for n in between if n not in alone]
        behind = Block((), tuple(nodes[self.again + 1:]), tuple(results))
        beside = {v.name for v in free_values(Block((), (*rest, *behind.nodes), behind.results))}
        inside = {v.name for v in free_values(Block((), (*alone, loop), ()))}
        if any(v.name in beside for n in (first, *alone) for v in n.outputs) or any(v.name in inside for v in first.outputs):
            return None
        if not all(keeps(n, trips) for n in (*alone, *loop.blocks[0].walk())):
            return None
        same = self._same(nodes, formats)
        if same is None:
            return None
        lists = {v.name for v in loop.outputs[:len(loop.inputs)] if trips in symbols_in(v) and takes_parts(behind, v, {trips})}
        room = names.fresh(space)
        made = self._one(nodes, alone, same, names, room, begun, lists)
        longer = {v.name: with_room(v, trips, room) for v in loop.outputs if v.name in lists}
        return [*nodes[:self.first], *rest, *made, *substitute(behind, longer).nodes]

    def _same(self, nodes: Sequence[Node], formats: Formats) -> dict[int, int | Value] | None:
        """What each carry of the run that counts is in the loop: a carry, by its place, or what an iteration makes; None where one is
        nothing that the loop has."""
        first, loop = nodes[self.first], nodes[self.again]
        outer = Numbering(formats)
        outer.block(Block((), tuple(n for n in nodes[:self.again] if n is not first), ()))
        runs = (first.blocks[1], loop.blocks[0])
        classes = [[outer.number((outer.of(x), outer.type_of(p))) for x, p in zip(node.inputs, block.params)]
                   for node, block in zip((first, loop), runs)]
        while True:
            steps = [_step(outer, block, known) for block, known in zip(runs, classes)]
            results = [[step.of(r) for r in block.results[:len(known)]] for step, block, known in zip(steps, runs, classes)]
            finer = [[outer.number(pair) for pair in zip(known, result)] for known, result in zip(classes, results)]
            if len({c for known in finer for c in known}) == len({c for known in classes for c in known}):
                break
            classes = finer
        carries = {c: j for j, c in reversed(list(enumerate(classes[1])))}
        made = {steps[1].of(v): v for n in loop.blocks[0].nodes for v in n.outputs}
        found = {i: carries.get(c, made.get(results[0][i])) for i, c in enumerate(classes[0]) if i != self.counter}
        return None if None in found.values() else {i: x for i, x in found.items() if x is not None}

    def _one(self, nodes: Sequence[Node], alone: list[Node], same: Mapping[int, int | Value], names: Names, room: str,
             begun: Mapping[str, Any], lists: set[str]) -> list[Node]:
        """One run, and what it leaves as long as it was to be; those of which parts are taken alone, `lists`, as long as there is room."""
        first, loop, trips = nodes[self.first], nodes[self.again], nodes[self.bind].attrs["symbol"]
        body, carried = loop.blocks[0], len(loop.inputs)
        grown = [v for v in (*body.params, *loop.outputs) if trips in symbols_in(v)]
        b = Build(names, loop.span)
        bind = most_items(b, grown, room)
        starts = substitute(Block((), tuple(alone), loop.inputs), {}, {trips: room})
        stacks = [with_room(replace(v, name=names.fresh(), container=None), trips, room) for v in loop.outputs[carried:]]
        s = Build(names, loop.span)
        empty = [_empty(s, v, begun) for v in stacks]
        count = first.blocks[1].params[self.counter]
        own = {i: x for i, x in same.items() if isinstance(x, Value)}  # carries that the test alone asks for
        step = self._body(loop, stacks, count, trips, room, names)
        step = Block((*step.params, *(first.blocks[1].params[i] for i in own)), step.nodes, (*step.results, *own.values()))
        fresh = [replace(p, name=names.fresh(), container=None) for p in step.params]
        counter, *tested = fresh[carried + len(stacks):]
        places = {i: fresh[x] for i, x in same.items() if isinstance(x, int)} | dict(zip(own, tested)) | {self.counter: counter}
        test = first.blocks[0]
        test = substitute(Block((), test.nodes, test.results), {test.params[i].name: v for i, v in places.items()})
        cut = [v for v in loop.outputs if trips in symbols_in(v) and v.name not in lists]
        kept = {j: with_room(v, trips, room) for j, v in enumerate(loop.outputs) if v not in cut}
        left = [kept.get(j) or replace(p, name=names.fresh(), container=None) for j, p in enumerate(step.params)]
        inputs = (*starts.results, *empty, first.inputs[self.counter], *(first.inputs[i] for i in own))
        run = Node("while", inputs, tuple(left), {}, (Block(tuple(fresh), test.nodes, test.results), step), loop.span)
        again = replace(nodes[self.bind], inputs=(left[len(loop.outputs)],))
        parts = [_part(x, v) for x, v in zip(left, loop.outputs) if v in cut]
        return [*b.nodes, *bind, *starts.nodes, *s.nodes, run, again, *parts]

    def _body(self, loop: Node, stacks: Sequence[Value], count: Value, trips: str, room: str, names: Names) -> Block:
        """An iteration, which counts itself, and stores its rows where they belong."""
        carried, index = len(loop.inputs), loop.attrs["index"]
        body = substitute(with_checks(loop.blocks[0], trips, room, names), {}, {trips: room})
        b = Build(names, loop.span)
        after = b.add(count, b.const(1, count.kind))
        nodes: list[Node] = [Node("size", (count,), (), {"symbol": index}, (), loop.span), *body.nodes, *b.nodes]
        rows = list[Value]()
        for v, x in zip(stacks, body.results[carried:]):
            out = replace(v, name=names.fresh())
            at = (At(Size.of(index)), *(Cut(Size(), d) for d in v.shape[1:]))
            nodes += [*with_most(Size.of(index) + 1, room, names, loop.span), Node("update", (v, x), (out,), {"at": at}, (), loop.span)]
            rows.append(out)
        return Block((*body.params, *stacks, count), tuple(nodes), (*body.results[:carried], *rows, after))


def _step(outer: Numbering, block: Block, known: Sequence[int]) -> Numbering:
    """The numbers of what an iteration makes, where carries of one class are the same."""
    inner = outer.within()
    for p, c in zip(block.params, known):
        inner.numbers[p.name] = outer.number(("carry", c))
    inner.block(block)
    return inner


def _empty(b: Build, v: Value, begun: Mapping[str, Any]) -> Value:
    """An array of which nothing is written yet."""
    none = b.zeros((Size(), *v.shape[1:]), v.kind)
    return b.update(b.zeros(v.shape, v.kind), none, at=tuple(Cut(Size(), d) for d in none.shape), **begun)


def _part(x: Value, v: Value) -> Node:
    """What a loop left, as long as it was to be."""
    return Node("slice", (x,), (v,), {"at": tuple(Cut(Size(), d) for d in v.shape)}, (), None)
