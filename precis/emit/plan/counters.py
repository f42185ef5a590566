"""Positions that count upwards need no second look: heads and tails of queues, the next free place of an output.

    tail = 1; while head < tail: v = queue[head]; head += 1        queue[head < 0 ? head + n : head]  ->  queue[head]

NumPy counts negative positions from the end. An integer that is only ever given numbers that are not negative, or those of its
kind and at most 256 more, never is: at a step for every nanosecond it would wrap around after a year. So are the elements of an array of
integers that is only ever given such numbers: lists of what is left to do, `todo = todo[change > tol]`. Where a loop asks for it
(`while j > 0`), an integer is not negative until it is changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.emit.plan.asked import asked
from precis.emit.plan.compared import sizes_in
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import RESULT, WORKSPACE, Instr, Loop, Nest, Plan, Rotate, Statement, While
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses, blocks_of, walk
from precis.ir.size import Size

STEP = 256  # what is added at once, at most
LARGEST = 1 << 62  # numbers that counting begins with
# Operations that are not negative if all operands are not, if any is not, or if this one is not: remainders have the divisor's sign.
OF_ALL, OF_ANY, OF_FIRST, OF_LAST = ("minimum", "floordiv", "bit_or", "bit_xor"), ("maximum", "bit_and"), ("shift_right",), ("mod",)
CHOICES = ("select", "choose")  # between the last two operands

Block = tuple[Statement, ...]
Trips = frozenset[Size]


def counted(plan: Plan) -> Plan:
    """The plan, where positions in counters, and in what lies a little behind them, are not compared with zero."""
    return replace(plan, statements=_block(plan.statements, _counters(plan)))


def _counters(plan: Plan) -> frozenset[str]:
    """Buffers that are never negative: all integers at first, but for those that some statement may make negative."""
    found = frozenset(b.name for b in plan.buffers.values() if b.element == "int64" and b.role in (WORKSPACE, RESULT))
    statements = list(walk(plan.statements))
    while found:
        others = frozenset().union(*(_others(s, found) for s in statements))
        if not others & found:
            break
        found -= others
    return found


def _others(s: Statement, found: frozenset[str]) -> frozenset[str]:
    """The buffers that a statement by itself may make negative where those in `found` are not."""
    if isinstance(s, Nest):
        natural = _natural(s, found)
        stored = (i.access.buffer for i in s.body if i.op == "store" and i.access and i.args[0] not in natural)
        return frozenset((*stored, *(r.target.buffer for r in s.reductions)))
    if isinstance(s, Rotate):
        return frozenset(a for a, b in s.pairs if b not in found)
    return frozenset() if blocks_of(s) else accesses(s)[1]


def _natural(nest: Nest, counters: frozenset[str], trips: Trips = frozenset()) -> set[str]:
    """The instructions whose integers are not negative; `trips`: of the loops around, which have at least one."""
    body, axes, found = nest.body, {a.symbol for a in nest.axes}, set[str]()
    ramps = _ramps(nest, trips)
    small = {i.name for i in body if i.op == "const" and i.element == "int64" and 0 <= i.value <= STEP}
    for i in body:
        if i.element == "int64" and (_begins(i, counters, axes) or i.name in ramps or _follows(i, [a in found for a in i.args], small)):
            found.add(i.name)
    return found


def _ramps(nest: Nest, trips: Trips) -> set[str]:
    """The instructions that are multiples of the nest's indices and a size, and not negative at any corner: `n - 1 - i` for i < n, and
    `n - 1` in a loop of n iterations."""
    return {name for name, value in sizes_in(nest.body).items() if _least(value, nest, trips) >= 0}


def _least(value: Size, nest: Nest, trips: Trips) -> int:
    """The least that a size with indices is at a corner of a nest, where that, or how far it is above the last of the iterations around,
    is the same for all sizes; else -1."""
    for axis in nest.axes:
        factor = value.coefficient(axis.symbol)
        if factor is None or factor.constant is None:
            return -1
        value = value.substitute({axis.symbol: axis.extent - 1 if factor.constant < 0 else Size()})
    found = [c for end in (Size(), *(n - 1 for n in trips)) if (c := (value - end).constant) is not None]
    return max(found, default=-1)


def _begins(i: Instr, counters: frozenset[str], axes: set[str]) -> bool:
    if i.op == "load":
        return i.access is not None and i.access.buffer in counters
    return (i.op == "const" and 0 <= i.value <= LARGEST) or (i.op == "size" and _of_axes(i.value, axes))


def _of_axes(value: Size, axes: set[str]) -> bool:
    """Whether a size is made of indices of the nest's own loops, which begin at 0, by sums and products with small numbers."""
    return all(0 <= factor <= STEP and axes.issuperset(m) for m, factor in value.terms)


def _follows(i: Instr, known: list[bool], small: set[str]) -> bool:
    """Whether operands that are not negative (`known`) say that the result is not."""
    if i.op == "add":
        return all(known) and not small.isdisjoint(i.args)
    one = (i.op in OF_FIRST and known[0]) or (i.op in OF_LAST and known[-1])
    return one or (i.op in OF_ALL and all(known)) or (i.op in OF_ANY and any(known)) or (i.op in CHOICES and all(known[-2:]))


def _block(statements: Block, counters: frozenset[str], trips: Trips = frozenset()) -> Block:
    return tuple(_statement(s, counters, trips) for s in statements)


def _statement(s: Statement, counters: frozenset[str], trips: Trips) -> Statement:
    if isinstance(s, Nest):
        return _nest(s, counters, trips)
    if isinstance(s, While):
        return replace(s, condition=_block(s.condition, counters, trips), body=_behind_test(s.body, counters, asked(s), trips))
    inside = trips | {s.trips} if isinstance(s, Loop) else trips
    return map_blocks(s, lambda b: _block(b, counters, inside))


def _behind_test(body: Block, counters: frozenset[str], asked_: frozenset[str], trips: Trips) -> Block:
    """The body of a loop whose test says that these are not negative, which holds until they are changed."""
    found: list[Statement] = []
    for s in body:
        asked_ -= accesses(s)[1]
        found.append(_statement(s, counters | asked_, trips))
    return tuple(found)


def _nest(nest: Nest, counters: frozenset[str], trips: Trips) -> Nest:
    natural, by_name = _natural(nest, counters, trips), {i.name: i for i in nest.body}
    turns = {i.name: i.args[2] for i in nest.body if counts_from_end(i, by_name) and i.args[2] in natural}
    return with_instead(nest, turns) if turns else nest


def with_instead(nest: Nest, instead: Mapping[str, str]) -> Nest:
    """The nest with other scalars in place of those that `instead` names."""
    there = {name: Size.of(x) for name, x in instead.items()}
    body = tuple(replace(moved(i, there), args=tuple(instead.get(a, a) for a in i.args)) for i in nest.body if i.name not in instead)
    return replace(nest, body=body)


def counts_from_end(i: Instr, by_name: Mapping[str, Instr]) -> bool:
    """Whether an instruction is x < 0 ? ... : x."""
    test = by_name.get(i.args[0]) if i.op == "select" else None
    if test is None or test.op != "lt" or test.args[0] != i.args[2]:
        return False
    zero = by_name.get(test.args[1])
    return zero is not None and zero.op == "const" and zero.value == 0
