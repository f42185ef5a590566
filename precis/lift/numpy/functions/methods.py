"""Methods of arrays and NumPy numbers: the functions of the same name, and a few of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.arrays import read
from precis.lift.numpy.elementwise import assign_into
from precis.lift.numpy.functions import casts, conversion, defined, diagonals, joining, linear, reductions, selection, shaping
from precis.lift.numpy.indexing import take
from precis.lift.numpy.kinds import BOOL, INT, PYTHON
from precis.lift.numpy.layouts import deciding, require
from precis.lift.numpy.numbers import as_size, dtype_of, is_weak, known, scalar, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import bases
from precis.lift.numpy.values import Array, Int, Scalar, Stacked, View
from precis.lift.numpy.views import same_elements

SAME: dict[str, Any] = {
    **{name: reductions.FUNCTIONS[getattr(np, name)] for name in (
        "sum", "prod", "max", "min", "any", "all", "argmax", "argmin", "mean", "var", "std", "cumsum", "cumprod", "trace", "ptp")},
    "dot": linear.dot, "astype": casts.astype, "clip": selection.clip, "nonzero": selection.nonzero, "take": selection.take_along,
    "compress": lambda lift, x, condition, axis=None: lift.call(np.compress, [condition, x], {"axis": axis}),
    "ravel": shaping.ravel, "flatten": shaping.flatten, "squeeze": shaping.squeeze, "swapaxes": shaping.swapaxes,
    "repeat": joining.repeat, "diagonal": diagonals.diagonal, "copy": conversion.copy_in_c_order,
    "round": selection.FUNCTIONS[np.round], **defined.METHODS,
}


def conjugate(lift: Lifting, a: Any) -> Any:
    """The array itself where it is real."""
    if dtype_of(a).kind != "c":
        return a
    found = lift.call(np.conjugate, [a], {})
    return replace(found, weak=True) if is_weak(a) else found


def reshape(lift: Lifting, a: Any, *shape: Any, order: Any = "C") -> Any:
    return shaping.reshape(lift, a, shape[0] if len(shape) == 1 else tuple(shape), order)


def transpose(lift: Lifting, a: Any, *axes: Any) -> Any:
    return shaping.transpose(lift, a, None if not axes or axes == (None,) else axes[0] if not isinstance(axes[0], Int) else tuple(axes))


def fill(lift: Lifting, a: Any, value: Any) -> None:
    assign_into(lift, a, value)


def item(lift: Lifting, a: Any, *index: Any) -> Any:
    """A Python number."""
    if len(index) == 1 and isinstance(a, (Array, View)) and not isinstance(index[0], tuple):
        a = take(lift, shaping.ravel(lift, a), index[0])
    elif index and isinstance(a, (Array, View)):
        a = take(lift, a, index[0] if len(index) == 1 else tuple(index))
    if isinstance(a, (Array, View)) and a.shape:
        a = casts.one_element(lift, a, "item")
    a = scalar(lift, a)
    if not isinstance(a, Scalar):
        return a
    wide = _of_python(a.dtype)
    if wide == a.dtype == BOOL:
        return replace(a, weak=True)
    return Scalar(wide, casts.cast_value(lift, value_of(lift, a), dtype_of(a), wide), weak=True)


def _of_python(dtype: np.dtype) -> np.dtype:
    """The dtype that Python's numbers of these have in the program."""
    return INT if dtype.kind == "u" else np.result_type(dtype, PYTHON.get(dtype.kind, dtype))


def bit_length(lift: Lifting, n: Any) -> Any:
    """The same for all sizes between two powers of two: these are guarded. Of a number that only a run tells, it is computed."""
    if isinstance(n, Scalar) and known(lift, n) is None:
        return lift.call(library.python.bit_length, [n], {})
    size = lift.sizes.resolve(as_size(lift, n))
    value = lift.sizes.example(size)
    if value is None:  # a length that a run counts
        return lift.call(library.python.bit_length, [Scalar(INT, value_of(lift, Int(size), INT), weak=True)], {})
    bits = value.bit_length()
    if size.constant is not None:
        return Int.of(bits)
    if value <= 0:
        return Int.of(lift.fixed(size, "a number of bits").bit_length())
    lift.sizes.at_most(2**(bits - 1), size)
    lift.sizes.below(size, 2**bits)
    return Int.of(bits)


def tolist(lift: Lifting, a: Any) -> Any:
    if isinstance(a, (Array, View)) and len(a.shape) == 1 and lift.sizes.resolve(a.shape[0]).constant is None:
        wide = _of_python(a.dtype)
        return lift.new_items(list, Stacked((), lift.new_array(casts.cast_value(lift, read(lift, a), a.dtype, wide), wide), weak=True))
    rows = joining.sequence(lift, a) if isinstance(a, (Array, View)) and a.shape else None
    if rows is None:
        return item(lift, a)
    return lift.new_items(list, tuple(tolist(lift, r) for r in rows))


def view_method(lift: Lifting, a: Any, dtype: Any = None) -> Any:
    """The same elements, or the bits of integers as other integers, or the parts of complex numbers; other bits mean nothing in real
    arithmetic."""
    wanted = dtype_of(a) if dtype is None else casts.as_dtype(lift, dtype)
    if wanted == dtype_of(a):
        return same_elements(lift, a)
    if not isinstance(a, (Array, View)) or not a.shape:
        lift.refuse("a number in another dtype cannot be lifted", "convert with .astype")
    seen = _seen_as(lift, a, dtype_of(a), wanted)
    if seen is None:
        lift.refuse("a view of the bits of an array in another dtype cannot be lifted", "convert with .astype")
    lift.relate(seen, bases(a))
    return seen


def _seen_as(lift: Lifting, a: Any, old: np.dtype, new: np.dtype) -> Any:
    """The elements under another dtype of the same bits, as a new array; None where these are not the same numbers."""
    if old.kind in "iu" and new.kind in "iu" and old.itemsize == new.itemsize:
        return lift.new_array(casts.cast_value(lift, read(lift, a), old, new), new)
    require(lift, deciding(lift, a) or frozenset())  # the last axis has to be contiguous
    shape = tuple(map(Int, lift.shape(a.shape)))
    if (old.kind, new.kind) == ("c", "f") and old.itemsize == 2 * new.itemsize:
        parts = lift.call(np.stack, [tuple(lift.call(part, [a], {}) for part in (np.real, np.imag))], {"axis": Int.of(-1)})
        return lift.new_array(read(lift, reshape(lift, parts, *shape[:-1], Int(shape[-1].size * 2))), new)
    if (old.kind, new.kind) == ("f", "c") and new.itemsize == 2 * old.itemsize:
        pairs = reshape(lift, a, *shape[:-1], Int.of(-1), Int.of(2))
        real, imaginary = (take(lift, pairs, (Ellipsis, Int.of(k))) for k in (0, 1))
        return lift.new_array(lift.emit("complex", read(lift, real), read(lift, imaginary), dtype=new), new)
    if old.kind in "iu" and new.kind in "iu":
        digits, whole = (_seen_as(lift, a, old, np.dtype(f"u{old.itemsize}")), np.dtype(f"u{new.itemsize}"))
        found = _joined_digits(lift, digits, whole) if new.itemsize > old.itemsize else _digits(lift, digits, whole)
        return _seen_as(lift, found, whole, new)
    return None


def _joined_digits(lift: Lifting, a: Any, new: np.dtype) -> Any:
    """Unsigned integers next to each other as wider ones; the lowest digits come first in memory."""
    bits, count = 8 * a.dtype.itemsize, new.itemsize // a.dtype.itemsize
    parts = reshape(lift, a, *map(Int, lift.shape(a.shape)[:-1]), Int.of(-1), Int.of(count))
    found = lift.call(np.zeros, [tuple(map(Int, lift.shape(parts.shape)[:-1])), new], {})
    for k in range(count):
        digit = take(lift, parts, (Ellipsis, Int.of(k)))
        wide = lift.new_array(casts.cast_value(lift, read(lift, digit), a.dtype, new), new)
        found = lift.call(np.bitwise_or, [found, lift.call(np.left_shift, [wide, Int.of(bits * k)], {})], {})
    return found


def _digits(lift: Lifting, a: Any, new: np.dtype) -> Any:
    """Unsigned integers as narrower ones next to each other."""
    bits, count = 8 * new.itemsize, a.dtype.itemsize // new.itemsize
    shifted = [lift.call(np.right_shift, [a, Int.of(bits * k)], {}) for k in range(count)]
    narrow = [lift.new_array(casts.cast_value(lift, read(lift, x), a.dtype, new), new) for x in shifted]
    shape = lift.shape(a.shape)
    return reshape(lift, lift.call(np.stack, [tuple(narrow)], {"axis": Int.of(-1)}), *map(Int, shape[:-1]), Int(shape[-1] * count))


METHODS: dict[tuple[Any, str], Callable[..., Any]] = {
    **{("number", name): handler for name, handler in SAME.items()},
    ("number", "conj"): conjugate, ("number", "conjugate"): conjugate,
    ("number", "reshape"): reshape, ("number", "transpose"): transpose, ("number", "fill"): fill, ("number", "item"): item,
    ("number", "tolist"): tolist, ("number", "bit_length"): bit_length, ("number", "view"): view_method,
}

