"""How far two computed integers lie apart at most: `range(max(i - 1, 0), min(i + 2, n))` has three items whatever i is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from precis.ir.size import Size
from precis.ir.types import Node, Value
from precis.lift.numpy.computations import computation, same_value
from precis.lift.numpy.layouts import of_control
from precis.lift.numpy.state import Lifting

Origin = Any  # a computed integer by how it is computed, or a size without its constant
Ends = Mapping[Origin, int]  # origins -> how far beyond them an integer lies at most (at least)
DEPTH = 6  # operations that are followed
LESS, MORE = ("lt", "le"), ("gt", "ge")


def farthest(lift: Lifting, stop: Value, start: Value) -> int | None:
    """By how much `stop` is beyond `start` at most, whatever the data are; None where that is not seen."""
    highest, lowest = ends(lift, stop, True), ends(lift, start, False)
    return min((highest[origin] - lowest[origin] for origin in highest.keys() & lowest.keys()), default=None)


def ends(lift: Lifting, v: Value, high: bool, depth: int = DEPTH) -> Ends:
    """Upper (lower) bounds of an integer."""
    v = unnamed(lift, v)
    node = _definition(lift, v)
    own: Ends = {computation(lift, v): 0}
    if node is None or depth == 0:
        return own
    known = _known(lift, v)
    if known is not None:
        constant = dict(known.terms).get((), 0)
        return {known - constant: constant}
    operands = _extreme_of(lift, node, v)
    if operands is not None:
        least, a, b = operands
        meet = _either if least == high else _both
        return {**own, **meet(ends(lift, a, high, depth - 1), ends(lift, b, high, depth - 1), high)}
    moved = _moved(lift, node)
    if moved is None:
        return own
    return {**own, **{origin: c + moved[1] for origin, c in ends(lift, moved[0], high, depth - 1).items()}}


def _definition(lift: Lifting, v: Value) -> Node | None:
    """What gives a value, branches among them."""
    return lift.definitions.get(v.name) or of_control(lift, v)


def unnamed(lift: Lifting, v: Value) -> Value:
    """What a name stands for."""
    node = lift.definitions.get(v.name)
    return unnamed(lift, node.inputs[0]) if node is not None and node.op == "store" else v


def _either(a: Ends, b: Ends, high: bool) -> Ends:
    """Bounds of what is below (above) both."""
    closer = min if high else max
    return {origin: closer(of[origin] for of in (a, b) if origin in of) for origin in a.keys() | b.keys()}


def _both(a: Ends, b: Ends, high: bool) -> Ends:
    """Bounds of what is one of two, whichever."""
    wider = max if high else min
    return {origin: wider(a[origin], b[origin]) for origin in a.keys() & b.keys()}


def _known(lift: Lifting, v: Value) -> Size | None:
    """The size or constant that an integer is."""
    node = lift.definitions.get(v.name)
    if node is None or node.op not in ("const", "index"):
        return None
    value = node.attrs["value"]
    return lift.sizes.resolve(value) if isinstance(value, Size) else Size.of(value) if type(value) is int else None


def _moved(lift: Lifting, node: Node) -> tuple[Value, int] | None:
    """(another integer, what is added to it)."""
    if node.op not in ("add", "sub"):
        return None
    first, second = node.inputs
    for x, by in ((first, second), (second, first)):
        known = _known(lift, by)
        if known is not None and known.constant is not None and (by is second or node.op == "add"):
            return x, known.constant if node.op == "add" else -known.constant
    return None


def _extreme_of(lift: Lifting, node: Node, v: Value) -> tuple[bool, Value, Value] | None:
    """(whether it is the lesser one, one integer, the other one), also where a branch chooses, as Python's min and max do."""
    if node.op in ("minimum", "maximum"):
        return node.op == "minimum", node.inputs[0], node.inputs[1]
    test = lift.definitions.get(node.inputs[0].name) if node.op == "cond" else None
    if test is None or test.op not in (*LESS, *MORE):
        return None
    place = next(k for k, o in enumerate(node.outputs) if o.name == v.name)
    first, second = test.inputs
    then, otherwise = (block.results[place] for block in node.blocks)
    for swapped in (False, True):
        if _same(lift, then, second if swapped else first) and _same(lift, otherwise, first if swapped else second):
            return (test.op in LESS) != swapped, then, otherwise
    return None


def _same(lift: Lifting, a: Value, b: Value) -> bool:
    known = _known(lift, a)
    return same_value(lift, a, b) or (known is not None and known == _known(lift, b))
