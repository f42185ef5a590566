"""Triangles and diagonals of matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.ir.types import Cut, New, Pick
from precis.lift.numpy import library
from precis.lift.numpy.arrays import diagonal_places, read, write
from precis.lift.numpy.functions.casts import as_dtype
from precis.lift.numpy.functions.conversion import asarray, counting, filled, itself
from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.numbers import as_size, constant, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Diagonal
from precis.lift.numpy.values import INT_0, INT_1, Array, Int, View
from precis.lift.numpy.views import view


def triangle(keep_below: bool) -> Callable[..., Any]:
    """tril and triu."""
    def handler(lift: Lifting, m: Any, k: Any = INT_0) -> Array:
        m = asarray(lift, m)
        v = read(lift, m)
        rows, columns = v.shape[-2:]
        i = lift.emit("slice", counting(lift, as_size(lift, k), rows), at=(Cut(ZERO, rows), New()))
        j = counting(lift, ZERO, columns)
        mask = lift.emit("ge" if keep_below else "le", i, j, dtype=BOOL)
        return lift.new_array(lift.emit("select", mask, v, constant(lift, 0, m.dtype), dtype=m.dtype), m.dtype)
    return handler


def tri(lift: Lifting, N: Any, M: Any = None, k: Any = INT_0, dtype: Any = float) -> Array:
    ones = filled(lift, (as_size(lift, N), as_size(lift, N if M is None else M)), Int.of(1), as_dtype(lift, dtype))
    return triangle(True)(lift, ones, k)


def diagonal(lift: Lifting, a: Any, offset: Any = INT_0, axis1: Any = INT_0, axis2: Any = INT_1) -> Array | View:
    """A read-only view of the diagonal of a matrix; the diagonals of a stack of matrices as a new array."""
    x, k = asarray(lift, a), as_size(lift, offset)
    if len(x.shape) != 2 or (axis1, axis2) != (INT_0, INT_1):
        return lift.call(library.arrays.diagonals, [x, offset, axis1, axis2], {})
    return view(lift, x, Diagonal(k), (diagonal_places(lift, x.shape, k)[2],))


def diag(lift: Lifting, v: Any, k: Any = INT_0) -> Array | View:
    """The diagonal of a matrix, or a matrix with this diagonal."""
    a, offset = asarray(lift, v), as_size(lift, k)
    if len(a.shape) == 2:
        return diagonal(lift, a, k)
    n = lift.shape(a.shape)[0]
    start = (-lift.sizes.smaller(offset, ZERO), lift.sizes.larger(offset, ZERO))
    side = n + start[0] + start[1]
    matrix = value_of(lift, filled(lift, (side, side), Int.of(0), a.dtype))
    picks = [counting(lift, s, n) for s in start]
    return lift.new_array(lift.emit("update", matrix, read(lift, a), *picks, at=(Pick(0), Pick(1))), a.dtype)


def fill_diagonal(lift: Lifting, a: Any, val: Any, wrap: Any = False) -> None:
    a = itself(lift, a)
    v = read(lift, a)
    if len(v.shape) != 2 or wrap is not False:
        lift.refuse("np.fill_diagonal of more than two dimensions, or with wrap, cannot be lifted", "assign to the places in a loop")
    n = lift.sizes.smaller(v.shape[0], v.shape[1])
    pick = counting(lift, ZERO, n)
    write(lift, a, lift.emit("update", v, value_of(lift, val, a.dtype), pick, pick, at=(Pick(0), Pick(1))))


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.tril: triangle(True), np.triu: triangle(False), np.tri: tri, np.diag: diag, np.diagonal: diagonal,
    np.fill_diagonal: fill_diagonal,
}
