"""Statistics, counting and correlation, by NumPy's definitions."""

from typing import Any

import numpy as np

from precis.lift.numpy import primitives


def _wide(x):
    """In binary64, complex or real."""
    return x + np.zeros(1, dtype=np.complex128 if x.dtype.kind == "c" else np.float64)[0]


def _rows(m, y, rowvar):
    """Variables as rows. One row of a matrix holds one observation (NumPy 2.2), of other observations one variable."""
    x = np.atleast_2d(_wide(m))
    if not rowvar and np.ndim(m) > 1:
        x = x.T
    if y is None:
        return x
    other = np.atleast_2d(_wide(y))
    if not rowvar and other.shape[0] != 1:
        other = other.T
    return np.concatenate((x, other), axis=0)


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None):
    """Means and products weighted as NumPy weighs them; a number for one variable."""
    x = _rows(m, y, rowvar)
    if ddof is None:
        ddof = 0 if bias else 1
    if fweights is None and aweights is None:
        x = x - x.mean(axis=1)[:, None]
        c = x @ np.conj(x.T) / max(x.shape[1] - ddof, 0)
    else:
        w = 1.0 if fweights is None else fweights + 0.0
        w = w if aweights is None else w * aweights
        total = np.sum(w)
        x = x - (np.sum(x * w, axis=1) / total)[:, None]
        rest = total - ddof * np.sum(w * aweights) / total if aweights is not None else total - ddof
        c = (x * w) @ np.conj(x.T) / np.maximum(rest, 0.0)
    return c[0, 0] if _single(x.shape[0]) else c


def _single(n):
    """Whether there is one variable; where only a run tells how many there are, it is no run with one."""
    if primitives.counted(n):
        if n == 1:
            raise ValueError("of one variable these are numbers")
        return False
    return n == 1


def corrcoef(x, y=None, rowvar=True):
    c = cov(x, y, rowvar)
    if np.ndim(c) == 0:
        return c / c
    d: Any = np.diag(c)
    d = np.sqrt(d.real)
    return np.clip((c / d[:, None] / d[None, :]).real, -1, 1) if c.dtype.kind != "c" else c / d[:, None] / d[None, :]


def correlate(a, v, mode: Any = "valid"):
    """Sums of a[n + k] conj(v[n]); of a shorter a the middle is that of v with a, backwards."""
    if mode == "same" and a.shape[0] < v.shape[0]:
        return np.conj(correlate(v, a, mode))[::-1]
    return np.convolve(a, np.conj(v[::-1]) if v.dtype.kind == "c" else v[::-1], mode)


def edges(a, bins, range) -> Any:
    """As they are given, or as many bins of one width between the ends, which are moved apart where they are the same."""
    if np.ndim(bins) == 1:
        return np.asarray(bins)
    first = np.min(a) if range is None else range[0]
    last = np.max(a) if range is None else range[1]
    apart = np.where(first == last, 0.5, 0.0)
    wide = a.dtype if a.dtype.kind == "f" else np.float64
    return np.linspace(first - apart, last + apart, bins + 1).astype(wide)


def histogram(a, bins: Any = 10, range=None, density=False, weights=None):
    """Uniform bins as np.histogram places them; given edges by searching them."""
    if np.ndim(bins) == 0:
        counts, ends = _uniform(a, bins, range, weights)
    else:
        ends = bins
        flat = a.ravel()
        n = ends.shape[0] - 1
        place = np.searchsorted(ends, flat, side="right") - 1
        place = np.where(flat == ends[n], n - 1, place)
        inside = (flat >= ends[0]) & (flat <= ends[n])
        counts = _counted(np.clip(place, 0, n - 1), inside, n, weights)
    if density:
        counts = counts / np.diff(ends) / np.sum(counts)
    return counts, ends


def _counted(place, inside, n, weights):
    if weights is None:
        counts = np.zeros(n, dtype=np.int64)
        np.add.at(counts, place, np.where(inside, 1, 0))
        return counts
    sums = np.zeros(n)
    np.add.at(sums, place, np.where(inside, weights.ravel(), 0.0))
    return sums


def _uniform(a, bins, range, weights):
    flat = a.ravel()
    ends = edges(flat, bins, range)
    first, last = ends[0], ends[bins]
    place = ((flat - first) / (last - first) * bins).astype(np.int64)
    place = np.clip(place, 0, bins - 1)
    place = place - np.where(flat < ends[place], 1, 0) + np.where(flat >= ends[place + 1], 1, 0)
    return _counted(np.clip(place, 0, bins - 1), (flat >= first) & (flat <= last), bins, weights), ends


def histogram2d(x, y, bins=10, range=None, density=False, weights=None):
    """(counts, edges of x, edges of y)"""
    counts, (ex, ey) = _counts((x, y), bins, range, density, weights)
    return counts, ex, ey


def histogramdd(sample, bins: Any = 10, range=None, density=False, weights=None):
    """(counts, edges along every axis) of points, one a row, or of one array for every axis."""
    columns = sample if isinstance(sample, (tuple, list)) else list(sample.T)
    counts, ends = _counts(columns, bins, range, density, weights)
    return counts, list(ends)


def _counts(columns, bins, range, density, weights):
    """(how many points lie in every box, the edges along every axis)"""
    of_each = isinstance(bins, (tuple, list))
    ends, places = [], []
    inside = columns[0] == columns[0]
    for k, values in enumerate(columns):
        found = edges(values, bins[k] if of_each else bins, None if range is None or range[k] is None else range[k])
        last = found.shape[0] - 1
        place = np.searchsorted(found, values, side="right") - 1
        place = np.where(values == found[last], last - 1, place)
        inside = inside & (values >= found[0]) & (values <= found[last])
        places.append(np.clip(place, 0, last - 1))
        ends.append(found)
    counts = np.zeros(tuple([found.shape[0] - 1 for found in ends]))
    amounts = np.where(inside, 1.0, 0.0) if weights is None else np.where(inside, weights, 0.0)
    np.add.at(counts, tuple(places), amounts)
    if density:
        total = np.sum(counts)
        for k, found in enumerate(ends):
            counts = counts / np.diff(found).reshape(tuple([-1 if j == k else 1 for j, _ in enumerate(ends)]))
        counts = counts / total
    return counts, tuple(ends)


def chosen_variance(a, axis, ddof, keepdims, where):
    """Of the elements along `axis` where a mask holds."""
    chosen = np.broadcast_to(where, a.shape)
    distance = np.abs(a - np.mean(a, axis=axis, keepdims=True, where=chosen))
    count = np.sum(chosen, axis=axis, keepdims=keepdims)
    return np.sum(distance * distance, axis=axis, keepdims=keepdims, where=chosen) / np.maximum(count - ddof, 0).astype(distance.dtype)


def average(a, axis, weights, returned, keepdims):
    """Sums of weighted elements divided by sums of weights, which may be those of one axis."""
    if weights is None:
        weights = np.ones_like(a)
    w = weights
    if w.ndim < a.ndim:
        shape = [1] * a.ndim
        shape[axis] = w.shape[0]
        w = w.reshape(tuple(shape))
    w = np.broadcast_to(w, a.shape)
    total = np.sum(w, axis=axis, keepdims=keepdims)
    result = np.sum(a * w, axis=axis, keepdims=keepdims) / total
    return (result, total.astype(result.dtype)) if returned else result
