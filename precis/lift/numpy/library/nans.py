"""Statistics that leave NaN out, by NumPy's definitions. What is left of nothing is NaN."""

from typing import Any

import numpy as np

from precis.lift.numpy import primitives
from precis.lift.numpy.library.sorting import empty, in_kind, median, parts_of_one, quantile, rows, with_axes


def _whole(a):
    """Whether it is of a dtype that has no NaN."""
    return a.dtype.kind in "biu"


def nansum(a, axis=None, dtype=None, out=None, keepdims=False, initial: Any = None, where: Any = True):
    return np.sum(np.where(np.isnan(a), 0, a), axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False, initial: Any = None, where: Any = True):
    return np.prod(np.where(np.isnan(a), 1, a), axis=axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)


def nancumsum(a, axis=None, dtype=None, out=None):
    return np.cumsum(np.where(np.isnan(a), 0, a), axis=axis, dtype=dtype, out=out)


def nancumprod(a, axis=None, dtype=None, out=None):
    return np.cumprod(np.where(np.isnan(a), 1, a), axis=axis, dtype=dtype, out=out)


def _number(a, axis, keepdims):
    return np.sum(np.where(np.isnan(a), 0, 1), axis=axis, keepdims=keepdims)


def nanmax(a, axis=None, out=None, keepdims=False, initial: Any = None, where: Any = True):
    assert out is None
    if _whole(a):
        return np.max(a, axis=axis, keepdims=keepdims, initial=initial, where=where)
    top = np.max(np.where(np.isnan(a), -np.inf, a), axis=axis, keepdims=keepdims, initial=initial, where=where)
    return top if initial is not None else np.where(_number(a, axis, keepdims) == 0, np.nan, top)


def nanmin(a, axis=None, out=None, keepdims=False, initial: Any = None, where: Any = True):
    assert out is None
    if _whole(a):
        return np.min(a, axis=axis, keepdims=keepdims, initial=initial, where=where)
    low = np.min(np.where(np.isnan(a), np.inf, a), axis=axis, keepdims=keepdims, initial=initial, where=where)
    return low if initial is not None else np.where(_number(a, axis, keepdims) == 0, np.nan, low)


def nanargmax(a, axis=None, out=None, *, keepdims=False):
    if _whole(a):
        return np.argmax(a, axis=axis, out=out, keepdims=keepdims)
    return np.argmax(np.where(np.isnan(a), -np.inf, a), axis=axis, out=out, keepdims=keepdims)


def nanargmin(a, axis=None, out=None, *, keepdims=False):
    if _whole(a):
        return np.argmin(a, axis=axis, out=out, keepdims=keepdims)
    return np.argmin(np.where(np.isnan(a), np.inf, a), axis=axis, out=out, keepdims=keepdims)


def _without(a, where):
    """NaN where the mask does not hold, which then is left out like any other."""
    return a if where is True else np.where(where, a, np.nan).astype(a.dtype if a.dtype.kind in "fc" else np.float64)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where: Any = True):
    if _whole(a) and where is True:
        return np.mean(a, axis=axis, dtype=dtype, out=out, keepdims=keepdims)
    assert dtype is None and out is None
    a = _without(a, where)
    return nansum(a, axis, keepdims=keepdims) / _number(a, axis, keepdims).astype(a.dtype)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where: Any = True, correction: Any = None):
    ddof = ddof if correction is None else correction
    if _whole(a) and where is True:
        return np.var(a, axis=axis, dtype=dtype, out=out, ddof=ddof, keepdims=keepdims)
    assert dtype is None and out is None
    a = _without(a, where)
    distance = np.where(np.isnan(a), 0, a - nanmean(a, axis, keepdims=True))
    rest = (_number(a, axis, keepdims) - ddof).astype(a.real.dtype)
    return np.where(rest <= 0, np.nan, np.sum(np.abs(distance) ** 2, axis=axis, keepdims=keepdims) / rest)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where: Any = True, correction: Any = None):
    return np.sqrt(nanvar(a, axis, dtype, out, ddof, keepdims, where=where, correction=correction))


def _sorted(a, axis):
    """(the elements along the axis in order along the first one, NaN last; how many are no NaN)"""
    moved = rows(a, axis)
    return primitives.sort(moved, 0), np.sum(np.where(np.isnan(moved), 0, 1), axis=0)


def _chosen(ordered, place):
    """ordered[place, ...] for one place per column."""
    if ordered.ndim == 1:
        return ordered[place]
    return np.take_along_axis(ordered, place[None], axis=0)[0]


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    assert out is None and not overwrite_input
    if _whole(a):
        return median(a, axis, keepdims=keepdims)
    ordered, n = _sorted(a, axis)
    if empty(ordered.shape[0]):
        return nanmean(a, axis, keepdims=keepdims)
    low, high = _chosen(ordered, np.maximum(n - 1, 0) // 2), _chosen(ordered, n // 2)
    return with_axes(np.where(n == 0, np.nan, np.where(n % 2 == 1, low, (low + high) / 2)), a, axis, keepdims)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """Linear between neighbours; several q along new first axes."""
    assert out is None and not overwrite_input
    if _whole(a):
        return quantile(a, q, axis, method=method, keepdims=keepdims)
    assert method == "linear"
    ordered, n = _sorted(a, axis)
    if empty(ordered.shape[0]):
        return nanmean(a, axis, keepdims=keepdims)
    q = in_kind(q, a)
    if q.ndim == 0:
        return with_axes(_between(ordered, n, q), a, axis, keepdims)
    found = np.stack([_between(ordered, n, each) for each in np.ravel(q)])
    return with_axes(found.reshape(q.shape + found.shape[1:]), a, axis, keepdims, q.ndim)


def _between(ordered, n, q):
    """The place q (n - 1) of every column of which n are no NaN."""
    place = q * (n - 1).astype(ordered.dtype)
    low = np.floor(place)
    t = place - low
    i = np.maximum(low.astype(np.int64), 0)
    before, after = _chosen(ordered, i), _chosen(ordered, np.minimum(i + 1, np.maximum(n - 1, 0)))
    step = after - before
    return np.where(n == 0, np.nan, np.where(t >= 0.5, after - step * (1 - t), before + step * t))


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    return nanquantile(a, parts_of_one(q, a), axis, out, overwrite_input, method, keepdims)
