"""Conversions of dtype: astype, NumPy's scalar types, int(), float(), complex(), bool()."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.types import Value
from precis.lift.numpy.kinds import COMPLEX, FLOAT, INT, is_integer, kind_of, real_part
from precis.lift.numpy.numbers import as_size, convert, describe, dtype_of, is_numeric, scalar, value_of, worded
from precis.lift.numpy.scopes import wrap_number
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, Array, Instance, Int, Items, Masked, Method, Scalar, View


def as_dtype(lift: Lifting, x: Any) -> np.dtype:
    """A dtype argument: np.float32, "f4", float, a dtype, a type of Numba's."""
    if isinstance(x, Items):
        lift.refuse("arrays of records cannot be lifted", "use one array for every field")
    try:
        dtype = dtype_of_numba(x) or np.dtype(x)
    except (TypeError, ValueError):
        lift.wrong(f"{describe(x)} is no dtype", exception=TypeError)
    kind_of(dtype)
    return dtype


def dtype_of_numba(x: Any) -> np.dtype | None:
    """numba.float64 as a dtype; None for other things."""
    return np.dtype(str(x)) if type(x).__module__.startswith("numba.core.types.scalars") else None


def cast_value(lift: Lifting, v: Value, old: np.dtype, new: np.dtype) -> Value:
    """`v` of dtype `old` as `new`: an `astype` node between real formats, which the original Assignment rounds."""
    if old == new:
        return v
    if old.kind == "c" and new.kind == "f" and new != real_part(old):
        return cast_value(lift, convert(lift, v, real_part(old)), real_part(old), new)
    if kind_of(old) == kind_of(new) and kind_of(new) in ("real", "complex"):
        return lift.emit("astype", v, dtype=new)
    return convert(lift, v, new)


def cast(lift: Lifting, x: Any, dtype: np.dtype) -> Any:
    """np.float32(x) and x.astype(dtype): a NumPy scalar or a new array."""
    if isinstance(x, Int) and is_integer(dtype):
        return Int(x.size, dtype)
    if isinstance(x, str):
        number = float(x)
        return Scalar(dtype, known=number)
    if not is_numeric(x):
        lift.wrong(f"{describe(x)} cannot become a number")
    old = dtype_of(x)
    if isinstance(x, Scalar) and x.known is not None and x.value is None and not x.given and dtype.kind == "f":
        return replace(_cast_known(lift, x, old, dtype), known=dtype.type(x.known).item())
    value = cast_value(lift, value_of(lift, x), old, dtype)
    if isinstance(x, Masked):
        return Masked(value, x.mask, dtype, x.axis)
    return lift.new_array(value, dtype) if isinstance(x, (Array, View)) else Scalar(dtype, value)


def _cast_known(lift: Lifting, x: Scalar, old: np.dtype, dtype: np.dtype) -> Scalar:
    return Scalar(dtype, cast_value(lift, value_of(lift, x), old, dtype))


def astype(lift: Lifting, x: Any, dtype: Any, order: Any = "K", casting: str = "unsafe", subok: Any = True, copy: Any = True) -> Any:
    wanted = as_dtype(lift, dtype)
    if copy is False and dtype_of(x) == wanted:
        return x
    return cast(lift, x, wanted)


def _of_object(lift: Lifting, x: Any, name: str) -> Any:
    """The number that an object of a user's class is converted to; other things as they are."""
    own = isinstance(x, Instance) and hasattr(x.cls, name)
    return lift.call(Method(x, name), [], {}) if own else x


def to_float(lift: Lifting, x: Any = INT_0) -> Any:
    """float(x): a Python number, of the value of x."""
    x = scalar(lift, _of_object(lift, worded(lift, x), "__float__"))
    if isinstance(x, str):
        return _written(lift, float, x)
    if isinstance(x, Scalar) and x.dtype == FLOAT:
        return replace(x, weak=True)
    if isinstance(x, (Int, bool)):
        known = lift.sizes.resolve(Int.of(int(x)).size if isinstance(x, bool) else x.size).constant
        return Scalar(FLOAT, value_of(lift, x, FLOAT), True, None if known is None else float(known))
    return replace(_number(lift, x, FLOAT, "float"), weak=True)


def to_complex(lift: Lifting, x: Any = INT_0, imag: Any = None) -> Any:
    if imag is not None:
        parts = [value_of(lift, scalar(lift, v), FLOAT) for v in (x, imag)]
        return Scalar(COMPLEX, lift.emit("complex", *parts, dtype=COMPLEX), weak=True)
    return replace(_number(lift, scalar(lift, x), COMPLEX, "complex"), weak=True)


def _number(lift: Lifting, x: Any, dtype: np.dtype, name: str) -> Scalar:
    if isinstance(x, (Array, View)):
        x = one_element(lift, x, name)
    if not is_numeric(x) or isinstance(x, Masked):
        lift.wrong(f"{name}() of {describe(x)}")
    if dtype_of(x).kind == "c" and dtype.kind != "c":
        lift.wrong(f"{name}() of a complex number")
    value = cast_value(lift, value_of(lift, x), dtype_of(x), dtype)
    return Scalar(dtype, value, known=x.known, given=x.given, again=x.again) if isinstance(x, Scalar) else Scalar(dtype, value)


def one_element(lift: Lifting, x: Any, name: str) -> Scalar:
    """The number in an array of one element."""
    if any(lift.sizes.example(d) != 1 or lift.sizes.fix(d, "an array of one element") != 1 for d in x.shape):
        lift.wrong(f"{name}() of an array with more than one element")
    return Scalar(x.dtype, lift.emit("reshape", value_of(lift, x), shape=()))


def to_int(lift: Lifting, x: Any = INT_0, base: Any = None) -> Any:
    """int(x): truncates towards zero; of a text, the number that it writes to a base."""
    if isinstance(x, str) and base is not None:
        return _written(lift, int, x, lift.fixed(as_size(lift, base), "a base"))
    x = scalar(lift, _of_object(lift, worded(lift, x), "__int__"))
    if isinstance(x, (Int, bool)):
        return Int(x.size) if isinstance(x, Int) else Int.of(int(x))
    if isinstance(x, str):
        return _written(lift, int, x)
    if isinstance(x, Scalar) and x.known is not None and not x.given:
        return _written(lift, int, x.known)
    number = _number(lift, x, dtype_of(x), "int") if is_numeric(x) else lift.wrong(f"int() of {describe(x)}")
    known, again = None if number.known is None else int(number.known), number.again
    return Scalar(INT, convert(lift, value_of(lift, number), INT), weak=True, known=known, given=number.given,
                  again=again and (lambda sizes: np.trunc(again(sizes))))


def _written(lift: Lifting, kind: type, *given: Any) -> Any:
    """The number that a text writes, or the int of a known one."""
    try:
        return wrap_number(kind(*given))
    except (TypeError, ValueError, OverflowError) as problem:
        lift.wrong(str(problem), exception=type(problem))


def _inexact(x: Any) -> Any:
    return x.dtype if isinstance(x, (Array, View, Scalar)) else x


FUNCTIONS = {float: to_float, int: to_int, complex: to_complex, np.dtype: as_dtype,
             np.finfo: lambda lift, x: np.finfo(_inexact(x)), np.iinfo: lambda lift, x: np.iinfo(_inexact(x))}
