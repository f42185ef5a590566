"""Short loops and nests around elements of some arrays are written out, iteration by iteration, so that the places are numbers.

    for i in 0..2: y[i] = x[c, i] + h * s    ->    y[0] = x[c, 0] + h * s; y[1] = x[c, 1] + h * s

Only loops whose trips are a number, once those around them are written out, and whose index says where in these arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from math import prod

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Axis, If, Loop, Nest, Rotate, Statement
from precis.emit.plan.maps import linear
from precis.emit.plan.moved import moved, placed
from precis.emit.plan.walking import walk
from precis.ir.size import Size

Block = tuple[Statement, ...]
There = Mapping[str, Size]

MOST = 8  # trips
LARGEST = 32  # elements of a nest
MOVABLE = (Nest, Loop, If, Rotate)


def opened(statements: Block, arrays: frozenset[str]) -> Block:
    """The statements with the loops written out that go through `arrays`."""
    return tuple(t for s in statements for t in _statement(s, arrays))


def _statement(s: Statement, arrays: frozenset[str]) -> Block:
    if isinstance(s, Loop) and _short(s) and s.index in _places(s, arrays) and all(isinstance(t, MOVABLE) for t in walk(s.body)):
        copies = (_at(t, {s.index: s.start + k * s.step}) for k in range(s.trips.constant or 0) for t in s.body)
        return opened(tuple(copies), arrays)
    if isinstance(s, Nest):
        return _elements(s) if {a.symbol for a in s.axes} & _places(s, arrays) and _few(s) else (s,)
    return (map_blocks(s, lambda block: opened(block, arrays)),)


def _places(s: Statement, arrays: frozenset[str]) -> frozenset[str]:
    """The symbols that say where in the arrays a statement, blocks included, reads and writes."""
    places = (i.access for t in walk((s,)) if isinstance(t, Nest) for i in t.body if i.access and i.access.buffer in arrays)
    return frozenset().union(*(linear(a.shape, a.index).symbols() for a in places))


def _short(s: Loop) -> bool:
    return s.trips.constant is not None and s.trips.constant <= MOST


def _few(s: Nest) -> bool:
    lengths = [a.extent.constant for a in s.axes]
    known = [n for n in lengths if n is not None and n >= 0]
    if len(known) < len(lengths) or prod(known) > LARGEST:
        return False
    return not (s.reductions or s.hole or s.bins or s.begin is not None or any(i.guard or i.where for i in s.body))


def _elements(s: Nest) -> Block:
    """A statement for each iteration, in order."""
    places = product(*(range(a.extent.constant or 0) for a in s.axes))
    bare = replace(s, axes=(), sequential=frozenset(), whole=None)
    return tuple(_at(bare, {a.symbol: Size.of(k) for a, k in zip(s.axes, place)}) for place in places)


def _at(s: Statement, there: There) -> Statement:
    """A statement, blocks included, of one iteration."""
    if isinstance(s, Nest):
        return _nest_at(s, there)
    if isinstance(s, Loop):
        s = replace(s, start=s.start.substitute(there), trips=s.trips.substitute(there))
    return map_blocks(s, lambda block: tuple(_at(t, there) for t in block))


def _nest_at(s: Nest, there: There) -> Nest:
    axes = tuple(Axis(a.symbol, a.extent.substitute(there)) for a in s.axes)
    hole = tuple((a.substitute(there), b.substitute(there)) for a, b in s.hole)
    reductions = tuple(replace(r, target=placed(r.target, there), read=tuple((a.substitute(there), b.substitute(there)) for a, b in r.read))
                       for r in s.reductions)
    return replace(s, axes=axes, hole=hole, reductions=reductions, bins=s.bins and s.bins.substitute(there),
                   whole=s.whole and s.whole.substitute(there), body=tuple(moved(i, there) for i in s.body))
