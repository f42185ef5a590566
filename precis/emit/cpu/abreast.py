"""What the iterations of a loop over scalars add up runs side by side.

    for j: s = 0; for k: s += a[k, i] * b[k, j]; c[i, j] = s
    ->  for all j: t[j] = 0;  for k: for all j: t[j] += a[k, i] * b[k, j];  for j: s = t[j]; c[i, j] = s

(Loop distribution with scalars expanded, and interchange; Allen & Kennedy 2001, sections 5.3 and 8.) One sum is a chain of additions that
wait for one another; those of neighbouring iterations are vectors. It is done where what the sums read is nothing that earlier iterations
store, and lies side by side for neighbours or is the same for all. Each sum keeps its order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from precis.emit.cpu.registers import plain
from precis.emit.cpu.rowwise import tells
from precis.emit.plan.fuse import map_blocks, merged
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Axis, Border, Buffer, Instr, Loop, Nest, Plan, Statement
from precis.emit.plan.maps import disjoint, linear
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses, first_stored, own_accesses, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size

FEW = 8  # iterations: vectors are made of more
LARGEST = 240  # instructions of inner loops that are written out
Block = tuple[Statement, ...]
Rows = Mapping[str, Buffer]  # scalars of an iteration, and the row that has them for all
Ranges = dict[str, tuple[Size, Size]]


@dataclass(frozen=True, slots=True)
class Parted:
    """The body of a loop: scalars that it begins with, loops around one statement over scalars, and the rest."""

    first: tuple[Nest, ...]
    loops: tuple[Loop, ...]
    sums: Nest
    rest: Block


def abreast(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))  # and rows
    statements = _block(plan.statements, made, touches(plan.statements))
    return replace(made, statements=statements)


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    return tuple(t for s in statements for t in (_distributed(s, plan, uses) if isinstance(s, Loop) else ())
                 or (map_blocks(s, lambda block: _block(block, plan, uses)),))


def _distributed(s: Loop, plan: Plan, uses: Counter[str]) -> Block:
    """The loops that a loop becomes; nothing where it stays as it is."""
    parts = _parted(s) if s.step == 1 and (s.trips.constant or FEW) >= FEW else None
    own = _own(s, parts, plan, uses) if parts else None
    if not parts or not own or not _vectors(parts, s, own) or not _unhurt(parts, s, own):
        return ()
    parts = _written_out(parts)
    rest = tuple(t for t in parts.rest if isinstance(t, Nest))
    if not parts.loops and len(rest) == len(parts.rest) and _apart((*parts.first, *rest), s, plan, touches(s.body), uses):
        return (_along((), (*parts.first, *rest), s, {}),)
    rows = {name: Buffer(f"{name} abreast {len(plan.buffers)}", (s.trips,), plan.buffers[name].element) for name in own}
    plan.buffers.update((b.name, b) for b in rows.values())
    space = tuple(Allocate(b.name) for b in rows.values() if not s.trips.symbols() <= set(plan.sizes))
    sums = (_along(parts.loops, (parts.sums,), s, rows),) if parts.loops else ()
    return (*space, _along((), parts.first, s, rows), *sums, *_rest(s, parts, rows, plan, uses))


def _written_out(parts: Parted) -> Parted:
    """Loops of few iterations as statements that follow one another."""
    trips = [x.trips.constant for x in parts.loops]
    if None in trips or prod(filter(None, trips)) * len(parts.sums.body) > LARGEST:
        return parts
    nests = (parts.sums,)
    for x in reversed(parts.loops):
        turns = [x.start + k * x.step for k in range(x.trips.constant or 0)]
        nests = tuple(replace(n, body=tuple(moved(i, {x.index: at}) for i in n.body)) for at in turns for n in nests)
    return replace(parts, first=(*parts.first, *nests), loops=())


def _parted(s: Loop) -> Parted | None:
    at = next((k for k, t in enumerate(s.body) if not (isinstance(t, Nest) and _scalar(t))), None)
    if not at:
        return None
    first, loop = tuple(t for t in s.body[:at] if isinstance(t, Nest)), s.body[at]
    loops: list[Loop] = []
    while isinstance(loop, Loop) and not {s.index, *(x.index for x in loops)} & (loop.start.symbols() | loop.trips.symbols()):
        loops.append(loop)
        inner = tuple(t for t in loop.body if isinstance(t, Nest) and bare(t))
        if len(inner) == len(loop.body) > 0 and _elements_apart(inner, s):
            return Parted(first, tuple(loops), merged(*inner), s.body[at + 1:])
        loop = loop.body[0] if len(loop.body) == 1 else None
    return None


def bare(n: Nest) -> bool:
    """Whether a nest is a statement over scalars and single elements."""
    bare = not (n.axes or n.reductions or n.hole or n.begin is not None or n.bins is not None)
    return bare and not any(i.guard or i.where or isinstance(i.value, Border) for i in n.body)


def _scalar(n: Nest) -> bool:
    """Whether that stores scalars only."""
    return bare(n) and not any(i.access and i.access.index for i in n.body if i.op == "store")


def _elements_apart(stored: Block, s: Loop) -> bool:
    """Whether statements store scalars, and elements of which each iteration of `s` touches one alone, beside those of its neighbours."""
    elements = {a for a, _ in _stores(stored, {}) if a.index}
    names = {a.buffer for a in elements}
    touching = [t for t in walk(s.body) if names & frozenset().union(*own_accesses(t))]
    touched = {i.access for t in touching if isinstance(t, Nest) and bare(t) for i in t.body if i.access and i.access.buffer in names}
    return all(isinstance(t, Nest) and bare(t) for t in touching) and len(touched) == len(names) and all(
        tells(a.index, {s.index}) and linear(a.shape, a.index).coefficient(s.index) == ONE for a in elements)


def _own(s: Loop, parts: Parted, plan: Plan, uses: Counter[str]) -> list[str] | None:
    """The scalars that each iteration has for itself and that leave where they are made; None where others are stored there."""
    inside = touches(s.body)
    left = (_left(block, n, uses) for block, n in ((parts.first, merged(*parts.first)), (parts.loops[:1], parts.sums)))
    begun, summed = (frozenset(b for b in names if not plan.buffers[b].shape) for names in left)
    own = sorted(begun | summed)
    private = all(plan.buffers[b].role == WORKSPACE and inside[b] == uses[b] and b in begun and first_stored(s.body, b)
                  and plain(plan.buffers[b].element) for b in own)
    return own if private and begun & summed else None


def _left(block: Block, n: Nest, uses: Counter[str]) -> frozenset[str]:
    """The scalars stored in a block, whose statements are `n`, but for those that are stored before they are read and unknown outside."""
    within, (reads, writes) = touches(block), accesses(n)
    return frozenset(name for name in writes if within[name] != uses[name] or name in reads)


def _vectors(parts: Parted, s: Loop, own: Sequence[str]) -> bool:
    """Whether all that is read lies side by side for neighbouring iterations or is the same for all, and something does the first."""
    beside = any(a.buffer in own for a in _loads(parts.first, parts.sums))
    for n in (*parts.first, parts.sums):
        varies = {s.index}
        for i in n.body:
            if varies & {*i.args, *(x for size in i.sizes for x in size.symbols())} or (i.access and i.access.buffer in own):
                varies.add(i.name)
            if i.op == "load" and i.access and i.access.index:
                step = linear(i.access.shape, i.access.index).coefficient(s.index)
                computed = any(x.startswith("%") and x in varies for x in _symbols(i.access))
                if computed or step not in (Size(), ONE):
                    return False
                beside |= step == ONE
    return beside


def _loads(*nests: Nest | tuple[Nest, ...]) -> Iterator[Access]:
    for n in nests:
        for t in (n if isinstance(n, tuple) else (n,)):
            yield from (i.access for i in t.body if i.op == "load" and i.access)


def _symbols(a: Access) -> frozenset[str]:
    return frozenset().union(*(i.symbols() for i in a.index))


def _unhurt(parts: Parted, s: Loop, own: Sequence[str]) -> bool:
    """Whether nothing that is read now reads what the rest of an earlier iteration has stored."""
    stored = list(_stores(parts.rest, _range(s)))
    opaque = frozenset().union(*(own_accesses(t)[1] for t in walk(parts.rest) if not isinstance(t, Nest)), frozenset())
    ranges = {s.index: (s.start + 1, s.start + s.trips - 1), **{k: v for x in parts.loops for k, v in _range(x).items()}}
    reads = [a for a in _loads(parts.first, parts.sums) if a.buffer not in own]
    return not any(a.buffer in opaque for a in reads) and all(
        _never(a, b, s, {**ranges, **known}) for a in reads for b, known in stored if a.buffer == b.buffer)


def _range(s: Loop) -> Ranges:
    last = s.start + (s.trips - 1) * s.step
    return {s.index: (s.start, last) if s.step > 0 else (last, s.start)}


def _stores(block: Block, known: Ranges) -> Iterator[tuple[Access, Ranges]]:
    """Everything that a block stores, and where the indices run that stand around it."""
    for s in block:
        if isinstance(s, Nest):
            here = {**known, **{a.symbol: (Size(), a.extent - 1) for a in s.axes}}
            yield from ((a, here) for i in s.body if (a := i.access) and i.op == "store")
            yield from ((r.target, here) for r in s.reductions)
        else:
            found: list[tuple[Access, Ranges]] = []
            map_blocks(s, lambda b: (found.extend(_stores(b, {**known, **(_range(s) if isinstance(s, Loop) else {})})), b)[1])
            yield from found


def _never(a: Access, b: Access, s: Loop, known: Ranges) -> bool:
    """Whether `a` of an iteration is surely another place than `b` of an earlier one."""
    if a.shape != b.shape:
        return False
    if any(x == y and _tells(x, s, known) for x, y in zip(a.index, b.index)):
        return True
    before = f"{s.index} before"
    ranges = {before: (s.start, s.start + s.trips - 2), **known}
    there = tuple(y.substitute({s.index: Size.of(before)}) for y in b.index)
    return disjoint(a.index, there, (), ranges)


def _tells(x: Size, s: Loop, known: Ranges) -> bool:
    """Whether an index is another in every iteration."""
    others = x.symbols() - {s.index}
    return bool((x.coefficient(s.index) or Size()).constant) and not any(name in known or name.startswith("%") for name in others)


def _along(loops: Sequence[Loop], nests: tuple[Nest, ...], s: Loop, rows: Rows) -> Nest:
    """A nest over loops in order and all iterations of `s` side by side, where only arrays and the scalars in `rows` are stored."""
    axes = tuple(Axis(f"%i{k}", x.trips) for k, x in enumerate((*loops, s)))
    there = {x.index: x.start + Size.of(a.symbol) * x.step for a, x in zip(axes, (*loops, s))}
    here = (Size.of(axes[-1].symbol),)
    whole = merged(*nests)
    kept = (i for i in whole.body if i.op != "store" or (i.access and (i.access.index or i.access.buffer in rows)))
    body = tuple(_in_rows(moved(i, there), rows, here) for i in kept)
    return Nest(axes, body, sequential=frozenset(a.symbol for a in axes[:-1]), sites=whole.sites)


def _in_rows(i: Instr, rows: Rows, here: tuple[Size, ...]) -> Instr:
    row = rows.get(i.access.buffer) if i.access else None
    return replace(i, access=Access(row.name, here, row.shape)) if row else i


def _rest(s: Loop, parts: Parted, rows: Rows, plan: Plan, uses: Counter[str]) -> Block:
    """What is left of the iterations, which take their scalars from the rows: a nest where they are independent, else a loop."""
    read = frozenset().union(*(accesses(t)[0] for t in parts.rest), frozenset())
    taken = tuple(x for name, b in rows.items() if name in read for x in _taken(name, b, s))
    body = (Nest((), _numbered(taken), sites=parts.sums.sites), *parts.rest)
    nests = tuple(t for t in body if isinstance(t, Nest))
    if len(nests) == len(body) and _apart(nests, s, plan, touches(s.body), uses):
        return (_along((), nests, s, {}),)
    return (replace(s, body=body if taken else parts.rest),) if parts.rest else ()


def _taken(name: str, row: Buffer, s: Loop) -> tuple[Instr, Instr]:
    load = Instr("", "load", (), row.element, Access(row.name, (Size.of(s.index) - s.start,), row.shape))
    return load, Instr("", "store", (), row.element, Access(name, (), ()))


def _numbered(pairs: Sequence[Instr]) -> tuple[Instr, ...]:
    """Loads, each with its store behind it, by name."""
    return tuple(replace(i, name=f"%{k}", args=(f"%{k - 1}",) if i.op == "store" else ()) for k, i in enumerate(pairs))


def _apart(nests: tuple[Nest, ...], s: Loop, plan: Plan, inside: Counter[str], uses: Counter[str]) -> bool:
    """Whether iterations of scalar statements have all that they store for themselves."""
    stored = {a for n in nests for i in n.body if i.op == "store" and (a := i.access)}
    names = {a.buffer for a in stored}
    scalars = {name for name in names if not plan.buffers[name].shape}
    own = all(plan.buffers[b].role == WORKSPACE and inside[b] == uses[b] and first_stored(nests, b) for b in scalars)
    touched = {i.access for n in nests for i in n.body if i.access and i.access.buffer in names - scalars}
    return own and all(map(bare, nests)) and len(touched) == len(names - scalars) and all(tells(a.index, {s.index}) for a in touched)
