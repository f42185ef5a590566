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
    """How far one comes down from a peak before it is higher again, on the side where that is less; and the lowest places on both."""
    low, high, left, right, k = x[i], x[i], i, i, i
    while k >= 0 and x[k] <= x[i]:
        if x[k] < low:
            low, left = x[k], k
        k = k - 1
    k = i
    while k < x.shape[0] and x[k] <= x[i]:
        if x[k] < high:
            high, right = x[k], k
        k = k + 1
    return x[i] - max(low, high), left, right


def _prominences(x, top):
    """Of the elements that are peaks: prominences and the places of their bases."""
    found, left, right = np.zeros(x.shape[0]), np.zeros(x.shape[0], dtype=np.intp), np.zeros(x.shape[0], dtype=np.intp)
    for i in range(x.shape[0]):
        if top[i]:
            found[i], left[i], right[i] = _prominence(x, i)
    return found, left, right


def peak_prominences(x, peaks, wlen=None):
    assert wlen is None
    x = np.asarray(x) * 1.0
    top = np.zeros(x.shape[0], dtype=bool)
    top[peaks] = True
    found, left, right = _prominences(x, top)
    return found[peaks], left[peaks], right[peaks]


def _width(x, i, height, left, right):
    """(the distance of the places beside a peak where the line through the data has a height, both places)"""
    k = i
    while k > left and x[k] > height:
        k = k - 1
    start = k + (height - x[k]) / (x[k + 1] - x[k]) if x[k] < height else k * 1.0
    k = i
    while k < right and x[k] > height:
        k = k + 1
    end = k - (height - x[k]) / (x[k - 1] - x[k]) if x[k] < height else k * 1.0
    return end - start, start, end


def _widths(x, top, share, prominences):
    found, heights, left, right = np.zeros(x.shape[0]), np.zeros(x.shape[0]), np.zeros(x.shape[0]), np.zeros(x.shape[0])
    deep, low, high = prominences
    for i in range(x.shape[0]):
        if top[i]:
            heights[i] = x[i] - deep[i] * share
            found[i], left[i], right[i] = _width(x, i, heights[i], low[i], high[i])
    return found, heights, left, right


def peak_widths(x, peaks, rel_height=0.5, prominence_data=None, wlen=None):
    assert wlen is None and prominence_data is None
    x = np.asarray(x) * 1.0
    top = np.zeros(x.shape[0], dtype=bool)
    top[peaks] = True
    found, heights, left, right = _widths(x, top, rel_height, _prominences(x, top))
    return found[peaks], heights[peaks], left[peaks], right[peaks]


def _steps_down(x):
    """(how far every element is above the one before it, above the one after it)"""
    return x - np.concatenate((x[:1], x[:-1])), x - np.concatenate((x[1:], x[-1:]))


def _between_both(first, second, ends):
    """Whether the lesser is not below the lowest, nor the greater above the highest."""
    if not isinstance(ends, (tuple, list)):
        return np.minimum(first, second) >= ends
    low = np.ones(first.shape, dtype=bool) if ends[0] is None else np.minimum(first, second) >= ends[0]
    return low if ends[1] is None else low & (np.maximum(first, second) <= ends[1])


def find_peaks(x, height: Any = None, threshold: Any = None, distance: Any = None, prominence: Any = None, width: Any = None, wlen=None,
               rel_height=0.5, plateau_size=None):
    """(positions, what was asked about them)"""
    assert wlen is None and plateau_size is None
    x = np.asarray(x) * np.float64(1.0)
    top, told = _tops(x), {}
    if height is not None:
        top = top & _between(x, height)
        told["peak_heights"] = x
    if threshold is not None:
        told["left_thresholds"], told["right_thresholds"] = _steps_down(x)
        top = top & _between_both(told["left_thresholds"], told["right_thresholds"], threshold)
    if distance is not None:
        top = _apart(x, top, distance)
    if prominence is not None or width is not None:
        bases = _prominences(x, top)
        told["prominences"], told["left_bases"], told["right_bases"] = bases
        if prominence is not None:
            top = top & _between(bases[0], prominence)
        if width is not None:
            told["widths"], told["width_heights"], told["left_ips"], told["right_ips"] = _widths(x, top, rel_height, bases)
            top = top & _between(told["widths"], width)
    places = np.nonzero(top)[0]
    return places, {name: of_all[places] for name, of_all in told.items()}


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
