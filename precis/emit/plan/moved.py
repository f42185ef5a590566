"""Instructions at another place: symbols of their sizes replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import is_
from typing import Any

from precis.emit.plan.kernels import Access, Border, Guard, Instr
from precis.ir.size import SizeLike


def moved(i: Instr, there: Mapping[str, SizeLike]) -> Instr:
    """The instruction where the symbols in `there` are what it says; itself where it has none of them, as most have."""
    access, value = i.access and placed(i.access, there), _value(i, there)
    guard, where = (_bounds(bounds, there) if bounds else bounds for bounds in (i.guard, i.where))
    if access is i.access and value is i.value and not guard and not where:
        return i
    return replace(i, access=access, value=value, guard=guard, where=where)


def placed(access: Access, there: Mapping[str, SizeLike]) -> Access:
    index = tuple(x.substitute(there) for x in access.index)
    return access if all(map(is_, index, access.index)) else replace(access, index=index)


def _bounds(guard: Guard, there: Mapping[str, SizeLike]) -> Guard:
    return tuple((a.substitute(there), b.substitute(there), c.substitute(there)) for a, b, c in guard)


def _value(i: Instr, there: Mapping[str, SizeLike]) -> Any:
    if isinstance(i.value, Border):
        return Border(i.value.index.substitute(there), i.value.limit.substitute(there))
    return i.value.substitute(there) if i.op == "size" else i.value
