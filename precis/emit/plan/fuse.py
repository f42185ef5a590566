"""Fusion of nests with the same iteration space, and removal of what it makes superfluous.

A nest moves up to an earlier one over the same axes, or that one down to it, if nothing between depends on what moves, if they share a
buffer, and if every element that one writes and the other touches belongs to the same iteration. What the first stores, the second then
takes from a register; a buffer that nobody loads any more is not stored at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from operator import is_

from precis.emit.plan.body import Code
from precis.emit.plan.checks import is_check
from precis.emit.plan.kernels import (
    POSITIONS,
    WORKSPACE,
    Access,
    Allocate,
    Border,
    Contract,
    If,
    Instr,
    Loop,
    Nest,
    Plan,
    Reduction,
    Routine,
    SizeBind,
    Statement,
    Strips,
    While,
)
from precis.emit.plan.maps import disjoint, injective, never_meet, only_here
from precis.emit.plan.placed import Placed
from precis.emit.plan.walking import accesses, symbols_used, tallied, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, taken_apart

LARGEST = 250  # instructions in one nest: beyond this, registers run out and nothing is gained
STREAMS = 24  # arrays that one nest touches
TALLYING = 4  # times as much in nests that tally: most of what they touch is forward values that fusion makes superfluous

Block = tuple[Statement, ...]
Loops = tuple[Loop, ...]


@dataclass(frozen=True, slots=True)
class Where:
    """The nests that `takes` allows, how many times as large they may become, and the loops around them."""

    takes: Callable[[Nest], bool]
    room: int = 1
    loops: Loops = ()


def fuse(plan: Plan, takes: Callable[[Nest], bool] = lambda nest: True) -> Plan:
    """Until nothing changes: merge nests that `takes` allows, then drop what nobody reads. Nests that are too large on the way are
    allowed where all are small in the end."""
    close = _fused(plan, Where(takes))
    if not any(_outgrows(n, 1 / 2) for n in _nests(close.statements)):
        return close  # no two of them were too large together
    wide = _fused(plan, Where(takes, TALLYING))
    return close if any(_outgrows(n) for n in _nests(wide.statements)) else wide


def _nests(statements: Block) -> Iterable[Nest]:
    return (s for s in walk(statements) if isinstance(s, Nest))


def _outgrows(nest: Nest, share: float = 1) -> bool:
    """Whether a nest has more than this share of what it may have."""
    room = share * (TALLYING if _tallies(nest) else 1)
    return len(nest.body) > LARGEST * room or len(_streams(nest)) > STREAMS * room


def _fused(plan: Plan, where: Where) -> Plan:
    statements = plan.statements
    while True:
        fused = _block(statements, where)
        fused = without_buffers(fused, unread_buffers(plan, fused))
        if fused == statements:
            return replace(plan, statements=statements)
        statements = fused


def map_blocks(s: Statement, f) -> Statement:
    """The statement with `f` applied to each block inside it; itself where that changes none."""
    if isinstance(s, Nest):
        return s
    if isinstance(s, (Loop, Strips)):
        return _with(s, body=f(s.body))
    if isinstance(s, While):
        return _with(s, condition=f(s.condition), body=f(s.body))
    if isinstance(s, If):
        return _with(s, then=f(s.then), otherwise=f(s.otherwise))
    return _with(s, packing=f(s.packing), otherwise=f(s.otherwise)) if isinstance(s, Contract) else s


def _with(s: Statement, **blocks: Block) -> Statement:
    same = all(len(new) == len(old := getattr(s, name)) and all(map(is_, new, old)) for name, new in blocks.items())
    return s if same else replace(s, **blocks)  # type: ignore[arg-type]


def _block(statements: Block, where: Where) -> Block:
    out = Placed()
    for s in statements:
        inside = replace(where, loops=(*where.loops, s)) if isinstance(s, Loop) else where
        s = map_blocks(s, lambda block, inside=inside: _block(block, inside))
        if isinstance(s, Nest) and not s.axes and not s.reductions:
            out.insert(_earliest(out, s), s)
        elif is_check(s):
            out.insert(_in_front(out, s), s)
        else:
            _place(out, s, where)
    return tuple(out.statements)


def _place(out: Placed, s: Statement, where: Where) -> None:
    """Put `s` behind `out`, or into a nest that it moves up to, or a nest that moves down to it into it."""
    nest = s if isinstance(s, Nest) and s.axes and where.takes(s) else None
    above = nest and _partner(out, nest, where, len(out))
    if nest and above is None:
        above = _partner_beyond_fill(out, nest, where)
    moved = nest and above is None and _sinking(out, nest, where)
    k = len(out)
    if nest and isinstance(above, int):
        k, s = above, merged(out.pop(above), nest)  # type: ignore[arg-type]
    elif nest and isinstance(moved, int):
        k, s = k - 1, merged(out.pop(moved), nest)  # type: ignore[arg-type]
    out.insert(k, s)


def _partner(before: Placed, nest: Nest, where: Where, end: int) -> int | None:
    """Position below `end` of the nest that `nest` can be merged into."""
    reads, writes = touched = accesses(nest)
    for k in before.sharing(touched, end):
        s, (earlier_reads, earlier_writes) = before.statements[k], before.touched[k]
        apart = earlier_writes.isdisjoint(reads) and earlier_writes.isdisjoint(writes) and earlier_reads.isdisjoint(writes)
        if isinstance(s, Nest) and fusable(s, nest, where) and where.takes(s):
            return k
        if not (apart and isinstance(s, Nest)) and not independent(s, nest):
            return None
    return None


def _partner_beyond_fill(out: Placed, nest: Nest, where: Where) -> int | None:
    """The same for a nest that adds to an array that the statement before it fills, which then moves up as well: sums over groups of one
    thing and of another, each with something done between."""
    fill, scattered = (out.statements[-1] if out else None), nest.axes and nest.axes[-1].symbol in nest.sequential
    if not scattered or not isinstance(fill, Nest) or out.touched[-1][0] or not out.touched[-1][1] <= accesses(nest)[1]:
        return None
    k = _partner(out, nest, where, len(out) - 1)
    if k is None or not all(independent(s, fill) for s in out.statements[k:-1]):
        return None
    out.insert(k, out.pop(len(out) - 1))
    return k + 1


def _sinking(before: Placed, nest: Nest, where: Where) -> int | None:
    """Position of a nest that can be merged with `nest` and may stand behind all others."""
    for k in before.sharing(accesses(nest), len(before)):  # none of the others is fusable
        s = before.statements[k]
        if isinstance(s, Nest) and s.axes == nest.axes:
            apart = next(before.meeting(k), None) is None
            mergeable = (apart or _tallies(s) or in_parts(s)) and where.takes(s) and fusable(s, nest, where)
            if mergeable and (apart or all(independent(s, before.statements[j]) for j in before.meeting(k))):
                return k
    return None


def _tallies(nest: Nest) -> bool:
    return any(r.op == "tally" for r in nest.reductions)


def _earliest(before: Placed, scalar: Nest) -> int:
    """The first position among nests where a scalar statement may stand: it parts none that could be merged."""
    first = before.last_standing()
    sharing = takewhile(lambda k: k >= first, before.sharing(accesses(scalar), len(before)))
    return next((k + 1 for k in sharing if not independent(before.statements[k], scalar)), first)


def _in_front(before: Placed, check: Statement) -> int:
    """The first position among nests where a check may stand: what it is for stays behind it, and it parts as few as possible."""
    def lets_by(k: int) -> bool:
        return isinstance(before.statements[k], Nest) and independent(before.statements[k], check)
    return min(takewhile(lets_by, range(len(before) - 1, -1, -1)), default=len(before))


def independent(first: Statement, second: Statement) -> bool:
    """Whether two statements may change places. What both only tally into may be tallied in any order."""
    reads, writes = accesses(first)
    later_reads, later_writes = accesses(second)
    if isinstance(first, SizeBind) and (first.symbol in symbols_used(second) or (first.most is not None and later_writes)):
        return False  # what is written has to have room
    if isinstance(first, Allocate) and first.buffer in later_reads | later_writes:
        return False
    shared = writes & (later_reads | later_writes) | reads & later_writes
    return not shared or shared <= tallied(first) & tallied(second) or _elsewhere(first, second, shared)


def _elsewhere(first: Statement, second: Statement, shared: frozenset[str]) -> bool:
    """Whether two nests touch parts of the shared buffers that are surely apart."""
    if not isinstance(first, Nest) or not isinstance(second, Nest) or not (in_parts(first) or in_parts(second)):
        return False
    pairs = ((a, b) for a in _touches(first, shared) for b in _touches(second, shared) if a[1].buffer == b[1].buffer)
    return all(not (s or t) or (a.shape == b.shape and never_meet(a.index, first.axes, b.index, second.axes)) for (s, a), (t, b) in pairs)


def _touches(nest: Nest, buffers: frozenset[str]) -> list[tuple[bool, Access]]:
    """(whether it is written, where) for what a nest touches of these buffers."""
    inside = [(i.op == "store", i.access) for i in nest.body if i.access and i.access.buffer in buffers]
    return [*inside, *((True, r.target) for r in nest.reductions if r.target.buffer in buffers)]


def in_parts(nest: Nest) -> bool:
    """Whether a nest stores to a part of an array that steps, a fixed position or an axis of one element tell apart from others."""
    single = {a.symbol for a in nest.axes if _at_most_one(a.extent)}
    return any(i.op == "store" and i.access and any(_fixed(x, d, single) for x, d in zip(i.access.index, i.access.shape))
               for i in nest.body)


def _at_most_one(extent: Size) -> bool:
    least = taken_apart(extent)
    return bool(least and least.name == "min" and ONE in least.parts)


def _fixed(index: Size, extent: Size, single: set[str]) -> bool:
    return extent != ONE and (all(not monomial or abs(k) > 1 for monomial, k in index.terms) or index.symbol in single)


def fusable(a: Nest, b: Nest, where: Where) -> bool:
    in_vectors = _tallies(a) or _tallies(b)
    room = TALLYING if in_vectors else where.room
    if a.axes != b.axes or a.hole or b.hole or len(a.body) + len(b.body) > LARGEST * room:
        return False
    touched_a, touched_b = frozenset().union(*accesses(a)), frozenset().union(*accesses(b))
    if not touched_a & touched_b or len(_streams(a) | _streams(b)) > STREAMS * room:
        return False
    inner = a.axes[-1].symbol
    if (inner in a.sequential) != (inner in b.sequential) or not _same_reductions(a, b):
        return False
    if (a.reductions or b.reductions) and not in_vectors and _begins_anew(a, b, inner):
        return False  # loops that collect in lanes are not split at borders, but those that tally read neighbours in vectors
    return _stores_agree(a, b, where.loops) and _targets_agree(a, b)


def _begins_anew(a: Nest, b: Nest, inner: str) -> bool:
    """Whether either reads a rotated array across its border, along the innermost axis."""
    return any(isinstance(i.value, Border) and inner in i.value.index.symbols() for i in (*a.body, *b.body))


def _streams(nest: Nest) -> set[str]:
    """The arrays that a nest runs along: numbers wait in registers, or beside them."""
    return {a.buffer for a in (*(i.access for i in nest.body if i.access), *(r.target for r in nest.reductions)) if a.index}


def _same_reductions(a: Nest, b: Nest) -> bool:
    """Reductions that run together keep the same axes and use lanes alike; what is not laned does not vectorise."""
    if a.reductions and b.reductions:
        if any(r.op in POSITIONS for r in (*a.reductions, *b.reductions)):
            return False  # one alone is found in vectors
        return a.reductions[0].kept == b.reductions[0].kept and a.lanes == b.lanes
    return all(n.lanes for n in (a, b) if n.reductions)


def _moves(nest: Nest, op: str) -> Iterable[Access]:
    return (i.access for i in nest.body if i.op == op and i.access)


def _stores_agree(a: Nest, b: Nest, loops: Loops) -> bool:
    read_later = [(s, t) for s in _moves(a, "store") for t in _moves(b, "load")]
    written_later = [(t, s) for t in _moves(b, "store") for s in (*_moves(a, "load"), *_moves(a, "store"))]
    return (all(_same_iteration(s, t, a, loops) for s, t in read_later if s.buffer == t.buffer)
            and all(_own_iteration(s, t, a) or _same_iteration(s, t, a, loops) for s, t in written_later if s.buffer == t.buffer))


def _same_iteration(written: Access, other: Access, nest: Nest, loops: Loops) -> bool:
    """Whether iterations that touch the same element are one and the same."""
    if written.shape == other.shape and any(disjoint(written.index, other.index, nest.axes, known) for known in _known(loops)):
        return True
    return written == other and injective(written.index, nest.axes)


def _own_iteration(written: Access, before: Access, nest: Nest) -> bool:
    """The same where the element may or may not be one: rows `x[p]` and `x[q]`, of which the later nest writes one. What was read before
    is read before."""
    return written.shape == before.shape and only_here(written.index, before.index, nest.axes)


def _known(loops: Loops) -> Iterable[dict[str, tuple[Size, Size]]]:
    """Nothing, or the range of the index of one loop around, in terms of the others: for q in range(p + 1, n), columns p, q are apart."""
    yield {}
    for s in loops:
        last = s.start + (s.trips - 1) * s.step
        yield {s.index: (s.start, last) if s.step > 0 else (last, s.start)}


def _targets_agree(a: Nest, b: Nest) -> bool:
    """Results of reductions are complete only when the nest has run."""
    targets = {r.target.buffer for r in a.reductions}, {r.target.buffer for r in b.reductions}
    inside = [{i.access.buffer for i in n.body if i.access} for n in (a, b)]
    if targets[0] & inside[1] or targets[1] & inside[0]:
        return False
    return all(r.op == "tally" == s.op or disjoint(r.target.index, s.target.index, a.axes)
               for r in a.reductions for s in b.reductions if r.target.buffer == s.target.buffer)


def merged(*nests: Nest) -> Nest:
    """One nest that does what each of these in turn does, iteration by iteration."""
    code = Code()
    stored: dict[Access, str] = {}
    reductions: list[Reduction] = []
    for nest in nests:
        names: dict[str, str] = {}
        for i in nest.body:
            names[i.name] = _replay(code, i, names, stored)
        reductions += [replace(r, args=tuple(names[a] for a in r.args), target=renamed(r.target, names)) for r in nest.reductions]
    sites = tuple(dict.fromkeys(s for nest in nests for s in nest.sites))
    return Nest(nests[0].axes, _last_stores(code.instrs), tuple(reductions), frozenset().union(*(n.sequential for n in nests)), sites,
                all(n.lanes for n in nests))


def _replay(code: Code, i: Instr, names: dict[str, str], stored: dict[Access, str]) -> str:
    access = i.access and renamed(i.access, names)
    if i.op == "load" and access in stored:
        return stored[access]
    value = i.value.substitute(names) if i.op == "size" else i.value
    name = code.emit(i.op, tuple(names[a] for a in i.args), i.element, access, value, i.where)
    if i.op == "store" and access:
        stored[access] = names[i.args[0]]
    return name


def renamed(access: Access, names: dict[str, str]) -> Access:
    return replace(access, index=tuple(i.substitute(names) for i in access.index))


def _last_stores(instrs: list[Instr]) -> tuple[Instr, ...]:
    """Of several stores to one place only the last: what lies between takes the value from a register."""
    last = {i.access: i.name for i in instrs if i.op == "store"}
    return tuple(i for i in instrs if i.op != "store" or last[i.access] == i.name)


def unread_buffers(plan: Plan, statements: Block) -> frozenset[str]:
    """Workspace buffers that no statement reads, and no routine fills: imaginary parts of a spectrum have to be somewhere."""
    read = frozenset().union(*(accesses(s)[0] for s in statements))
    filled = frozenset().union(*(accesses(s)[1] for s in walk(statements) if isinstance(s, Routine)))
    return frozenset(b.name for b in plan.buffers.values() if b.role == WORKSPACE and b.name not in read | filled)


def without_unread(plan: Plan, statements: Block) -> Plan:
    """The plan of these statements, without what nobody reads."""
    while True:
        trimmed = without_buffers(statements, unread_buffers(plan, statements))
        if trimmed == statements:
            return replace(plan, statements=statements)
        statements = trimmed


def without_buffers(statements: Block, unread: frozenset[str]) -> Block:
    """Without stores into `unread`, scalars that nobody uses, and nests that do nothing."""
    out: list[Statement] = []
    for s in statements:
        s = map_blocks(s, lambda block: without_buffers(block, unread))
        if isinstance(s, Nest):
            s = _trimmed(s, unread)
            if not s.reductions and not any(i.op == "store" for i in s.body):
                continue
        if isinstance(s, Allocate) and s.buffer in unread:
            continue
        out.append(s)
    return tuple(out)


def _trimmed(nest: Nest, unread: frozenset[str]) -> Nest:
    reductions = tuple(r for r in nest.reductions if r.target.buffer not in unread)
    used = {a for r in reductions for a in r.args}
    kept: list[Instr] = []
    for i in reversed(nest.body):
        if i.name in used or (i.op == "store" and i.access and i.access.buffer not in unread):
            kept.append(i)
            used |= set(i.args) | {s for size in i.sizes for s in size.symbols()}
    if len(kept) == len(nest.body) and reductions == nest.reductions:
        return nest
    return replace(nest, body=tuple(reversed(kept)), reductions=reductions)
