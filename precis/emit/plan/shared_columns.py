"""Loops over rows, whose columns wait for those before, take the columns that all rows of a block have in common together.

    for i: for j < i: a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]; ...

    for i0 by 64: for j < i0: for i from i0 to i1: a[i, j] = ...
                  for i from i0 to i1: for j from i0 to i: a[i, j] = ...; ...

(strip mining, index set splitting and interchange; Allen & Kennedy, Optimizing Compilers for Modern Architectures, 2001.) The loop over
columns of a block is one whose products precis.emit.plan.blocked computes together. What the block shares comes first, or last, in each
iteration; nothing of it may touch what the other iterations of the block do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from precis.emit.plan.blocks import renewed
from precis.emit.plan.boxes import Ranges
from precis.emit.plan.row_products import Run
from precis.emit.plan.touched import Touch, all_apart, touched
from precis.ir.build import Names
from precis.ir.rewrite import free_values
from precis.ir.size import Size
from precis.ir.types import Block, Node, Range, Value

FREE = ("const", "index")  # what costs nothing to compute again


@dataclass(frozen=True, slots=True)
class Shared:
    """Of the loop over columns `inner`, in the body of `loop`, the columns that all iterations of `run` have; `first`: which come first."""

    loop: Node
    inner: Node
    run: Run
    columns: Range
    first: bool

    def near(self) -> Block:
        """The body for the other columns."""
        (body,), range_ = self.loop.blocks, self.inner.attrs["range"]
        start = self.columns.start + self.columns.step * self.columns.trips if self.first else range_.start
        rest = Range(start, range_.trips - self.columns.trips, range_.step)
        inner = replace(self.inner, attrs={**self.inner.attrs, "range": rest})
        return replace(body, nodes=tuple(inner if n is self.inner else n for n in body.nodes))

    def carried(self) -> list[int]:
        """By carry of the inner loop: which one of the outer loop's."""
        body = self.loop.blocks[0]
        outer, own = (body.params, self.inner.inputs) if self.first else (body.results, self.inner.outputs)
        names = [v.name for v in outer]
        return [names.index(v.name) for v in own]


def shared_columns(loop: Node, run: Run) -> Iterator[Shared]:
    """The columns that may be taken together, of one or the other inner loop."""
    (body,) = loop.blocks
    found = (_shared(loop, n, run) for n in body.nodes if n.op == "loop" and len(n.inputs) == len(n.outputs))
    return (s for s in found if s and _at_the_end(s) and _independent(s))


def _shared(loop: Node, inner: Node, run: Run) -> Shared | None:
    range_: Range = inner.attrs["range"]
    low, high = range_.ends
    growth = run.growth(low), run.growth(high)
    if abs(range_.step) != 1 or growth not in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        return None
    least, most = run.largest(low), run.least(high)
    upwards = range_.step > 0
    return Shared(loop, inner, run, Range(least if upwards else most, most - least + 1, range_.step), upwards == (growth[0] == 0))


def _at_the_end(s: Shared) -> bool:
    """Whether the inner loop is all that an iteration begins, or ends, with, and needs nothing that the iteration computes."""
    (body,) = s.loop.blocks
    k = next(k for k, n in enumerate(body.nodes) if n is s.inner)
    beside = body.nodes[:k] if s.first else body.nodes[k + 1:]
    outer = {v.name for v in (body.params if s.first else body.results)}
    handed = {v.name for v in (s.inner.inputs if s.first else s.inner.outputs)}
    own = {v.name for n in body.nodes if n.op not in FREE for v in n.outputs} | {p.name for p in body.params}
    free = {v.name for v in free_values(s.inner.blocks[0])}
    return all(n.op in FREE for n in beside) and handed <= outer and len(handed) == len(s.inner.inputs) and not free & own


def _independent(s: Shared) -> bool:
    """Whether columns of one iteration touch nothing of what another one does to its columns, or that comes before it no longer does."""
    near, own = s.near(), s.inner.blocks[0]
    body, inner = s.loop.blocks[0], s.inner.attrs["index"]
    columns = {inner: s.columns.ends}
    before = s.first == (s.loop.attrs["range"].step > 0)
    for k, outer in enumerate(s.carried()):
        mine = touched(own, own.params[k], own.results[k])
        others = touched(near, body.params[outer], near.results[outer])
        if mine is None or others is None or not mine or any(not v.shape for v in own.params):
            return False
        mine = [replace(t, ranges={**columns, **t.ranges}) for t in mine]
        if not all(all_apart(mine, _elsewhere(mine, s), _around(s, side), s.run.around) for side in (True, False)):
            return False
        if not all_apart(mine, _elsewhere(others, s), _around(s, before), s.run.around):
            return False
    return True


def _elsewhere(touches: Sequence[Touch], s: Shared) -> list[Touch]:
    """The same in another iteration."""
    symbols = {s.run.index, *(name for t in touches for name in t.ranges)}
    return [t.renamed({name: Size.of(_other(name)) for name in symbols}) for t in touches]


def _around(s: Shared, before: bool) -> list[Ranges]:
    """What the index of an iteration, and that of another one with a smaller (larger) index, run through."""
    run, here = s.run, Size.of(s.run.index)
    smaller, both = (run.low, here - 1) if before else (here + 1, run.high), (run.low, run.high)
    return [{_other(run.index): smaller}, {run.index: both, _other(run.index): both}]


def _other(name: str) -> str:
    return f"{name}'"


def both(s: Shared, params: Sequence[Value], names: Names) -> tuple[Node, Node, tuple[Value, ...]]:
    """The loop over the shared columns, the one over the iterations of the block without them, and what both make of the carries."""
    carried, values = s.carried(), list(params)
    near = None if s.first else _near(s, values, names)
    values = list(near.outputs) if near else values
    far = _far(s, [values[k] for k in carried], names)
    for k, v in zip(carried, far.outputs):
        values[k] = v
    near = near or _near(s, values, names)
    return far, near, near.outputs if s.first else tuple(values)


def _far(s: Shared, given: Sequence[Value], names: Names) -> Node:
    own = s.inner.blocks[0]
    params = tuple(replace(p, name=names.fresh(p.name)) for p in own.params)
    made = tuple(replace(r, name=names.fresh(r.name)) for r in own.results)
    rows = Node("loop", params, made, {**s.loop.attrs, "range": s.run.range(s.loop.attrs["range"].step)}, (_again(s, names),), s.inner.span)
    outputs = tuple(replace(v, name=names.fresh(v.name)) for v in s.inner.outputs)
    return Node("loop", tuple(given), outputs, {**s.inner.attrs, "range": s.columns}, (Block(params, (rows,), made),), s.inner.span)


def _again(s: Shared, names: Names) -> Block:
    """The inner loop's body with names of its own, behind what costs nothing."""
    own = s.inner.blocks[0]
    wanted = {v.name for v in free_values(own)}
    first = tuple(n for n in s.loop.blocks[0].nodes if n.op in FREE and n.output.name in wanted)
    return renewed(replace(own, nodes=(*first, *own.nodes)), names)


def _near(s: Shared, given: Sequence[Value], names: Names) -> Node:
    outputs = tuple(replace(v, name=names.fresh(v.name)) for v in s.loop.outputs)
    attrs = {**s.loop.attrs, "range": s.run.range(s.loop.attrs["range"].step)}
    return Node("loop", tuple(given), outputs, attrs, (s.near(),), s.loop.span)
