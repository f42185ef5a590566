"""Bounds of slices are guessed to lie in the array, in loops that run one iteration after the other.

    min(max(low < 0 ? low + n : low, 0), n)     ->     pr::within(low, n), which jumps where low is not one of 0 .. n

What a slice begins at is a chain of selections, as long as it takes to read an element: rows of sparse matrices, whose bounds an array
holds, begin with it. A jump that is hardly ever taken is guessed, and reading begins at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from precis.emit.plan.counters import counts_from_end
from precis.emit.plan.kernels import Instr, Nest

WITHIN = "within"  # of a bound and the length

ByName = Mapping[str, Instr]


def bounds_guessed(nest: Nest, wanted: Set[str]) -> Nest:
    """The nest with such jumps for the bounds that are among the instructions `wanted`, and without what only their selections needed."""
    by_name = {i.name: i for i in nest.body}
    jumps = {i.name: replace(i, op=WITHIN, args=bound) for i in nest.body if i.name in wanted and (bound := _bound(i, by_name))}
    if not jumps:
        return nest
    gone = frozenset(name for old in jumps for name in _selected(by_name[old], by_name))
    return replace(nest, body=_without(tuple(jumps.get(i.name, i) for i in nest.body), gone))


def _bound(i: Instr, by_name: ByName) -> tuple[str, str] | None:
    """(bound, length) of what is cut to an array as slices are."""
    above = by_name.get(i.args[0]) if i.op == "minimum" and i.element == "int64" else None
    position = by_name.get(above.args[0]) if above is not None and above.op == "maximum" and _is_zero(above.args[1], by_name) else None
    if position is None or not counts_from_end(position, by_name):
        return None
    other = by_name[position.args[1]]
    counted = other.op == "add" and other.args[0] == position.args[2] and _same(by_name[other.args[1]], by_name[i.args[1]])
    return (position.args[2], i.args[1]) if counted else None


def _is_zero(name: str, by_name: ByName) -> bool:
    return by_name[name].op == "const" and by_name[name].value == 0


def _same(a: Instr, b: Instr) -> bool:
    return a.name == b.name or (a.op == b.op and a.op in ("size", "const") and a.value == b.value)


def _selected(i: Instr, by_name: ByName) -> tuple[str, ...]:
    """What the selections of a bound are made of."""
    above = by_name[i.args[0]]
    position = by_name[above.args[0]]
    return above.name, position.name, position.args[0], position.args[1]


def _without(body: tuple[Instr, ...], gone: frozenset[str]) -> tuple[Instr, ...]:
    """The body without those of `gone` that nothing else needs."""
    while True:
        needed = {a for i in body for a in i.args} | {x for i in body for size in i.sizes for x in size.symbols()}
        left = tuple(i for i in body if i.name not in gone or i.name in needed)
        if len(left) == len(body):
            return body
        body = left
