"""Instructions at another place: symbols of their sizes replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from precis.emit.plan.kernels import Access, Border, Guard, Instr
from precis.ir.size import SizeLike


def moved(i: Instr, there: Mapping[str, SizeLike]) -> Instr:
    """The instruction where the symbols in `there` are what it says."""
    return replace(i, access=i.access and placed(i.access, there), value=_value(i, there), guard=_bounds(i.guard, there),
                   where=_bounds(i.where, there))


def placed(access: Access, there: Mapping[str, SizeLike]) -> Access:
    return replace(access, index=tuple(x.substitute(there) for x in access.index))


def _bounds(guard: Guard, there: Mapping[str, SizeLike]) -> Guard:
    return tuple((a.substitute(there), b.substitute(there), c.substitute(there)) for a, b, c in guard)


def _value(i: Instr, there: Mapping[str, SizeLike]) -> Any:
    if isinstance(i.value, Border):
        return Border(i.value.index.substitute(there), i.value.limit.substitute(there))
    return i.value.substitute(there) if i.op == "size" else i.value
