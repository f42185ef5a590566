"""Splitting and joining arrays, index functions, and assignments through functions, by NumPy's definitions."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.sorting import empty, places_along, rows, with_axes
from precis.lift.numpy.library.statistics import edges


def array_split(ary, indices_or_sections, axis=0):
    """Parts that differ by at most one in length, the longer ones first."""
    if not isinstance(indices_or_sections, int):
        return np.split(ary, indices_or_sections, axis)
    last = ary.shape[axis] + indices_or_sections - 1
    cuts, at = [], 0
    for k in range(indices_or_sections - 1):
        at = at + (last - k) // indices_or_sections
        cuts.append(at)
    return np.split(ary, cuts, axis)


def hsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 0 if ary.ndim == 1 else 1)


def vsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, 2)


def unstack(x, axis=0):
    return tuple(np.moveaxis(x, axis, 0))


def block(arrays):
    """Lists of lists of matrices, or a list of arrays side by side."""
    if not isinstance(arrays, list):
        return np.asarray(arrays)
    if not isinstance(arrays[0], list):
        return np.concatenate([np.atleast_1d(a) for a in arrays], axis=-1)
    rows = []
    for row in arrays:
        rows.append(np.concatenate([np.atleast_2d(a) for a in row], axis=-1))
    return np.concatenate(rows, axis=-2)


def atleast_3d(ary):
    if ary.ndim == 0:
        return ary.reshape(1, 1, 1)
    if ary.ndim == 1:
        return ary[None, :, None]
    return ary[:, :, None] if ary.ndim == 2 else ary


def rollaxis(a, axis, start=0):
    axis = axis % a.ndim
    start = start + a.ndim if start < 0 else start
    return np.moveaxis(a, axis, start - 1 if axis < start else start)


def _end_of(rows, end, axis):
    return np.full((1,) + rows.shape[1:], end) if np.ndim(end) == 0 else np.moveaxis(end, axis, 0)


def extended(a, before, behind, axis):
    """`a` with numbers or arrays before and behind it along an axis."""
    moved = np.moveaxis(a, axis, 0)
    parts = [moved]
    if before is not None:
        parts = [_end_of(moved, before, axis), *parts]
    if behind is not None:
        parts = [*parts, _end_of(moved, behind, axis)]
    return np.moveaxis(np.concatenate(parts, axis=0), 0, axis)


def pad_with(a, widths, mode, end_values):
    """Modes that compute what they pad with, one axis after the other."""
    for axis in range(a.ndim):
        before, after = widths[axis]
        m = np.moveaxis(a, axis, 0)
        rest = (1,) * (m.ndim - 1)
        if mode == "linear_ramp":
            up = (np.arange(before) / max(before, 1)).reshape((before,) + rest)
            down = (np.arange(after)[::-1] / max(after, 1)).reshape((after,) + rest)
            low, high = end_values[axis]
            first = (low + up * (m[:1] - low)).astype(a.dtype)
            last = (high + down * (m[-1:] - high)).astype(a.dtype)
        else:
            if mode == "mean":
                level = np.mean(m, axis=0, keepdims=True)
            elif mode == "median":
                level = np.median(m, axis=0, keepdims=True)
            elif mode == "maximum":
                level = np.max(m, axis=0, keepdims=True)
            else:
                level = np.min(m, axis=0, keepdims=True)
            first = np.repeat(level, before, axis=0)
            last = np.repeat(level, after, axis=0)
        a = np.moveaxis(np.concatenate((first, m, last), axis=0), 0, axis)
    return a


def choose(a, choices, out: Any = None, mode="raise"):
    """`raise`: of choices whose numbers are all within the bounds."""
    assert out is None and mode in ("raise", "wrap", "clip")
    a = a % len(choices) if mode == "wrap" else np.clip(a, 0, len(choices) - 1) if mode == "clip" else a
    out = choices[0]
    for k in range(1, len(choices)):
        out = np.where(a == k, choices[k], out)
    return np.where(a == 0, choices[0], out)


def putmask(a, mask, values):
    if np.ndim(values) == 0:
        a[mask] = values
    else:
        flat = np.resize(values, a.shape)
        a[mask] = flat[mask]


def place(arr, mask, vals):
    if np.ndim(vals) == 0:
        arr[mask] = vals
    else:
        order = np.cumsum(mask.ravel()) - 1
        flat = vals.ravel()
        arr[...] = np.where(mask, flat[order % flat.shape[0]].reshape(arr.shape), arr)


def put(a, ind, v):
    """Values that are too few come again, those that are too many are left out."""
    flat = a.ravel()
    flat[ind.ravel()] = v if np.ndim(v) == 0 else np.resize(v, (ind.size,))
    a[...] = flat.reshape(a.shape)


def put_along_axis(arr, indices, values, axis):
    arr[places_along(arr, indices, axis)] = values


def spaced_between(start, stop, num, endpoint, axis):
    """np.linspace between arrays, as NumPy computes it."""
    first, last = np.broadcast_arrays(start + 0.0, stop + 0.0)
    div = num - 1 if endpoint else num
    step = (last - first) / div if num > 1 or not endpoint else last - first
    points = np.arange(num).astype(first.dtype).reshape((-1,) + (1,) * first.ndim) * step + first
    if endpoint and num > 1:
        points[-1] = last
    return np.moveaxis(points, 0, axis)


def repeated(a, counts, axis):
    """np.repeat with a count for every element. Sums of uint32 would be uint64, which floats alone hold beside int64."""
    counts = np.broadcast_to(counts, (a.shape[axis],))
    ends = np.cumsum(counts, dtype=np.int64)
    return np.take(a, np.searchsorted(ends, np.arange(np.sum(counts, dtype=np.int64)), side="right"), axis)


def joined(parts, axis, ndmin, turned, dtype):
    """np.r_ and np.c_: arrays of at least `ndmin` dimensions, their own placed from `turned` on, side by side along an axis."""
    return np.concatenate([_raised(np.asarray(p, dtype=dtype), ndmin, turned) for p in parts], axis)


def _raised(a, ndmin, turned):
    missing = ndmin - a.ndim
    if missing <= 0:
        return a
    first = missing if turned == -1 else turned if turned >= 0 else turned + missing + 1
    return a.reshape((1,) * first + a.shape + (1,) * (missing - first))


def sliding_window_view(x, window_shape, axis=None):
    """Windows behind the dimensions that they slide along."""
    lengths = window_shape if isinstance(window_shape, tuple) else (window_shape,)
    axes = tuple(range(x.ndim)) if axis is None else (axis if isinstance(axis, tuple) else (axis,))
    for length, k in zip(lengths, axes):
        moved = np.moveaxis(x, k, -1)
        places = np.arange(moved.shape[-1] - length + 1)[:, None] + np.arange(length)
        windows = moved[..., places]
        x = np.moveaxis(windows, -2, k % (windows.ndim - 1))
    return x


def resize(a, new_shape):
    """The flat elements, again and again; zeros where there are none."""
    flat = np.concatenate((a.ravel(), np.zeros(1, dtype=a.dtype))) if empty(a.size) else a.ravel()
    shape = new_shape if isinstance(new_shape, tuple) else (new_shape,)
    n = 1
    for d in shape:
        n = n * d
    return flat[np.arange(n) % flat.shape[0]].reshape(shape)


def geomspace(start, stop, num=50, endpoint=True):
    """Powers of ten between the logarithms of the ends, which stand exactly."""
    sign = np.where((start < 0) & (stop < 0), -1.0, 1.0)
    out = sign * 10.0 ** np.linspace(np.log10(sign * start), np.log10(sign * stop), num, endpoint=endpoint)
    out[0] = start
    if endpoint and num > 1:
        out[-1] = stop
    return out


def unwrap(p, discont=None, axis=-1, period=6.283185307179586):
    """Jumps larger than half a period are taken out."""
    p = np.moveaxis(p, axis, -1)
    step = np.diff(p, axis=-1)
    kind = np.result_type(step, period)  # of ints, where both are
    whole = kind.kind in "iu"
    half = period // 2 if whole else period / 2
    inside = np.mod(step + half, period) - half
    if not whole or period % 2 == 0:
        inside = np.where((inside == -half) & (step > 0), half, inside)
    correct = np.where(np.abs(step) < (period / 2 if discont is None else discont), np.zeros(1, dtype=step.dtype), inside - step)
    up = np.array(p, dtype=kind)
    up[..., 1:] = p[..., 1:] + np.cumsum(correct, axis=-1)
    return np.moveaxis(up, -1, axis)


def tril_indices_from(arr, k=0):
    return np.tril_indices(arr.shape[0], k, arr.shape[1])


def triu_indices_from(arr, k=0):
    return np.triu_indices(arr.shape[0], k, arr.shape[1])


def diag_indices_from(arr):
    return np.diag_indices(arr.shape[0], arr.ndim)


def trim_zeros(filt, trim="fb"):
    """Zeros at the ends are left out."""
    assert filt.ndim == 1
    n = filt.shape[0]
    there = filt != 0
    nothing = ~np.any(there)
    first = np.where(nothing, n, np.argmax(there)) if "f" in trim or "F" in trim else 0
    last = n - np.where(nothing, n, np.argmax(there[::-1])) if "b" in trim or "B" in trim else n
    return filt[first:np.maximum(first, last)]


def array_equiv(a1, a2):
    return bool(np.all(a1 == a2))


def histogram_bin_edges(a, bins: Any = 10, range=None):
    return edges(a, bins, range)


def cumulative_sum(x, axis=None, include_initial=False):
    axis = 0 if axis is None else axis
    sums = np.cumsum(x, axis=axis)
    if not include_initial:
        return sums
    moved = np.moveaxis(sums, axis, 0)
    return np.moveaxis(np.concatenate((np.zeros_like(moved[:1]), moved)), 0, axis)


def cumulative_prod(x, axis=None, include_initial=False):
    axis = 0 if axis is None else axis
    products = np.cumprod(x, axis=axis)
    if not include_initial:
        return products
    moved = np.moveaxis(products, axis, 0)
    return np.moveaxis(np.concatenate((np.ones_like(moved[:1]), moved)), 0, axis)


def astype(x, dtype, copy=True):
    return x.astype(dtype)


def require(a, dtype=None, requirements=None):
    return np.asarray(a, dtype=dtype)


def sort_complex(a):
    return (np.sort(a) + 0j).astype(np.complex64 if a.dtype.kind in "iu" and a.dtype.itemsize < 4 else np.complex128)


def mask_indices(n, mask_func, k=0):
    return np.nonzero(mask_func(np.ones((n, n), dtype=int), k) != 0)


def frexp(x):
    """Numbers of 0.5 and above, below 1, times powers of 2; 0 and what is not finite stay as they are."""
    x = x if x.dtype.kind == "f" else x + np.float16(0.0)
    usual = np.isfinite(x) & (x != 0)
    size = np.where(usual, np.abs(x), 1.0).astype(x.dtype)
    power = np.floor(np.log2(size)).astype(np.int32) + 1
    part = _scaled(size, -power)
    high, low = part >= 1.0, part < 0.5  # where the logarithm was rounded across a whole number
    power = power + high - low
    part = np.where(high, part * 0.5, np.where(low, part * 2.0, part))
    return np.where(usual, np.copysign(part, x), x).astype(x.dtype), np.where(usual, power, 0).astype(np.int32)


def _scaled(x, power):
    """In two steps, of which none leaves the range where the result does not."""
    half = power // 2
    return np.ldexp(np.ldexp(x, half), power - half)


def spacing(x):
    """How far the next number is, away from 0."""
    x = x if x.dtype.kind == "f" else x + 0.0
    return np.where(np.isfinite(x), nextafter(x, np.copysign(np.inf, x).astype(x.dtype)) - x, np.nan).astype(x.dtype)


def _step(power, x):
    """Between numbers from 2^(power - 1) on; 0 has a power of 0, and the least step."""
    info = np.finfo(x.dtype)
    least = info.minexp - info.nmant
    return _scaled(np.ones_like(x), np.where(x == 0.0, least, np.maximum(power - info.nmant - 1, least)))


def nextafter(x1, x2):
    to: Any = np.result_type(x1, x2)
    to = to if to.kind == "f" else np.dtype(float)
    x, y = np.asarray(x1).astype(to), np.asarray(x2).astype(to)
    x, y = np.broadcast_arrays(x, y)
    part, power = np.frexp(x)
    outwards = (y > x) == (x > 0.0)
    step = _step(np.where(~outwards & (np.abs(part) == 0.5), power - 1, power), x)
    moved = np.where(x == 0.0, np.copysign(step, y), np.where(y > x, x + step, x - step))
    moved = np.where(np.isinf(x), np.copysign(np.finfo(to).max, x), moved)
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x == y, y, moved)).astype(to)


def matrix_transpose(x):
    return np.swapaxes(x, -1, -2)


def diagonals(a, offset=0, axis1=0, axis2=1):
    """Of matrices in two axes of a stack; the diagonals stand in the last axis."""
    moved = np.moveaxis(a, (axis1, axis2), (0, 1))
    down, right = max(-offset, 0), max(offset, 0)
    k = np.arange(min(moved.shape[0] - down, moved.shape[1] - right))
    return np.moveaxis(moved[k + down, k + right], 0, -1)


def linalg_diagonal(x, offset=0):
    return np.diagonal(x, offset, -2, -1)


def linalg_trace(x, offset=0):
    return np.sum(np.diagonal(x, offset, -2, -1), axis=-1)


def tensorsolve(a, b):
    n = 1
    for d in b.shape:
        n = n * d
    return np.linalg.solve(a.reshape(n, n), b.ravel()).reshape(a.shape[b.ndim:])


def tensorinv(a, ind=2):
    behind = a.shape[ind:]
    rows = 1
    for n in behind:
        rows = rows * n
    return np.linalg.inv(a.reshape(rows, -1)).reshape(behind + a.shape[:ind])


def matrix_norm(x, keepdims=False, ord: Any = "fro"):
    return np.linalg.norm(x, ord, axis=(-2, -1), keepdims=keepdims)


def vector_norm(x, axis=None, keepdims=False, ord=2):
    """Of all elements along the axis, or along all of several."""
    flat = rows(x, axis)
    return with_axes(np.linalg.norm(flat, ord, axis=0), x, axis, keepdims)


def as_strided(x, shape, strides, first):
    """The elements that lie at multiples of the strides (bytes) behind the first in the memory of an array in C order."""
    places: Any = first
    for k in range(len(shape)):
        if strides[k] % x.itemsize != 0:
            raise ValueError("the strides are no multiples of the size of an element")
        along = np.arange(shape[k]) * (strides[k] // x.itemsize)
        places = places + along.reshape((1,) * k + (shape[k],) + (1,) * (len(shape) - 1 - k))
    return x.ravel()[places]
