"""Loops with branches that tell iterations apart by their index run in parts, in each of which the branch is taken or is not there.

    for i: if i != k: a[i] = a[i] - f[i] * a[k]     ->     for i < k: a[i] = ...; for i > k: a[i] = ...

(index set splitting; Banerjee, Loop Transformations for Restructuring Compilers, 1994.) A branch is undone as one, so that what it reads
between two stores is an array of its own; and that row k is none that changes is known of the parts alone (precis.ad.untouched).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from precis.ad.fresh import bound_symbols, renewed, renewed_nodes
from precis.ad.regions import Ranges, at_least, entered, known_sizes
from precis.ir.build import Names
from precis.ir.live import live
from precis.ir.rewrite import substitute
from precis.ir.size import Size
from precis.ir.types import Block, Guard, Node, Range, Value

MOST = 100  # nodes of an iteration, which are written two or three times
DIVISIONS = 2  # of a loop, and of its parts
TESTS: dict[str, Callable[[int], bool]] = {  # of the sign of what is left less what is right
    "lt": lambda sign: sign < 0, "le": lambda sign: sign <= 0, "gt": lambda sign: sign > 0, "ge": lambda sign: sign >= 0,
    "eq": lambda sign: sign == 0, "ne": lambda sign: sign != 0}
Nodes = tuple[Node, ...]
Facts = tuple[Ranges, Sequence[Size]]  # ranges of the indices around, and sizes that are not negative


@dataclass(frozen=True, slots=True)
class _Part:
    """`trips` index values from `start` on, upwards, in which the predicate is `taken`."""

    start: Size
    trips: Size
    taken: bool


def split(body: Block, names: Names, guards: Sequence[Guard]) -> Block:
    """`body` with such loops in parts; values, and the order in which they are made, stay."""
    found = _split(body, names, {}, known_sizes(guards))
    return live(found) if found != body else body


def _split(block: Block, names: Names, ranges: Ranges, known: Sequence[Size], divisions: int = DIVISIONS) -> Block:
    """known: sizes that are not negative; divisions: how often a loop of the block is divided."""
    nodes: list[Node] = []
    new: dict[str, Value] = {}
    for node in block.nodes:
        inner = tuple(_split(b, names, entered(node, ranges), known) for b in node.blocks)
        node = replace(node, blocks=inner) if inner != node.blocks else node
        found = next(_divided(node, ranges, known), None) if node.op == "loop" and divisions else None
        if found is None:
            nodes.append(node)
        else:
            made, ends = _parts(node, *found, names, (ranges, known))
            parts = _split(Block((), made, tuple(ends)), names, ranges, known, divisions - 1)  # by other tests
            nodes += parts.nodes
            new |= {o.name: v for o, v in zip(node.outputs, parts.results) if o != v}
    return substitute(replace(block, nodes=tuple(nodes)), new) if tuple(nodes) != block.nodes else block


def _divided(loop: Node, ranges: Ranges, known: Sequence[Size]) -> Iterator[tuple[Value, list[_Part]]]:
    """(predicate, parts that surely are there) for each branch that changes arrays."""
    (body,) = loop.blocks
    if len(loop.outputs) > len(loop.inputs) or abs(loop.attrs["range"].step) != 1 or sum(1 for _ in body.walk()) > MOST:
        return
    defined = {o.name: n for n in body.nodes for o in n.outputs}
    for node in body.nodes:
        test = defined.get(node.inputs[0].name) if node.op == "cond" and any(v.rank for v in node.outputs) else None
        parts = _of_test(test, defined, loop) if test is not None and test.op in TESTS else []
        if parts and all(at_least(p.trips, ranges, known) for p in parts):
            yield node.inputs[0], parts


def _of_test(test: Node, defined: Mapping[str, Node], loop: Node) -> list[_Part]:
    sides = [_position(defined.get(v.name)) for v in test.inputs]
    if sides[0] is None or sides[1] is None:
        return []
    apart, index = sides[0] - sides[1], loop.attrs["index"]
    slope = apart.coefficient(index)
    if slope is None or slope.constant not in (1, -1) or apart.symbols().intersection(bound_symbols(loop.blocks[0])):
        return []
    place, (low, high) = Size.of(index) - apart * slope, loop.attrs["range"].ends
    three = [_Part(low, place - low, TESTS[test.op](-slope.constant)), _Part(place, Size.of(1), TESTS[test.op](0)),
             _Part(place + 1, high - place, TESTS[test.op](slope.constant))]
    return [_joined(list(group)) for _, group in groupby(three, key=lambda p: p.taken)]


def _position(node: Node | None) -> Size | None:
    if node is None or node.op not in ("index", "const") or not isinstance(node.attrs["value"], Size | int):
        return None
    return Size.of(node.attrs["value"])


def _joined(parts: Sequence[_Part]) -> _Part:
    return _Part(parts[0].start, sum((p.trips for p in parts[1:]), parts[0].trips), parts[0].taken)


def _parts(loop: Node, predicate: Value, parts: Sequence[_Part], names: Names, facts: Facts) -> tuple[Nodes, Sequence[Value]]:
    """(the parts in the order of the loop, each with what the one before leaves; what the last one leaves: the loop's outputs, where
    it changes them)"""
    step, nodes, carries = loop.attrs["range"].step, [], loop.inputs
    for part in parts if step > 0 else parts[::-1]:
        taken = {predicate.name: part.taken} | _sure(loop, part, *facts)
        body = _decided(loop.blocks[0], taken)
        if body.results != body.params:
            made, carries = (_once if part.trips == Size.of(1) else _looped)(loop, body, part, carries, names)
            nodes += made
    outputs = {v.name: o for v, o in reversed([*zip(carries, loop.outputs)]) if any(v in n.outputs for n in nodes)}
    return substitute(Block((), tuple(nodes), ()), outputs).nodes, [outputs.get(v.name, v) for v in carries]


def _sure(loop: Node, part: _Part, ranges: Ranges, known: Sequence[Size]) -> dict[str, bool]:
    """Predicates that each iteration of a part answers alike."""
    (body,), inside = loop.blocks, {**ranges, loop.attrs["index"]: (part.start, part.start + part.trips - 1)}
    defined = {o.name: n for n in body.nodes for o in n.outputs}
    found: dict[str, bool] = {}
    for n in body.nodes:
        left, right = (_position(defined.get(v.name)) for v in n.inputs) if n.op in TESTS else (None, None)
        if left is not None and right is not None:
            answers = {TESTS[n.op](sign) for sign in _signs(left - right, inside, known)}
            found |= {n.output.name: True in answers} if len(answers) == 1 else {}
    return found


def _signs(apart: Size, ranges: Ranges, known: Sequence[Size]) -> list[int]:
    """Those that a difference may have."""
    low, high = (next((k for k in (1, 0) if at_least(a - k, ranges, known)), -1) for a in (apart, -apart))
    return [sign for sign in (-1, 0, 1) if low <= sign <= -high]


def _decided(body: Block, taken: Mapping[str, bool]) -> Block:
    """The block with what its branches on these predicates do."""
    nodes: list[Node] = []
    new: dict[str, Value] = {}
    for node in body.nodes:
        if node.op == "cond" and node.inputs[0].name in taken:
            side = node.blocks[0 if taken[node.inputs[0].name] else 1]
            nodes += side.nodes
            new |= {o.name: new.get(r.name, r) for o, r in zip(node.outputs, side.results)}
        else:
            nodes.append(node)
    return live(substitute(replace(body, nodes=tuple(nodes)), new))


def _once(loop: Node, body: Block, part: _Part, carries: Sequence[Value], names: Names) -> tuple[Nodes, Sequence[Value]]:
    given = {p.name: x for p, x in zip(body.params, carries)}
    nodes, new = renewed_nodes(body.nodes, names, given, {loop.attrs["index"]: part.start})
    return nodes, [new.get(r.name) or given.get(r.name, r) for r in body.results]


def _looped(loop: Node, body: Block, part: _Part, carries: Sequence[Value], names: Names) -> tuple[Nodes, Sequence[Value]]:
    index, step = names.fresh(loop.attrs["index"]), loop.attrs["range"].step
    body, _ = renewed(body, names, {}, {loop.attrs["index"]: Size.of(index)})
    outputs = tuple(replace(o, name=names.fresh(o.name)) for o in loop.outputs)
    part_of = Range(part.start, part.trips) if step > 0 else Range(part.start + part.trips - 1, part.trips, -1)
    return (replace(loop, inputs=tuple(carries), outputs=outputs, blocks=(body,), attrs={"index": index, "range": part_of}),), outputs
