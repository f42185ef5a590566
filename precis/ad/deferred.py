"""Sums of outer products over the iterations of a loop are one product of matrices behind it.

    for k: a = a + u v^T     ->     for k: stack u, v; a = a + einsum(us, vs, 'ki,kj->ij')

The cotangent of a matrix that every iteration multiplies with is such a sum: the loop would read and write a whole matrix for two vectors.
Products of matrices (u of n x m, v of p x m) are m outer products each. The terms are added in another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from precis.ad.extent import Extent
from precis.ad.innermost import innermost_first
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.ops.reductions import contraction_labels
from precis.ir.rewrite import free_values, substitute
from precis.ir.size import Size, product
from precis.ir.types import Block, Node, Value

SMALLEST = 2**15  # bytes of a sum that stays in the first cache, where adding to it costs little
WIDTH = 2  # times fewer bytes in the stacks of an iteration than in the sum


@dataclass(frozen=True, slots=True)
class Outer:
    """sum over k of a[k, i] b[k, j], or a[i] b[j]; turned: which of the two has k as its last axis."""

    a: Value
    b: Value
    turned: tuple[bool, bool] = (False, False)


def deferred(body: Block, names: Names, extent: Extent, memory: float) -> Block:
    """`body` with such sums behind their loops. memory: bytes that the stacks of one may take."""
    found = innermost_first(body, lambda loop: _behind(loop, names, extent, memory), extent)
    unkept = {n.output.name: replace(n.output, container=None) for n in found.walk() if n.op == "add" and n.output.container}
    return live(substitute(found, unkept) if unkept else found) if found != body else body


def _behind(loop: Node, names: Names, extent: Extent, memory: float) -> tuple[Node, ...]:
    """The loop without the carries that are such sums, and what makes these behind it."""
    sums = {j: outer for j, outer in _sums(loop).items() if _pays(loop, j, outer, extent, memory)}
    if not sums:
        return (loop,)
    (body,), after, stacked = loop.blocks, Build(names, loop.span), Build(names, loop.span)
    rows = [v for outer in sums.values() for v in _stacked(stacked, outer)]
    stacks = [Value(names.fresh(), (loop.attrs["range"].trips, *v.shape), v.kind) for v in rows]
    for j, pair in zip(sums, zip(stacks[::2], stacks[1::2])):
        total = after.einsum(*(_flat(after, s) for s in pair), spec="ki,kj->ij")
        after.nodes.append(Node("add", (loop.inputs[j], total), (loop.outputs[j],), {}, (), loop.span))
    kept = [j for j in range(len(loop.inputs)) if j not in sums]
    results = (*(body.results[j] for j in kept), *body.results[len(loop.inputs):], *rows)
    outputs = (*(loop.outputs[j] for j in kept), *loop.outputs[len(loop.inputs):], *stacks)
    left = live(Block(tuple(body.params[j] for j in kept), (*body.nodes, *stacked.nodes), results))
    return (replace(loop, inputs=tuple(loop.inputs[j] for j in kept), outputs=outputs, blocks=(left,)), *after.nodes)


def _stacked(b: Build, outer: Outer) -> Iterable[Value]:
    """What an iteration stacks of an outer product, with what is summed along the first axis, if any."""
    for v, turned in zip((outer.a, outer.b), outer.turned):
        yield b.transpose(v, perm=(1, 0)) if turned else v


def _flat(b: Build, stack: Value) -> Value:
    """All rows of a stack below one another; vectors of one row are rows already."""
    return b.reshape(stack, shape=(product(stack.shape[:-1]), stack.shape[-1])) if stack.rank > 2 else stack


def _sums(loop: Node) -> dict[int, Outer]:
    """Carry -> what each iteration adds to it and nobody reads before the loop has ended."""
    (body,) = loop.blocks
    by_name = {v.name: n for n in body.nodes for v in n.outputs}
    uses = Counter(v.name for n in body.nodes for v in (*n.inputs, *(w for b in n.blocks for w in free_values(b))))
    uses.update(v.name for v in body.results)
    bound = {loop.attrs["index"]} | {n.attrs["symbol"] for n in body.nodes if n.op == "size"}
    found: dict[int, Outer] = {}
    for j, (p, r) in enumerate(zip(body.params, body.results)):
        node = by_name.get(r.name)
        alone = uses[p.name] == uses[r.name] == 1 and p.rank == 2 and p.kind == "real"
        if not alone or node is None or node.op != "add" or p not in node.inputs:
            continue
        term = next(v for v in node.inputs if v != p)
        outer = outer_of(by_name.get(term.name), by_name) if term.shape == p.shape and uses[term.name] == 1 else None
        if outer and not bound & frozenset().union(*(d.symbols() for v in (outer.a, outer.b) for d in v.shape)):
            found[j] = outer
    return found


def outer_of(node: Node | None, by_name: Mapping[str, Node]) -> Outer | None:
    """What `node` computes, where it is a sum of outer products."""
    if node is None or node.op not in ("mul", "einsum"):
        return None
    if node.op == "einsum":
        return _of_matrices(node)
    made = [by_name.get(v.name) for v in node.inputs]
    vectors = [n.inputs[0] for n in made if n is not None and n.op == "reshape" and n.inputs[0].rank == 1]
    rows, columns = node.output.shape
    shapes = [v.shape for v in node.inputs]
    one = Size.of(1)
    if len(vectors) != 2 or shapes != [(rows, one), (one, columns)]:
        return None
    return Outer(vectors[0], vectors[1])


def _of_matrices(node: Node) -> Outer | None:
    a, b, result = contraction_labels(node.attrs["spec"])
    summed = set(a) & set(b)
    plain = len(a) == len(b) == len(result) == 2 and len(summed) == 1 and not summed & set(result) and "accumulate" not in node.attrs
    if not plain:
        return None
    (k,) = summed
    pair = list(zip((a, b), node.inputs))
    (a, x), (b, y) = pair if result[0] in a else pair[::-1]
    return Outer(x, y, (a[0] != k, b[0] != k))


def _pays(loop: Node, j: int, outer: Outer, extent: Extent, memory: float) -> bool:
    """Whether the stacks are small beside the sum, which is too large to stay near the processor. Loops whose count only the run knows
    have tapes of as many rows anyway."""
    whole = extent.bytes(loop.outputs[j].shape, "real")
    each = sum(extent.bytes(v.shape, "real") for v in (outer.a, outer.b))
    trips = loop.attrs["range"].trips
    fits = not trips.symbols() <= extent.example.keys() or 1 < extent.value(trips) <= memory / each
    return fits and whole >= SMALLEST and each * WIDTH <= whole
