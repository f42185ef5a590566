"""Choosing elements: where, clip, take, nonzero, and functions of sorted tables."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.elementwise import apply, common_mask, one_mask, put_out, together
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.functions.shaping import ravel
from precis.lift.numpy.functions.ufuncs import FUNCTIONS as FUNCTIONS_OF_UFUNCS
from precis.lift.numpy.functions.ufuncs import UFUNCS, as_operand
from precis.lift.numpy.indexing import add_at, take
from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.lengths import written_out
from precis.lift.numpy.numbers import is_weak, operand, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, Int, Masked, MaskPart, SliceOf


def where(lift: Lifting, condition: Any, x: Any = None, y: Any = None) -> Any:
    """np.where(mask, x, y); np.where(mask) gives the places of a mask, to be used as an index."""
    if x is None or y is None:
        return nonzero(lift, condition)
    condition, x, y = (as_operand(lift, a) for a in (condition, x, y))
    if not one_mask(lift, (condition, x, y)):
        condition, x, y = (written_out(lift, a) for a in (condition, x, y))
    mask = value_of(lift, condition, BOOL)
    dtype = np.result_type(*(_weak_number(a) for a in (x, y)))
    values = together(lift, [mask, value_of(lift, x, dtype), value_of(lift, y, dtype)])
    selected = common_mask([condition, x, y])
    value = lift.emit("select", *values, dtype=dtype)
    if selected is not None:
        return Masked(value, selected.mask, dtype, selected.axis)
    return lift.new_array(value, dtype)


def _weak_number(x: Any) -> Any:
    """What np.result_type takes for a Python number: a Python number."""
    kind = operand(x)
    return kind(0) if is_weak(x) else kind


def nonzero(lift: Lifting, a: Any) -> tuple[MaskPart, ...]:
    mask = value_of(lift, asarray(lift, a), BOOL)
    return tuple(MaskPart(mask, k) for k in range(len(mask.shape)))


def clip(lift: Lifting, a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, min: Any = None, max: Any = None) -> Any:
    """minimum(maximum(a, a_min), a_max)"""
    low, high = (a_min if a_min is not None else min), (a_max if a_max is not None else max)
    result = as_operand(lift, a)
    if low is not None:
        result = apply(lift, UFUNCS[np.maximum], result, as_operand(lift, low))
    if high is not None:
        result = apply(lift, UFUNCS[np.minimum], result, as_operand(lift, high))
    return result if out is None else put_out(lift, out, value_of(lift, written_out(lift, result)), result.dtype)


def take_along(lift: Lifting, a: Any, indices: Any, axis: Any = None, *, mode: Any = "raise") -> Any:
    """np.take."""
    array = asarray(lift, a)
    if axis is None:
        array, axis = ravel(lift, array), Int.of(0)
    k = lift.fixed(axis.size, "an axis") % len(array.shape)
    if mode != "raise":
        n = lift.shape(array.shape)[k]
        bounds = [Int(n)] if mode == "wrap" else [Int.of(0), Int(n - 1)]
        indices = lift.call(np.mod if mode == "wrap" else np.clip, [as_operand(lift, indices), *bounds], {})
    return take(lift, array, (*(SliceOf(None, None, None),) * k, as_operand(lift, indices)))


def select(lift: Lifting, condlist: Any, choicelist: Any, default: Any = INT_0) -> Any:
    """np.select: the first condition that holds chooses."""
    result = default
    for condition, choice in reversed(list(zip(lift.held(condlist), lift.held(choicelist)))):
        result = where(lift, condition, choice, result)
    return result


def nan_to_num(lift: Lifting, x: Any, copy: Any = True, nan: Any = INT_0, posinf: Any = None, neginf: Any = None) -> Any:
    given = asarray(lift, as_operand(lift, x))
    found = lift.call(library.numeric.nan_to_num, [given, nan, posinf, neginf], {})
    return found if copy is not False else put_out(lift, given, value_of(lift, found), given.dtype)


def defined(name: str, arrays: bool = True) -> Callable[..., Any]:
    """A function defined in library.numeric.py, in terms of functions that are lifted; `arrays`: lists among its arguments are arrays."""
    definition = getattr(library.numeric, name)

    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        given = as_operand if arrays else lambda lift, x: x
        return lift.call(definition, [given(lift, a) for a in args], {k: given(lift, v) for k, v in kwargs.items()})
    return handler


def subtract_at(lift: Lifting, a: Any, indices: Any, b: Any) -> None:
    add_at(lift, a, indices, apply(lift, UFUNCS[np.negative], as_operand(lift, b)))


def bincount(lift: Lifting, x: Any, weights: Any = None, minlength: Any = INT_0) -> Any:
    """Its length is `minlength` where that is given: NumPy's grows with the elements."""
    if not (isinstance(minlength, Int) and minlength.constant == 0):
        lift.assume("np.bincount: all elements are below `minlength`")
    return lift.call(library.numeric.bincount, [v if v is None else as_operand(lift, v) for v in (x, weights)], {"minlength": minlength})


ADDING = {np.add: add_at, np.subtract: subtract_at}


def real_if_close(lift: Lifting, a: Any, tol: Any = None) -> Any:
    """np.real_if_close, for arrays whose imaginary parts are: the real ones."""
    if asarray(lift, a).dtype.kind != "c":
        return a
    lift.assume("what np.real_if_close is given is as good as real" + ("" if tol is None else ", as its tol says"))
    return lift.call(np.real, [a], {})


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.where: where, np.nonzero: nonzero, np.clip: clip, np.take: take_along, np.select: select, np.nan_to_num: nan_to_num,
    np.trapezoid: defined("trapezoid"), np.cross: defined("cross"), np.polyval: defined("polyval"),
    np.convolve: defined("convolve"), np.interp: defined("interp"),
    np.bincount: bincount, np.vander: defined("vander"), np.sinc: defined("sinc"),
    np.isclose: defined("isclose"), np.allclose: defined("allclose"), np.array_equal: defined("array_equal"),
    np.ediff1d: defined("ediff1d"), np.angle: defined("angle"), np.real: defined("real"), np.imag: defined("imag"),
    np.real_if_close: real_if_close,
    np.fromfunction: defined("fromfunction", arrays=False), np.piecewise: defined("piecewise", arrays=False),
    np.round: defined("around"),
    np.around: defined("around"),    np.modf: defined("modf"), np.ldexp: defined("ldexp"), np.fix: FUNCTIONS_OF_UFUNCS[np.trunc],
    np.diagflat: defined("diagflat"), np.insert: defined("insert"),
    np.i0: lambda lift, x: lift.call(library.numeric.i0, [as_operand(lift, x), importlib.import_module("scipy.special").i0], {}),
    np.apply_over_axes: defined("apply_over_axes", arrays=False),
    np.fromiter: lambda lift, it, dtype, count=-1: lift.call(np.array, [lift.call(list, [it], {})], {"dtype": dtype}),
    **{f: lambda lift, one, other, f=f: f(one, other) for f in (np.issubdtype, np.promote_types, np.can_cast, np.isdtype)},
}
