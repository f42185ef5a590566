"""The ufuncs of NumPy that precis lifts, each by its rule on operands of one dtype, and Python's operators by their ufuncs.

Powers: x**2 is x*x, x**0.5 is sqrt(x), x**-1 is 1/x, x**1 is x, x**0 is 1 for scalar exponents (NumPy 2's fast paths); other
powers are `pow`.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.types import Value
from precis.lift.numpy import library
from precis.lift.numpy.elementwise import Elementwise, Rule, apply, common_mask, put_out, together
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.kinds import BOOL, is_integer, real_part
from precis.lift.numpy.lengths import positions_of, written_out
from precis.lift.numpy.numbers import constant, convert, dtype_of, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Instance, Interval, Items, MaskPart, Stacked


def op(name: str) -> Rule:
    """One operation of the IR."""
    return lambda lift, *values, dtype: lift.emit(name, *values, dtype=dtype)


def floating(name: str) -> Rule:
    """One operation on reals, on both parts of complex numbers; the identity on integers and bools (as floor and rint of NumPy 2)."""
    def rule(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
        if x.kind != "complex":
            return x if x.kind != "real" else lift.emit(name, x, dtype=dtype)
        parts = (lift.emit(name, lift.emit(part, x, dtype=real_part(dtype)), dtype=real_part(dtype)) for part in ("re", "im"))
        return lift.emit("complex", *parts, dtype=dtype)
    return rule


def relation(name: str) -> Rule:
    return lambda lift, a, b, dtype: lift.emit(name, a, b, dtype=BOOL)


def test(name: str, on_integers: bool) -> Rule:
    """isnan and friends; integers are never NaN."""
    def rule(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
        if x.kind in ("real", "complex"):
            return lift.emit(name, x, dtype=BOOL)
        return lift.emit("broadcast", constant(lift, on_integers, BOOL), shape=x.shape) if x.shape else constant(lift, on_integers, BOOL)
    return rule


def logical(name: str) -> Rule:
    return lambda lift, *values, dtype: lift.emit(name, *(convert(lift, v, BOOL) for v in values), dtype=BOOL)


def _abs(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
    return x if x.kind == "bool" else lift.emit("magnitude" if x.kind == "complex" else "abs", x, dtype=dtype)


def _square(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
    return lift.emit("mul", x, x, dtype=dtype)


def _reciprocal(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
    if is_integer(dtype):
        lift.refuse("np.reciprocal of integers is 0 but for 1 and -1", "divide: 1 / x")
    return lift.emit("div", constant(lift, 1, dtype), x, dtype=dtype)


def _identity(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
    old = lift.dtypes[x.name]
    return x if old == dtype else lift.emit("astype", x, dtype=dtype)


def _scaled(factor: float) -> Rule:
    return lambda lift, x, dtype: lift.emit("mul", x, constant(lift, factor, dtype), dtype=dtype)


def _power(lift: Lifting, x: Value, p: Value, dtype: np.dtype) -> Value:
    exponent = _constant_value(lift, p)
    if exponent == 2:
        return _square(lift, x, dtype)
    if exponent is not None and not is_integer(dtype):
        if exponent == 0.5 and (x.kind == "real" or x.shape):  # complex numbers, other than arrays, are raised by `pow`
            return lift.emit("sqrt", x, dtype=dtype)
        if exponent == 1:
            return x
        if exponent == -1 and x.kind == "complex" and x.shape:
            return value_of(lift, lift.call(library.complex.reciprocal, (lift.wrap(x, dtype),), {}))
        if exponent == -1:
            return _reciprocal(lift, x, dtype)
    return lift.emit("pow", x, p, dtype=dtype)


def _constant_value(lift: Lifting, v: Value) -> Any:
    """The number of a scalar constant, else None."""
    node = lift.definitions.get(v.name)
    while node is not None and node.op == "store":
        node = lift.definitions.get(node.inputs[0].name)
    return node.attrs["value"] if node is not None and node.op == "const" and not node.output.shape else None


def _fmax(pick: str) -> Rule:
    """fmax and fmin: the other operand where one is NaN."""
    def rule(lift: Lifting, a: Value, b: Value, dtype: np.dtype) -> Value:
        if a.kind != "real":
            return lift.emit(pick, a, b, dtype=dtype)
        inner = lift.emit("select", lift.emit("isnan", b, dtype=BOOL), a, lift.emit(pick, a, b, dtype=dtype), dtype=dtype)
        return lift.emit("select", lift.emit("isnan", a, dtype=BOOL), b, inner, dtype=dtype)
    return rule


def _heaviside(lift: Lifting, x: Value, at_zero: Value, dtype: np.dtype) -> Value:
    zero, one = constant(lift, 0.0, dtype), constant(lift, 1.0, dtype)
    edge = lift.emit("select", lift.emit("eq", x, zero, dtype=BOOL), at_zero, one, dtype=dtype)
    step = lift.emit("select", lift.emit("lt", x, zero, dtype=BOOL), zero, edge, dtype=dtype)
    return lift.emit("select", lift.emit("isnan", x, dtype=BOOL), x, step, dtype=dtype)


def _logaddexp(lift: Lifting, a: Value, b: Value, dtype: np.dtype) -> Value:
    """max + log1p(exp(-|a - b|)), equal infinities with a distance of 0: at ties half a derivative for each, as of max."""
    apart = lift.emit("sub", a, b, dtype=dtype)
    apart = lift.emit("select", lift.emit("eq", a, b, dtype=BOOL), constant(lift, 0.0, dtype), apart, dtype=dtype)
    distance = lift.emit("neg", lift.emit("abs", apart, dtype=dtype), dtype=dtype)
    tail = lift.emit("log1p", lift.emit("exp", distance, dtype=dtype), dtype=dtype)
    return lift.emit("add", lift.emit("maximum", a, b, dtype=dtype), tail, dtype=dtype)


def _signbit(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
    if x.kind != "real":
        return lift.emit("lt", x, constant(lift, 0, lift.dtypes[x.name]), dtype=BOOL)
    sign = lift.emit("copysign", constant(lift, 1.0, lift.dtypes[x.name]), x)
    return lift.emit("lt", sign, constant(lift, 0.0, lift.dtypes[x.name]), dtype=BOOL)


_SAME_NAME = ("add", "subtract:sub", "multiply:mul", "true_divide:div", "floor_divide:floordiv", "remainder:mod", "fmod", "negative:neg",
              "maximum", "minimum", "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh",
              "cosh", "tanh", "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "arctan2", "hypot", "cbrt", "copysign",
              "conjugate:conj", "sign", "bitwise_and:bit_and", "bitwise_or:bit_or", "bitwise_xor:bit_xor", "invert:bit_not",
              "left_shift:shift_left", "right_shift:shift_right")

RULES: dict[np.ufunc, Rule] = {
    **{getattr(np, name.split(":")[0]): op(name.split(":")[-1]) for name in _SAME_NAME},
    **{getattr(np, name): floating(name) for name in ("floor", "ceil", "trunc", "rint")},
    **{getattr(np, name): relation(short) for name, short in (("less", "lt"), ("less_equal", "le"), ("greater", "gt"),
                                                             ("greater_equal", "ge"), ("equal", "eq"), ("not_equal", "ne"))},
    np.isnan: test("isnan", False), np.isinf: test("isinf", False), np.isfinite: test("isfinite", True),
    np.logical_and: logical("bit_and"), np.logical_or: logical("bit_or"), np.logical_xor: logical("bit_xor"),
    np.logical_not: logical("bit_not"),
    np.absolute: _abs, np.fabs: _abs, np.square: _square, np.reciprocal: _reciprocal, np.positive: _identity,
    np.power: _power, np.float_power: _power, np.fmax: _fmax("maximum"), np.fmin: _fmax("minimum"),
    np.heaviside: _heaviside, np.logaddexp: _logaddexp, np.signbit: _signbit,
    np.deg2rad: _scaled(math.pi / 180.0), np.radians: _scaled(math.pi / 180.0),
    np.rad2deg: _scaled(180.0 / math.pi), np.degrees: _scaled(180.0 / math.pi),
}
UFUNCS: dict[np.ufunc, Elementwise] = {ufunc: Elementwise(ufunc, rule) for ufunc, rule in RULES.items()}

OPERATORS: dict[type[ast.AST], np.ufunc] = {
    ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.true_divide, ast.FloorDiv: np.floor_divide,
    ast.Mod: np.remainder, ast.Pow: np.power, ast.BitAnd: np.bitwise_and, ast.BitOr: np.bitwise_or, ast.BitXor: np.bitwise_xor,
    ast.LShift: np.left_shift, ast.RShift: np.right_shift, ast.USub: np.negative, ast.UAdd: np.positive, ast.Invert: np.invert,
    ast.Lt: np.less, ast.LtE: np.less_equal, ast.Gt: np.greater, ast.GtE: np.greater_equal, ast.Eq: np.equal,
    ast.NotEq: np.not_equal,
}


def call_ufunc(ufunc: np.ufunc) -> Callable[..., Any]:
    """The handler of a ufunc call."""
    entry = UFUNCS[ufunc]

    def handler(lift: Lifting, *operands: Any, out: Any = None, where: Any = True, dtype: Any = None,
                casting: Any = "same_kind") -> Any:
        if len(operands) > ufunc.nin and out is None:
            operands, out = operands[: ufunc.nin], operands[ufunc.nin]
        if len(operands) != ufunc.nin:
            lift.wrong(f"np.{ufunc.__name__} takes {ufunc.nin} operands, not {len(operands)}")
        given, where = [as_operand(lift, x) for x in operands], as_operand(lift, where)
        if where is not True:  # it speaks of what is selected
            *given, where = (written_out(lift, x) for x in (*given, where))
        if ufunc in library.complex.DEFINITIONS and dtype_of(given[0]).kind == "c" and where is True:
            found = lift.call(library.complex.DEFINITIONS[ufunc], given, {})
            return found if out is None else put_out(lift, out, value_of(lift, found), dtype_of(found), True, casting)
        return apply(lift, entry, *given, out=out, where=where, dtype=dtype, casting=casting)
    return handler


def as_operand(lift: Lifting, x: Any) -> Any:
    """Lists and tuples of numbers as arrays, as ufuncs take them."""
    if isinstance(x, MaskPart):
        return positions_of(lift, x)
    return asarray(lift, x) if isinstance(x, (tuple, Items, Instance, Interval, Stacked)) else x


def _ndtr(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
    """erfc(-x / sqrt 2) / 2"""
    scaled = lift.emit("mul", x, constant(lift, -math.sqrt(0.5), dtype), dtype=dtype)
    return lift.emit("mul", constant(lift, 0.5, dtype), lift.emit("erfc", scaled, dtype=dtype), dtype=dtype)


def _logit(lift: Lifting, x: Value, dtype: np.dtype) -> Value:
    rest = lift.emit("sub", constant(lift, 1.0, dtype), x, dtype=dtype)
    return lift.emit("log", lift.emit("div", x, rest, dtype=dtype), dtype=dtype)


def _xlogy(lift: Lifting, x: Value, y: Value, dtype: np.dtype) -> Value:
    """x log y, 0 where x is 0 and log y is no number; elsewhere it has the derivative log y, at 0 too."""
    zero, endless = constant(lift, 0.0, dtype), constant(lift, math.inf, dtype)
    outside = lift.emit("bit_or", lift.emit("le", y, zero, dtype=BOOL), lift.emit("eq", y, endless, dtype=BOOL), dtype=BOOL)
    nothing = lift.emit("bit_and", lift.emit("eq", x, zero, dtype=BOOL), outside, dtype=BOOL)
    safe = lift.emit("select", nothing, constant(lift, 1.0, dtype), y, dtype=dtype)
    return lift.emit("mul", x, lift.emit("log", safe, dtype=dtype), dtype=dtype)


# Ufuncs of scipy.special, by name, so that scipy need not be loaded.
SPECIAL: dict[str, Rule] = {"erf": op("erf"), "expit": op("logistic"), "erfc": op("erfc"), "exp2": op("exp2"), "expm1": op("expm1"),
                            "log1p": op("log1p"), "cbrt": op("cbrt"), "gamma": op("tgamma"), "gammaln": op("lgamma"), "ndtr": _ndtr,
                            "logit": _logit, "xlogy": _xlogy}


def of_parts(lift: Lifting, x: Any, y: Any) -> Any:
    """The complex number or array of two real ones of one shape: x + 1j y would lose signs of zeros, and take 0 times infinity."""
    real = np.result_type(dtype_of(x), dtype_of(y))
    dtype, mask = np.result_type(real, np.complex64), common_mask([x, y])
    value = lift.emit("complex", *together(lift, [value_of(lift, part, real) for part in (x, y)]), dtype=dtype)
    return lift.wrap(value, dtype) if mask is None else replace(mask, value=value, dtype=dtype)


FUNCTIONS: dict[Any, Callable[..., Any]] = {ufunc: call_ufunc(ufunc) for ufunc in UFUNCS} | {library.complex.of_parts: of_parts}
