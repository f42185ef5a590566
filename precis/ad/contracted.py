"""Loops that only add products to arrays, and whose iterations know nothing of one another, are products of matrices.

    for k: A_bar[:, k] += sum(C_bar * B[:, k], axis=1)     ->     A_bar[:, :n] += C_bar @ B[:, :n]

The reverse of a loop that adds outer products, or columns times numbers, goes through a whole matrix for every vector that it takes.
Iterations of a reverse may add in any order: it is its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from precis.ad.extent import Extent
from precis.ad.factors import K, Product, Reading, Terms, computed
from precis.ad.innermost import innermost_first
from precis.ad.owned import Owned, owned
from precis.ir.build import Build, Names
from precis.ir.live import live
from precis.ir.rewrite import substitute
from precis.ir.shapes import ONE
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Index, New, Node, Value

LEAST = 8  # iterations


@dataclass(frozen=True, slots=True)
class _Step:
    """What an iteration adds to a part of an array, or stores there; at: None for all of it."""

    value: Value
    at: Index | None
    op: str = "update_add"


def contracted(body: Block, names: Names, extent: Extent, forward: frozenset[str]) -> Block:
    """`body` with products of matrices in place of such loops. forward: results of nodes of the forward run, which stay as they are."""
    while True:
        ends: dict[str, Value] = {}
        nodes = [n if forward.intersection(v.name for v in n.outputs) else
                 innermost_first(Block((), (n,), ()), lambda loop, ends=ends: _without_loop(loop, names, extent, ends), extent)
                 for n in body.nodes]
        if not ends:
            return body
        found = replace(body, nodes=tuple(m for n in nodes for m in (n.nodes if isinstance(n, Block) else (n,))))
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
    """(nodes, what the carries are in the end), where all that is carried is added to by products, or rows of it that an iteration owns
    become products; some of these of matrices or vectors, or all of numbers."""
    (body,), b = loop.blocks, Build(names, loop.span)
    carries = [*zip(body.params, body.results, loop.inputs)]
    given = {p.name: x for p, r, x in carries if p.name == r.name}
    own: dict[str, Terms] = {v.name: () for v in (*body.params, *(v for n in body.nodes for v in n.outputs)) if v.name not in given}
    reading = Reading(loop.attrs["index"], loop.attrs["range"], b, given, own)
    ways = [_chain(body, p, r) or owned(body, p, r, x, reading) if p.name not in given else [] for p, r, x in carries]
    if any(way is None for way in ways) or not any(ways):
        return None
    _read(body, [way for way in ways if isinstance(way, Owned)], reading)
    matrices, results = False, []
    for x, way in zip(loop.inputs, ways):
        steps = [_Step(n.inputs[1], n.attrs["at"], n.op) for n in way.made.values()] if isinstance(way, Owned) else way or []
        for step in steps:
            made = _stepped(step, x, reading)
            if made is None:
                return None
            x, of_matrices = made
            matrices |= of_matrices
        results.append(x)
    return (b, results) if matrices or _of_elements(body) else None


def _read(body: Block, carries: Sequence[Owned], reading: Reading) -> None:
    versions = {name: c for c in carries for name in (c.param.name, *c.made)}
    for n in body.nodes:
        if n.op == "slice" and n.inputs[0].name in versions:
            reading.own[n.output.name] = versions[n.inputs[0].name].read(n, reading)
        else:
            reading.read(n)


def _of_elements(body: Block) -> bool:
    """Whether an iteration takes and adds numbers alone: the loop around it may be one of vectors then."""
    names = {r.name for r in body.results}
    return all(not v.rank for n in body.nodes if n.op != "update_add" for v in n.outputs if v.name not in names)


def _chain(body: Block, p: Value, r: Value) -> list[_Step] | None:
    """What is added to a carry, which nobody reads, first to last; None where more is done to it."""
    by_name = {v.name: n for n in body.nodes for v in n.outputs}
    uses = Counter(v.name for v in (*(v for n in body.nodes for v in n.inputs), *body.results))
    found: list[_Step] = []
    while r.name != p.name:
        node = by_name.get(r.name)
        if node is None or node.op not in ("add", "update_add") or len(node.inputs) != 2 or uses[r.name] != 1 or r.kind != "real":
            return None
        left, right = node.inputs
        if node.op == "add" and _leads(right, p, by_name):
            left, right = right, left
        found.append(_Step(right, node.attrs.get("at") if node.op == "update_add" else None))
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


def _stepped(step: _Step, x: Value, reading: Reading) -> tuple[Value, bool] | None:
    """(`x` with what the iterations together add or store, whether some of that is a product of matrices or vectors)."""
    terms, matrices, b = reading.of(step.value), False, reading.before
    at = step.at if step.at is not None else tuple(Cut(Size(), d) for d in x.shape)
    at = (*at, *(Cut(Size(), d) for d in x.shape[sum(not isinstance(i, New) for i in at):]))
    parts: list[Value] = []
    for product in terms:
        labels = _labels(at, step.value, product, reading)
        made = computed(b, product, tuple(label for label in labels if label)) if labels is not None else None
        if labels is None or made is None:
            return None
        parts.append(_part(b, labels, made[0]))
        matrices |= made[1]
    if step.op == "update" and parts:
        total = parts[0]
        for part in parts[1:]:
            total = b.add(total, part)
        return _put(b, x, at, total, "update", reading), matrices
    for part in parts:
        x = _put(b, x, at, part, "update_add", reading)
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


def _part(b: Build, labels: Sequence[str | None], made: Value) -> Value:
    """What was computed, with axes one element long where there is no label."""
    extents = iter(made.shape)
    shape = tuple(next(extents) if label else ONE for label in labels)
    return made if made.shape == shape else b.reshape(made, shape=shape)


def _put(b: Build, x: Value, at: Index, part: Value, op: str, reading: Reading) -> Value:
    items = tuple(reading.along(i) or i for i in at if not isinstance(i, New))
    if op == "update_add" and items == tuple(Cut(Size(), d) for d in x.shape):
        return b.add(x, part)
    return b.call(op, x, part, at=items)
