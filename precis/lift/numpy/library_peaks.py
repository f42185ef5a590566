"""scipy.signal: peaks, by their definitions. Their number depends on data; their positions have no derivative."""

from typing import Any

import numpy as np


def _tops(x):
    """Whether every element is the middle of a strict local maximum, which may be flat."""
    n = x.shape[0]
    top, start = np.zeros(n, dtype=bool), 0
    for i in range(1, n):
        if x[i] != x[i - 1]:
            if x[i] < x[i - 1] and start > 0 and x[start - 1] < x[start]:
                top[(start + i - 1) // 2] = True
            start = i
    return top


def _between(v, ends):
    """Whether within (lowest, highest), either of which may be missing; one number is the lowest."""
    if not isinstance(ends, (tuple, list)):
        return v >= ends
    low = np.ones(v.shape, dtype=bool) if ends[0] is None else v >= ends[0]
    return low if ends[1] is None else low & (v <= ends[1])


def _apart(x, top, distance):
    """Peaks that no higher one is nearer to than `distance`, from the highest on; of equal ones the last."""
    n, reach = x.shape[0], int(np.ceil(distance))
    order, kept = np.argsort(np.where(top, x, -np.inf), kind="stable"), top.copy()
    for k in range(n):
        i = order[n - 1 - k]
        if kept[i]:
            for j in range(max(i - reach + 1, 0), min(i + reach, n)):
                if j != i:
                    kept[j] = False
    return kept


def _prominence(x, i):
    """How far one comes down from a peak before it is higher again, on the side where that is less."""
    low, high, k = x[i], x[i], i
    while k >= 0 and x[k] <= x[i]:
        low = min(low, x[k])
        k = k - 1
    k = i
    while k < x.shape[0] and x[k] <= x[i]:
        high = min(high, x[k])
        k = k + 1
    return x[i] - max(low, high)


def _prominences(x, top):
    found = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        if top[i]:
            found[i] = _prominence(x, i)
    return found


def find_peaks(x, height: Any = None, threshold: Any = None, distance: Any = None, prominence: Any = None, width=None, wlen=None,
               rel_height=0.5, plateau_size=None):
    """(positions, what was asked about them)"""
    assert width is None and wlen is None and plateau_size is None and threshold is None
    x = np.asarray(x) * 1.0
    top, told = _tops(x), {}
    if height is not None:
        top = top & _between(x, height)
    if distance is not None:
        top = _apart(x, top, distance)
    if prominence is not None:
        found = _prominences(x, top)
        top = top & _between(found, prominence)
    places = np.nonzero(top)[0]
    if height is not None:
        told["peak_heights"] = x[places]
    if prominence is not None:
        told["prominences"] = found[places]
    return places, told


def argrelmax(data, axis=0, order=1, mode="clip"):
    return argrelextrema(data, np.greater, axis, order, mode)


def argrelmin(data, axis=0, order=1, mode="clip"):
    return argrelextrema(data, np.less, axis, order, mode)


def _extreme(x, beyond, order):
    """Whether every element is beyond those up to `order` places away."""
    n = x.shape[0]
    top = np.ones(n, dtype=bool)
    for k in range(1, order + 1):
        top = top & beyond(x, x[np.minimum(np.arange(n) + k, n - 1)]) & beyond(x, x[np.maximum(np.arange(n) - k, 0)])
    return top


def argrelextrema(data, comparator, axis=0, order=1, mode="clip"):
    assert comparator is np.greater or comparator is np.less
    assert data.ndim == 1 and mode == "clip"
    return (np.nonzero(_extreme(data, comparator, order))[0],)
