"""scipy.ndimage: what is measured of parts of an array, by the definitions."""

import numpy as np


def _measured(measure, input, labels, index):
    """A measure of (elements, whether they belong) for one part or several."""
    if labels is None:
        return measure(input, np.ones(input.shape, dtype=bool))
    labels = np.asarray(labels)
    if index is None:
        return measure(input, labels > 0)
    if np.ndim(index) == 0:
        return measure(input, labels == index)
    index = np.asarray(index)
    return np.array([measure(input, labels == i) for i in index])


def sum_labels(input, labels=None, index=None):
    """Of several parts in binary64."""
    assert input.dtype.kind in "fbiu"
    x = input if index is None or np.ndim(index) == 0 else input.astype(np.float64)
    return _measured(lambda x, part: np.sum(np.where(part, x, np.zeros_like(x))), x, labels, index)


def _count(input, labels, index):
    return np.asarray(_measured(lambda x, part: np.sum(part), input, labels, index)).astype(np.float64)


def mean(input, labels=None, index=None):
    """In binary64, of sums in the dtype of the input."""
    return sum_labels(input, labels, index) / _count(input, labels, index)


def variance(input, labels=None, index=None):
    """In binary64, of sums in the dtype of the input; of several parts in binary64 throughout."""
    assert input.dtype.kind != "c"
    x = input if input.dtype.kind == "f" and (index is None or np.ndim(index) == 0) else input.astype(np.float64)

    def measure(x, part):
        middle = (np.sum(np.where(part, x, np.zeros_like(x))) / np.sum(part)).astype(x.dtype)
        return np.sum(np.where(part, (x - middle) ** 2, np.zeros_like(x)))
    return _measured(measure, x, labels, index) / _count(input, labels, index)


def standard_deviation(input, labels=None, index=None):
    return np.sqrt(variance(input, labels, index))


def maximum(input, labels=None, index=None):
    """Parts that hold no element have 0."""
    assert input.dtype.kind == "f"
    return _measured(lambda x, part: np.where(np.any(part), np.max(np.where(part, x, -np.inf)), 0.0), input, labels, index)


def minimum(input, labels=None, index=None):
    assert input.dtype.kind == "f"
    return _measured(lambda x, part: np.where(np.any(part), np.min(np.where(part, x, np.inf)), 0.0), input, labels, index)


def center_of_mass(input, labels=None, index=None):
    """Of all, or of one part: a tuple of places."""
    if labels is not None and index is not None and np.ndim(index) > 0:
        return [center_of_mass(input, labels, i) for i in np.asarray(index)]
    whole = sum_labels(input, labels, index)
    grid = np.indices(input.shape)
    return tuple([sum_labels(input * grid[k], labels, index) / whole for k in range(input.ndim)])


def median(input, labels=None, index=None):
    """The mean of the two in the middle; NaN of nothing."""
    def measure(x, part):
        n = np.sum(part)
        line = np.sort(np.ravel(np.where(part, x, np.inf)))
        unknown = (n == 0) | np.any(part & np.isnan(x))
        return np.where(unknown, np.nan, (line[np.maximum(n - 1, 0) // 2] + line[np.minimum(n // 2, line.shape[0] - 1)]) / 2.0)
    return _measured(measure, input * 1.0, labels, index)


def _part(input, labels, index):
    if labels is None:
        return np.ones(input.shape, dtype=bool)
    return np.asarray(labels) > 0 if index is None else np.asarray(labels) == index


def _position(input, labels, index, first):
    """The place of the first element that is largest or least, as a tuple."""
    assert input.dtype.kind == "f"
    if labels is not None and index is not None and np.ndim(index) > 0:
        return [_position(input, labels, i, first) for i in np.asarray(index)]
    part = _part(input, labels, index)
    place = np.argmax(np.where(part, input, -np.inf)) if first else np.argmin(np.where(part, input, np.inf))
    return tuple(np.unravel_index(place, input.shape))


def maximum_position(input, labels=None, index=None):
    return _position(input, labels, index, True)


def minimum_position(input, labels=None, index=None):
    return _position(input, labels, index, False)


def extrema(input, labels=None, index=None):
    """(least, largest, the place of the least, of the largest)"""
    return minimum(input, labels, index), maximum(input, labels, index), minimum_position(input, labels, index), maximum_position(
        input, labels, index)


def histogram(input, min, max, bins, labels=None, index=None):
    """How many elements fall between edges at equal distances."""
    assert index is None or np.ndim(index) == 0, "of one part"
    weights = np.where(_part(input, labels, index), 1.0, 0.0)
    return np.histogram(np.ravel(input), np.linspace(min, max, bins + 1), weights=np.ravel(weights))[0].astype(np.int64)
