"""Arithmetics: what `real` means when a Program is interpreted.

An arithmetic gives the pointwise functions, sums, constants and conversions that the op table is written against.
`NumpyArithmetic(np.float64)` and `NumpyArithmetic(np.longdouble)` round like their hardware; `MpArithmetic(precision)` holds
mpmath numbers of `precision` bits in object arrays. Integers and booleans are NumPy arrays of exact width in each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from precis.formats import Format
from precis.formats.rounding import round_array, round_mpf, stochastic_round_array
from precis.ir.c_library import function_of_c
from precis.ir.complex_products import of_parts, product
from precis.ir.dense import narrowed
from precis.ir.ops.reductions import row_by_row
from precis.ir.ops.routine import TYPES
from precis.ir.order import ordered_prod, ordered_scan, ordered_sum

_ALIASES: dict[str, Callable] = {
    "sub": np.subtract, "mul": product, "div": np.true_divide, "neg": np.negative, "pow": np.power,
    "floordiv": np.floor_divide, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal,
    "ne": np.not_equal, "select": np.where, "bit_and": np.bitwise_and, "bit_or": np.bitwise_or, "bit_xor": np.bitwise_xor,
    "bit_not": np.invert, "shift_left": np.left_shift, "shift_right": np.right_shift, "re": np.real, "magnitude": np.abs, "im": np.imag,
    "complex": of_parts, "rsqrt": lambda x: 1 / np.sqrt(x), "logistic": lambda x: 1 / (1 + np.exp(-x)),
    **{name: np.vectorize(f, otypes=[float]) for name, f in (
        ("erf", math.erf), ("erfc", math.erfc), ("tgamma", function_of_c("tgamma")), ("lgamma", function_of_c("lgamma")))},
    "remainder": lambda x, y: _remainder(x, y),
}
NARROW = ("erf", "erfc", "tgamma", "lgamma")  # computed in binary64 whatever the carrier
CAST = {"binary32": np.float32, "binary64": np.float64}  # the processor rounds to these in one step


@lru_cache
def numpy_function(name: str) -> Callable:
    """What computes a pointwise operation on NumPy arrays, in their own precision."""
    return _ALIASES.get(name) or (_fma if name == "fma" else getattr(np, name))


class NumpyArithmetic:
    """Reals are NumPy floats of `real` (float64 or longdouble; float32 for native single arithmetic). `formats`: the table that open
    formats are rows of."""

    def __init__(self, real: type = np.float64, formats: Sequence[Format] = ()):
        self.real, self.formats = np.dtype(real), formats
        self.complex = np.result_type(self.real, np.complex64)

    def dtype(self, kind: str) -> np.dtype:
        return self.real if kind == "real" else self.complex if kind == "complex" else np.dtype(kind)

    def convert(self, x: Any, kind: str) -> np.ndarray:
        x = np.asarray(x)
        x = x.real if x.dtype.kind == "c" and kind not in ("complex", "bool") else x
        return x.astype(self.dtype(kind))

    def constant(self, value: Any, kind: str) -> np.ndarray:
        return np.asarray(value, dtype=self.dtype(kind))

    def copy(self, x: Any) -> np.ndarray:
        return np.array(x, copy=True)

    def call(self, name: str, *arrays: Any) -> np.ndarray:
        f: Any = numpy_function(name)
        if name in NARROW:
            return self.convert(f(*(np.asarray(a, float) for a in arrays)), "real")
        if name in ("shift_right", "shift_left", "bit_and", "bit_or", "bit_xor", "bit_not"):
            return f(*arrays)
        with np.errstate(all="ignore"):
            return np.asarray(f(*arrays))

    def call_in(self, fmt: Format, name: str, *arrays: Any) -> np.ndarray:
        """An operation on complex numbers that fit binary32 or binary64, all of it in this format."""
        real, complex_ = TYPES[fmt.name]
        return self.convert(NumpyArithmetic(real).call(name, *(narrowed(np.asarray(a)).astype(complex_) for a in arrays)), "complex")

    def round(self, x: Any, fmt: Format) -> np.ndarray:
        x, fmt = np.asarray(x), fmt if fmt.slot is None else self.formats[fmt.slot]
        if x.dtype.kind == "c":
            return of_parts(round_array(x.real.copy(), fmt), round_array(x.imag.copy(), fmt))
        return round_array(x, fmt)

    def _rounding(self, fmt: Format | None):
        return (lambda v: self.round(v, fmt)) if fmt else None

    def sum(self, x: Any, axes, accumulate: Format | None = None) -> np.ndarray:
        return np.asarray(ordered_sum(np.asarray(x), axes, self._rounding(accumulate)))

    def prod(self, x: Any, axes, accumulate: Format | None = None) -> np.ndarray:
        return np.asarray(ordered_prod(np.asarray(x), axes, self._rounding(accumulate)))

    def cumsum(self, x: Any, axis: int, accumulate: Format | None = None) -> np.ndarray:
        return ordered_scan(np.asarray(x), axis, np.add, self._rounding(accumulate))

    def cumprod(self, x: Any, axis: int, accumulate: Format | None = None) -> np.ndarray:
        return ordered_scan(np.asarray(x), axis, np.multiply, self._rounding(accumulate))

    def einsum(self, x: Any, y: Any, spec: str, accumulate: Format | None = None) -> np.ndarray:
        if accumulate is None:
            return np.asarray(np.einsum(spec, x, y, optimize=np.asarray(x).dtype != object))
        products, contracted = _products(np.asarray(x), np.asarray(y), spec)
        if row_by_row(spec):
            axes = range(products.ndim - contracted, products.ndim)
            return np.asarray(ordered_sum(self.round(products, accumulate), axes, self._rounding(accumulate)))
        terms = products.shape[products.ndim - contracted:]
        total = np.zeros(products.shape[: products.ndim - contracted], products.dtype).reshape(-1)
        for term in np.moveaxis(products.reshape(total.size, math.prod(terms)), 1, 0):
            total = self.round(total + self.round(term, accumulate), accumulate)
        return total.reshape(products.shape[: products.ndim - contracted])


class Quiet(NumpyArithmetic):
    """NumpyArithmetic for arrays that nobody changes, in code that has told NumPy to be silent."""

    def call(self, name: str, *arrays: Any) -> np.ndarray:
        return super().call(name, *arrays) if name in NARROW else numpy_function(name)(*arrays)

    def copy(self, x: Any) -> np.ndarray:
        return x

    def round(self, x: Any, fmt: Format) -> np.ndarray:
        narrow = CAST.get(fmt.name)
        if narrow and x.dtype == self.real:
            return x.astype(narrow).astype(self.real)
        return np.asarray(super().round(x, fmt))


def _remainder(x: Any, y: Any) -> np.ndarray:
    """IEEE remainder x - y rint(x / y), exactly: of x modulo 2y at most two subtractions of y are left (FreeBSD's msun)."""
    x, y = np.broadcast_arrays(x, np.abs(y))
    rest = np.abs(np.fmod(x, y + y))
    once = rest + rest > y
    rest = np.where(once, rest - y, rest)
    rest = np.where(once & (rest + rest >= y), rest - y, rest)
    return np.where(np.signbit(x), -rest, rest)


class StochasticArithmetic(NumpyArithmetic):
    """NumpyArithmetic (float64, or a wider `real`) that rounds in some formats (none named: in all) up or down at random, unbiased:
    the steps of sums too. Equal seeds give equal runs."""

    def __init__(self, rng: np.random.Generator, formats: Collection[Format] = (), real: Any = np.float64):
        super().__init__(real)
        self.rng, self.random = rng, frozenset(formats)

    def call_in(self, fmt: Format, name: str, *arrays: Any) -> np.ndarray:
        return self.round(self.call(name, *arrays), fmt)

    def round(self, x: Any, fmt: Format) -> np.ndarray:
        if self.random and fmt not in self.random:
            return super().round(x, fmt)
        return np.asarray(stochastic_round_array(np.asarray(x), fmt, self.rng))


def _fma(a, b, c):
    """a*b + c through longdouble: one rounding for binary32 and narrower operands, nearly always for binary64."""
    wide = np.result_type(np.asarray(a).dtype, np.longdouble)
    return (np.asarray(a, wide) * b + c).astype(np.asarray(a).dtype)


def _products(x: np.ndarray, y: np.ndarray, spec: str) -> tuple[np.ndarray, int]:
    """All products of a contraction: result labels first, then contracted labels in the order of the first operand."""
    operands, result = spec.split("->")
    a, b = operands.split(",")
    contracted = "".join(label for label in a if label not in result)
    return np.einsum(f"{a},{b}->{result}{contracted}", x, y), len(contracted)


class MpArithmetic(NumpyArithmetic):
    """Reals and complex numbers are mpmath numbers of `precision` bits in object arrays.

    Infinities, NaNs, poles and arguments outside a function's domain give what binary64 gives.
    """

    def __init__(self, precision: int = 200):
        import mpmath  # loads slowly, and few references need it

        super().__init__(np.float64)
        self.mp: Any = mpmath.mp.clone()
        self.mp.prec = precision
        self.real = self.complex = np.dtype(object)
        mp: Any = self.mp
        functions: dict[str, Callable] = {
            **{n: getattr(mp, n) for n in ("sqrt", "exp", "expm1", "log", "log1p", "log10", "sin", "cos", "tan", "sinh", "cosh",
                                           "tanh", "floor", "ceil", "erf", "erfc", "hypot", "sign")},
            "tgamma": mp.gamma, "lgamma": lambda x: mp.log(abs(mp.gamma(x))),
            "remainder": lambda a, b: a - b * mp.nint(a / b),
            "arcsin": mp.asin, "arccos": mp.acos, "arctan": mp.atan, "arcsinh": mp.asinh, "arccosh": mp.acosh,
            "arctanh": mp.atanh, "arctan2": mp.atan2, "abs": abs, "magnitude": abs, "exp2": lambda x: mp.power(2, x),
            "log2": lambda x: mp.log(x, 2), "rsqrt": lambda x: 1 / mp.sqrt(x), "pow": mp.power, "rint": mp.nint,
            "logistic": lambda x: 1 / (1 + mp.exp(-x)), "fma": lambda a, b, c: mp.mpf(a) * b + c,
            "trunc": lambda x: mp.floor(x) if x >= 0 else mp.ceil(x), "maximum": max, "minimum": min,
            "floordiv": lambda a, b: mp.floor(a / b), "mod": lambda a, b: a - b * mp.floor(a / b),
            "fmod": lambda a, b: mp.sign(a) * (abs(a) - abs(b) * mp.floor(abs(a) / abs(b))),
            "copysign": lambda a, b: abs(a) if b >= 0 else -abs(a), "div": lambda a, b: a / b,
            "cbrt": lambda x: mp.cbrt(x) if x >= 0 else -mp.cbrt(-x), "conj": mp.conj,
        }
        self.functions = {name: self._guarded(name, f) for name, f in functions.items()}
        self.functions |= {name: getattr(mp, name) for name in _TESTS}
        self.functions |= {"complex": mp.mpc, "re": lambda x: x.real, "im": lambda x: x.imag}

    def _guarded(self, name: str, function: Callable) -> Callable:
        """`function` where its arguments and its result are finite real numbers, else the operation in binary64."""
        narrow, mp = NumpyArithmetic(), self.mp

        def guarded(*args: Any) -> Any:
            if all(map(mp.isfinite, args)):
                try:
                    result = function(*args)
                except (ZeroDivisionError, ValueError):  # a pole
                    result = None
                if isinstance(result, mp.mpf) or any(isinstance(a, mp.mpc) for a in args):
                    return result
            if any(isinstance(a, mp.mpc) for a in args):
                return mp.mpmathify(narrow.call(name, *map(np.complex128, args)).item())
            return mp.mpf(float(narrow.call(name, *map(np.float64, args))))
        return guarded

    def _mpf(self, x: Any) -> Any:
        if isinstance(x, np.generic) and x.dtype == np.longdouble:
            high = float(x)  # type: ignore[arg-type]
            return self.mp.mpf(high) + self.mp.mpf(float(x - np.longdouble(high)))  # type: ignore[operator]
        return self.mp.mpf(x.item() if isinstance(x, np.generic) else x)

    def _mpc(self, x: Any) -> Any:
        return self.mp.mpc(self._mpf(np.real(x)), self._mpf(np.imag(x)))

    def convert(self, x: Any, kind: str) -> np.ndarray:
        x = np.asarray(x)
        if kind == "real":
            return _elementwise(lambda v: v.real, x) if x.dtype == object else _elementwise(self._mpf, np.real(x))
        if kind == "complex":
            return _elementwise(self.mp.mpc, x) if x.dtype == object else _elementwise(self._mpc, x)
        if x.dtype == object and kind != "bool":
            return _elementwise(lambda v: _integer(v.real, np.dtype(kind)), x).astype(kind)
        return x.astype(kind)

    def constant(self, value: Any, kind: str) -> np.ndarray:
        return self.convert(np.asarray(value), kind)

    def call(self, name: str, *arrays: Any) -> np.ndarray:
        function = self.functions.get(name)
        if function is None or not any(np.asarray(a).dtype == object for a in arrays):
            plain: Callable = _ALIASES.get(name) or getattr(np, name)
            return np.asarray(plain(*arrays), dtype=bool if name in _BOOLEAN else None)
        out = _elementwise(function, *arrays)
        return out.astype(bool) if name in _TESTS else out

    def round(self, x: Any, fmt: Format) -> np.ndarray:
        # round_mpf gives numbers of mpmath's global context, whose operations would round to its own precision.
        def real(v: Any) -> Any:
            return self.mp.make_mpf(round_mpf(v, fmt)._mpf_)
        return _elementwise(lambda v: self.mp.mpc(real(v.real), real(v.imag)) if isinstance(v, self.mp.mpc) else real(v), np.asarray(x))

    def cumsum(self, x: Any, axis: int, accumulate: Format | None = None) -> np.ndarray:
        return ordered_scan(np.asarray(x), axis, np.add, self._rounding(accumulate))


_BOOLEAN = ("lt", "le", "gt", "ge", "eq", "ne")
_TESTS = ("isnan", "isinf", "isfinite")


def _integer(x: Any, kind: np.dtype) -> int:
    """The integer part of an mpmath number, wrapped around; for NaN and infinities what NumPy gives."""
    try:
        return (int(x) - np.iinfo(kind).min) % 2**(8 * kind.itemsize) + np.iinfo(kind).min
    except (ValueError, OverflowError):
        return int(np.float64(x).astype(kind))


def _elementwise(function: Callable, *arrays: Any) -> np.ndarray:
    with np.errstate(all="ignore"):
        out = np.frompyfunc(function, len(arrays), 1)(*arrays)
    return np.asarray(out, dtype=object)
