"""Products of a matrix by a vector that iterations only add to a result are taken in a loop of their own.

    for i: g = y[i]; ...; w[i, i:] += x[i:] @ g     ->     for i: g = y[i]; ...; gs[i] = g;     for i: w[i, i:] += x[i:] @ gs[i]

The cotangent of a matrix of which every iteration multiplies a row is such a result. All vectors are there in front of the second loop, so
that products of matrices compute what many iterations add (docs/adr/0147). The terms are added in another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.ad.chains import chain_of
from precis.ad.extent import Extent
from precis.ad.innermost import innermost_first
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.ops.reductions import contraction_labels
from precis.ir.rewrite import free_values, sizes_in, substitute, symbols_of
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Node, Value

LEAST = 32  # rows and columns of a matrix that pay, in loops of twice as many iterations


@dataclass(frozen=True, slots=True)
class _Product:
    """add: the update with the product; part: the slice that the matrix is, if it is one; `vector` lies along `along` of an axis of
    `length`."""

    add: Node
    product: Node
    part: Node | None
    vector: Value
    along: Cut
    length: Size


def separate(body: Block, names: Names, extent: Extent, memory: float) -> Block:
    """`body` with such loops. memory: bytes that the vectors of one product may take."""
    found = innermost_first(body, lambda loop: _apart(loop, names, extent, memory), extent)
    return live(found) if found != body else body


def _apart(loop: Node, names: Names, extent: Extent, memory: float) -> Sequence[Node]:
    """The loop without such products, and one with them; the same loop where it has none that pays."""
    range_ = loop.attrs["range"]
    long = range_.trips.symbols() <= extent.example.keys() and extent.value(range_.trips) >= 2 * LEAST
    found = [(j, p) for j in range(len(loop.inputs)) for p in _products(loop, j) if _pays(loop, p, extent, memory)] if long else []
    if not found:
        return (loop,)
    (body,), inside, made = loop.blocks, Build(names, loop.span), Build(names, loop.span)
    empty = tuple(made.zeros((range_.trips, p.length)) for _, p in found)
    filling = tuple(replace(v, name=names.fresh()) for v in empty)
    stacks = tuple(replace(v, name=names.fresh()) for v in empty)
    iteration = range_.iteration(loop.attrs["index"])
    filled = tuple(inside.update(s, p.vector, at=(At(iteration), p.along)) for s, (_, p) in zip(filling, found))
    targets = list(dict.fromkeys(j for j, _ in found))
    between = {j: replace(loop.outputs[j], name=names.fresh(loop.outputs[j].name)) for j in targets}
    gone = {p.add.output.name: p.add.inputs[0] for _, p in found}
    left = substitute(replace(body, nodes=tuple(n for n in body.nodes if not n.outputs or n.outputs[0].name not in gone)), _ends(gone))
    carries = len(loop.inputs)
    results = (*left.results[:carries], *filled, *left.results[carries:])
    outputs = tuple(between.get(j, v) for j, v in enumerate(loop.outputs))
    block = live(Block((*left.params, *filling), (*left.nodes, *inside.nodes), results))
    made.learn(replace(loop, inputs=(*loop.inputs, *empty), outputs=(*outputs[:carries], *stacks, *outputs[carries:]), blocks=(block,)))
    adding = _adding(loop, found, stacks, targets, names)
    index = names.fresh(loop.attrs["index"])
    attrs = {**loop.attrs, "index": index}
    made.learn(replace(loop, inputs=tuple(between[j] for j in targets), outputs=tuple(loop.outputs[j] for j in targets), attrs=attrs,
                        blocks=(substitute(adding, {}, {loop.attrs["index"]: Size.of(index)}),)))
    return made.nodes


def _ends(equal: Mapping[str, Value]) -> dict[str, Value]:
    """Values that stand for others, which stand for others in turn."""
    def end(v: Value) -> Value:
        return end(equal[v.name]) if v.name in equal else v
    return {name: end(v) for name, v in equal.items()}


def _adding(loop: Node, found: Sequence[tuple[int, _Product]], stacks: Sequence[Value], targets: Sequence[int], names: Names) -> Block:
    """The body of the loop that adds the products."""
    b, iteration = Build(names, loop.span), loop.attrs["range"].iteration(loop.attrs["index"])
    params = {j: replace(loop.blocks[0].params[j], name=names.fresh(loop.blocks[0].params[j].name)) for j in targets}
    ends = dict(params)
    for (j, p), stack in zip(found, stacks):
        b.span = p.add.span
        vector = b.slice(stack, at=(At(iteration), p.along))
        part = b.slice(p.part.inputs[0], at=p.part.attrs["at"]) if p.part else None
        inputs = (vector if v == p.vector else part or v for v in p.product.inputs)
        ends[j] = b.update_add(ends[j], b.einsum(*inputs, spec=p.product.attrs["spec"]), at=p.add.attrs["at"], container=ends[j].container)
    return b.block(tuple(params.values()), tuple(ends.values()))


def _products(loop: Node, j: int) -> Iterator[_Product]:
    """What iterations add to carry `j`, which nobody reads before the loop has ended."""
    (body,) = loop.blocks
    chain = chain_of(body, j)
    if chain is None or chain.regions:
        return
    defined = {v.name: n for n in body.nodes for v in n.outputs}
    own = {*defined, *(p.name for p in body.params)}
    uses = Counter(v.name for n in body.nodes for v in (*n.inputs, *(w for b in n.blocks for w in free_values(b))))
    results = {r.name for r in body.results}
    for add in chain.adds:
        term = add.inputs[1]
        node = defined.get(term.name)
        alone = uses[term.name] == 1 and term.name not in results and not chain.bound & symbols_of(add)
        found = _product(add, node, defined, own) if node and alone and term.rank == 1 and node.op == "einsum" else None
        if found and not chain.bound & (symbols_of(found.product) | (symbols_of(found.part) if found.part else set())):
            yield found


def _product(add: Node, node: Node, defined: Mapping[str, Node], own: set[str]) -> _Product | None:
    """A product of a part of a matrix, which is there in front of the loop, by a vector of the iteration."""
    a, b, _ = contraction_labels(node.attrs["spec"])
    (label, vector), (labels, matrix) = sorted(zip((a, b), node.inputs), key=lambda pair: len(pair[0]))
    if (len(label), len(labels)) != (1, 2) or node.attrs.keys() - {"spec"} or label not in labels or vector.name not in own:
        return None
    part = defined.get(matrix.name)
    if part is None:
        return None if matrix.name in own else _Product(add, node, None, vector, Cut(Size(), vector.shape[0]), vector.shape[0])
    items = part.attrs["at"] if part.op == "slice" and len(part.inputs) == 1 and part.inputs[0].name not in own else ()
    rank = part.inputs[0].rank if part.inputs else 0
    cuts = [*items, *(Cut(Size(), d) for d in part.inputs[0].shape[len(items):])] if items else []
    if rank != 2 or len(cuts) != 2 or not all(isinstance(i, Cut) and i.step == 1 for i in cuts):
        return None
    axis = labels.index(label)
    return _Product(add, node, part, vector, cuts[axis], part.inputs[0].shape[axis])


def _pays(loop: Node, p: _Product, extent: Extent, memory: float) -> bool:
    """Whether the matrix is so large that it does not stay near the processor, and the vectors are not too many."""
    matrix = next(v for v in p.product.inputs if v.rank == 2)
    own = {loop.attrs["index"]} & sizes_in(p.length)
    vectors = extent.value(loop.attrs["range"].trips) * extent.bytes((p.length,), "real")
    return not own and all(extent.value(d) >= LEAST for d in matrix.shape) and vectors <= memory
