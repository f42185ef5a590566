"""Loops with a product of a row by a matrix in each iteration run in blocks, in front of which one product of matrices computes the rows.

    for i: c[i, i:] = x[:, i] @ x[:, i:]
    for i0 by 64: rows = x[:, i0:i1].T @ x[:, i0:]; for i from i0 to i1: c[i, i:] = rows[i - i0, i - i0:]

What the product reads has to be there in front of the block: arrays from outside the loop, and parts of carried ones that no iteration of
the block writes. Sums of a library have no order, so this is for products that a library may compute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from precis.emit.plan.blocks import cut, few, over_blocks, renewed
from precis.emit.plan.boxes import Defined, Ranges, Read, apart, bound_inside, written
from precis.emit.plan.computed_rows import ComputedRows, computed_rows
from precis.emit.plan.contract import LIBRARY_FORMATS
from precis.emit.plan.row_products import Rows, Run, rows_of
from precis.emit.plan.shared_columns import Shared, both, shared_columns
from precis.emit.plan.stacked import stacks_carried
from precis.emit.plan.window_rows import WindowRows, as_product, window_rows
from precis.formats import FORMATS, Assignment, Format
from precis.ir.build import Build, Names
from precis.ir.ops.reductions import row_by_row
from precis.ir.rewrite import map_sizes, sizes_in
from precis.ir.size import Size, smallest
from precis.ir.types import Block, Item, Node, Value, values_of

LEAST = 8  # elements along an axis
BLOCK = 64  # iterations
HALF = BLOCK // 2  # where iterations add a rest, which is a triangle as wide as the block
LIBRARY = 32768  # multiplications of a product from which on a library is asked
WIDE = FORMATS["binary64"]
Formats = Mapping[str, Format | None]
Sizes = Sequence[tuple[str, int]]
AnyRows = Rows | ComputedRows | WindowRows


def blocked(block: Block, sizes: Sizes, assignment: Assignment, formats: Formats) -> Block:
    """The body of a program, of these `sizes`, with such loops in blocks."""
    taken = {v.name for v in values_of(block)} | {name for name, _ in sizes} | set(bound_inside(block))
    return _Pass(Names(taken), assignment, formats, dict(sizes)).block(block)


@dataclass(frozen=True)
class _Pass:
    names: Names
    assignment: Assignment
    formats: Formats
    example: Mapping[str, int]
    around: Ranges = field(default_factory=dict)  # what the indices of the loops around run through

    def within(self, loop: Node) -> _Pass:
        return self.among(loop.attrs["index"], loop.attrs["range"].ends)

    def among(self, index: str, ends: tuple[Size, Size]) -> _Pass:
        return replace(self, around={**self.around, index: ends})

    def block(self, block: Block) -> Block:
        return replace(block, nodes=tuple(made for n in block.nodes for made in self._nodes(n)))

    def _nodes(self, node: Node, columns: bool = True) -> tuple[Node, ...]:
        """`columns`: those that the rows of a block share may be taken together."""
        if node.op == "loop" and self._stacks(node):
            before, carried = stacks_carried(node, self.names) if len(node.outputs) > len(node.inputs) else ((), node)
            made = (self._columns(carried) if columns else ()) or self._loop(carried)
            if made:
                return (*before, *made)
            inner = replace(node, blocks=tuple(map(self.within(node).block, node.blocks)))
            return self._windows(inner) or (inner,)
        state = self.within(node) if node.op == "loop" else self
        return (replace(node, blocks=tuple(map(state.block, node.blocks))) if node.blocks else node,)

    def _stacks(self, loop: Node) -> bool:
        """Whether all that a loop stacks is of binary64, which it keeps where it is filled in row by row."""
        rows = zip(loop.blocks[0].results, loop.outputs)
        return all(self.formats.get(v.name, WIDE) == WIDE and v.kind == "real" for pair in [*rows][len(loop.inputs):] for v in pair)

    def _columns(self, loop: Node) -> tuple[Node, ...]:
        """The loop in blocks that take columns together, where there is more than one block, in the example at least: text for both
        takes compilers long. None where these have no products that ask for it."""
        trips = loop.attrs["range"].trips
        if trips.symbols() <= self.example.keys() and trips.value(self.example) <= BLOCK:
            return ()
        if not cut(loop) or any(self.assignment.value_of(v.name) for v in values_of(loop.blocks[0])):
            return ()
        first = Size.of(self.names.fresh("block"))
        tried = (self._together(s, first) for s in shared_columns(loop, self._block_of(loop, first, BLOCK)))
        made = next((m for m in tried if m), None)
        if made is None:
            return ()
        front, small = Build(self.names, loop.span), renewed(Block((), (loop,), loop.outputs), self.names)
        large = front.lt(front.const(BLOCK), front.index(value=loop.attrs["range"].trips))
        return (*front.nodes, Node("cond", (large,), loop.outputs, {}, (Block((), (made,), made.outputs), small), loop.span))

    def _together(self, shared: Shared, first: Size) -> Node | None:
        loop = shared.loop
        params = tuple(replace(p, name=self.names.fresh(p.name)) for p in loop.blocks[0].params)
        far, near, results = both(shared, params, self.names)
        state = replace(self, around=shared.run.around)
        made = state._loop(far)
        if not made:
            return None
        front, parts = Build(self.names, loop.span), (made, state._nodes(near, False))
        for node in (n for part in (parts if shared.first else parts[::-1]) for n in part):
            front.learn(node)
        made = over_blocks(loop, first, BLOCK, front.block(params, results))
        return replace(made, outputs=tuple(replace(v, name=self.names.fresh(v.name)) for v in loop.outputs))

    def _loop(self, loop: Node) -> tuple[Node, ...]:
        """The loop in blocks; none where it has no product that asks for it."""
        (body,) = loop.blocks
        if not cut(loop):
            return ()
        first = Size.of(self.names.fresh("block"))
        found = _Found(self, loop, self._block_of(loop, first, BLOCK))
        body = self._with_vectors(body, found)
        rows = found.rows(body)
        length = HALF if any(r.split for r in rows.values()) else BLOCK
        return _made(_Found(self, loop, self._block_of(loop, first, length)), first, length, body) if rows else ()

    def _block_of(self, loop: Node, first: Size, length: int) -> Run:
        """The iterations of the block that begins at index `first`, of `length` or what is left."""
        range_, symbol = loop.attrs["range"], first.symbol
        assert symbol
        count = smallest(length, range_.trips - range_.iteration(first))
        last = first + range_.step * (count - 1)
        low, high = (first, last) if range_.step > 0 else (last, first)
        return Run(loop.attrs["index"], low, high, count, range_.ends, {**self.around, symbol: range_.ends})

    def _windows(self, loop: Node) -> tuple[Node, ...]:
        """The loop behind the products of all windows that move with it; nothing where it has none."""
        (body,), range_ = loop.blocks, loop.attrs["range"]
        if len(body.results) != len(loop.inputs) or few(range_.trips):
            return ()
        low, high = range_.ends
        found = _Found(self, loop, Run(loop.attrs["index"], low, high, range_.trips, range_.ends, self.around), True)
        if not found.rows(body, 0):
            return ()
        front = Build(self.names, loop.span)
        inner = found.body(body, front, dict(zip((p.name for p in body.params), loop.inputs)), 0)
        return (*front.nodes, replace(loop, blocks=(inner,)))

    def _with_vectors(self, body: Block, found: _Found) -> Block:
        """The body with a product of a row by a matrix in front of an inner loop, in place of inner products inside, where such rows are
        computed in blocks."""
        for k, node in enumerate(body.nodes):
            front = _in_front(self.within(found.loop), node) if node.op == "loop" else None
            if front is not None:
                nodes, names = front
                opened = replace(body, nodes=(*body.nodes[:k], *nodes, *body.nodes[k + 1:]))
                if names <= found.rows(opened).keys():
                    return self._with_vectors(opened, found)
        return body

    def _short(self, size: Size) -> bool:
        """Whether an axis is none for a library, in the example that the program was lifted with."""
        return size.symbols() <= self.example.keys() and size.value(self.example) < LEAST

    def wide(self, values: Sequence[Value], defined: Defined) -> bool:
        """Whether everything that values are computed from in the body is of binary64, and so computed in it."""
        todo, seen = list(values), set()
        while todo:  # each value once: values are used several times, chains of them by as many ways as powers of two
            v = todo.pop()
            if v.name in seen:
                continue
            seen.add(v.name)
            if self.formats.get(v.name, WIDE) != WIDE:
                return False
            node = defined.get(v.name)
            todo += node.inputs if node is not None and not node.blocks else ()
        return True

    def plain(self, node: Node) -> bool:
        """Whether a library may compute a contraction with any order of its sums. Those of binary32 keep theirs where they are small,
        which rules out rows that have lanes. Parts of operands of such contractions, which are made here, have no format yet."""
        if any(map(self._short, (d for v in node.inputs for d in v.shape))) or not self.unordered(node):
            return False
        return self.assignment.accumulate_of(node.site) == WIDE or not row_by_row(node.attrs["spec"])

    def unordered(self, node: Node) -> bool:
        """The same whatever its axes are, and of whatever order its sums are."""
        if node.op != "einsum" or node.attrs.keys() - {"spec"} or self.assignment.value_of(node.output.name):
            return False
        held = self.assignment.accumulate_of(node.site)
        alike = all(self.formats.get(v.name, held) == held for v in node.inputs) and self.assignment.multiplicand_of(node.site) == held
        return alike and held in LIBRARY_FORMATS


@dataclass(frozen=True)
class _Found:
    """The products of a loop's body that are rows of one product for all iterations of `run`; or those of windows that move."""

    state: _Pass
    loop: Node
    run: Run
    windows: bool = False

    def rows(self, body: Block, rank: int = 1) -> dict[str, AnyRows]:
        """By the value of the body that is such a row, of at least `rank` axes."""
        defined = {v.name: n for n in body.nodes for v in n.outputs}
        asked = self.state.unordered if self.windows else self.state.plain
        products = (as_product(n, defined) for n in body.nodes) if self.windows else body.nodes
        plain = (n for n in products if asked(n) and n.output.rank >= rank)
        found = {n.output.name: self._rows(n, body, defined) for n in plain}
        return {name: rows for name, rows in found.items() if rows and (self.ordered(rows) or (rank and self._may_branch(body)))}

    def _rows(self, node: Node, body: Block, defined: Defined) -> AnyRows | None:
        def outside(read: Read, own: tuple[Item, ...] = ()) -> Value | None:
            return self._outside(body, defined, read, own)
        held = self.state.assignment.accumulate_of(node.site)
        if self.windows:
            trips = self.loop.attrs["range"].trips
            return window_rows(node, defined, self.run, outside, trips, self.state.example, held.bytes)
        wide = held == WIDE and self.state.wide(node.inputs, defined)
        return rows_of(node, defined, self.run, outside) or (computed_rows(node, defined, self.run, outside) if wide else None)

    def ordered(self, rows: AnyRows) -> bool:
        """Whether the order of the sums stays, or need not."""
        return not rows.split or self.state.assignment.accumulate_of(rows.node.site) == WIDE

    def _may_branch(self, body: Block) -> bool:
        """Whether a block of iterations may have its body twice, once with the order of the sums."""
        return not any(self.state.assignment.value_of(v.name) for v in values_of(body))

    def least(self, body: Block) -> Size | None:
        """How many multiplications there are in the smallest product in front of a run that changes the order of sums of binary32, which
        stays in what no library computes; None where no product does."""
        found = [r.multiplications for r in self.rows(body).values() if isinstance(r, Rows) and not self.ordered(r)]
        return reduce(smallest, found) if found else None

    def _outside(self, body: Block, defined: Defined, read: Read, own: tuple[Item, ...]) -> Value | None:
        """What has the elements of a read in front of the run: an array from outside, or a carried one that is not yet written there.
        own: what an iteration wants of the read, if that is known."""
        if any(sizes_in(item) & set(bound_inside(body)) for item in read.at):
            return None
        k = next((k for k, p in enumerate(body.params) if p.name == read.base.name), None)
        if k is None:
            return None if read.base.name in defined else read.base
        return read.base if self._unwritten(body, k, read.at, own) else None

    def _unwritten(self, body: Block, k: int, at: tuple[Item, ...], own: tuple[Item, ...]) -> bool:
        """Whether no iteration writes what is read, or no earlier one what an iteration wants of it."""
        boxes, run = written(body, k), self.run
        return boxes is not None and all(apart(at, items, {**run.ranges, **inner}, run.around) or (own and self._later(own, items, inner))
                                         for items, inner in boxes)

    def _later(self, own: tuple[Item, ...], items: tuple[Item, ...], inner: Ranges) -> bool:
        """Whether what an iteration writes is apart from what later ones want."""
        run = self.run
        here, other = Size.of(run.index), {run.index: Size.of(f"{run.index}'")}
        earlier = (run.low, here - 1) if self.loop.attrs["range"].step > 0 else (here + 1, run.high)
        written = map_sizes(items, lambda size: size.substitute(other))
        within = {name: (low.substitute(other), high.substitute(other)) for name, (low, high) in inner.items()}
        return apart(own, written, {f"{run.index}'": earlier, **within}, run.around)

    def body(self, body: Block, front: Build, given: Mapping[str, Value], rank: int = 1) -> Block:
        """The body with the rows read where they were computed; their products go to `front`, where carried arrays are those `given`."""
        found, inside = self.rows(body, rank), Build(self.state.names)
        for node in body.nodes:
            rows = found.get(node.outputs[0].name) if node.outputs else None
            if rows is None:
                inside.learn(node)
                continue
            front.span = inside.span = node.span
            bases = tuple(given.get(v.name, v) for v in rows.bases)
            row = rows.iteration(inside, replace(rows, bases=bases).build(front))
            inside.learn(Node("store" if node.output.container else "stop", (row,), node.outputs, {}, (), node.span))
        return inside.block(body.params, body.results)


def _made(found: _Found, first: Size, length: int, body: Block) -> tuple[Node, ...]:
    """The loop over blocks."""
    loop, names = found.loop, found.state.names
    params = tuple(replace(p, name=names.fresh(p.name)) for p in body.params)
    front, least = Build(names, loop.span), found.least(body)
    if least is None:
        outputs = _block_of(found, body, params, front)
    else:
        then, otherwise = front.child(), front.child()
        large = front.le(front.const(LIBRARY), front.index(value=least))
        sides = _block_of(found, body, params, then), _run(found, renewed(body, names), params, otherwise)
        both = then.block((), sides[0]), otherwise.block((), sides[1])
        outputs = front.cond(large, *both, [v.container for v in loop.outputs])
    return (over_blocks(loop, first, length, front.block(params, outputs)),)


def _block_of(found: _Found, body: Block, params: Sequence[Value], front: Build) -> tuple[Value, ...]:
    """What a run makes of the carries `params`, with its products in front."""
    return _run(found, found.body(body, front, dict(zip((p.name for p in body.params), params))), params, front)


def _run(found: _Found, body: Block, params: Sequence[Value], front: Build) -> tuple[Value, ...]:
    """The iterations of a run, in a loop of their own."""
    loop = found.loop
    outputs = tuple(replace(v, name=found.state.names.fresh(v.name)) for v in loop.outputs)
    made = Node("loop", tuple(params), outputs, {**loop.attrs, "range": found.run.range(loop.attrs["range"].step)}, (body,), loop.span)
    state = replace(found.state, around=found.run.around).within(made)
    front.learn(replace(made, blocks=(state.block(body),)))
    return outputs


def _in_front(state: _Pass, loop: Node) -> tuple[tuple[Node, ...], set[str]] | None:
    """A loop with inner products computed in front of it: nodes in its place, and the values that are such products."""
    (body,), range_ = loop.blocks, loop.attrs["range"]
    low, high = range_.ends
    found = _Found(state, loop, Run(loop.attrs["index"], low, high, range_.trips, range_.ends, state.around))
    rows = found.rows(body, 0)
    if not rows or any(r.node.output.rank or (isinstance(r, Rows) and r.multiplications == Size()) for r in rows.values()):
        return None
    front = Build(state.names, loop.span)
    inner = found.body(body, front, dict(zip((p.name for p in body.params), loop.inputs)), 0)
    names = {n.output.name for n in front.nodes if n.op == "einsum"}
    return (*front.nodes, replace(loop, blocks=(inner,))), names
