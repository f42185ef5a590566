"""Loops that only add products to arrays, and whose iterations know nothing of one another, are products of matrices.

    for k: A_bar[:, k] += sum(C_bar * B[:, k], axis=1)     ->     A_bar[:, :n] += C_bar @ B[:, :n]

The reverse of a loop that adds outer products, or columns times numbers, goes through a whole matrix for every vector that it takes.
Iterations of a reverse may add in any order: it is its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from precis.ad.extent import Extent
from precis.ad.factors import K, Product, Reading, computed
from precis.ad.innermost import innermost_first
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.rewrite import substitute
from precis.ir.shapes import ONE
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Index, New, Node, Value

LEAST = 8  # iterations


@dataclass(frozen=True, slots=True)
class _Added:
    """What an iteration adds to a part of an array; at: None for all of it."""

    value: Value
    at: Index | None


def contracted(body: Block, names: Names, extent: Extent) -> Block:
    """`body` with products of matrices in place of such loops."""
    while True:
        ends: dict[str, Value] = {}
        found = innermost_first(body, lambda loop, ends=ends: _without_loop(loop, names, extent, ends), extent)
        if not ends:
            return body
        body = live(substitute(found, {name: _end(v, ends) for name, v in ends.items()}))


def _end(v: Value, ends: dict[str, Value]) -> Value:
    while v.name in ends:
        v = ends[v.name]
    return v


def _without_loop(loop: Node, names: Names, extent: Extent, ends: dict[str, Value]) -> tuple[Node, ...]:
    """What stands for the loop; `ends` learns what its outputs are then."""
    made = _made(loop, names) if _simple(loop) and extent.value(loop.attrs["range"].trips) >= LEAST else None
    if made is None:
        return (loop,)
    b, results = made
    ends |= {o.name: v for o, v in zip(loop.outputs, results)}
    return tuple(b.nodes)


def _simple(loop: Node) -> bool:
    (body,) = loop.blocks
    plain = len(loop.outputs) == len(loop.inputs) and abs(loop.attrs["range"].step) == 1
    return plain and not any(n.blocks or n.op == "size" for n in body.nodes)


def _made(loop: Node, names: Names) -> tuple[Build, list[Value]] | None:
    """(nodes, what the carries are in the end), where all that is carried is added to by products, some of matrices or vectors, or all of
    numbers."""
    (body,), index, range_ = loop.blocks, loop.attrs["index"], loop.attrs["range"]
    chains = [_chain(body, p, r) for p, r in zip(body.params, body.results)]
    if any(chain is None for chain in chains) or not any(chains):
        return None
    given = {p.name: x for p, r, x in zip(body.params, body.results, loop.inputs) if p.name == r.name}
    changing = (p for p in body.params if p.name not in given)
    b = Build(names, loop.span)
    reading = Reading(index, range_, b, given, {v.name: () for v in (*changing, *(v for n in body.nodes for v in n.outputs))})
    for n in body.nodes:
        reading.read(n)
    matrices, results = False, []
    for x, chain in zip(loop.inputs, chains):
        for added in chain or ():
            made = _sum_of(added, x, reading)
            if made is None:
                return None
            x, of_matrices = made
            matrices |= of_matrices
        results.append(x)
    return (b, results) if matrices or _of_elements(body) else None


def _of_elements(body: Block) -> bool:
    """Whether an iteration takes and adds numbers alone: the loop around it may be one of vectors then."""
    names = {r.name for r in body.results}
    return all(not v.rank for n in body.nodes if n.op != "update_add" for v in n.outputs if v.name not in names)


def _chain(body: Block, p: Value, r: Value) -> list[_Added] | None:
    """What is added to a carry, which nobody reads, first to last; None where more is done to it."""
    by_name = {v.name: n for n in body.nodes for v in n.outputs}
    uses = Counter(v.name for v in (*(v for n in body.nodes for v in n.inputs), *body.results))
    if p.name == r.name:
        return []
    found: list[_Added] = []
    while r.name != p.name:
        node = by_name.get(r.name)
        if node is None or node.op not in ("add", "update_add") or len(node.inputs) != 2 or uses[r.name] != 1 or r.kind != "real":
            return None
        left, right = node.inputs
        if node.op == "add" and _leads(right, p, by_name):
            left, right = right, left
        found.append(_Added(right, node.attrs.get("at") if node.op == "update_add" else None))
        r = left
    return found[::-1] if uses[p.name] == 1 else None


def _leads(v: Value, p: Value, by_name: dict[str, Node]) -> bool:
    """Whether a value is a carry, or that with something added."""
    while v.name != p.name:
        node = by_name.get(v.name)
        if node is None or node.op not in ("add", "update_add"):
            return False
        v = node.inputs[0]
    return True


def _sum_of(added: _Added, x: Value, reading: Reading) -> tuple[Value, bool] | None:
    """(`x` with all that iterations add to it, whether some of that is a product of matrices or vectors)."""
    terms, matrices = reading.of(added.value), False
    at = added.at if added.at is not None else tuple(Cut(Size(), d) for d in x.shape)
    at = (*at, *(Cut(Size(), d) for d in x.shape[sum(not isinstance(i, New) for i in at):]))
    for product in terms:
        labels = _labels(at, added.value, product, reading)
        made = computed(reading.before, product, tuple(label for label in labels if label)) if labels is not None else None
        if labels is None or made is None:
            return None
        x, matrices = _put(reading.before, x, at, labels, made[0], product.negative, reading), matrices or made[1]
    return (x, matrices) if terms else None


def _labels(at: Index, value: Value, product: Product, reading: Reading) -> list[str | None] | None:
    """Of the axes of the part that is added to, one element long where None; None where a value is spread over an axis, or the part is none
    that the iterations together fill."""
    lead = sum(isinstance(i, (Cut, New)) for i in at) - value.rank
    axes, found = list(product.axes), list[str | None]()
    if lead or sum(reading.along(i) is not None for i in at) > 1:
        return None
    for i in at:
        if isinstance(i, At) and reading.along(i):
            found.append(K)
        elif isinstance(i, (At, Cut)) and reading.index not in (i.position if isinstance(i, At) else i.start + i.length).symbols():
            found += [axes.pop(0)] if isinstance(i, Cut) else []
            if isinstance(i, Cut) and (found[-1] is None) != (i.length == ONE):
                return None
        elif not isinstance(i, New) or axes.pop(0):
            return None
    return found


def _put(b: Build, x: Value, at: Index, labels: Sequence[str | None], made: Value, negative: bool, reading: Reading) -> Value:
    items = tuple(reading.along(i) or i for i in at if not isinstance(i, New))
    extents = iter(made.shape)
    shape = tuple(next(extents) if label else ONE for label in labels)
    made = made if made.shape == shape else b.reshape(made, shape=shape)
    made = b.neg(made) if negative else made
    whole = items == tuple(Cut(Size(), d) for d in x.shape)
    return b.add(x, made) if whole else b.update_add(x, made, at=items)
