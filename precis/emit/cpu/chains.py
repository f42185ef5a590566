"""Sums that a loop over scalars adds up one by one: compilers that keep the order make vectors of the terms and take them apart again, lane
by lane, which takes longer than the additions that wait for one another (measured: 0.65 and 0.39 ns per product of a row)."""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.plan.kernels import Instr, Loop, Nest
from precis.emit.plan.select import CHEAP

STEPS = ("add", "sub")


def chained(s: Loop) -> tuple[str, ...]:
    """The scalar buffers that every iteration of an innermost loop adds a term to, where the terms cost little. Terms that cost more are
    worth their vectors."""
    nests = [t for t in s.body if isinstance(t, Nest) and not t.axes and not t.reductions]
    if len(nests) < len(s.body) or not all(i.op in CHEAP for t in nests for i in t.body):
        return ()
    return tuple(dict.fromkeys(name for t in nests for name in _sums(t)))


def _sums(nest: Nest) -> list[str]:
    """Scalars that a nest adds a term to."""
    by_name = {i.name: i for i in nest.body}
    stores = [i for i in nest.body if i.op == "store" and i.access and not i.access.shape and not i.guard]
    return [i.access.buffer for i in stores if i.access and _step(by_name.get(i.args[0]), i.access.buffer, by_name)]


def _step(i: Instr | None, buffer: str, by_name: dict[str, Instr]) -> bool:
    if i is None or i.op not in STEPS or spell.soft(i.element) or spell.register_type(i.element) not in ("float", "double"):
        return False
    first, second = (by_name.get(a) for a in i.args)
    return _is(first, buffer) or (i.op == "add" and _is(second, buffer))


def _is(i: Instr | None, buffer: str) -> bool:
    return i is not None and i.op == "load" and i.access is not None and i.access.buffer == buffer
