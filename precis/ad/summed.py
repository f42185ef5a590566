"""Sums that iterations add to a number are taken behind the loop, where iterations take columns and keep their rows apart.

    for t: s = s + c * sum(x)     ->     for t: y = y + c * x; s = s + sum(y)

The cotangent of a number that every iteration multiplies vectors with is such a sum: the coefficients of filters and recurrences along
rows. It is all that ties the rows together: without it the loop runs strip by strip (docs/adr/0033), so that the lines of memory that hold
the columns stay in the cache. The terms are added in another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

from precis.ad.innermost import innermost_first
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE
from precis.ir.rewrite import sizes_in
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Node, Shape, Value

SOURCES = ("const", "index")
STORES = ("update", "update_add")
MOST = 8  # terms that go to one number
Defined = Mapping[str, Node]


@dataclass(frozen=True, slots=True)
class Term:
    """sum(vector) with `steps` done to it, first to last: linear operations, additions aside; which input the sum is of each."""

    vector: Value
    steps: tuple[tuple[Node, int], ...] = ()

    def build(self, b: Build) -> Value:
        """The same done to the vector."""
        found = self.vector
        for node, place in self.steps:
            found = b.call(node.op, *(found if k == place else x for k, x in enumerate(node.inputs)))
        return found


Sums = Mapping[int, tuple[Term, ...]]


def summed(body: Block, names: Names) -> Block:
    """`body` with such sums behind their loops."""
    found = innermost_first(body, lambda loop: _behind(loop, names))
    return live(found) if found != body else body


def _behind(loop: Node, names: Names) -> tuple[Node, ...]:
    """The loop with vectors in place of the carries that are such sums, and their sums behind it."""
    sums = _sums(loop)
    shapes = {term.vector.shape for terms in sums.values() for term in terms}
    if len(shapes) != 1:
        return (loop,)
    (shape,), index = shapes, loop.attrs["index"]
    before, after = Build(names, loop.span), Build(names, loop.span)
    block = _with_vectors(loop, sums, shape, names)
    if index in sizes_in(shape) or not _elementwise(block, shape) or not any(_across(n, index) for n in block.nodes):
        return (loop,)
    zeros, ends = before.zeros(shape), {j: Value(names.fresh(), shape, "real") for j in sums}
    for j, end in ends.items():
        parts = loop.inputs[j], after.sum(end, axes=tuple(range(len(shape))))
        op, inputs = ("store", (after.add(*parts),)) if loop.outputs[j].container else ("add", parts)
        after.nodes.append(Node(op, inputs, (loop.outputs[j],), {}, (), loop.span))
    inputs = tuple(zeros if j in sums else v for j, v in enumerate(loop.inputs))
    outputs = tuple(ends.get(j, v) for j, v in enumerate(loop.outputs))
    return (*before.nodes, replace(loop, inputs=inputs, outputs=outputs, blocks=(block,)), *after.nodes)


def _with_vectors(loop: Node, sums: Sums, shape: Shape, names: Names) -> Block:
    """The body of the loop with vectors for the carries in `sums`."""
    (body,), inside = loop.blocks, Build(names, loop.span)
    params, results = list(body.params), list(body.results)
    for j, terms in sums.items():
        total = params[j] = Value(names.fresh(), shape, "real")
        for term in terms:
            total = inside.add(total, term.build(inside))
        results[j] = total
    return live(Block(tuple(params), (*body.nodes, *inside.nodes), tuple(results)))


def _sums(loop: Node) -> dict[int, tuple[Term, ...]]:
    """Carry -> what each iteration adds to it, where nobody reads it before the loop has ended."""
    (body,) = loop.blocks
    defined = {v.name: n for n in body.nodes for v in n.outputs}
    uses = Counter(v.name for v in (*(v for n in body.nodes for v in n.inputs), *body.results))
    found = {}
    for j, (p, r) in enumerate(zip(body.params, body.results)):
        alone = p.kind == "real" and not p.rank and p.name != r.name and uses[p.name] == 1
        terms = _terms(p, r, defined, ()) if alone else None
        if terms and len(terms) <= MOST:
            found[j] = terms
    return found


def _terms(p: Value, v: Value, defined: Defined, steps: tuple[tuple[Node, int], ...]) -> tuple[Term, ...] | None:
    """The sums that `v` is made of by linear operations, `p` aside, to which nothing is done; None where it is made of something else.
    `steps`: what is done to `v`."""
    if v.name == p.name:
        return None if steps else ()
    node = defined.get(v.name)
    if node is None or len(steps) > MOST:
        return None
    if node.op == "sum" and len(node.attrs["axes"]) == node.inputs[0].rank and "accumulate" not in node.attrs:
        return (Term(node.inputs[0], steps),)
    if node.op == "add":
        parts = [_terms(p, x, defined, steps) for x in node.inputs]
        return None if None in parts else tuple(t for part in parts for t in part or ())
    for place in (0, 1) if node.op == "mul" else (0,) if node.op in ("neg", "div") else ():
        if found := _terms(p, node.inputs[place], defined, ((node, place), *steps)):
            return found
    return None


def _across(node: Node, index: str) -> bool:
    """Whether iterations walk along the rows of an array, so that each takes a column."""
    rank, at = node.inputs[0].rank if node.inputs else 0, node.attrs.get("at", ())
    return rank > 1 and len(at) == rank and isinstance(at[-1], At) and index in at[-1].position.symbols()


def _elementwise(block: Block, shape: Shape) -> bool:
    """Whether what an iteration does with vectors goes on at one element of `shape` at a time."""
    own = {v.name for v in (*block.params, *(v for n in block.nodes for v in n.outputs))}
    return all(_by_elements(n, shape, own) for n in block.nodes)


def _by_elements(node: Node, shape: Shape, own: Set[str]) -> bool:
    if node.blocks or len(node.outputs) != 1 or node.op not in OPS:
        return False
    if node.op == "slice" and not node.output.rank:  # one element that all others read: of what is the same in all iterations
        return node.inputs[0].name not in own
    if node.op in ("slice", *STORES):
        picks = len(node.inputs) > (1 if node.op == "slice" else 2)
        return not picks and _rows(node, shape)
    pointwise = OPS[node.op].category == POINTWISE or node.op in ("broadcast", "reshape")
    return node.op in SOURCES or (pointwise and node.output.shape in ((), shape))


def _rows(node: Node, shape: Shape) -> bool:
    """Whether a slice or store takes whole axes, which are those of `shape`, at positions along the others."""
    array, at = node.inputs[0].shape, node.attrs["at"]
    items = (*at, *(Cut(Size(), d) for d in array[len(at):]))
    cuts = [(i, d) for i, d in zip(items, array) if isinstance(i, Cut)]
    plain = len(items) == len(array) and all(isinstance(i, (At, Cut)) for i in items)
    return plain and tuple(d for _, d in cuts) == shape and all(i == Cut(Size(), d) for i, d in cuts)
