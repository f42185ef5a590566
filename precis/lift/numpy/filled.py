"""Arrays in whose place branches may have put numbers: operands of arithmetic whose result is the same either way."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from precis.lift.numpy.elementwise import broadcast_shape
from precis.lift.numpy.numbers import dtype_of, is_number, is_weak
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Filled, View

PLAIN = (ast.Add, ast.Sub, ast.Mult)  # of two Python floats they never raise, and are what NumPy's are


def stays_filled(kind: type[ast.AST], a: Any, b: Any) -> bool:
    """Whether `a kind b` is again a number or an array, of which either is computed as the other: a number stands beside one of them, and
    all of it is binary64, which Python's own floats are."""
    found, other = (a, b) if isinstance(a, Filled) else (b, a)
    return (isinstance(found, Filled) and kind in PLAIN and is_number(other)
            and found.array.dtype == dtype_of(other) == np.dtype(np.float64))


def either_way(lift: Lifting, x: Any, other: Any) -> Any:
    """The array of an operand beside `other`. Raises where the other one would not have the result's shape and dtype alone."""
    if not isinstance(x, Filled):
        return x
    if not isinstance(other, (Array, View)) or other.dtype != x.array.dtype or is_weak(other) or not _covers(lift, other, x.array):
        refuse(lift)
    return x.array


def _covers(lift: Lifting, other: Array | View, array: Array) -> bool:
    shape = lift.shape(other.shape)
    return len(shape) >= len(array.shape) and broadcast_shape(lift, [shape, array.shape]) == shape


def refuse(lift: Lifting) -> Any:
    lift.refuse("a number or an array, depending on an `if`, can only be an operand beside an array of its shape and dtype",
                "make it an array in both branches, as np.full or np.zeros do")
