"""Statistics that leave NaN out, by NumPy's definitions. What is left of nothing is NaN."""

import numpy as np

from precis.lift.numpy import primitives
from precis.lift.numpy.library.sorting import with_axes


def nansum(a, axis=None, keepdims=False):
    return np.sum(np.where(np.isnan(a), 0, a), axis=axis, keepdims=keepdims)


def nanprod(a, axis=None, keepdims=False):
    return np.prod(np.where(np.isnan(a), 1, a), axis=axis, keepdims=keepdims)


def nancumsum(a, axis=None):
    return np.cumsum(np.where(np.isnan(a), 0, a), axis=axis)


def nancumprod(a, axis=None):
    return np.cumprod(np.where(np.isnan(a), 1, a), axis=axis)


def _number(a, axis, keepdims):
    return np.sum(np.where(np.isnan(a), 0, 1), axis=axis, keepdims=keepdims)


def nanmax(a, axis=None, keepdims=False):
    top = np.max(np.where(np.isnan(a), -np.inf, a), axis=axis, keepdims=keepdims)
    return np.where(_number(a, axis, keepdims) == 0, np.nan, top)


def nanmin(a, axis=None, keepdims=False):
    low = np.min(np.where(np.isnan(a), np.inf, a), axis=axis, keepdims=keepdims)
    return np.where(_number(a, axis, keepdims) == 0, np.nan, low)


def nanargmax(a, axis=None, keepdims=False):
    return np.argmax(np.where(np.isnan(a), -np.inf, a), axis=axis, keepdims=keepdims)


def nanargmin(a, axis=None, keepdims=False):
    return np.argmin(np.where(np.isnan(a), np.inf, a), axis=axis, keepdims=keepdims)


def nanmean(a, axis=None, keepdims=False):
    return nansum(a, axis, keepdims) / _number(a, axis, keepdims).astype(a.dtype)


def nanvar(a, axis=None, ddof=0, keepdims=False):
    distance = np.where(np.isnan(a), 0, a - nanmean(a, axis, True))
    rest = (_number(a, axis, keepdims) - ddof).astype(a.dtype)
    return np.where(rest <= 0, np.nan, np.sum(np.abs(distance) ** 2, axis=axis, keepdims=keepdims) / rest)


def nanstd(a, axis=None, ddof=0, keepdims=False):
    return np.sqrt(nanvar(a, axis, ddof, keepdims))


def _sorted(a, axis):
    """(rows sorted along the first axis, NaN last; how many are no NaN)"""
    rows = a.ravel() if axis is None else np.moveaxis(a, axis, 0)
    return primitives.sort(rows, 0), np.sum(np.where(np.isnan(rows), 0, 1), axis=0)


def _chosen(rows, place):
    """rows[place, ...] for one place per column."""
    if rows.ndim == 1:
        return rows[place]
    return np.take_along_axis(rows, place[None], axis=0)[0]


def nanmedian(a, axis=None, keepdims=False):
    rows, n = _sorted(a, axis)
    low, high = _chosen(rows, np.maximum(n - 1, 0) // 2), _chosen(rows, n // 2)
    return with_axes(np.where(n == 0, np.nan, np.where(n % 2 == 1, low, (low + high) / 2)), a, axis, keepdims)


def nanquantile(a, q, axis=None, keepdims=False):
    """Linear between neighbours; several q along new first axes."""
    rows, n = _sorted(a, axis)
    if np.ndim(q) > 0:
        found = np.stack([nanquantile(a, each, axis, keepdims) for each in np.ravel(q)])
        return found.reshape(np.shape(q) + found.shape[1:])
    place = q * (n - 1)
    low = np.floor(place)
    t = place - low
    i = np.maximum(low.astype(np.int64), 0)
    before, after = _chosen(rows, i), _chosen(rows, np.minimum(i + 1, np.maximum(n - 1, 0)))
    step = after - before
    found = np.where(t >= 0.5, after - step * (1 - t), before + step * t)
    return with_axes(np.where(n == 0, np.nan, found), a, axis, keepdims)


def nanpercentile(a, q, axis=None, keepdims=False):
    return nanquantile(a, np.asarray(q) / 100, axis, keepdims)
