"""Sliding windows: convolutions and pooling, written out one window element after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from string import ascii_letters
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import At, Cut, Value, shape_of
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.shape import padded, transposed

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]
MOST_TAPS = 128  # window elements that are written out


def _windows(lo: Lowering, value: Value, axes: Sequence[int], offsets: Sequence[int], strides: Sequence[int],
             lengths: Sequence[int]) -> Value:
    """The elements of `value` that one element of a sliding window meets: `lengths` of them by `strides` along `axes`."""
    at = [Cut(Size.of(0), d) for d in value.shape]
    for axis, start, step, n in zip(axes, offsets, strides, lengths):
        at[axis] = Cut(Size.of(start), Size.of(n), step)
    return lo.b.slice(value, at=tuple(at))


def _dilated(lo: Lowering, value: Value, axes: Sequence[int], padding: Sequence, interior: Sequence[int],
             filling: Value) -> Value:
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
    """The sum over kernel positions, in row-major order, of one contraction over channels each."""
    p, numbers = eqn.params, eqn.params["dimension_numbers"]
    image, kernel = (lo.convert(lo.full(v, i.aval), kind_of(eqn.outvars[0].aval)) for v, i in zip(x, eqn.invars))
    image = transposed(lo, image, numbers.lhs_spec)
    kernel = transposed(lo, kernel, numbers.rhs_spec)
    spatial, groups = range(2, image.rank), p["feature_group_count"]
    taps = [kernel.shape[k].constant or 0 for k in spatial]
    count = int(np.prod(taps))
    if p["batch_group_count"] != 1 or count > MOST_TAPS:
        raise ValueError(f"{count} kernel positions, {p['batch_group_count']} batch groups; at most {MOST_TAPS} in one group")
    image = _dilated(lo, image, spatial, p["padding"], p["lhs_dilation"], lo.b.const(0, image.kind))
    out = [eqn.outvars[0].aval.shape[k] for k in numbers.out_spec]
    image, kernel, spec = _grouped(lo, image, kernel, groups)
    total = None
    for tap in product(*map(range, taps)):
        offsets = [t * d for t, d in zip(tap, p["rhs_dilation"])]
        part = _windows(lo, image, range(image.rank - len(taps), image.rank), offsets, p["window_strides"], out[2:])
        at = (*(Cut(Size.of(0), d) for d in kernel.shape[:kernel.rank - len(taps)]), *(At(Size.of(t)) for t in tap))
        term = lo.b.einsum(part, lo.b.slice(kernel, at=at), spec=spec)
        total = term if total is None else lo.b.add(total, term)
    assert total is not None
    total = lo.b.reshape(total, shape=shape_of(*out)) if groups > 1 else total
    return transposed(lo, total, [numbers.out_spec.index(k) for k in range(len(out))])


def _grouped(lo: Lowering, image: Value, kernel: Value, groups: int) -> tuple[Value, Value, str]:
    """Image (n, c, space), kernel (o, c, space); in groups (n, g, c, space) and (g, o, c, space)."""
    space = ascii_letters[10:10 + image.rank - 2]
    if groups == 1:
        return image, kernel, f"nc{space.upper()},oc->no{space.upper()}"
    n, c, *rest = (d.constant or 0 for d in image.shape)
    o, per, *size = (d.constant or 0 for d in kernel.shape)
    return (lo.b.reshape(image, shape=shape_of(n, groups, c // groups, *rest)),
            lo.b.reshape(kernel, shape=shape_of(groups, o // groups, per, *size)), f"ngc{space.upper()},goc->ngo{space.upper()}")


def pooling(name: str, neutral: float) -> Handler:
    """reduce_window with add, maximum or minimum: one shifted slice per window element, combined in row-major order."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        p, aval = eqn.params, eqn.outvars[0].aval
        value = lo.full(x[0], eqn.invars[0].aval)
        taps = int(np.prod(p["window_dimensions"]))
        if taps > MOST_TAPS:
            raise ValueError(f"windows of {taps} elements; at most {MOST_TAPS}")
        filling = lo.b.const(_neutral(neutral, value.kind), value.kind)
        value = _dilated(lo, value, range(value.rank), p["padding"], p["base_dilation"], filling)
        total = None
        for tap in product(*map(range, p["window_dimensions"])):
            offsets = [t * d for t, d in zip(tap, p["window_dilation"])]
            part = _windows(lo, value, range(value.rank), offsets, p["window_strides"], aval.shape)
            total = part if total is None else lo.b.call(name, total, part)
        return total  # type: ignore[return-value]
    return handler


def _neutral(value: float, kind: str) -> float | int:
    if kind in ("real", "complex") or value == 0:
        return value
    info = np.iinfo(kind)
    return info.min if value < 0 else info.max

