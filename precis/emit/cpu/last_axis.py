"""Loops over a few rows each of which is long are run a strip of the rows' elements at a time.

    for t: for i: f[0, i] = y[1, i]; for i: f[1, i] = -y[0, i]; for c of 2: for i: y[c, i] += dt * f[c, i]
    ->  for strips of i: for t: the same for i in strip

Systems of a few equations for many members, words of many messages, colours of many pixels are such rows: what precis.emit.cpu.interchange
does with the first axis of nests is done with the last one, where the first is of no use. Nests that run through all rows as one are
taken apart again. Arrays that only the loop knows hold a strip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from precis.emit.cpu.interchange import ROOM, TOGETHER, bytes_of, in_strips, narrowed, own_scalar, part_work, touched
from precis.emit.cpu.shifts import shifted
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Buffer, If, Instr, Loop, Nest, Plan, Statement, Strips
from precis.emit.plan.parted import with_last
from precis.emit.plan.walking import accesses, walk
from precis.ir.size import Size, largest, product

Block = tuple[Statement, ...]

FEWEST = 64  # elements of a strip: shorter parts of rows are not fetched ahead
SEVERAL = 2  # strips that there are in the example, at least
TIMES = 4  # as many bytes return as pass by, in the example: these come slower in parts of rows


def strips_of_last(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))  # of which some hold a strip
    return replace(made, statements=_block(plan.statements, made, touches(plan.statements)))


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    return tuple(s if isinstance(s, Strips) else (_strips(s, plan, uses) if isinstance(s, Loop) else None)
                 or map_blocks(s, lambda b: _block(b, plan, uses)) for s in statements)


def _strips(s: Loop, plan: Plan, uses: Counter[str]) -> Strips | None:
    s = shifted(s, plan, uses) or s
    if s.trips.constant == 1 or in_strips(s, plan, uses):
        return None
    if not all(isinstance(t, (Nest, Loop, If)) for t in walk(s.body)) or any(n.reductions for n in _nests(s) if not n.axes):
        return None
    for extent in dict.fromkeys(n.axes[-1].extent for n in _rows(s)):
        parted = _with_last(s, extent)
        several = parted and any(len(n.axes) > 1 for n in _rows(parted))
        if parted and several and _apart(parted, plan, uses) and (made := _in_strips(parted, extent, plan, uses)):
            return made
    return None


def _nests(s: Loop) -> list[Nest]:
    return [n for n in walk(s.body) if isinstance(n, Nest)]


def _rows(s: Loop) -> list[Nest]:
    return [n for n in _nests(s) if n.axes]


def _with_last(s: Loop, extent: Size) -> Loop | None:
    """The loop where all nests have a last axis of this extent."""
    made = {id(n): parted for n in _rows(s) if (parted := with_last(n, extent))}
    return replace(s, body=_exchanged(s.body, made)) if len(made) == len({id(n) for n in _rows(s)}) else None


def _exchanged(body: Block, made: Mapping[int, Nest]) -> Block:
    return tuple(made.get(id(s), s) if isinstance(s, Nest) else map_blocks(s, lambda b: _exchanged(b, made)) for s in body)


def _apart(s: Loop, plan: Plan, uses: Counter[str]) -> bool:
    """Whether no iteration hands a strip anything of another."""
    bound = {s.index, *(t.index for t in walk(s.body) if isinstance(t, Loop))}
    fixed = not any(a.extent.symbols() & bound for n in _rows(s) for a in n.axes)
    if not fixed or not all(_divisible(n) for n in _rows(s)):
        return False
    written = frozenset().union(*(accesses(n)[1] for n in _nests(s)))
    own = all(own_scalar(s.body, name, plan, uses) for name in written if not plan.buffers[name].shape)
    return own and all(len({*_parts(name, s)}) == 1 and None not in _parts(name, s) for name in written if plan.buffers[name].shape)


def _divisible(n: Nest) -> bool:
    """Whether a strip of the last axis is a smaller nest of the same kind."""
    ordered = n.axes[-1].symbol in n.sequential
    return not (ordered or n.reductions or n.hole or n.behind) and n.begin is None and n.bins is None


def _parts(name: str, s: Loop) -> Iterator[tuple[Size, Size, Size] | None]:
    """How far from the strip's own index each access to an array is, in rows of which length, and how many elements each of them has; None
    where that is not known, as of single elements that no axis tells."""
    for n in _nests(s):
        for a in touched(n):
            if a.buffer == name:
                d = _along(a, n) if n.axes else None
                yield None if d is None else (a.index[d] - Size.of(n.axes[-1].symbol), a.shape[d], product(a.shape[d + 1:]))


def _along(a: Access, n: Nest) -> int | None:
    """The dimension along which an access goes with the strip."""
    own = n.axes[-1].symbol
    found = [d for d, i in enumerate(a.index) if own in i.symbols()]
    by = a.index[found[0]] - Size.of(own) if len(found) == 1 else None
    return found[0] if by is not None and by.constant is not None else None


def _in_strips(s: Loop, extent: Size, plan: Plan, uses: Counter[str]) -> Strips | None:
    """The loop in strips; None where nothing returns, or one strip holds all rows in the example."""
    index, count = f"{s.index} columns from", f"{s.index} columns"
    begin, columns = Size.of(index), Size.of(count)
    taken, passing = _beside(s, plan)
    length = largest(FEWEST, Size.of(ROOM) // largest(1, taken * TOGETHER) * TOGETHER)
    if not taken.terms or not (extent + length + passing).symbols() <= set(plan.example):
        return None
    if extent.value(plan.example) < SEVERAL * length.value(plan.example) or taken.value(plan.example) < TIMES * passing.value(plan.example):
        return None
    own = {name: shape for name in sorted(touches(s.body)) if (shape := _own(plan.buffers[name], s, extent, columns, plan, uses))}
    plan.buffers.update({name: replace(plan.buffers[name], shape=shape) for name, shape in own.items()})
    body = _with_own(narrowed(s.body, begin, columns, -1), own, begin, columns)
    work = s.trips * part_work(_rows(s))
    return Strips(index, count, extent, length, (*map(Allocate, own), replace(s, body=body)), work)


def _beside(s: Loop, plan: Plan) -> tuple[Size, Size]:
    """Bytes for one index of a strip, of all arrays to which the next iteration returns, and of what each iteration has of its own."""
    found: tuple[dict[str, Size], dict[str, Size]] = {}, {}
    for n in _rows(s):
        for a in touched(n):
            if (d := _along(a, n)) is not None:
                own = [s.index in i.symbols() for i in a.index]
                rest = product(x for k, x in enumerate(a.shape) if k != d and not own[k])
                found[any(own)].setdefault(a.buffer, rest * bytes_of(plan.buffers[a.buffer]))
    returning, passing = (sum(b.values(), Size()) for b in found)
    return returning, passing


def _own(b: Buffer, s: Loop, extent: Size, columns: Size, plan: Plan, uses: Counter[str]) -> tuple[Size, ...]:
    """The shape of a strip of an array that only the loop knows; () of others."""
    if b.role != WORKSPACE or not b.shape or b.tape or b.carried or b.capacity or touches(s.body)[b.name] != uses[b.name]:
        return ()
    places = [(a, n) for n in _rows(s) for a in touched(n) if a.buffer == b.name]
    alike = all(_along(a, n) == len(a.shape) - 1 and a.shape[-1] == extent and a.index[-1] == Size.of(n.axes[-1].symbol) for a, n in places)
    known = places and all(d.symbols() <= set(plan.sizes) for d in places[0][0].shape)
    return (*places[0][0].shape[:-1], columns) if alike and known else ()


def _with_own(body: Block, own: Iterable[str], begin: Size, columns: Size) -> Block:
    """The statements with elements of these arrays counted from the strip's first."""
    def there(i: Instr) -> Instr:
        a = i.access
        if a is None or a.buffer not in own:
            return i
        return replace(i, access=replace(a, index=(*a.index[:-1], a.index[-1] - begin), shape=(*a.shape[:-1], columns)))
    return tuple(replace(s, body=tuple(map(there, s.body))) if isinstance(s, Nest) else
                 map_blocks(s, lambda b: _with_own(b, own, begin, columns)) for s in body)
