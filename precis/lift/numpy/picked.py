"""An array of a list, at a position that the program computes: one of several arrays, of one shape or not."""

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
from precis.lift.numpy.lengths import own
from precis.lift.numpy.numbers import constant, dtype_of, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.subscripts import selection, take_array
from precis.lift.numpy.values import Array, Masked, MaskPart, Scalar, View
from precis.lift.numpy.varying import same


def owned(lift: Lifting, held: Sequence[Any]) -> tuple[Any, ...]:
    """The items of a list; selections by masks among them as arrays, which are one under every name for them."""
    return tuple(own(lift, x) if isinstance(x, (Masked, MaskPart)) else x for x in held)


def are_arrays(held: Sequence[Any]) -> bool:
    return bool(held) and all(isinstance(i, (Array, View)) and i.shape for i in held)


def are_of_one_shape(lift: Lifting, held: Sequence[Any]) -> bool:
    """Whether all are arrays, which may be the rows of one."""
    if not are_arrays(held):
        return False
    first, *rest = [lift.shape(a.shape) for a in held]
    return all(len(shape) == len(first) and all(same(lift, x, y) for x, y in zip(first, shape)) for shape in rest)


def pick_any(lift: Lifting, held: Sequence[Array | View], index: Any) -> Any:
    """held[index]: where the arrays have other shapes, one way for each of them."""
    if are_of_one_shape(lift, held):
        return pick(lift, held, index)
    at = value_of(lift, index)

    def from_(k: int) -> Any:
        return held[k] if k == len(held) - 1 else lift.choose(stands_at(lift, at, k, len(held)), lambda: held[k], lambda: from_(k + 1))
    return from_(0)


def put_any(lift: Lifting, held: Sequence[Array | View], index: Any, new: Array | View) -> tuple[Any, ...] | None:
    """What a list of arrays holds after held[index] = new; None where all are of one shape, so that they may be rows of one array."""
    if are_of_one_shape(lift, (*held, new)):
        return None
    at = value_of(lift, index)
    return tuple(lift.choose(stands_at(lift, at, k, len(held)), lambda: new, lambda a=a: a) for k, a in enumerate(held))


def stands_at(lift: Lifting, index: Value, k: int, count: int) -> Scalar:
    """Whether a position is the k-th of so many, counted from either end."""
    either = (value_of(lift, _equals(lift, index, place)) for place in (k, k - count))
    return Scalar(BOOL, lift.emit("bit_or", *either, dtype=BOOL))


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
    at = [stands_at(lift, index, k, len(held)) for k in range(len(held))]
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
