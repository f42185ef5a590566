"""Functions of sorted arrays, in terms of a stable sort."""

import numpy as np

from precis.lift.numpy import primitives


def sort(a, axis=-1, kind=None, order=None, stable=None):
    if axis is None:
        a, axis = a.ravel(), 0
    return np.take_along_axis(a, _complex_order(a, axis), axis) if a.dtype.kind == "c" else primitives.sort(a, axis)


def argsort(a, axis=-1, kind=None, order=None, stable=None):
    if axis is None:
        a, axis = a.ravel(), 0
    return _complex_order(a, axis) if a.dtype.kind == "c" else primitives.argsort(a, axis)


def _complex_order(a, axis):
    """By real parts, those of one real part by imaginary parts."""
    by_imag = primitives.argsort(a.imag, axis)
    return np.take_along_axis(by_imag, primitives.argsort(np.take_along_axis(a.real, by_imag, axis), axis), axis)


def sort_in_place(a, axis=-1, kind=None, order=None, stable=None):
    a[...] = sort(a, axis)


def partition(a, kth, axis=-1):
    """Sorted throughout, which is partitioned at every kth."""
    return sort(a, axis)


def partition_in_place(a, kth, axis=-1, kind="introselect", order=None):
    sort_in_place(a, axis)


def argpartition(a, kth, axis=-1):
    return argsort(a, axis)


def lexsort(keys, axis=-1):
    """By the last key first; keys of one dimension."""
    keys = [np.asarray(key) for key in keys]
    assert keys[0].ndim == 1
    order = primitives.argsort(keys[0], 0)
    for k in range(1, len(keys)):
        order = order[primitives.argsort(keys[k][order], 0)]
    return order


def searchsorted(a, v, side="left", sorter=None):
    """One number by comparing it with all, which needs no call of the host."""
    if sorter is not None:
        a = a[sorter]
    if np.ndim(v) == 0:
        return len(a) - (np.sum(a > v) if side == "right" else np.sum(a >= v))
    return primitives.searchsorted(a, v, side == "right")


def digitize(x, bins, right=False):
    """Bins in increasing or decreasing order."""
    n = bins.shape[0]
    if bins[0] <= bins[n - 1]:
        return primitives.searchsorted(bins, x, not right)
    return n - primitives.searchsorted(bins[::-1], x, not right)


def rows(a, axis):
    """The axis (all of a where it is None), or several axes as one, moved to the front."""
    if isinstance(axis, tuple):
        moved = np.moveaxis(a, axis, tuple(range(len(axis))))
        return moved.reshape((-1,) + moved.shape[len(axis):])
    return a.ravel() if axis is None else np.moveaxis(a, axis, 0)


def with_axes(result, a, axis, keepdims, first=0):
    """With axes of length 1 in place of those that are gone, behind the `first` ones of the result."""
    if not keepdims:
        return result
    gone = list(range(a.ndim)) if axis is None else [k % a.ndim for k in (axis if isinstance(axis, tuple) else (axis,))]
    return np.expand_dims(result, tuple([first + k for k in gone]))


def empty(n):
    """Whether a length is 0; one that only a run tells is none."""
    return False if primitives.counted(n) else n == 0


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The mean of the middle two; NaN where a NaN is, and of nothing."""
    assert out is None and not overwrite_input
    s = primitives.sort(rows(a, axis), 0)
    n = s.shape[0]
    if empty(n):
        return np.mean(a, axis=axis, keepdims=keepdims)
    low = (n - 1) // 2
    middle = np.mean(s[low:n // 2 + 1], axis=0)
    if s.dtype.kind == "f":
        last = np.sum(s[max(n - 1, 0):], axis=0) if primitives.counted(n) else s[n - 1]
        middle = np.where(np.isnan(last), last, middle)
    return with_axes(middle, a, axis, keepdims)


def _element(s, place, method):
    """The sorted element itself, of its dtype: between infinite neighbours nothing can be interpolated."""
    whole = np.floor(place) if method == "lower" else np.ceil(place) if method == "higher" else np.rint(place)
    found = s[np.clip(whole.astype(np.int64), 0, s.shape[0] - 1)]
    return np.where(np.isnan(s[-1]), s[-1], found) if s.dtype.kind == "f" else found


PLACES = {"interpolated_inverted_cdf": (0.0, 1.0), "hazen": (0.5, 0.5), "weibull": (0.0, 0.0), "median_unbiased": (1 / 3, 1 / 3),
          "normal_unbiased": (3 / 8, 3 / 8)}  # (alpha, beta) of R. J. Hyndman and Y. Fan, 1996


def _placed(q, n, alpha, beta):
    """The place among n sorted elements, counted from 0."""
    return np.clip(n * q + (alpha + q * (1.0 - alpha - beta)) - 1.0, 0.0, n - 1.0)


def in_kind(q, a):
    """A Python number among floating elements is of their kind."""
    return np.asarray(q, dtype=a.dtype) if a.dtype.kind == "f" and isinstance(q, (int, float)) else np.asarray(q)


def parts_of_one(q, a):
    """Percent as parts of 1."""
    return in_kind(q, a) / np.asarray(100, dtype=a.dtype if a.dtype.kind == "f" else float)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """The place q (n - 1) among the sorted elements, between its neighbours as NumPy interpolates."""
    assert out is None and not overwrite_input and method in ("linear", "lower", "higher", "midpoint", "nearest", *PLACES)
    q, x = in_kind(q, a), rows(a, axis)
    exact = q.dtype.kind not in "f"
    chosen = method in ("lower", "higher", "nearest")
    s = primitives.sort(x if x.dtype.kind == "f" or exact or chosen else x.astype(float), 0)
    n = s.shape[0]
    place = np.asarray(q * (n - 1)) if method not in PLACES else _placed(q, n, *PLACES[method])
    if exact and method not in PLACES:
        return with_axes(s[place], a, axis, keepdims, np.ndim(q))
    if chosen:
        return with_axes(_element(s, place, method), a, axis, keepdims, np.ndim(q))
    low = np.floor(place)
    t = np.where(place > low, 0.5, 0.0) if method == "midpoint" else place - low
    i = np.clip(low.astype(np.int64), 0, n - 1)
    before, after = s[i], s[np.minimum(i + 1, n - 1)]
    t = t.reshape(t.shape + (1,) * (s.ndim - 1)) if s.ndim > 1 else t
    step = after - before
    result = np.where(t >= 0.5, after - step * (1 - t), before + step * t)
    result = np.where(np.isnan(s[n - 1]), s[n - 1], result)
    return with_axes(result, a, axis, keepdims, np.ndim(q))


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    return quantile(a, parts_of_one(q, a), axis, out, overwrite_input, method, keepdims)


def places_along(arr, indices, axis):
    """Indices along one axis with those of all others, against which they are broadcast."""
    found = []
    for k in range(arr.ndim):
        found.append(indices if k == axis % arr.ndim else np.arange(arr.shape[k]).reshape((1,) * k + (-1,) + (1,) * (arr.ndim - 1 - k)))
    return tuple(found)


def take_along_axis(arr, indices, axis=-1):
    if axis is None:
        return arr.ravel()[indices]
    moved, places = np.moveaxis(arr, axis, 0), np.moveaxis(indices, axis, 0)
    if moved.ndim == 1:
        return arr[indices]
    return np.moveaxis(moved[places_along(moved, places, 0)], 0, axis)
