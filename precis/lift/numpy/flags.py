"""a.flags: whether an array lies without gaps, in C order or Fortran's (docs/adr/0474). What else they say only NumPy's memory knows."""

from __future__ import annotations

from typing import Any, TypeGuard

from precis.ir.size import Size
from precis.lift.numpy.layouts import laid_out
from precis.lift.numpy.sizes import ONE
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Method, View

C, F = "c_contiguous", "f_contiguous"
KEYS = {"C_CONTIGUOUS": C, "C": C, "CONTIGUOUS": C, "F_CONTIGUOUS": F, "F": F, "FORTRAN": F, "contiguous": C, "fortran": F, C: C, F: F}


def are_flags(x: Any) -> TypeGuard[Method]:
    return isinstance(x, Method) and x.name == "flags" and isinstance(x.owner, (Array, View))


def flag(lift: Lifting, flags: Method, name: Any) -> bool:
    """One of the flags of an array."""
    order = KEYS.get(name) if isinstance(name, str) else None
    if order is None:
        lift.refuse(f"the flag {name} of an array cannot be lifted", "ask for c_contiguous or f_contiguous")
    return _lies(lift, flags.owner, order == F)


def _lies(lift: Lifting, x: Array | View, turned: bool) -> bool:
    """Whether elements of memory from one to the next along each dimension are those of the order; of no elements, any are."""
    shape, strides = lift.shape(x.shape), laid_out(lift, x)[0]
    if any(lift.sizes.at_most(ONE, d) is False for d in shape):
        return True
    expected = Size.of(1)
    for d, stride in zip(shape, strides) if turned else reversed(list(zip(shape, strides))):
        if lift.sizes.equal(d, ONE):
            continue
        if lift.sizes.equal(stride, expected) is not True:
            return False
        expected = expected * d
    return True
