"""A loop over rows whose columns are computed one by one: what it does at one row and column, and how far from there that is wanted.

    for i: (for j: r[j] = f(j)), (for j: y[i, j] = r[j] + y[i, j - 1])     ->     cell at (i, j): r[j] = f(j); y[i, j] = r[j] + y[i, j - 1]

Nests over the columns in front of the loop over them belong to its iterations, if none of them takes what the loop writes further on.
Rows and columns are counted from 0, in the order in which they are run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from precis.emit.cpu.handed import waits
from precis.emit.cpu.promote import Buffers, instructions, scalar_loop
from precis.emit.plan.fuse import map_blocks, merged, without_buffers
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Axis, Loop, Nest, Plan, Statement
from precis.emit.plan.maps import never_meet
from precis.emit.plan.moved import moved, placed
from precis.emit.plan.walking import accesses, first_stored, walk
from precis.ir.size import Size

Block = tuple[Statement, ...]
NEAR = 2  # columns from a link of a chain to the next


@dataclass(frozen=True, slots=True)
class Cells:
    """`front`: what a row begins with. `cell`: of the loop's index and that of `columns`, in terms of which columns of nests are found.
    `extents`: of those nests, which have to be as many as the columns. `delay`: how many columns a row has to run behind the one before."""

    rows: Loop
    columns: Loop
    front: Block
    cell: Block
    extents: tuple[Size, ...]
    delay: int
    scalars: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Touch:
    """A place that statement number `at` of a row touches, as a function of the row and the column."""

    at: int
    access: Access
    stores: bool


def cells_of(rows: Statement, plan: Plan, uses: Counter[str]) -> Cells | None:
    """What a loop does by rows and columns, where rows may run one behind the other and their columns wait for one another."""
    columns = next((s for s in rows.body if isinstance(s, Loop)), None) if isinstance(rows, Loop) else None
    if not isinstance(rows, Loop) or columns is None or abs(rows.step) != 1 or abs(columns.step) != 1:
        return None
    front = tuple(s for s in rows.body if isinstance(s, Nest) and not s.axes)
    parts = tuple(s for s in rows.body if s not in front)
    if not _by_columns(parts, rows, columns) or rows.body[-1] is not columns or any(n.reductions for n in front if isinstance(n, Nest)):
        return None
    scalars = _own_scalars(rows, plan, uses)
    places = [Touch(k, placed(a, _counted(s, rows, columns)), stores) for k, s in enumerate(parts) for a, stores in _touched(s)]
    arrays = [t for t in places if t.access.shape]
    axes = Axis(rows.index, rows.trips), Axis(columns.index, columns.trips)
    if scalars is None or not _front_apart(front, arrays, rows, axes) or not _chain(columns, arrays, rows, scalars, plan.buffers):
        return None
    delay = _delay(arrays, rows.index, columns.index, axes)
    if delay is None:
        return None
    cell = _without_rows(_as_one(tuple(t for s in parts for t in _at_column(s, columns))), rows, plan, uses)
    extents = tuple(dict.fromkeys(s.axes[0].extent for s in parts if isinstance(s, Nest)))
    return Cells(rows, columns, front, cell, extents, delay, scalars)


def _by_columns(parts: Block, rows: Loop, columns: Loop) -> bool:
    """Whether these are nests over columns and one loop, of scalars, over as many in every row."""
    nests = [s for s in parts if isinstance(s, Nest)]
    plain = all(len(n.axes) == 1 and not (n.reductions or n.hole or n.begin is not None) for n in nests)
    ends = {x for s in (columns.start, columns.trips, *(n.axes[0].extent for n in nests if n.axes)) for x in s.symbols()}
    inside = [t for t in walk(columns.body) if isinstance(t, Nest)]
    return (plain and len(nests) + 1 == len(parts) and scalar_loop(columns) and not any(t.reductions for t in inside)
            and rows.index not in ends and not any(x.startswith("%") for x in ends))


def _own_scalars(rows: Loop, plan: Plan, uses: Counter[str]) -> tuple[str, ...] | None:
    """The scalars that a row writes; None where one is known outside, or a row reads what another one left."""
    written = sorted(n for n in frozenset().union(*(accesses(s)[1] for s in rows.body)) if not plan.buffers[n].shape)
    here = touches(rows.body)
    own = all(plan.buffers[n].role == WORKSPACE and here[n] == uses[n] and first_stored(rows.body, n) is True for n in written)
    return tuple(written) if own else None


def _touched(s: Statement) -> Iterator[tuple[Access, bool]]:
    return ((i.access, i.op == "store") for i in instructions((s,)) if i.access)


def _counted(s: Statement, rows: Loop, columns: Loop) -> Mapping[str, Size]:
    """The indices of a part of a row by numbers of rows and columns, which get the names of the loops."""
    if isinstance(s, Nest):
        return {**_by_number(rows), **{a.symbol: Size.of(columns.index) for a in s.axes}}
    return {**_by_number(rows), **_by_number(columns)}


def _by_number(s: Loop) -> dict[str, Size]:
    return {s.index: s.start + Size.of(s.index) * s.step}


def _front_apart(front: Block, arrays: Sequence[Touch], rows: Loop, axes: tuple[Axis, ...]) -> bool:
    """Whether what rows begin with reads nothing that columns write, and writes scalars only."""
    here = [(placed(a, _by_number(rows)), stores) for s in front for a, stores in _touched(s) if a.shape]
    stored = [t.access for t in arrays if t.stores]
    return not any(stores for _, stores in here) and all(
        a.buffer != b.buffer or (a.shape == b.shape and never_meet(a.index, axes, b.index, axes)) for a, _ in here for b in stored)


def _chain(columns: Loop, arrays: Sequence[Touch], rows: Loop, scalars: Sequence[str], buffers: Buffers) -> bool:
    """Whether a column waits for a floating-point number of the one before."""
    last = max((t.at for t in arrays), default=0)
    mine = [t for t in arrays if t.at == last and waits(buffers[t.access.buffer].element)]
    steps = (_step(a.access, b.access, rows.index, columns.index) for a in mine if a.stores for b in mine
             if not b.stores and a.access.buffer == b.access.buffer)
    handed = any(waits(buffers[n].element) and first_stored(columns.body, n) is False and n in accesses(columns)[1] for n in scalars)
    return handed or any(not down and along is not None and 0 < along <= NEAR for down, along in steps)


def _step(a: Access, b: Access, row: str, column: str) -> tuple[int | None, int | None]:
    """How many rows and columns behind `a` the place is touched as `b`; None where that is not known, or any number."""
    found: dict[str, int] = {}
    for x, y in zip(a.index, b.index) if a.shape == b.shape else ():
        apart = (x - y).constant
        ours = {name: x.coefficient(name) for name in (row, column)}
        own = [name for name, k in ours.items() if k is None or k.terms]
        factor = ours[own[0]] if len(own) == 1 else None
        if apart is None or factor is None or factor.constant not in (1, -1) or any(s.startswith("%") for s in x.symbols()):
            continue
        found.setdefault(own[0], apart * factor.constant)
    return found.get(row), found.get(column)


def _delay(arrays: Sequence[Touch], row: str, column: str, axes: tuple[Axis, ...]) -> int | None:
    """How many columns a row runs behind the one before at least: 0 where rows do not touch one another; None where that is not known."""
    delay = 0
    for a, b in combinations_with_replacement(arrays, 2):
        if a.access.buffer != b.access.buffer or not (a.stores or b.stores):
            continue
        if a.access.shape == b.access.shape and never_meet(a.access.index, axes, b.access.index, axes):
            continue
        down, along = _step(a.access, b.access, row, column)
        if along is None:
            return None
        if not down and a.at != b.at and along * (b.at - a.at) < 0:
            return None  # an earlier part of the row would come later
        if down != 0:
            delay = max(delay, 1 + (abs(along) if down is None else -along * down // down**2))
    return delay


def _at_column(s: Statement, columns: Loop) -> Block:
    """What a part of a row does at one column."""
    if isinstance(s, Loop):
        return s.body
    assert isinstance(s, Nest)
    there = {s.axes[0].symbol: (Size.of(columns.index) - columns.start) * columns.step}
    return (replace(s, axes=(), sequential=frozenset(), body=tuple(moved(i, there) for i in s.body)),)


def _as_one(cell: Block) -> Block:
    """The cell as one nest, if it has no branches: what it stores and reads again stays in registers."""
    nests = [s for s in cell if isinstance(s, Nest)]
    plain = len(nests) == len(cell) and not any(i.guard or i.where for n in nests for i in n.body)
    return (merged(*nests),) if plain else cell


def _without_rows(cell: Block, rows: Loop, plan: Plan, uses: Counter[str]) -> Block:
    """The cell without stores to arrays that only these rows know, and that it does not read."""
    here = touches(rows.body)
    reads, writes = (frozenset().union(*(accesses(s)[k] for s in cell)) for k in (0, 1))
    dead = {n for n in writes - reads if plan.buffers[n].role == WORKSPACE and plan.buffers[n].shape and here[n] == uses[n]}
    return without_buffers(cell, frozenset(dead))


def at(block: Block, there: Mapping[str, Size]) -> Block:
    """Scalar statements with other indices."""
    return tuple(replace(s, body=tuple(moved(i, there) for i in s.body)) if isinstance(s, Nest) else map_blocks(s, lambda b: at(b, there))
                 for s in block)
