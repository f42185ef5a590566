"""Sums of outer products of which iterations read a part are added up for blocks of iterations, behind each block.

    for i: g = y[i]; y[i + 1:] += outer(u[i, i + 1:], g)
    for i0 by 32: for i from i0 to i1: g = y[i]; stack u[i, i1:], g; y[i + 1:i1] += outer(u[i, i + 1:i1], g)
                  y[i1:] += us.T @ gs

The reverse of a substitution, of a factorisation and of triangles times matrices adds a whole matrix in every iteration otherwise. What all
iterations of a block add to and none of them reads or stores is added behind the block as one product of matrices, the rest where it was:
no element gets a term that it did not get before. The terms are added in another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.ad.chains import chain_of
from precis.ad.deferred import Outer, outer_of
from precis.ad.extent import Extent
from precis.ad.regions import Ranges, Region, at_least, entered, known_sizes, surely_apart
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.rewrite import sizes_in, substitute
from precis.ir.size import Size, bounds, smallest
from precis.ir.types import Block, Cut, Guard, Node, Range, Value

BLOCK = 32  # iterations; as wide are the rests that iterations add
LEAST = BLOCK  # rows and columns that pay, in loops of twice as many iterations
Box = tuple[Cut, Cut]


@dataclass(frozen=True, slots=True)
class _Add:
    """An outer product that an iteration adds to `box` of a matrix; `shared`: what all iterations of a block add to."""

    outer: Outer
    box: Box
    shared: Box


def behind_blocks(body: Block, names: Names, extent: Extent, guards: Sequence[Guard]) -> Block:
    """`body` with such sums behind blocks of iterations."""
    found = _Pass(names, extent, known_sizes(guards)).block(body, {})
    return live(found) if found != body else body


@dataclass(frozen=True)
class _Pass:
    names: Names
    extent: Extent
    known: Sequence[Size]

    def block(self, block: Block, ranges: Ranges) -> Block:
        return replace(block, nodes=tuple(self._node(n, ranges) for n in block.nodes))

    def _node(self, node: Node, ranges: Ranges) -> Node:
        if node.op == "loop":
            self.extent.enter(node.attrs["index"], node.attrs["range"])
        inner = tuple(self.block(b, entered(node, ranges)) for b in node.blocks)
        node = replace(node, blocks=inner) if inner != node.blocks else node
        plain = node.op == "loop" and len(node.outputs) == len(node.inputs) and abs(node.attrs["range"].step) == 1
        return self._loop(node, ranges) if plain and self.extent.value(node.attrs["range"].trips) >= 2 * LEAST else node

    def _loop(self, loop: Node, ranges: Ranges) -> Node:
        """The loop over blocks; the same loop where it adds nothing that could wait."""
        range_, first = loop.attrs["range"], Size.of(self.names.fresh("block"))
        count = smallest(BLOCK, range_.trips - range_.iteration(first))
        run = Range(first, count, range_.step)
        adds = {name: (j, add) for j in range(len(loop.inputs)) for name, add in self._adds(loop, j, run, ranges)}
        if not adds:
            return loop
        (body,) = loop.blocks
        inner, waiting = self._inner(body, adds)
        params = tuple(replace(p, name=self.names.fresh(p.name)) for p in body.params)
        after = Build(self.names, loop.span)
        made = list(after.loop(run, params, inner, loop.attrs["index"]))
        ends, stacks = made[:len(params)], made[len(params):]
        for (j, add), a, b in zip(waiting, stacks[::2], stacks[1::2]):
            ends[j] = after.update_add(ends[j], after.einsum(a, b, spec="ki,kj->ij"), at=add.shared, container=ends[j].container)
        blocks = Range(range_.start, (range_.trips + (BLOCK - 1)) // BLOCK, range_.step * BLOCK)
        return replace(loop, attrs={"index": first.symbol, "range": blocks}, blocks=(after.block(params, ends),))

    def _inner(self, body: Block, adds: Mapping[str, tuple[int, _Add]]) -> tuple[Block, list[tuple[int, _Add]]]:
        """An iteration without what waits, stacking two vectors for each such sum; the sums in this order."""
        inside, waiting = Build(self.names), []
        stacked: list[Value] = []
        new: dict[str, Value] = {}
        for node in body.nodes:
            inside.span = node.span
            found = adds.get(node.output.name) if len(node.outputs) == 1 else None
            if found is None:
                inside.learn(substitute(Block((), (node,), ()), new).nodes[0])
                continue
            waiting.append(found)
            stacked += _stacked(inside, found[1])
            new[node.output.name] = _with_rests(inside, new.get(node.inputs[0].name, node.inputs[0]), found[1])
        results = (*(new.get(r.name, r) for r in body.results), *stacked)
        return live(inside.block(body.params, results)), waiting

    def _adds(self, loop: Node, j: int, run: Range, ranges: Ranges) -> Iterator[tuple[str, _Add]]:
        """Updates of carry `j` that could wait for the end of a block, by what they make."""
        chain = chain_of(loop.blocks[0], j)
        if chain is None:
            return
        by_name = {v.name: n for n in loop.blocks[0].nodes for v in n.outputs}
        index, inside = loop.attrs["index"], {loop.attrs["index"]: run.ends}
        over = {**ranges, index: loop.attrs["range"].ends}
        for node in chain.adds:
            outer = outer_of(by_name.get(node.inputs[1].name), by_name) if node.inputs[1].rank == 2 else None
            box = _box(node) if outer and outer.a.rank == outer.b.rank == 1 else None
            if outer is None or box is None or not self._pays(box) or chain.bound & frozenset().union(*map(sizes_in, box)):
                continue
            for shared, cut in _shared(box, inside):
                exists = all(at_least(i.length - c, over, self.known) for i, c in zip(box, cut) if c)
                if exists and all(surely_apart(Region(shared), r, inside) for r in chain.regions):
                    yield node.output.name, _Add(outer, box, shared)
                    break

    def _pays(self, box: Box) -> bool:
        return all(self.extent.value(i.length) >= LEAST for i in box)


def _box(node: Node) -> Box | None:
    """Where an update of a matrix adds, if that is a box."""
    at, (rows, columns) = node.attrs["at"], node.inputs[0].shape
    items = (*at, *(Cut(Size(), d) for d in (rows, columns)[len(at):]))
    plain = len(items) == 2 and all(isinstance(i, Cut) and i.step == 1 for i in items)
    return (items[0], items[1]) if plain and tuple(i.length for i in items) == node.inputs[1].shape else None


def _shared(box: Box, ranges: Ranges) -> Iterator[tuple[Box, tuple[int, int]]]:
    """Boxes that all iterations add to, largest first, with how much narrower than that the axes are: an iteration may store the last one
    that all share. Along each axis one end at most moves, so that the largest is as long as some iteration's box."""
    ends = [_ends(i, ranges) for i in box]
    if None in ends:
        return
    (a, b) = (e for e in ends if e)
    yield (a.cut(0), b.cut(0)), (0, 0)
    if a.moving:
        yield (a.cut(1), b.cut(0)), (1, 0)
    if b.moving:
        yield (a.cut(0), b.cut(1)), (0, 1)


@dataclass(frozen=True, slots=True)
class _Ends:
    """The part of an axis that all iterations share; moving: -1 where it begins, 1 where it ends, 0 for neither."""

    start: Size
    end: Size
    moving: int

    def cut(self, narrower: int) -> Cut:
        return Cut(self.start + narrower * (self.moving < 0), self.end - self.start - narrower)


def _ends(item: Cut, ranges: Ranges) -> _Ends | None:
    start, end = bounds(item.start, ranges), bounds(item.start + item.length, ranges)
    if start is None or end is None or (start[0] != start[1] and end[0] != end[1]):
        return None
    return _Ends(start[1], end[0], -1 if start[0] != start[1] else 1 if end[0] != end[1] else 0)


def _part(b: Build, v: Value, of: Cut, part: Cut) -> Value:
    """Of a vector along `of` what lies along `part`."""
    return v if of == part else b.slice(v, at=(Cut(part.start - of.start, part.length),))


def _stacked(b: Build, add: _Add) -> tuple[Value, Value]:
    vectors = zip((add.outer.a, add.outer.b), add.box, add.shared)
    one, other = (_part(b, v, of, part) for v, of, part in vectors)
    return one, other


def _with_rests(b: Build, target: Value, add: _Add) -> Value:
    """`target` with what an iteration adds beside what is shared: rows as long as they are, and columns of the shared rows."""
    (rows, columns), (shared_rows, shared_columns) = add.box, add.shared
    boxes = [(r, columns) for r in _beside(rows, shared_rows)] + [(shared_rows, c) for c in _beside(columns, shared_columns)]
    for box in boxes:
        one, other = (_part(b, v, of, part) for v, of, part in zip((add.outer.a, add.outer.b), add.box, box))
        term = b.mul(b.reshape(one, shape=(box[0].length, Size.of(1))), b.reshape(other, shape=(Size.of(1), box[1].length)))
        target = b.update_add(target, term, at=box, container=target.container)
    return target


def _beside(item: Cut, shared: Cut) -> Iterator[Cut]:
    """What `item` has in front of and behind what is shared."""
    end, last = shared.start + shared.length, item.start + item.length
    yield from (Cut(start, length) for start, length in ((item.start, shared.start - item.start), (end, last - end)) if length != Size())
