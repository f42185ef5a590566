"""Functions of the math and cmath modules: binary64, giving Python numbers."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.elementwise import apply
from precis.lift.numpy.functions.casts import to_int
from precis.lift.numpy.functions.python import accumulated, sum_
from precis.lift.numpy.functions.ufuncs import UFUNCS
from precis.lift.numpy.iterables import Counted, iterable
from precis.lift.numpy.kinds import FLOAT
from precis.lift.numpy.numbers import as_size, describe, dtype_of, is_number, is_weak, scalar, value_of
from precis.lift.numpy.operators import binary
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    INT_1,
    Int,
    Scalar,
)


def python_math(ufunc: np.ufunc) -> Callable[..., Any]:
    """A function of the math module: the ufunc in binary64, giving a Python float."""
    def handler(lift: Lifting, *xs: Any) -> Any:
        numbers = [scalar(lift, x) for x in xs]
        for x in numbers:
            if not is_number(x):
                lift.wrong(f"the math module takes numbers, not {describe(x)}", "use the np function for arrays")
        if len(numbers) != ufunc.nin:
            lift.wrong(f"math.{ufunc.__name__} takes {ufunc.nin} numbers, not {len(numbers)}")
        if lift.catching.hazards is not None and ufunc in DOMAINS:
            comparison, bound, exception = DOMAINS[ufunc]
            lift.may_raise(exception, apply(lift, UFUNCS[comparison], numbers[0], lift.evaluate(ast.Constant(bound))), called=True)
        return replace(apply(lift, UFUNCS[ufunc], *numbers, dtype=FLOAT), weak=True)
    return handler


# Where functions of the math module raise: comparison of the argument, bound, exception.
DOMAINS: dict[np.ufunc, tuple[np.ufunc, float, type]] = {
    np.sqrt: (np.less, 0.0, ValueError), np.log: (np.less_equal, 0.0, ValueError), np.log2: (np.less_equal, 0.0, ValueError),
    np.log10: (np.less_equal, 0.0, ValueError), np.log1p: (np.less_equal, -1.0, ValueError),
    np.exp: (np.greater, math.log(np.finfo(float).max), OverflowError), np.arccosh: (np.less, 1.0, ValueError)}


def rounded_to_int(ufunc: np.ufunc) -> Callable[..., Any]:
    """math.floor, math.ceil, math.trunc: Python ints."""
    def handler(lift: Lifting, x: Any) -> Any:
        x = scalar(lift, x)
        return x if isinstance(x, Int) else to_int(lift, apply(lift, UFUNCS[ufunc], x))
    return handler


FEW = 4  # things picked of as many as a size says: products of more factors soon leave what an int64 holds
MOST_DIGITS = 22  # powers of ten up to this one are exact in binary64


def round_(lift: Lifting, number: Any, ndigits: Any = None) -> Any:
    """round(x): to the nearest int, ties to even; round(x, n): to the nearest decimal, of NumPy's numbers as NumPy does it."""
    number = scalar(lift, number)
    if ndigits is None:
        return rounded_to_int(np.rint)(lift, number)
    digits = lift.fixed(as_size(lift, ndigits), "the number of digits")
    if isinstance(number, Int) and digits >= 0:
        return number
    if not is_weak(number):
        return lift.call(np.round, [number, Int.of(digits)], {})
    if not 0 <= digits <= MOST_DIGITS:
        lift.refuse(f"round to {digits} digits behind the point cannot be lifted", "write np.round(x, n)")
    return replace(scalar(lift, lift.call(library.numeric.round_decimal, [number, Int.of(digits)], {})), weak=True)


def modf(lift: Lifting, x: Any) -> tuple[Any, ...]:
    """math.modf: (part behind the point, whole part), floats of Python."""
    return tuple(replace(scalar(lift, part), weak=True) for part in lift.call(np.modf, [lift.call(float, [x], {})], {}))


def log(lift: Lifting, x: Any, base: Any = None) -> Any:
    top = python_math(np.log)(lift, x)
    return top if base is None else binary(lift, ast.Div, top, python_math(np.log)(lift, base))


def power(lift: Lifting, x: Any, y: Any) -> Any:
    return python_math(np.power)(lift, x, y)


def of_integers(function: Callable[..., int]) -> Callable[..., Any]:
    """math.factorial, math.comb and the like, of ints known before the program runs."""
    def handler(lift: Lifting, *xs: Any) -> Int:
        given = [lift.fixed(as_size(lift, x), f"an argument of math.{function.__name__}") for x in xs]
        try:
            return Int.of(function(*given))
        except ValueError as problem:
            lift.wrong(str(problem), exception=ValueError)
    return handler


def picks(function: Callable[..., int], ordered: bool) -> Callable[..., Any]:
    """math.comb and math.perm: of few of a size, or of what only a run tells, the product n (n - 1) ...; else of known ints."""
    fixed = of_integers(function)

    def handler(lift: Lifting, n: Any, k: Any = None) -> Any:
        of, picked = as_size(lift, n), None if k is None else as_size(lift, k)
        few = None if picked is None else picked.constant
        if few is None or not 0 <= few <= FEW or of.constant is not None:
            return fixed(lift, *(Int(x) for x in (of, picked) if x is not None))
        if lift.sizes.nonnegative(of) is not True:
            lift.assume(f"math.{function.__name__} is asked of an int of at least 0")
        found: Any = INT_1
        for j in range(few):
            found = binary(lift, ast.Mult, found, Int(of - j))
            found = found if ordered else binary(lift, ast.FloorDiv, found, Int.of(j + 1))
        return found
    return handler


def of_divisors(function: Callable[..., int], ufunc: np.ufunc, of_none: int) -> Callable[..., Any]:
    """math.gcd and math.lcm: of ints known before the program runs, or of computed ones."""
    fixed = of_integers(function)

    def handler(lift: Lifting, *xs: Any) -> Any:
        numbers = [scalar(lift, x) for x in xs]
        if all(isinstance(x, Int) for x in numbers):
            return fixed(lift, *numbers)
        if any(dtype_of(x).kind not in "iu" for x in numbers):
            lift.wrong(f"math.{function.__name__} takes integers")
        found = reduce(lambda a, b: lift.call(ufunc, [a, b], {}), [to_int(lift, x) for x in numbers], Int.of(of_none))
        return replace(found, weak=True) if isinstance(found, Scalar) else found
    return handler


def prod(lift: Lifting, iterable_: Any, start: Any = INT_1) -> Any:
    over = iterable(lift, iterable_)
    if isinstance(over, Counted):
        return accumulated(lift, over, start, lambda a, b: binary(lift, ast.Mult, a, b))
    for x in over.items:
        start = binary(lift, ast.Mult, start, x)
    return start


def of_op(name: str) -> Callable[..., Any]:
    """A function of one number that is an operation of the IR."""
    def handler(lift: Lifting, x: Any) -> Scalar:
        return Scalar(FLOAT, lift.emit(name, value_of(lift, scalar(lift, x), FLOAT), dtype=FLOAT), weak=True)
    return handler


def distance(lift: Lifting, p: Any, q: Any) -> Any:
    """math.dist"""
    pairs = zip(*(unlisted(lift, x) for x in (p, q)), strict=True)
    gaps = [binary(lift, ast.Sub, a, b) for a, b in pairs]
    return python_math(np.sqrt)(lift, sum_(lift, tuple(binary(lift, ast.Mult, d, d) for d in gaps)))


def unlisted(lift: Lifting, x: Any) -> tuple[Any, ...]:
    over = iterable(lift, x)
    if not isinstance(over, Counted):
        return over.items
    n = lift.fixed(over.range.trips, "the number of coordinates")
    return tuple(over.item(lift, over.range.start + k * over.range.step) for k in range(n))


def hypot(lift: Lifting, *xs: Any) -> Any:
    if len(xs) == 2:
        return python_math(np.hypot)(lift, *xs)
    return python_math(np.sqrt)(lift, sum_(lift, tuple(binary(lift, ast.Mult, x, x) for x in xs)))


def root_of_int(lift: Lifting, n: Any) -> Any:
    """math.isqrt: that of a size, which is below 2**52, is the root of a float cut off."""
    size = as_size(lift, n) if isinstance(n, Int) else None
    if size is not None and size.constant is not None:
        return Int.of(math.isqrt(size.constant))
    root = lift.call(int, [lift.call(math.sqrt, [n], {})], {})
    return root if size is not None else lift.call(library.python.root_of_int, [n, root], {})


_MATH: dict[str, np.ufunc] = {
    "sqrt": np.sqrt, "exp": np.exp, "expm1": np.expm1, "log2": np.log2, "log10": np.log10, "log1p": np.log1p, "sin": np.sin,
    "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "atan2": np.arctan2, "sinh": np.sinh,
    "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh, "fabs": np.fabs,
    "fmod": np.fmod, "copysign": np.copysign, "radians": np.deg2rad, "degrees": np.rad2deg, "cbrt": np.cbrt, "exp2": np.exp2}


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{getattr(math, name): python_math(ufunc) for name, ufunc in _MATH.items() if hasattr(math, name)},
    math.floor: rounded_to_int(np.floor), math.ceil: rounded_to_int(np.ceil), math.trunc: rounded_to_int(np.trunc), round: round_,
    math.log: log, math.pow: power, math.modf: modf,
    math.gcd: of_divisors(math.gcd, np.gcd, 0), math.lcm: of_divisors(math.lcm, np.lcm, 1),
    math.factorial: of_integers(math.factorial), math.comb: picks(math.comb, False), math.perm: picks(math.perm, True),
    math.prod: prod, math.isqrt: root_of_int,
    math.erf: of_op("erf"), math.erfc: of_op("erfc"), math.gamma: of_op("tgamma"), math.lgamma: of_op("lgamma"),
    math.dist: distance, math.hypot: hypot,
    math.isclose: lambda lift, a, b, **tolerances: lift.call(bool, [lift.call(library.numeric.math_isclose, [a, b], tolerances)], {}),
}
