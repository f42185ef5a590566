"""Primitives on the bits of integers, and numbers from the bits of their encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from precis.formats import Format, format_of_dtype
from precis.ir.types import Pick, Value
from precis.lift.jaxpr.avals import kind_of

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

MASKS = ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F))  # Warren, Hacker's Delight, figure 5-2


def _width(value: Value) -> int:
    return 8 * np.dtype(value.kind).itemsize


def _unsigned(lo: Lowering, value: Value) -> Value:
    return lo.convert(value, f"uint{_width(value)}")


def _shifted(lo: Lowering, value: Value, by: int) -> Value:
    return lo.b.shift_right(value, lo.b.const(by, value.kind))


def population_count(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """The number of set bits: sums of neighbouring fields of 1, 2 and 4 bits, then of the bytes by one product."""
    b, value = lo.b, _unsigned(lo, x[0])
    width, kind = _width(value), value.kind
    for by, mask in MASKS:
        m = b.const(mask % 2**width, kind)
        value = b.add(b.bit_and(value, m), b.bit_and(_shifted(lo, value, by), m))
    if width > 8:
        value = _shifted(lo, b.mul(value, b.const(0x0101010101010101 % 2**width, kind)), width - 8)
    return lo.convert(value, x[0].kind)


def leading_zeros(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """The bits above the highest set one: those left clear when it is copied into all below it."""
    value, by = _unsigned(lo, x[0]), 1
    while by < _width(value):
        value, by = lo.b.bit_or(value, _shifted(lo, value, by)), 2 * by
    return lo.convert(population_count(lo, eqn, [lo.b.bit_not(value)]), x[0].kind)


def high_product(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """mulhi: the upper half of the product, through integers of twice the width."""
    kind, width = x[0].kind, _width(x[0])
    if width > 32:
        raise ValueError("the upper half of products of 64-bit integers")
    wide = ("u" if kind.startswith("u") else "") + f"int{2 * width}"
    return lo.convert(_shifted(lo, lo.b.mul(*(lo.convert(v, wide) for v in x)), width), kind)


def bitcast(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Between integers of one width, and from integers to the numbers that they encode; not from numbers to bits."""
    source, target = eqn.invars[0].aval.dtype, eqn.outvars[0].aval.dtype
    fmt = format_of_dtype(target)
    if source == target:
        return x[0]
    if format_of_dtype(source) is not None or source.itemsize != target.itemsize:
        raise ValueError("it depends on the bits of a floating format; write it with real arithmetic")
    if fmt is None:
        return lo.convert(x[0], kind_of(eqn.outvars[0].aval))
    return _of_one_binade(lo, x[0], fmt) or _decoded(lo, _unsigned(lo, x[0]), fmt)


def _of_one_binade(lo: Lowering, word: Value, fmt: Format) -> Value | None:
    """2^e + fraction * 2^(e - p + 1) where the word is surely a fraction beside the bits of 2^e, as random numbers are made."""
    b, node = lo.b, lo.shared.producers.get(word.name)
    low = fmt.precision - 1
    parts = [(v, known) for v in node.inputs if (known := b.constant_of(v)) is not None] if node and node.op == "bit_or" else []
    if not parts or not 0 < parts[0][1] >> low < 2**(_width(word) - fmt.precision) - 1 or parts[0][1] % 2**low:
        return None
    assert node is not None
    fraction = next(v for v in node.inputs if v is not parts[0][0])
    shift = lo.shared.producers.get(fraction.name)
    if shift is None or shift.op != "shift_right" or (b.constant_of(shift.inputs[1]) or 0) < _width(word) - low:
        return None
    scale = 2.0**((parts[0][1] >> low) - 1 + fmt.emin)
    part = b.mul(b.convert(fraction, kind="real"), b.const(scale * 2.0**-low))
    return b.add(part, b.const(scale))


def _decoded(lo: Lowering, word: Value, fmt: Format) -> Value:
    """+-(fraction + hidden bit) * 2^exponent: exact in the format itself, the power from a table with one entry per exponent field."""
    b, kind, fraction_bits = lo.b, word.kind, fmt.precision - 1
    field_bits = _width(word) - fmt.precision
    fraction = b.bit_and(word, b.const(2**fraction_bits - 1, kind))
    field = b.bit_and(_shifted(lo, word, fraction_bits), b.const(2**field_bits - 1, kind))
    hidden = b.select(b.eq(field, b.const(0, kind)), b.const(0, kind), b.const(2**fraction_bits, kind))
    scale = lo.array_constant(None, _scales(fmt, field_bits), "real")
    size = b.mul(b.convert(b.bit_or(fraction, hidden), kind="real"), b.slice(scale, b.convert(field, kind="int64"), at=(Pick(0),)))
    special = b.bit_and(b.eq(field, b.const(2**field_bits - 1, kind)), b.ne(fraction, b.const(0, kind)))
    size = b.select(special, b.const(float("nan")), size)
    return b.select(b.ne(_shifted(lo, word, _width(word) - 1), b.const(0, kind)), b.neg(size), size)


def _scales(fmt: Format, field_bits: int) -> np.ndarray:
    """The weight of the fraction's last bit for every value of the exponent field; infinity for the last."""
    exponents = np.maximum(np.arange(2**field_bits), 1) - 1 + fmt.emin - (fmt.precision - 1)
    scales = np.ldexp(1.0, exponents)
    scales[-1] = np.inf
    return scales
