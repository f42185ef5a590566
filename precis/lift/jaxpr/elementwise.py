"""Elementwise primitives: one IR op each, or a short composition that rounds as XLA's own does."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.formats import FORMATS, format_of_dtype
from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.jaxpr.avals import kind_of

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]


def op(name: str) -> Handler:
    """The primitive is the IR op `name` on the same operands."""
    return lambda lo, eqn, x: lo.b.call(name, *x)


def typed(name: str) -> Handler:
    """An arithmetic op whose result dtype may be wider than its operands (`out_dtype`): operands convert first."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        kind = kind_of(eqn.outvars[0].aval)
        return lo.b.call(name, *(lo.convert(v, kind) for v in x))
    return handler


def same(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """Primitives that return their operands: copies, layouts, placements, barriers."""
    return x


def second(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """A value that waits for another."""
    return x[1]


def div(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Integers divide toward zero: a - rem(a, b) is a multiple of b."""
    a, b = x
    return lo.b.div(a, b) if a.kind in ("real", "complex") else lo.b.floordiv(lo.b.sub(a, lo.b.fmod(a, b)), b)


def absolute(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    return lo.b.call("magnitude" if x[0].kind == "complex" else "abs", *x)


def square(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    return lo.b.mul(x[0], x[0])


def integer_pow(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """x^y by squaring, multiplications in the order of jax._src.lax.lax._integer_pow; 1 / x^-y for negative y."""
    power, factor, exponent, kind = None, x[0], abs(eqn.params["y"]), x[0].kind
    one = lo.b.const(1, kind)
    while exponent > 0:
        if exponent & 1:
            power = factor if power is None else lo.b.mul(power, factor)
        exponent >>= 1
        if exponent:
            factor = lo.b.mul(factor, factor)
    if power is None:
        return one
    return lo.b.div(one, power) if eqn.params["y"] < 0 else power


def power(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    base, exponent = x
    return lo.b.pow(base, lo.convert(exponent, base.kind))


def clamp(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    low, value, high = x
    return lo.b.minimum(lo.b.maximum(value, low), high)


def select_n(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Case k where `which` is k; a bool chooses between case 0 (False) and case 1 (True)."""
    which, *cases = x
    if 0 < eqn.invars[0].aval.ndim < eqn.outvars[0].aval.ndim:  # typed keys, which are words along one more axis
        which = lo.b.reshape(which, shape=(*which.shape, Size.of(1)))
    known = lo.facts.elements.get(which.name)
    if known is not None and known.size and all(e == known.flat[0] for e in known.flat):
        first = known.flat[0]
        if isinstance(first, bool) or first.constant is not None:
            return cases[int(first if isinstance(first, bool) else first.constant)]
    if which.kind == "bool":
        return lo.b.select(which, cases[1], cases[0])
    tests = [lo.b.eq(which, lo.b.const(k, which.kind)) for k in range(len(cases) - 1)]
    return reduce(lambda rest, case: lo.b.select(case[0], case[1], rest), reversed(list(zip(tests, cases))), cases[-1])


def round_(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Ties to even (rint), or away from zero: trunc(x) + copysign(1, x) where |x - trunc(x)| >= 1/2, all exact."""
    (value,) = x
    if int(eqn.params["rounding_method"]) == 1:
        return lo.b.rint(value)
    whole = lo.b.trunc(value)
    far = lo.b.ge(lo.b.abs(lo.b.sub(value, whole)), lo.b.const(0.5))
    return lo.b.select(far, lo.b.add(whole, lo.b.copysign(lo.b.const(1.0), value)), whole)


def shift(name: str) -> Handler:
    """Shifts as XLA defines them: by the width or more they give 0 (arithmetic right: the sign)."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        value, by = x
        kind = value.kind
        width = np.iinfo(kind).bits
        negative = lo.facts.signs.get(value.name)
        if negative is not None and name != "shift_left" and lo.facts.within(by, width - 1, width - 1):
            ones = -1 if name == "shift_right_arithmetic" and not kind.startswith("u") else 1
            return lo.b.select(negative, lo.b.const(ones, kind), lo.b.const(0, kind))
        if name == "shift_right_logical" and not kind.startswith("u"):
            value, by = (lo.convert(v, "u" + kind) for v in x)
        most = lo.b.const(width - 1, by.kind)
        small = lo.facts.within(by, 0, width - 1)
        amount = by if small else lo.b.minimum(by, most)
        out = lo.b.call("shift_left" if name == "shift_left" else "shift_right", value, amount)
        if not small and name != "shift_right_arithmetic":
            out = lo.b.select(lo.b.le(by, most), out, lo.b.const(0, value.kind))
        return lo.convert(out, kind)
    return handler


def convert_element_type(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Between floating formats `astype`; to bool a comparison with 0; between kinds `convert`, which truncates to integers."""
    source, target = eqn.invars[0].aval.dtype, eqn.outvars[0].aval.dtype
    (value,), kind = x, kind_of(eqn.outvars[0].aval)
    if kind == "bool" and value.kind != "bool":
        return lo.b.ne(value, lo.b.const(0, value.kind))
    if kind != value.kind:
        out = lo.b.re(value) if (value.kind, kind) == ("complex", "real") else lo.b.convert(value, kind=kind)
        if value.kind == "bool":
            lo.facts.flags[out.name] = value
        return out
    return value if source == target or format_of_dtype(target) is None else lo.b.astype(value)


def reduce_precision(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """`astype` to the format with this exponent and significand, which the original Assignment records for the value."""
    exponent, fraction = eqn.params["exponent_bits"], eqn.params["mantissa_bits"]
    for fmt in FORMATS.values():
        if fmt.infinities and fmt.storable and fmt.precision == fraction + 1 and fmt.emax == 2 ** (exponent - 1) - 1:
            out = lo.b.astype(x[0])
            lo.shared.formats[out.name] = fmt
            return out
    raise ValueError(f"no format has {exponent} exponent bits and a precision of {fraction + 1}")


def conj(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    return lo.b.conj(lo.convert(x[0], "complex"))


def stop_gradient(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    return lo.b.stop(x[0]) if x[0].kind in ("real", "complex") else x[0]


def total_order(relation: str) -> Handler:
    """lt, le, eq in the order that puts NaN last, as searchsorted asks for; zeros of either sign are equal, as in the reals."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        a, b = x
        plain = lo.b.call(relation, a, b)
        if a.kind != "real":
            return plain
        last = lo.b.isnan(b)
        if relation != "le":
            last = lo.b.bit_and(last, lo.b.isnan(a) if relation == "eq" else lo.b.bit_not(lo.b.isnan(a)))
        return lo.b.bit_or(plain, last)
    return handler
