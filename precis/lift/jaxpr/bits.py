"""Primitives on the bits of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from precis.ir.types import Value

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

MASKS = ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F))  # Warren, Hacker's Delight, figure 5-2


def bit_width(value: Value) -> int:
    return 8 * np.dtype(value.kind).itemsize


def unsigned(lo: Lowering, value: Value) -> Value:
    return lo.convert(value, f"uint{bit_width(value)}")


def shifted(lo: Lowering, value: Value, by: int) -> Value:
    return lo.b.shift_right(value, lo.b.const(by, value.kind))


def population_count(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """The number of set bits: sums of neighbouring fields of 1, 2 and 4 bits, then of the bytes by one product."""
    b, value = lo.b, unsigned(lo, x[0])
    width, kind = bit_width(value), value.kind
    for by, mask in MASKS:
        m = b.const(mask % 2**width, kind)
        value = b.add(b.bit_and(value, m), b.bit_and(shifted(lo, value, by), m))
    if width > 8:
        value = shifted(lo, b.mul(value, b.const(0x0101010101010101 % 2**width, kind)), width - 8)
    return lo.convert(value, x[0].kind)


def leading_zeros(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """The bits above the highest set one: those left clear when it is copied into all below it."""
    value, by = unsigned(lo, x[0]), 1
    while by < bit_width(value):
        value, by = lo.b.bit_or(value, shifted(lo, value, by)), 2 * by
    return lo.convert(population_count(lo, eqn, [lo.b.bit_not(value)]), x[0].kind)


def high_product(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """mulhi: the upper half of the product, through integers of twice the width."""
    kind, width = x[0].kind, bit_width(x[0])
    if width > 32:
        raise ValueError("the upper half of products of 64-bit integers")
    wide = ("u" if kind.startswith("u") else "") + f"int{2 * width}"
    return lo.convert(shifted(lo, lo.b.mul(*(lo.convert(v, wide) for v in x)), width), kind)
