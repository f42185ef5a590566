"""An array of a list, at a position that the program computes: one of several arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from precis.ir.types import Value
from precis.lift.numpy.aliases import shared_with
from precis.lift.numpy.arrays import read
from precis.lift.numpy.functions.conversion import stacked
from precis.lift.numpy.identity import Known, note_same, same_thing
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import constant, dtype_of, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.subscripts import selection, take_array
from precis.lift.numpy.values import Array, Scalar, View


def pick(lift: Lifting, held: Sequence[Array | View], index: Any) -> Array:
    """held[index]: a new array, which may be any of these."""
    rows = stacked(lift, held, np.result_type(*map(dtype_of, held)))
    found = lift.new_array(read(lift, take_array(lift, rows, selection(lift, rows, index))), rows.dtype)
    lift.relate(found, shared_with(lift, tuple(held)))
    if lift.ways.tracking and all(isinstance(a, Array) for a in held):
        _note_which(lift, found, held, value_of(lift, index))  # type: ignore[arg-type]
    return found


def _note_which(lift: Lifting, found: Array, held: Sequence[Array], index: Value) -> None:
    """Which of the arrays it is, and whether it is another that may be one of them."""
    at = [_either(lift, [_equals(lift, index, k), _equals(lift, index, k - len(held))]) for k in range(len(held))]
    for other in lift.related(found):
        known = [_both(lift, here, same_thing(lift, a, other)) for here, a in zip(at, held)]
        if None not in known:
            note_same(lift, found, other, _either(lift, known))


def _equals(lift: Lifting, index: Value, k: int) -> Scalar:
    return Scalar(BOOL, lift.emit("eq", index, constant(lift, k, INT), dtype=BOOL))


def _both(lift: Lifting, here: Known, same: Known) -> Known:
    if same is None or isinstance(same, bool):
        return here if same else same
    return Scalar(BOOL, lift.emit("bit_and", value_of(lift, here), value_of(lift, same), dtype=BOOL))


def _either(lift: Lifting, known: Sequence[Known]) -> Known:
    def one(a: Known, b: Known) -> Known:
        return Scalar(BOOL, lift.emit("bit_or", value_of(lift, a), value_of(lift, b), dtype=BOOL))
    if any(k is True for k in known):
        return True
    return reduce(one, [k for k in known if k is not False]) if any(k is not False for k in known) else False
