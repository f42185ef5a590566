"""Sweeps over the same columns, one behind the other, are run a strip of columns at a time: what one leaves is in the caches for the next.

    for k: for i: r[k, i] = ...                for strips: (for k: for i in strip: r[k, i] = ...)
    for k: for i: q[k, i] = f(r[k, i])    ->               (for k: for i in strip: q[k, i] = f(r[k, i]))

Implicit steps through levels eliminate downwards and substitute upwards; each sweep went over whole arrays. It is done where no iteration
hands a strip anything of another, by the test of precis.emit.cpu.interchange, which takes loops one by one; results are the same bit for
bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from precis.emit.cpu.interchange import apart, bytes_of, divisible, narrowed, own_scalar, part_work, rows_of, touched
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Buffer, If, Instr, Loop, Nest, Plan, Statement, Strips
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
        group = _sweeps(statements[:MOST], plan, uses)
        out.append(_strips(group, plan, uses) if group else map_blocks(statements[0], lambda b: _block(b, plan, uses)))
        statements = statements[len(group) or 1:]
    return tuple(out)


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
    return group if any(times > 1 for times in common.values()) else ()


def _rows(group: Iterable[Statement]) -> list[Nest]:
    return [n for n in walk(tuple(group)) if isinstance(n, Nest) and n.axes]


def _columns(a: Access, n: Nest) -> bool:
    """Whether a place goes along rows of several."""
    return len(a.index) > 1 and n.axes[0].symbol in a.index[-1].symbols()


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
    along = all(not any(n.axes[0].symbol in i.symbols() for i in a.index[:-1]) for n in rows for a in touched(n))
    return along and all(apart(b, nests, bound) if plan.buffers[b].shape else _is_own(group, b, plan, uses) for b in written)


def _is_own(group: Sequence[Statement], name: str, plan: Plan, uses: Counter[str]) -> bool:
    """Whether one loop alone knows a scalar."""
    return any(isinstance(s, Loop) and own_scalar(s.body, name, plan, uses) for s in group)


def _strips(group: Block, plan: Plan, uses: Counter[str]) -> Strips:
    rows, first = _rows(group), group[0]
    assert isinstance(first, Loop)
    index, count = f"{first.index} columns from", f"{first.index} columns"
    length = smallest(LONGEST, largest(FEWEST, Size.of(ROOM) // largest(1, _bytes(rows, plan))))
    columns = rows_of(count, length)
    own = [name for name in sorted(touches(group)) if _only_here(plan.buffers[name], group, rows, plan, uses)]
    for name in own:
        plan.buffers[name] = replace(plan.buffers[name], shape=(*_seen(name, rows)[:-1], columns))
    body = _with_own_columns(narrowed(group, Size.of(index), columns), frozenset(own), Size.of(index), columns)
    return Strips(index, count, rows[0].axes[0].extent, length, (*map(Allocate, own), *body), sum(map(_work, group), Size()))


def _only_here(b: Buffer, group: Block, rows: Sequence[Nest], plan: Plan, uses: Counter[str]) -> bool:
    """Whether only the group knows an array, and each strip its own columns."""
    if b.role != WORKSPACE or not b.shape or b.tape or b.carried or b.capacity or touches(group)[b.name] != uses[b.name]:
        return False
    places = [(a, n) for n in walk(group) if isinstance(n, Nest) for a in touched(n) if a.buffer == b.name]
    shape = places[0][0].shape
    known = all(d.symbols() <= {*plan.sizes} for d in shape)
    return known and all(n.axes and a.shape == shape and a.index[-1] == Size.of(n.axes[0].symbol) for a, n in places)


def _seen(name: str, rows: Sequence[Nest]) -> Shape:
    """The shape in which the group sees an array."""
    return next(a.shape for n in rows for a in touched(n) if a.buffer == name)


def _with_own_columns(body: Block, own: frozenset[str], begin: Size, columns: Size) -> Block:
    """The statements with columns of these arrays counted from the strip's first."""
    def there(i: Instr) -> Instr:
        a = i.access
        if a is None or a.buffer not in own:
            return i
        return replace(i, access=replace(a, index=(*a.index[:-1], a.index[-1] - begin), shape=(*a.shape[:-1], columns)))
    return tuple(replace(s, body=tuple(map(there, s.body))) if isinstance(s, Nest) else
                 map_blocks(s, lambda b: _with_own_columns(b, own, begin, columns)) for s in body)


def _work(s: Statement) -> Size:
    return s.trips * part_work(_rows([s])) if isinstance(s, Loop) else part_work(_rows([s]))


def _bytes(rows: Sequence[Nest], plan: Plan) -> Size:
    """Of the columns of all arrays."""
    found = {a.buffer: product(a.shape[:-1]) * bytes_of(plan.buffers[a.buffer]) for n in rows for a in touched(n)
             if a.index and n.axes[0].symbol in a.index[-1].symbols()}
    return sum(found.values(), Size())
