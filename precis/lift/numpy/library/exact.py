"""Sums that round once, and what Python's `statistics` makes of them."""

import math
from typing import Any

import numpy as np

from precis.lift.numpy import primitives


def fsum(iterable: Any):
    """math.fsum. The numbers are distilled (T. Ogita, S. Rump, S. Oishi, Accurate sum and dot product, 2005): each sweep of exact additions
    hands the rounding errors down, until nothing changes; then the last number is the sum, but for a tie that those below it decide.
    The derivative is that of a sum."""
    x = np.array(list(iterable), dtype=float)
    total = np.sum(x)
    if not np.isfinite(total):
        return float(total)
    return float(primitives.stop(_distilled(primitives.stop(x))) + (total - primitives.stop(total)))


def _distilled(x: Any):
    n = x.shape[0]
    parts = np.concatenate((np.zeros(2), x))
    changed = True
    while changed:
        changed = False
        for k in range(1, n + 2):
            below, above = parts[k - 1], parts[k]
            high = above + below
            kept = high - above
            low = (above - (high - kept)) + (below - kept)
            if high != above or low != below:
                changed = True
            parts[k - 1], parts[k] = low, high
    return _past_a_tie(parts)


def _past_a_tie(parts: Any):
    """The last number, or its neighbour where the one below is just half of a last place and those below that are on its side."""
    n = parts.shape[0]
    high, low, rest = parts[n - 1], 0.0, 0.0
    for k in range(n - 2, -1, -1):
        if low == 0.0:
            low = parts[k]
        elif rest == 0.0:
            rest = parts[k]
    beyond = high + 2.0 * low
    return beyond if low * rest > 0.0 and 2.0 * low == beyond - high else high


def _like(values: Any, found: Any):
    """A number of the type of the data."""
    return values[0].dtype.type(found) if isinstance(values[0], np.floating) else float(found)


def _floats(data: Any):
    """The data as a list: of floating numbers, whose type is that of the mean."""
    values = list(data)
    are_floating_numbers = isinstance(values[0], (float, np.floating))
    assert are_floating_numbers
    return values


def mean(data: Any):
    values = _floats(data)
    return _like(values, fsum(values) / len(values))


def fmean(data: Any, weights: Any = None):
    values = list(data)
    if weights is None:
        return fsum(values) / len(values)
    given = list(weights)
    return fsum([w * v for v, w in zip(values, given)]) / fsum(given)


def _squares(values: Any, center: Any):
    middle = fsum(values) / len(values) if center is None else center
    return fsum([(v - middle) * (v - middle) for v in values])


def variance(data: Any, xbar: Any = None):
    values = _floats(data)
    return _like(values, _squares(values, xbar) / (len(values) - 1))


def pvariance(data: Any, mu: Any = None):
    values = _floats(data)
    return _like(values, _squares(values, mu) / len(values))


def stdev(data: Any, xbar: Any = None):
    values = list(data)
    return math.sqrt(_squares(values, xbar) / (len(values) - 1))


def pstdev(data: Any, mu: Any = None):
    values = list(data)
    return math.sqrt(_squares(values, mu) / len(values))


def median(data: Any):
    values = sorted(data)
    n = len(values)
    return values[n // 2] if n % 2 == 1 else (values[n // 2 - 1] + values[n // 2]) / 2


def median_low(data: Any):
    values = sorted(data)
    return values[(len(values) - 1) // 2]


def median_high(data: Any):
    values = sorted(data)
    return values[len(values) // 2]


def geometric_mean(data: Any):
    return math.exp(fmean([math.log(v) for v in data]))


def _products(x: Any, y: Any):
    """Both as lists, and the sums of products of what is left when the means are taken away."""
    xs, ys = list(x), list(y)
    xbar, ybar = fsum(xs) / len(xs), fsum(ys) / len(ys)
    return (xbar, ybar, fsum([(a - xbar) * (b - ybar) for a, b in zip(xs, ys)]), fsum([(a - xbar) ** 2 for a in xs]),
            fsum([(b - ybar) ** 2 for b in ys]))


def covariance(x: Any, y: Any):
    return _products(x, y)[2] / (len(x) - 1)


def correlation(x: Any, y: Any):
    _, _, xy, xx, yy = _products(x, y)
    return xy / math.sqrt(xx * yy)
