"""Between numbers and the bits that encode them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.formats import Format, format_of_dtype
from precis.ir.shapes import identity_index
from precis.ir.size import Size
from precis.ir.types import At, Pick, Value
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.bits import bit_width, shifted, unsigned

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


def bitcast(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """From numbers to the bits that encode them, between integers of any widths, and from integers to the numbers that they encode."""
    (variable,), target = eqn.invars, eqn.outvars[0].aval.dtype
    if variable.aval.dtype == target:
        return x[0]
    known, fmt, kind = format_of_dtype(variable.aval.dtype), format_of_dtype(target), kind_of(eqn.outvars[0].aval)
    if "complex" in (x[0].kind, kind) or (known is not None and not known.infinities):
        raise ValueError("the bits of complex numbers, and of formats without infinities")
    word = lo.full(x[0], variable.aval)
    word = _encoded(lo, word, known, f"uint{8 * variable.aval.dtype.itemsize}") if known is not None else word
    word = _rewoven(lo, word, target.itemsize)
    if fmt is None:
        return lo.convert(word, kind)
    if _of_a_number(lo, word):
        raise ValueError("a number from changed bits of another has no derivative; write it with jnp.frexp and jnp.ldexp")
    return _of_one_binade(lo, word, fmt) or _decoded(lo, unsigned(lo, word), fmt)


def _rewoven(lo: Lowering, word: Value, size: int) -> Value:
    """Words of `size` bytes: the parts of wider ones, the lowest first, in a last dimension of their own; narrower ones joined along it."""
    wide, narrow = bit_width(word), 8 * size
    if wide == narrow:
        return word
    word, b, count = unsigned(lo, word), lo.b, max(wide, narrow) // min(wide, narrow)
    if wide > narrow:
        column = b.reshape(word, shape=(*word.shape, Size.of(1)))
        parts = [shifted(lo, column, narrow * k) if k else column for k in range(count)]
        return lo.convert(b.concatenate(*parts, axis=word.rank), f"uint{narrow}")
    parts = [lo.convert(b.slice(word, at=(*identity_index(word.shape[:-1]), At(Size.of(k)))), f"uint{narrow}") for k in range(count)]
    return functools.reduce(b.bit_or, [_raised(lo, part, wide * k) if k else part for k, part in enumerate(parts)])


def _of_one_binade(lo: Lowering, word: Value, fmt: Format) -> Value | None:
    """2^e + fraction * 2^(e - p + 1) where the word is surely a fraction beside the bits of 2^e, as random numbers are made."""
    b, node = lo.b, lo.shared.producers.get(word.name)
    low = fmt.precision - 1
    parts = [(v, known) for v in node.inputs if (known := b.constant_of(v)) is not None] if node and node.op == "bit_or" else []
    if not parts or not 0 < parts[0][1] >> low < 2**(bit_width(word) - fmt.precision) - 1 or parts[0][1] % 2**low:
        return None
    assert node is not None
    fraction = next(v for v in node.inputs if v is not parts[0][0])
    shift = lo.shared.producers.get(fraction.name)
    if shift is None or shift.op != "shift_right" or (b.constant_of(shift.inputs[1]) or 0) < bit_width(word) - low:
        return None
    scale = 2.0**((parts[0][1] >> low) - 1 + fmt.emin)
    part = b.mul(b.convert(fraction, kind="real"), b.const(scale * 2.0**-low))
    return b.add(part, b.const(scale))


def _decoded(lo: Lowering, word: Value, fmt: Format) -> Value:
    """+-(fraction + hidden bit) * 2^exponent: exact in the format itself, the power from a table with one entry per exponent field."""
    b, kind, fraction_bits = lo.b, word.kind, fmt.precision - 1
    field_bits = bit_width(word) - fmt.precision
    fraction = b.bit_and(word, b.const(2**fraction_bits - 1, kind))
    field = b.bit_and(shifted(lo, word, fraction_bits), b.const(2**field_bits - 1, kind))
    hidden = b.select(b.eq(field, b.const(0, kind)), b.const(0, kind), b.const(2**fraction_bits, kind))
    scale = lo.array_constant(None, _scales(fmt, field_bits), "real")
    size = b.mul(b.convert(b.bit_or(fraction, hidden), kind="real"), b.slice(scale, b.convert(field, kind="int64"), at=(Pick(0),)))
    special = b.bit_and(b.eq(field, b.const(2**field_bits - 1, kind)), b.ne(fraction, b.const(0, kind)))
    size = b.select(special, b.const(float("nan")), size)
    return b.select(b.ne(shifted(lo, word, bit_width(word) - 1), b.const(0, kind)), b.neg(size), size)


def _scales(fmt: Format, field_bits: int) -> np.ndarray:
    """The weight of the fraction's last bit for every value of the exponent field; infinity for the last."""
    exponents = np.maximum(np.arange(2**field_bits), 1) - 1 + fmt.emin - (fmt.precision - 1)
    scales = np.ldexp(1.0, exponents)
    scales[-1] = np.inf
    return scales


def _encoded(lo: Lowering, number: Value, fmt: Format, kind: str) -> Value:
    """The bits of a number in its format: sign, exponent field, fraction; every NaN is the quiet one. They have no derivative."""
    b, low, bits = lo.b, fmt.precision - 1, 8 * np.dtype(kind).itemsize
    size, fields = b.abs(number), bits - fmt.precision
    field = _field(lo, size, fmt)
    scale = b.slice(lo.array_constant(None, _scales(fmt, fields), "real"), field, at=(Pick(0),))
    plain = b.isfinite(size)
    fraction = b.convert(b.div(b.select(plain, size, b.const(0.0)), b.select(plain, scale, b.const(1.0))), kind=kind)
    word = b.bit_or(_raised(lo, b.convert(field, kind=kind), low), b.bit_and(fraction, b.const(2**low - 1, kind)))
    word = b.select(plain, word, b.const((2**fields - 1) << low, kind))
    word = b.select(b.isnan(number), b.const((2 ** (fields + 1) - 1) << (low - 1), kind), word)
    negative = b.lt(b.copysign(b.const(1.0), number), b.const(0.0))
    out = b.select(negative, b.bit_or(word, b.const(2 ** (bits - 1), kind)), word)
    lo.facts.signs[out.name] = negative
    return out


def _raised(lo: Lowering, value: Value, by: int) -> Value:
    return lo.b.shift_left(value, lo.b.const(by, value.kind))


def _field(lo: Lowering, size: Value, fmt: Format) -> Value:
    """The exponent field: 0 below the smallest normal number, else counted by log2, which may be one off, and by comparing."""
    b, least, most = lo.b, lo.b.const(2.0**fmt.emin), lo.b.const(float(fmt.max))
    one, last = b.const(1, "int64"), b.const(fmt.emax - fmt.emin, "int64")
    inside = b.minimum(b.maximum(b.select(b.isfinite(size), size, least), least), most)
    place = b.convert(b.sub(b.floor(b.log2(inside)), b.const(float(fmt.emin))), kind="int64")
    place = b.minimum(place, last)
    power = _power(lo, place, fmt)
    up = b.ge(b.mul(inside, b.const(0.5)), power)
    place = b.select(b.lt(inside, power), b.sub(place, one), b.select(up, b.add(place, one), place))
    return b.select(b.lt(size, least), b.const(0, "int64"), b.add(place, one))


def _power(lo: Lowering, place: Value, fmt: Format) -> Value:
    """2^(emin + place)"""
    powers = lo.array_constant(None, np.ldexp(1.0, np.arange(fmt.emin, fmt.emax + 1)), "real")
    return lo.b.slice(powers, place, at=(Pick(0),))


def frexp(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """(m, e) with x = m 2^e and 1/2 <= |m| < 1, or x and 0 where x is zero or not finite: those of the two that are used. m moves with x, e
    with nothing."""
    (number,), b, fmt = x, lo.b, format_of_dtype(eqn.invars[0].aval.dtype)
    assert fmt is not None
    zero, size = b.const(0, "int64"), b.abs(number)
    small = b.lt(size, b.const(2.0**fmt.emin))
    normal = b.select(small, b.mul(number, b.const(2.0**fmt.precision)), number)
    field = _field(lo, b.abs(normal), fmt)
    power = _power(lo, b.maximum(b.sub(field, b.const(1, "int64")), zero), fmt)
    plain = b.bit_and(b.isfinite(number), b.ne(number, b.const(0.0)))
    m = b.select(plain, b.mul(b.div(normal, power), b.const(0.5)), number)
    e = b.add(field, b.select(small, b.const(fmt.emin - fmt.precision, "int64"), b.const(fmt.emin, "int64")))
    kinds = [kind_of(v.aval) for v in eqn.outvars]
    return [m if kind == "real" else lo.convert(b.select(plain, e, zero), kind) for kind in kinds]


def nextafter(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """The neighbour of x toward y in the traced dtype: x and one unit in the last place, half of it below a power of two."""
    (number, toward), b, fmt = x, lo.b, format_of_dtype(eqn.invars[0].aval.dtype)
    assert fmt is not None
    zero, largest, size = b.const(0.0), b.const(float(fmt.max)), b.abs(number)
    up, grows = b.gt(toward, number), b.bit_or(b.eq(number, zero), b.eq(b.gt(toward, number), b.gt(number, zero)))
    field = _field(lo, size, fmt)
    scales = lo.array_constant(None, _scales(fmt, eqn.invars[0].aval.dtype.itemsize * 8 - fmt.precision), "real")
    unit = b.slice(scales, field, at=(Pick(0),))
    least = b.mul(unit, b.const(2.0 ** (fmt.precision - 1)))
    halved = b.bit_and(b.bit_not(grows), b.bit_and(b.eq(size, least), b.gt(field, b.const(1, "int64"))))
    unit = b.stop(b.select(halved, b.mul(unit, b.const(0.5)), unit))
    moved = b.add(number, b.select(up, unit, b.neg(unit)))
    back = b.copysign(largest, number)
    infinite = b.bit_not(b.bit_or(b.isfinite(number), b.isnan(number)))
    found = b.select(b.eq(number, toward), toward, b.select(infinite, back, moved))
    return b.select(b.isnan(toward), toward, found)


def _of_a_number(lo: Lowering, word: Value) -> bool:
    """Whether integers are made of the bits of numbers."""
    seen, left = set(), [word]
    while left:
        v = left.pop()
        node = lo.shared.producers.get(v.name)
        if v.name in lo.facts.signs:
            return True
        if node is not None and v.name not in seen and v.kind != "bool":
            left += node.inputs
        seen.add(v.name)
    return False
