"""Loops over the columns of arrays run along rows.

    for j: for i: a[i, j] -= a[i, k] * a[k, j]    ->    for i: for j: a[i, j] -= a[i, k] * a[k, j]

Programs that take a slice of a column at a time, as factorisations written by columns do, would touch another line of memory with every
element (loop interchange; Allen & Kennedy, Automatic loop interchange, SIGPLAN Symposium on Compiler Construction 1984). It is done where
no iteration touches what another writes, so that results are the same bit for bit. Where the columns get shorter or longer with the loop,
as those of triangles do, rows end or begin where the loop gets to them. What every row needs of a column (`a[j, k]`) is copied to a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from precis.emit.cpu.groups import loops_of_groups
from precis.emit.plan.fuse import map_blocks, merged
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Axis, Buffer, Instr, Loop, Nest, Plan, Statement
from precis.emit.plan.maps import Indices, disjoint, linear
from precis.emit.plan.moved import moved
from precis.ir.shapes import ONE
from precis.ir.size import Size, smallest

FEW = 16  # columns: vectors are made of more
CHEAP = ("load", "store", "const", "size", "cast", "add", "sub", "mul", "neg", "fma")  # operations that every row may repeat
MOST = 8  # of them

Block = tuple[Statement, ...]


def rowwise(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))  # and rows
    return replace(made, statements=_block(plan.statements, made, touches(plan.statements)))


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    out: list[Statement] = []
    for s in statements:
        s = map_blocks(s, lambda block: _block(block, plan, uses))
        out += ((_along_rows(s, plan, uses) or _in_groups(s, plan, uses)) if isinstance(s, Loop) else None) or (s,)
    return tuple(out)


def _along_rows(s: Loop, plan: Plan, uses: Counter[str]) -> Block | None:
    """The loop the other way round; None where iterations depend on one another, or nothing is gained."""
    if abs(s.step) != 1 or (s.trips.constant or FEW + 1) <= FEW:
        return None
    nest = one_nest(s, plan, uses)
    if nest is None or not by_columns(_upright(nest, s.index), s.index):
        return None
    last = s.start + (s.trips - 1) * s.step
    low, high = (s.start, last) if s.step > 0 else (last, s.start)
    if not _independent(nest, s.index, low, high):
        return None
    slopes = [a.extent.coefficient(s.index) for a in nest.axes]
    first, nest = _copied(nest, s.index, low, s.trips, plan)
    if all(slope == Size() for slope in slopes):
        column = fresh_axis(nest)
        return *first, _at(nest, (*nest.axes, Axis(column, s.trips)), {s.index: low + Size.of(column)})
    made = _triangle(s, nest, slopes[0], low, high) if len(slopes) == 1 and slopes[0] is not None else None
    return None if made is None else (*first, made)


def _in_groups(s: Loop, plan: Plan, uses: Counter[str]) -> Block | None:
    """Loops for groups of its statements, where some of them then run along rows."""
    loops = loops_of_groups(s)
    made = [_along_rows(x, plan, uses) for x in loops]
    return tuple(t for x, m in zip(loops, made) for t in m or (x,)) if any(made) else None


def _copied(n: Nest, column: str, low: Size, trips: Size, plan: Plan) -> tuple[Block, Nest]:
    """Statements that copy what all rows need of a column of memory, and the nest that reads the copies."""
    first: list[Statement] = []
    body: list[Instr] = []
    for i in n.body:
        if i.op == "load" and i.access and _down_a_column(i.access, n, column):
            row = Buffer(f"{i.access.buffer} row {len(plan.buffers)}", (trips,), plan.buffers[i.access.buffer].element)
            plan.buffers[row.name] = row
            axis = Axis("%i0", trips)
            there = Access(row.name, (Size.of(axis.symbol),), row.shape)
            load = moved(i, {column: low + Size.of(axis.symbol)})
            store = Instr(f"{i.name} kept", "store", (i.name,), row.element, there)
            first += [Allocate(row.name), Nest((axis,), (load, store), sites=n.sites)]
            i = replace(i, access=replace(there, index=(Size.of(column) - low,)))
        body.append(i)
    return tuple(first), replace(n, body=tuple(body))


def _down_a_column(a: Access, n: Nest, column: str) -> bool:
    mentioned = frozenset().union(*(i.symbols() for i in a.index))
    step = linear(a.shape, a.index).coefficient(column)
    return column in mentioned and not any(x.startswith("%") for x in mentioned) and step not in (ONE, -ONE, None)


def one_nest(s: Loop, plan: Plan, uses: Counter[str]) -> Nest | None:
    """The body as one nest over rows: numbers of its own that an iteration begins with are computed in it."""
    if not s.body or not all(isinstance(t, Nest) and _plain(t) for t in s.body):
        return None
    *first, nest = (t for t in s.body if isinstance(t, Nest))
    own = {a.buffer for t in first for a in stores(t)}
    instrs = [i for t in first for i in t.body]
    inside = touches(s.body)
    if not nest.axes or any(t.axes for t in first) or len(instrs) > MOST or any(i.op not in CHEAP for i in instrs):
        return None
    if any(plan.buffers[b].shape or plan.buffers[b].role != WORKSPACE or inside[b] != uses[b] for b in own):
        return None
    for t in reversed(first):
        nest = merged(replace(t, axes=nest.axes), nest)
    return replace(nest, body=tuple(i for i in nest.body if i.op != "store" or not i.access or i.access.buffer not in own))


def _plain(n: Nest) -> bool:
    return not (n.reductions or n.sequential or n.hole or n.begin is not None or any(i.guard or i.where for i in n.body))


def stores(n: Nest) -> Iterable[Access]:
    return (i.access for i in n.body if i.op == "store" and i.access)


def _upright(n: Nest, column: str) -> Nest:
    """The nest with rows counted from where all iterations would begin together, if columns end together, each one later begun."""
    (*_, axis), by = n.axes, Size.of(column)
    return _at(n, n.axes, {axis.symbol: Size.of(axis.symbol) - by}) if axis.extent.coefficient(column) == -ONE else n


def by_columns(n: Nest, column: str) -> bool:
    """Whether neighbours in memory are of neighbouring iterations, in what is stored somewhere, and nowhere of neighbouring rows."""
    row = n.axes[-1].symbol
    turned = any(_beside(i.access, row, column) for i in n.body if i.access)
    return not turned and any(_beside(a, column, row) for a in stores(n))


def _beside(a: Access, near: str, far: str) -> bool:
    """Whether neighbours along one symbol are neighbours in memory, and those along the other are not."""
    offset = linear(a.shape, a.index)
    return offset.coefficient(near) in (ONE, -ONE) and offset.coefficient(far) not in (Size(), ONE, -ONE)


def _independent(n: Nest, column: str, low: Size, high: Size) -> bool:
    """Whether no iteration touches what another one writes."""
    found = [i.access for i in n.body if i.access]
    ranges = {column: (low, high)}
    return all(_alone(a, b, n, column) or (a.shape == b.shape and disjoint(a.index, b.index, n.axes, ranges))
               for a in stores(n) for b in found if a.buffer == b.buffer)


def _alone(a: Access, b: Access, n: Nest, column: str) -> bool:
    """Whether both are one place, and each iteration has its own."""
    return a == b and tells(a.index, {column, *(x.symbol for x in n.axes)})


def tells(index: Indices, wanted: set[str]) -> bool:
    """Whether the indices tell all these symbols: one after the other, each from a dimension in which it is the only one left."""
    if any(x.startswith("%") and x not in wanted for i in index for x in i.symbols()):
        return False
    left, before = set(wanted), set[str]()
    while left != before:
        before = set(left)
        for i in index:
            here = i.symbols() & left
            factor = i.coefficient(next(iter(here))) if len(here) == 1 else None
            if factor is not None and factor.constant:
                left -= here
    return not left


def fresh_axis(n: Nest) -> str:
    taken = {a.symbol for a in n.axes}
    return next(x for k in range(len(taken) + 1) if (x := f"%i{k}") not in taken)


def _at(n: Nest, axes: tuple[Axis, ...], there: dict[str, Size]) -> Nest:
    return replace(n, axes=axes, body=tuple(moved(i, there) for i in n.body))


def _triangle(s: Loop, n: Nest, slope: Size, low: Size, high: Size) -> Loop | None:
    """Rows one after the other, each from the first to the last iteration that gets to it; `slope`: by how much columns get longer from one
    iteration to the next. Rows of columns that end together, but begin later and later, are counted as the iterations are."""
    (axis,), row, column = n.axes, f"row of {s.index}", Size.of(s.index)
    r, a = Size.of(row), Size.of(n.axes[0].symbol)
    end = axis.extent - slope * column
    begun = (low + end).constant
    if slope == -ONE:
        first, rows, begin, there = low, end - low, low, {axis.symbol: r - low - a}
        last = r if ((end - 1 - high).constant or 0) < 0 or end - 1 == high else smallest(high, r)
    elif slope == ONE and begun is not None and begun <= 1:
        first, rows, begin, there = Size(), end + high, r - end + 1, {axis.symbol: r}
        last = high
    else:
        return None
    nest = _at(n, (Axis(axis.symbol, last - begin + 1),), {**there, s.index: begin + a})
    return Loop(row, first, rows, 1, (nest,), s.sites)
