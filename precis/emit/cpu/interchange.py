"""Loops over whole arrays are run a strip of elements at a time, so that the strip stays in the caches from one iteration to the next.

    for k: for i: y[i] = g(y[i], k)    ->    for strips: for k: for i in strip: y[i] = g(y[i], k)

(strip mining and interchange; Wolf & Lam, A data locality optimizing algorithm, PLDI 1991.) It is done where no iteration of the loop hands
a strip anything of another: every array that the loop writes is touched at the same place along one of its dimensions, scalars, and with
them the branches taken, are of one iteration, and no sum runs over the strips. Results are the same bit for bit. It pays where the same
elements, or the same lines of memory, return in the next iteration. What lies along the first axis of nests with three and more may be too
long for the caches by itself: it is cut along the second axis too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from precis.emit.cpu.parallel import work
from precis.emit.cpu.same_for_all import same_for_all
from precis.emit.cpu.shifts import shifted
from precis.emit.plan.collapse import rows_joined
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Axis, Buffer, If, Instr, Loop, Nest, Plan, Reduction, Statement, Strips
from precis.emit.plan.maps import linear
from precis.emit.plan.moved import moved, placed
from precis.emit.plan.parted import is_parted, rejoined, with_first
from precis.emit.plan.walking import accesses, walk
from precis.formats import Format
from precis.ir.shapes import ONE
from precis.ir.size import Size, largest, product, smallest
from precis.ir.types import Shape

Block = tuple[Statement, ...]
Place = tuple[int, Size]  # a dimension, and how far the index along it is from that of the strip
Rows = tuple[Place, Shape, Size]  # the same, with the extents of the dimensions around it, and the elements of one of its rows

ROOM = 1 << 15  # bytes that a strip may take: most of the first cache
LARGER = 8  # as much room has what is cut along the second axis too, because it does not fit along the first: half of the second cache
TOGETHER = 8  # single elements by which strips are longer or shorter: vectors of all strips lie in the lines of memory alike
FEWEST = 16  # indices of a strip of single elements, which vectors are made of
LINES = 8  # lines of memory that one set of the first cache holds for sure: rows of a strip where several arrays are read by columns
PERIOD = 4096  # bytes after which lines of memory share a set of the first cache


def interchanged(plan: Plan) -> Plan:
    uses = touches(plan.statements)
    statements = _block(plan.statements, plan, uses)
    gone = set(uses) - set(touches(statements)) - {*plan.parameters, *plan.results}  # of arrays that changed places
    return replace(plan, statements=statements, buffers={n: b for n, b in plan.buffers.items() if n not in gone})


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    return tuple(s if isinstance(s, Strips) else in_strips(shifted(s, plan, uses) or s, plan, uses)
                 or map_blocks(s, lambda block: _block(block, plan, uses)) for s in statements)


def in_strips(s: Statement, plan: Plan, uses: Counter[str], axis: int = 0) -> Strips | None:
    """The loop in strips of the first axis of its nests; None where they depend on one another, or nothing is gained."""
    if not isinstance(s, Loop) or s.trips.constant == 1:
        return None
    s = s if axis else _with_rows_alike(s)
    inside = list(walk(s.body))
    nests = [n for n in inside if isinstance(n, Nest)]
    rows = [n for n in nests if n.axes]
    if not rows or not all(isinstance(t, (Nest, Loop, If)) for t in inside) or (axis and any(len(n.axes) < axis + 2 for n in rows)):
        return None
    bound = {s.index, *(t.index for t in inside if isinstance(t, Loop))}
    extent = rows[0].axes[axis].extent
    if not all(divisible(n, extent, bound, axis) for n in rows) or any(n.reductions for n in nests if not n.axes):
        return None
    written = frozenset().union(*(accesses(n)[1] for n in nests))
    arrays = {name for name in written if plan.buffers[name].shape}
    again = {name for name in arrays if not apart(name, nests, bound, axis)}
    if not all(same_for_all(name, s) for name in again) or not all(own_scalar(s.body, b, plan, uses) for b in written - arrays):
        return None
    if (again or any(map(is_parted, rows))) and (axis or _cut_inside(s, plan, uses)):
        return None
    step, columns = _returning(rows, bound, plan, axis)
    if not step.terms:
        return None
    strips = _strips(s, rows, step, axis, _fewest(columns))
    strips = replace(strips, ordered=bool(again), shifted=bool(again))  # threads would store them all at once
    inner = in_strips(strips.body[0], plan, uses, 1) if axis == 0 and not again else None
    return replace(strips, body=(inner,)) if inner else strips


def _cut_inside(s: Loop, plan: Plan, uses: Counter[str]) -> bool:
    """Whether a loop inside has strips of its own, which may have more of their arrays for themselves."""
    return any(isinstance(t, Loop) and in_strips(t, plan, uses) for t in walk(s.body))


def _with_rows_alike(s: Loop) -> Loop:
    """The loop whose nests all have the rows of one of them: images, say, that some nests find by two axes and others by one; points, that
    others find number by number."""
    rows = [n for n in walk(s.body) if isinstance(n, Nest) and n.axes]
    extents = dict.fromkeys(n.axes[0].extent for n in rows)
    for extent in extents if len(extents) > 1 else ():
        made = {id(n): joined for n in rows if (joined := rows_joined(n, extent) or with_first(n, extent))}
        if len(made) == len(rows):
            return replace(s, body=_exchanged(s.body, made))
    return s


def _exchanged(body: Block, made: Mapping[int, Nest]) -> Block:
    return tuple(made.get(id(s), s) if isinstance(s, Nest) else map_blocks(s, lambda b: _exchanged(b, made)) for s in body)


def divisible(n: Nest, extent: Size, bound: set[str], axis: int = 0) -> bool:
    """Whether strips of an axis, in any order, are a smaller nest of the same kind."""
    return divisible_in_order(n, extent, bound, axis) and n.axes[axis].symbol not in n.sequential


def divisible_in_order(n: Nest, extent: Size, bound: set[str], axis: int = 0) -> bool:
    """The same for strips in order."""
    sums = all(r.kept and r.op != "tally" for r in n.reductions)
    fixed = not any(a.extent.symbols() & bound for a in n.axes)
    return n.axes[axis].extent == extent and fixed and sums and not n.hole and n.begin is None


def touched(n: Nest) -> Iterable[Access]:
    return (*(i.access for i in n.body if i.access), *(r.target for r in n.reductions))


def apart(name: str, nests: Iterable[Nest], bound: set[str], axis: int = 0) -> bool:
    """Whether strips touch different parts of the array `name`: all accesses along one dimension at the strip's own index, moved alike.
    Rows may be reshaped from one access to the next."""
    return bool(frozenset.intersection(*(_rows(a, n, bound, axis) for n in nests for a in touched(n) if a.buffer == name)))


def _rows(a: Access, n: Nest, bound: set[str], axis: int) -> frozenset[Rows]:
    return frozenset(((d, by), a.shape[:d], product(a.shape[d + 1:])) for d, by in places(a, n, bound, axis))


def places(a: Access, n: Nest, bound: set[str], axis: int = 0) -> frozenset[Place]:
    """The dimensions along which an access goes with the strips."""
    if not n.axes:
        return frozenset()
    own = Size.of(n.axes[axis].symbol)
    moves = ((d, i - own) for d, i in enumerate(a.index))
    return frozenset((d, by) for d, by in moves if not any(x in bound or x.startswith("%") for x in by.symbols()))


def own_scalar(body: Block, name: str, plan: Plan, uses: Counter[str]) -> bool:
    """Whether a scalar is one of each iteration: nothing outside knows it, so that it is written before it is read."""
    return plan.buffers[name].role == WORKSPACE and touches(body)[name] == uses[name]


def _returning(rows: list[Nest], bound: set[str], plan: Plan, axis: int) -> tuple[Size, list[Size]]:
    """Bytes from one index of a strip to the next, of all arrays to which the next iteration returns: to the same elements, or, where
    an iteration steps across rows, to the lines of memory beside them; 0 where there are none. And of each array read by columns alone."""
    found: dict[str, Size] = {}
    columns: set[str] = set()
    for n in rows:
        for a in touched(n):
            mentioned = frozenset().union(*(i.symbols() for i in a.index))
            across = a.index and not any(x.symbol in a.index[-1].symbols() for x in n.axes)
            if n.axes[axis].symbol in mentioned and (across or not mentioned & bound):
                step = linear(a.shape, a.index).coefficient(n.axes[axis].symbol) or ONE
                found.setdefault(a.buffer, step * bytes_of(plan.buffers[a.buffer]))
                columns |= {a.buffer} if across else set()
    return sum(found.values(), Size()), [found[name] for name in sorted(columns)]


def _fewest(columns: list[Size]) -> Size:
    """Rows of a strip of single elements. Every row of an array that is read by columns holds a line of memory until its next column comes:
    rows of a length like 512 want the same lines of the cache, and so do several arrays."""
    if len(columns) != 1:
        return Size.of(LINES if columns else FEWEST)
    beside = columns[0] - columns[0] // PERIOD * PERIOD
    return smallest(beside, ONE) * (FEWEST - LINES) + LINES


def bytes_of(b: Buffer) -> int:
    """Of an element."""
    element = b.element
    return element.bytes if isinstance(element, Format) else np.dtype(element).itemsize


def _strips(s: Loop, rows: list[Nest], step: Size, axis: int, fewest: Size) -> Strips:
    """Strips of as many indices as there is room for, along all of the axes in front."""
    single = all(len(n.axes) == 1 for n in rows)
    least, several = (fewest, TOGETHER) if single else (ONE, 1)
    index, count = (f"{s.index} {word}{' along' * axis}" for word in ("from", "count"))
    extents = [a.extent for a in rows[0].axes]
    length = largest(least, Size.of(ROOM * LARGER**axis) // largest(1, product(extents[:axis]) * step * several) * several)
    body = narrowed(s.body, Size.of(index), rows_of(count, length), axis)
    return Strips(index, count, extents[axis], length, (replace(s, body=body),), s.trips * part_work(rows))


def rows_of(count: str, length: Size) -> Size:
    """How many indices a strip has: strips of single ones have no count of their own."""
    return ONE if length == ONE else Size.of(count)


def part_work(rows: list[Nest]) -> Size:
    """What an iteration of the loop takes."""
    return sum(map(work, rows), Size())


def narrowed(body: Block, begin: Size, length: Size, axis: int = 0) -> Block:
    """The statements for one strip."""
    return tuple(rejoined(_part(s, begin, length, axis)) if isinstance(s, Nest) else
                 map_blocks(s, lambda b: narrowed(b, begin, length, axis)) for s in body)


def _part(n: Nest, begin: Size, length: Size, axis: int) -> Nest:
    if not n.axes:
        return n
    axis, own = axis % len(n.axes), n.axes[axis].symbol
    there = {own: begin + Size.of(own)}
    body = tuple(_asked_of_own(moved(i, there), begin, own) for i in n.body)
    hole = tuple((low - begin, high - begin) if k == axis else (low, high) for k, (low, high) in enumerate(n.hole))
    return replace(n, axes=(*n.axes[:axis], Axis(own, length), *n.axes[axis + 1:]), body=body, hole=hole,
                   reductions=tuple(_target(r, there) for r in n.reductions))


def _asked_of_own(i: Instr, begin: Size, own: str) -> Instr:
    """The instruction with what its guard asks of an index of the array asked of the strip's own: rims are told by their axes."""
    if not i.guard:
        return i
    index = Size.of(own)
    asked = ((index, low - begin, high - begin) if at == begin + index else (at, low, high) for at, low, high in i.guard)
    return replace(i, guard=tuple(asked))


def _target(r: Reduction, there: Mapping[str, Size]) -> Reduction:
    return replace(r, target=placed(r.target, there))
