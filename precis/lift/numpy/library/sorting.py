"""Functions of sorted arrays, in terms of a stable sort."""

from typing import Any

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
    if sorter is not None:
        a = a[sorter]
    if np.ndim(v) == 0:
        return primitives.searchsorted(a, np.reshape(v, (1,)), side == "right")[0]
    return primitives.searchsorted(a, v, side == "right")


def digitize(x, bins, right=False):
    """Bins in increasing or decreasing order."""
    n = bins.shape[0]
    if empty(n) or (np.all(bins[:1] <= bins[-1:]) if primitives.counted(n) else bins[0] <= bins[n - 1]):
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


PLACES = {"interpolated_inverted_cdf": (0.0, 1.0), "hazen": (0.5, 0.5), "weibull": (0.0, 0.0), "median_unbiased": (1 / 3, 1 / 3),
          "normal_unbiased": (3 / 8, 3 / 8)}  # (alpha, beta) of R. J. Hyndman and Y. Fan, 1996
CHOSEN = ("lower", "higher", "nearest", "inverted_cdf", "closest_observation")  # methods that take elements as they are


def _element(s, q, n, method):
    """The sorted element itself, of its dtype: between infinite neighbours nothing can be interpolated."""
    place = np.asarray(n * q - 1.0 if method == "inverted_cdf" else n * q - 1.5 if method == "closest_observation" else q * (n - 1))
    low = np.floor(place)
    if method == "closest_observation":
        whole = np.where((place == low) & (low % 2 == 1), low, low + 1)
    else:
        whole = low if method == "lower" else np.rint(place) if method == "nearest" else np.ceil(place)
    found = s[np.clip(whole.astype(np.int64), 0, s.shape[0] - 1)]
    return np.where(np.isnan(s[-1]), s[-1], found) if s.dtype.kind == "f" else found


def _between(q, n, method):
    """(the place before q among n sorted elements, counted from 0; the part of the way from there to the next)"""
    if method == "averaged_inverted_cdf":
        place = np.asarray(n * q - 1.0)
        return np.floor(place), np.where(place > np.floor(place), 1.0, 0.5).astype(place.dtype)
    if method in PLACES:
        alpha, beta = PLACES[method]
        place = np.clip(n * q + (alpha + q * (1.0 - alpha - beta)) - 1.0, 0.0, n - 1.0)
    else:
        place = np.asarray(q * (n - 1))
    low = np.floor(place)
    return low, np.where(place > low, 0.5, 0.0) if method == "midpoint" else place - low


def in_kind(q, a):
    """A Python number among floating elements is of their kind."""
    return np.asarray(q, dtype=a.dtype) if a.dtype.kind == "f" and isinstance(q, (int, float)) else np.asarray(q)


def parts_of_one(q, a):
    """Percent as parts of 1."""
    return in_kind(q, a) / np.asarray(100, dtype=a.dtype if a.dtype.kind == "f" else float)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights: Any = None):
    """The place q (n - 1) among the sorted elements, between its neighbours as NumPy interpolates."""
    assert out is None and not overwrite_input
    assert method in ("linear", "midpoint", "averaged_inverted_cdf", *CHOSEN, *PLACES)
    q, x = in_kind(q, a), rows(a, axis)
    if weights is not None:
        assert method == "inverted_cdf"
        return with_axes(_weighted(x, q, rows(_as_wide(weights, a, axis), axis)), a, axis, keepdims, np.ndim(q))
    exact = q.dtype.kind not in "f" and method in ("linear", "midpoint")
    chosen = method in CHOSEN
    s = primitives.sort(x if x.dtype.kind == "f" or exact or chosen else x.astype(float), 0)
    n = s.shape[0]
    if exact:
        return with_axes(s[np.asarray(q * (n - 1))], a, axis, keepdims, np.ndim(q))
    if chosen:
        return with_axes(_element(s, q, n, method), a, axis, keepdims, np.ndim(q))
    low, t = _between(q, n, method)
    i = low.astype(np.int64)
    before, after = s[np.clip(i, 0, n - 1)], s[np.clip(i + 1, 0, n - 1)]
    t = t.reshape(t.shape + (1,) * (s.ndim - 1)) if s.ndim > 1 else t
    step = after - before
    result = np.where(t >= 0.5, after - step * (1 - t), before + step * t)
    result = np.where(np.isnan(s[n - 1]), s[n - 1], result)
    return with_axes(result, a, axis, keepdims, np.ndim(q))


def _as_wide(weights, a, axis):
    """Weights of all elements, which may be those of one axis."""
    if weights.ndim < a.ndim:
        weights = weights.reshape(tuple(-1 if k == axis % a.ndim else 1 for k in range(a.ndim)))
    return np.broadcast_to(weights, a.shape)


def _weighted(x, q, weights):
    """The first sorted element up to which the weights are q of all; what has the weight 0 before is never it."""
    order = primitives.argsort(x, 0)
    s, w = take_along_axis(x, order, 0), take_along_axis(weights, order, 0)
    total = np.cumsum(w, axis=0, dtype=np.float64)
    total = total / total[-1]
    total = np.where(total == 0, -1.0, total).astype(q.dtype if q.dtype.kind == "f" else np.float64)
    place = np.sum(total < q.reshape(q.shape + (1,) * x.ndim), axis=q.ndim)
    place = np.minimum(place, s.shape[0] - 1)
    found = s[place] if s.ndim == 1 else take_along_axis(s, place.reshape((-1,) + s.shape[1:]), 0).reshape(place.shape)
    return np.where(np.isnan(s[-1]), s[-1], found) if s.dtype.kind == "f" else found


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights: Any = None):
    return quantile(a, parts_of_one(q, a), axis, out, overwrite_input, method, keepdims, weights=weights)


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
