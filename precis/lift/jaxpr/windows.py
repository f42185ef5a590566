"""Sliding windows, and convolutions: one contraction for each position within the kernel, or for each of the result."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from precis.ir.size import Size
from precis.ir.types import At, Cut, Value, shape_of
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.folding import folded, unravelled
from precis.lift.jaxpr.shape import ZERO, padded, transposed

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


def strided(value: Value, axes: Sequence[int], starts: Sequence[Size], steps: Sequence[int], lengths: Sequence[int]) -> tuple:
    """The index of `lengths` elements by `steps` from `starts` along `axes`, and of all of the others."""
    at = [Cut(ZERO, d) for d in value.shape]
    for axis, start, step, n in zip(axes, starts, steps, lengths, strict=True):
        at[axis] = Cut(start, Size.of(n), step)
    return tuple(at)


def dilated(lo: Lowering, value: Value, axes: Sequence[int], padding: Sequence, interior: Sequence[int], filling: Value) -> Value:
    """`value` padded along `axes`, with `interior - 1` elements between its own."""
    config = [(0, 0, 0)] * value.rank
    for axis, (low, high), dilation in zip(axes, padding, interior):
        config[axis] = (low, high, dilation - 1)
    if not any(map(any, config)):
        return value
    sizes = [d.constant or 0 for d in value.shape]
    shape = [low + high + n + max(0, n - 1) * inner for n, (low, high, inner) in zip(sizes, config)]
    return padded(lo, value, filling, config, shape)


def convolution(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """Over the positions of the kernel or of the result, whichever are fewer: gradients by the kernel have a kernel as large as
    the image."""
    p, numbers, aval = eqn.params, eqn.params["dimension_numbers"], eqn.outvars[0].aval
    image, kernel = (lo.convert(lo.full(v, i.aval), kind_of(aval)) for v, i in zip(x, eqn.invars))
    image, kernel = transposed(lo, image, numbers.lhs_spec), transposed(lo, kernel, numbers.rhs_spec)
    image = dilated(lo, image, range(2, image.rank), p["padding"], p["lhs_dilation"], lo.b.const(0, image.kind))
    out = [aval.shape[k] for k in numbers.out_spec]
    image, kernel, labels = _grouped(lo, image, kernel, p["feature_group_count"], p["batch_group_count"])
    taps = [d.constant or 0 for d in kernel.shape[kernel.rank - len(out) + 2:]]
    sum_ = _by_taps if prod(taps) <= prod(out[2:]) else _by_positions
    total = sum_(lo, eqn, image, kernel, labels, taps, out)
    total = total if total.rank == len(out) else lo.b.reshape(total, shape=shape_of(*out))
    return transposed(lo, total, [numbers.out_spec.index(k) for k in range(len(out))])


def _grouped(lo: Lowering, image: Value, kernel: Value, features: int, batches: int) -> tuple[Value, Value, tuple[str, str, str]]:
    """Image (n, c, space) and kernel (o, c, space) with their labels and those of the result; groups have an axis g of their own."""
    n, c, *rest = (d.constant or 0 for d in image.shape)
    o, per, *size = (d.constant or 0 for d in kernel.shape)
    groups = features * batches
    if groups == 1:
        return image, kernel, ("nc", "oc", "no")
    kernel = lo.b.reshape(kernel, shape=shape_of(groups, o // groups, per, *size))
    if batches == 1:
        return lo.b.reshape(image, shape=shape_of(n, groups, c // groups, *rest)), kernel, ("ngc", "goc", "ngo")
    return lo.b.reshape(image, shape=shape_of(groups, n // groups, c, *rest)), kernel, ("gnc", "goc", "ngo")


def _starts(positions: Sequence[Size], steps: Sequence[int]) -> list[Size]:
    return [position * step for position, step in zip(positions, steps)]


def _by_taps(lo: Lowering, eqn: Any, image: Value, kernel: Value, labels: tuple[str, str, str], taps: list[int],
             out: list[int]) -> Value:
    """The sum over kernel positions, in row-major order, of one contraction over channels each."""
    p, rank = eqn.params, len(taps)
    space = ascii_letters[26:26 + rank]
    a, b, c = labels
    channels = tuple(Cut(ZERO, d) for d in kernel.shape[:kernel.rank - rank])

    def term(at: Lowering, k: Size) -> Value:
        tap = unravelled(k, taps)
        index = strided(image, range(image.rank - rank, image.rank), _starts(tap, p["rhs_dilation"]), p["window_strides"], out[2:])
        part = at.b.slice(image, at=index)
        return at.b.einsum(part, at.b.slice(kernel, at=(*channels, *map(At, tap))), spec=f"{a}{space},{b}->{c}{space}")
    return folded(lo, eqn, prod(taps) - 1, term(lo, ZERO), lambda at, total, k: at.b.add(total, term(at, k + 1)))


def _by_positions(lo: Lowering, eqn: Any, image: Value, kernel: Value, labels: tuple[str, str, str], taps: list[int],
                  out: list[int]) -> Value:
    """For every position of the result, in row-major order, one contraction over channels and the kernel."""
    p, rank = eqn.params, len(taps)
    space = ascii_letters[26:26 + rank]
    a, b, c = labels
    sizes = dict(zip(a, image.shape)) | dict(zip(b, kernel.shape))
    shape = tuple(sizes[label] for label in c) + shape_of(*out[2:])

    def put(at: Lowering, total: Value, k: Size) -> Value:
        position = unravelled(k, out[2:])
        index = strided(image, range(image.rank - rank, image.rank), _starts(position, p["window_strides"]), p["rhs_dilation"], taps)
        value = at.b.einsum(at.b.slice(image, at=index), kernel, spec=f"{a}{space},{b}{space}->{c}")
        return at.b.update(total, value, at=(*(Cut(ZERO, d) for d in shape[:len(c)]), *map(At, position)))
    return folded(lo, eqn, prod(out[2:]), lo.spread(lo.b.const(0, image.kind), shape), put)
