"""Loops over columns, each of which is computed from the column before, run along rows.

    for t: for r: x[r, t] = x[r, t - 1] + d[r, t] if u[r, t] < p else s[r, t]
    ->  for r: for t: x[r, t] = x[r, t - 1] + d[r, t] if u[r, t] < p else s[r, t]

(Loop interchange, as in precis.emit.cpu.rowwise, whose iterations know nothing of one another.) Down a column, vectors are put together
and taken apart element by element, and each element of a row comes from a cache line of its own. Along a row elements wait for one another,
which is worth it where that takes little: of integers, and of extremes and choices of real numbers. Sums and products of these wait longer
than vectors take (measured: up to 3 times). Every row touches nothing that another one writes, so that results are the same bit for bit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from precis.emit.cpu.nest_facts import beside_another
from precis.emit.cpu.rowwise import FEW, by_columns, fresh_axis, one_nest, stores
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import Access, Axis, Loop, Nest, Plan, Statement
from precis.emit.plan.maps import only_here
from precis.emit.plan.moved import moved
from precis.emit.plan.select import CHEAP
from precis.formats import Format
from precis.ir.size import Size

QUICK = ("load", "store", "select", "maximum", "minimum")  # operations on real numbers

Block = tuple[Statement, ...]


def along_rows(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, plan, touches(plan.statements)))


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    inner = (map_blocks(s, lambda block: _block(block, plan, uses)) for s in statements)
    return tuple((_turned(s, plan, uses) if isinstance(s, Loop) else None) or s for s in inner)


def _turned(s: Loop, plan: Plan, uses: Counter[str]) -> Nest | None:
    """The loop as a nest whose last axis is its index; None where rows depend on one another, or nothing is gained."""
    if abs(s.step) != 1 or (s.trips.constant or FEW + 1) <= FEW:
        return None
    nest = one_nest(s, plan, uses)
    if nest is None or not by_columns(nest, s.index) or not _soon(nest) or not _apart(nest, s.index):
        return None
    column = Axis(fresh_axis(nest), s.trips)
    there = {s.index: s.start + Size.of(column.symbol) * s.step}
    return replace(nest, axes=(*nest.axes, column), body=tuple(moved(i, there) for i in nest.body), sequential=frozenset({column.symbol}))


def _soon(n: Nest) -> bool:
    """Whether an element follows soon from the one before: by comparisons, choices, and sums of integers. Nothing else takes long."""
    by_name = {i.name: i for i in n.body}
    places = {a.buffer: a for a in stores(n)}
    waiting: set[str] = set()
    for i in n.body:
        before = i.op == "load" and i.access and i.access.buffer in places and i.access != places[i.access.buffer]
        if before or waiting.intersection(i.args):
            waiting.add(i.name)
        beside = i.op == "mod" and i.element == "int64" and beside_another(i, by_name)
        if not beside and i.op not in (QUICK if i.name in waiting and isinstance(i.element, Format) else CHEAP):
            return False
    return bool(waiting)


def _apart(n: Nest, column: str) -> bool:
    """Whether each row touches its own elements of what the nest writes, and all rows are as long."""
    touched = [i.access for i in n.body if i.access]
    still = all(column not in a.extent.symbols() for a in n.axes)
    return still and all(_own(a, b, n, column) for a in stores(n) for b in touched if a.buffer == b.buffer)


def _own(a: Access, b: Access, n: Nest, column: str) -> bool:
    pairs = [(x, y) for x, y in zip(a.index, b.index) if column not in x.symbols() | y.symbols()]
    return a.shape == b.shape and only_here(tuple(x for x, _ in pairs), tuple(y for _, y in pairs), n.axes)
