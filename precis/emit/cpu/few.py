"""Nests over a few elements that read what scalar statements have just stored are written out, element by element.

    f[0] = g(y[1]); f[1] = h(y[0])                    f[0] = g(y[1]); f[1] = h(y[0])
    for i of two: y[i] = y[i] + dt * f[i]      ->     y[0] = y[0] + dt * f[0]; y[1] = y[1] + dt * f[1]

A vector whose parts were stored one by one has to wait until all of them are in the cache (processors hand on to a load what one store
has written, not several), while single elements are handed on at once. So it goes on: what was written out is read one by one, too.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Loop, Nest, Plan, Statement, While
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses
from precis.ir.size import Size

Block = tuple[Statement, ...]

MOST = 8  # elements
LARGEST = 128  # instructions in what is written out


def few_written_out(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, plan, inside=False))


def _block(statements: Block, plan: Plan, inside: bool) -> Block:
    """The statements of a block; `inside` of loops, where it counts."""
    out: list[Statement] = []
    single: frozenset[str] = frozenset()  # arrays of which scalar statements were the last to store elements
    for s in statements:
        loop = inside or isinstance(s, (Loop, While))
        made = _elements(s) if inside and isinstance(s, Nest) and accesses(s)[0] & single and _few(s) else ()
        made = made or (map_blocks(s, lambda block, loop=loop: _block(block, plan, loop)),)
        written = accesses(s)[1]
        scalar = isinstance(made[0], Nest) and not made[0].axes
        single = single | {n for n in written if plan.buffers[n].shape} if scalar else single - written
        out += made
    return tuple(out)


def _few(s: Nest) -> bool:
    lengths = [a.extent.constant for a in s.axes]
    known = [n for n in lengths if n is not None]
    if len(known) < len(lengths) or not 0 < prod(known) <= MOST or prod(known) * len(s.body) > LARGEST:
        return False
    return not (s.reductions or s.hole or s.bins or s.begin is not None or any(i.guard or i.where for i in s.body))


def _elements(s: Nest) -> Block:
    """A statement for each iteration, in order."""
    places = product(*(range(a.extent.constant or 0) for a in s.axes))
    return tuple(_at(s, {a.symbol: Size.of(k) for a, k in zip(s.axes, place)}) for place in places)


def _at(s: Nest, place: dict[str, Size]) -> Nest:
    return replace(s, axes=(), sequential=frozenset(), whole=None, body=tuple(moved(i, place) for i in s.body))
