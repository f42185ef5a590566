"""Ints beside real numbers in tuples that become rows of an array of real numbers: as such they are exact below 2**53."""

from __future__ import annotations

from typing import Any

import numpy as np

from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Int, Items, Scalar

COUNTING = 2**31  # what is less counts items: all that depends on sizes by such factors stays below 2**53


def leaves_them(lift: Lifting, item: Any) -> bool:
    """Whether a tuple or list has a real number in it, and an int that may be beyond what such a number holds exactly."""
    parts = _parts(lift, item)
    real = any(_is_real(p) for p in parts)
    return real and any(abs(n) >= COUNTING for p in parts if isinstance(p, Int) for _, n in p.size.terms)


def check(lift: Lifting, items: tuple[Any, ...], dtype: np.dtype) -> None:
    """Items that become rows of this dtype: refused where an int is beyond what is exact; what only a run tells is said."""
    if dtype.kind not in "fc":
        return
    for item in items:
        if leaves_them(lift, item):
            lift.refuse("ints beyond 2**53 in tuples with floats become floats here", "keep them in a list of their own")
        if any(isinstance(p, Scalar) and _is_long(p) for p in _parts(lift, item)):
            lift.assume("ints in tuples with floats stay below 2**53")


def _parts(lift: Lifting, item: Any) -> tuple[Any, ...]:
    parts = lift.content.get(item) if isinstance(item, Items) else item
    return parts if isinstance(parts, tuple) else ()


def _is_long(x: Scalar) -> bool:
    return x.dtype.kind in "iu" and x.dtype.itemsize == 8 and x.known is None


def _is_real(x: Any) -> bool:
    return isinstance(x, Scalar) and x.dtype.kind in "fc"
