"""Sweeps over the same columns, one behind the other, are run a strip of columns at a time: what one leaves is in the caches for the next.

    for k: for i: r[k, i] = ...                for strips: (for k: for i in strip: r[k, i] = ...)
    for k: for i: q[k, i] = f(r[k, i])    ->               (for k: for i in strip: q[k, i] = f(r[k, i]))

Implicit steps through levels eliminate downwards and substitute upwards; each sweep went over whole arrays. It is done where no iteration
hands a strip anything of another, by the test of precis.emit.cpu.interchange, which takes loops one by one; results are the same bit for
bit. Columns may lie along memory or across it: what only the sweeps know lies along it in either case, and has the columns of a strip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from precis.emit.cpu.interchange import apart, bytes_of, divisible, narrowed, own_scalar, part_work, rows_of, touched
from precis.emit.plan.fills import filled
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Axis, Buffer, If, Instr, Loop, Nest, Plan, Statement, Strips
from precis.emit.plan.walking import accesses, walk
from precis.ir.size import Size, largest, product, smallest
from precis.ir.types import Shape

Block = tuple[Statement, ...]

ROOM = 1 << 19  # bytes that a strip may take: part of the second cache
FEWEST, LONGEST = 64, 1024  # columns of a strip: shorter parts of rows are not fetched ahead, longer ones leave the first cache
MOST = 8  # statements: compilers take longer for each in a long function


def swept(plan: Plan) -> Plan:
    plan = replace(plan, buffers=dict(plan.buffers))
    return replace(plan, statements=_block(plan.statements, plan, touches(plan.statements)))


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    out: list[Statement] = []
    while statements:
        fills = _fills(statements, plan)
        group = _sweeps((*fills, *statements[len(fills):MOST]), plan, uses)
        out.append(_strips(group, plan, uses) if group else map_blocks(statements[0], lambda b: _block(b, plan, uses)))
        statements = statements[len(group) or 1:]
    return tuple(out)


def _fills(statements: Block, plan: Plan) -> Block:
    """The statements at the beginning that fill arrays, as loops over what lies beside their columns."""
    made: list[Statement] = []
    for k, s in enumerate(statements[:MOST]):
        loop = _by_columns(s, statements[k + 1:MOST], plan)
        if loop is None:
            break
        made.append(loop)
    return tuple(made)


def _by_columns(s: Statement, behind: Block, plan: Plan) -> Loop | None:
    """A nest that fills all of an array with a number, by columns as what comes behind sees them."""
    fill = filled(s)
    if fill is None or not isinstance(s, Nest) or plan.buffers[fill[0].buffer].role != WORKSPACE:
        return None
    a, n = next(((a, n) for n in _rows(behind) for a in touched(n) if a.buffer == fill[0].buffer), (None, None))
    if a is None or n is None or len(a.shape) != 2 or len(_dimensions(a, n)) != 1 or len(n.axes) != 1:
        return None
    (d,), axis, row = _dimensions(a, n), n.axes[0].symbol, f"{a.buffer} row"
    index = (Size.of(axis), Size.of(row)) if d == 0 else (Size.of(row), Size.of(axis))
    body = tuple(replace(i, access=i.access and replace(a, index=index)) for i in s.body)
    return Loop(row, Size(), a.shape[1 - d], 1, (Nest((Axis(axis, a.shape[d]),), body, sites=s.sites),), s.sites)


def _sweeps(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    """The statements at the beginning that may run in strips together, from one loop to another that returns to its arrays."""
    count = 0
    while count < len(statements) and _joined(statements[:count + 1], plan, uses):
        count += 1
    loops = [k for k, s in enumerate(statements[:count]) if isinstance(s, Loop)]
    if len(loops) < 2 or loops[0] != 0:
        return ()
    group = statements[:loops[-1] + 1]
    common = Counter(name for k in loops for name in {a.buffer for n in _rows([statements[k]]) for a in touched(n) if _columns(a, n)})
    own = [name for name in touches(group) if _only_here(plan.buffers[name], group, plan, uses) is not None]
    pays = not _across(group) or any(len(plan.buffers[name].shape) > 1 for name in own)
    return group if pays and any(times > 1 for times in common.values()) else ()


def _across(group: Block) -> bool:
    """Whether neighbouring columns lie apart in some array."""
    return any(_dimensions(a, n)[:1] not in ([], [len(a.index) - 1]) for n in _rows(group) for a in touched(n))


def _rows(group: Iterable[Statement]) -> list[Nest]:
    return [n for n in walk(tuple(group)) if isinstance(n, Nest) and n.axes]


def _columns(a: Access, n: Nest) -> bool:
    """Whether a place goes along rows, or down columns, of several."""
    return len(a.index) > 1 and bool(_dimensions(a, n))


def _dimensions(a: Access, n: Nest) -> list[int]:
    """Those that go along the columns of a nest."""
    return [d for d, i in enumerate(a.index) if n.axes and n.axes[0].symbol in i.symbols()]


def _joined(group: Block, plan: Plan, uses: Counter[str]) -> bool:
    """Whether strips of columns are apart in all of these, and lie along rows."""
    inside, rows = list(walk(group)), _rows(group)
    if not all(isinstance(s, Loop) or (isinstance(s, Nest) and s.axes) for s in group) or any(len(n.axes) > 1 for n in rows):
        return False
    if not rows or not all(isinstance(t, (Nest, Loop, If)) for t in inside):
        return False
    bound, nests = {t.index for t in inside if isinstance(t, Loop)}, [n for n in inside if isinstance(n, Nest)]
    if not all(divisible(n, rows[0].axes[0].extent, bound) for n in rows) or any(n.reductions for n in nests if not n.axes):
        return False
    written = frozenset().union(*(accesses(n)[1] for n in nests))
    once = all(len(_dimensions(a, n)) < 2 for n in rows for a in touched(n))
    return once and all(apart(b, nests, bound) if plan.buffers[b].shape else _is_own(group, b, plan, uses) for b in written)


def _is_own(group: Sequence[Statement], name: str, plan: Plan, uses: Counter[str]) -> bool:
    """Whether one loop alone knows a scalar."""
    return any(isinstance(s, Loop) and own_scalar(s.body, name, plan, uses) for s in group)


def _strips(group: Block, plan: Plan, uses: Counter[str]) -> Strips:
    rows, first = _rows(group), group[0]
    assert isinstance(first, Loop)
    index, count = f"{first.index} columns from", f"{first.index} columns"
    length = smallest(FEWEST if _across(group) else LONGEST, largest(FEWEST, Size.of(ROOM) // largest(1, _bytes(rows, plan))))
    columns = rows_of(count, length)
    own = {name: d for name in sorted(touches(group)) if (d := _only_here(plan.buffers[name], group, plan, uses)) is not None}
    for name, d in own.items():
        plan.buffers[name] = replace(plan.buffers[name], shape=_last(_seen(name, rows), d, columns))
    body = _with_own_columns(narrowed(group, Size.of(index), columns), own, Size.of(index), columns)
    return Strips(index, count, rows[0].axes[0].extent, length, (*map(Allocate, own), *body), sum(map(_work, group), Size()))


def _only_here(b: Buffer, group: Block, plan: Plan, uses: Counter[str]) -> int | None:
    """The dimension of the columns of an array that only the group knows, each strip its own; None of others."""
    if b.role != WORKSPACE or not b.shape or b.tape or b.carried or b.capacity or touches(group)[b.name] != uses[b.name]:
        return None
    places = [(a, n) for n in walk(group) if isinstance(n, Nest) for a in touched(n) if a.buffer == b.name]
    (first, nest), shape = places[0], places[0][0].shape
    found = _dimensions(first, nest)
    if len(found) != 1 or not all(d.symbols() <= {*plan.sizes} for d in shape):
        return None
    d = found[0]
    alike = all(a.shape == shape and _dimensions(a, n) == found and a.index[d] == Size.of(n.axes[0].symbol) for a, n in places)
    return d if alike else None


def _seen(name: str, rows: Sequence[Nest]) -> Shape:
    """The shape in which the group sees an array."""
    return next(a.shape for n in rows for a in touched(n) if a.buffer == name)


def _last(items: tuple[Size, ...], d: int, last: Size) -> tuple[Size, ...]:
    """All but one, and another one at the end."""
    return (*items[:d], *items[d + 1:], last)


def _with_own_columns(body: Block, own: Mapping[str, int], begin: Size, columns: Size) -> Block:
    """The statements with columns of these arrays along memory, counted from the strip's first."""
    def there(i: Instr) -> Instr:
        a = i.access
        if a is None or a.buffer not in own:
            return i
        d = own[a.buffer]
        return replace(i, access=replace(a, index=_last(a.index, d, a.index[d] - begin), shape=_last(a.shape, d, columns)))
    return tuple(replace(s, body=tuple(map(there, s.body))) if isinstance(s, Nest) else
                 map_blocks(s, lambda b: _with_own_columns(b, own, begin, columns)) for s in body)


def _work(s: Statement) -> Size:
    return s.trips * part_work(_rows([s])) if isinstance(s, Loop) else part_work(_rows([s]))


def _bytes(rows: Sequence[Nest], plan: Plan) -> Size:
    """Of the columns of all arrays."""
    found = {a.buffer: product(x for k, x in enumerate(a.shape) if k != d) * bytes_of(plan.buffers[a.buffer])
             for n in rows for a in touched(n) for d in _dimensions(a, n)}
    return sum(found.values(), Size())
