"""scipy.stats: samples side by side and in short, by definitions. Where NaN would decide what is counted, that there is none is said."""

from typing import Any, NamedTuple

import numpy as np
import scipy.special as special

from precis.lift.numpy.library.averages import Tested, floating, kurtosis, skew


class Description(NamedTuple):
    nobs: Any
    minmax: Any
    mean: Any
    variance: Any
    skewness: Any
    kurtosis: Any


class Binned(NamedTuple):
    statistic: Any
    bin_edges: Any
    binnumber: Any


def describe(a, axis=0, ddof=1, bias=True, nan_policy="propagate"):
    """Number, extremes, mean, variance and shape of a sample, along one axis or of all."""
    assert nan_policy == "propagate"
    x = np.ravel(a) if axis is None else a
    along = 0 if axis is None else axis
    n = x.shape[along]
    second = np.mean((floating(x) - np.mean(x, axis=along, keepdims=True)) ** 2, axis=along)
    variance = second * (n * 1.0 / (n - ddof)) if ddof != 0 else second
    return Description(np.int64(n), (np.min(x, axis=along), np.max(x, axis=along)), np.mean(x, axis=along), variance,
                       skew(x, along, bias), kurtosis(x, along, True, bias))


def _order(x):
    """Of every pair of elements whether the first is larger (1) or less (-1)."""
    return (x[:, None] > x[None, :]).astype(np.int64) - (x[:, None] < x[None, :]).astype(np.int64)


def _tied(order):
    """(pairs that are tied, and over groups of t equal elements the sums of t (t - 1) (t - 2) and of t (t - 1) (2 t + 5))"""
    t = np.sum(order == 0, axis=1)
    return np.sum(t - 1) // 2, np.sum((t - 1) * (t - 2)) * 1.0, np.sum((t - 1) * (2 * t + 5)) * 1.0


def _inversions(n):
    """How many permutations of n elements have 0, 1, 2, ... inversions (M. G. Kendall, Rank correlation methods)."""
    k = np.arange(n * (n - 1) // 2 + 1)
    counts = np.where(k <= 1, 1.0, 0.0)
    for j in range(3, n + 1):
        counts = np.cumsum(counts)
        counts = counts - np.where(k >= j, counts[np.maximum(k - j, 0)], 0.0)
    return counts


def _chance_of_order(n, discordant, alternative):
    """That as few pairs, or as many, are discordant where no elements are tied."""
    pairs = n * (n - 1) // 2
    c = np.minimum(discordant, pairs - discordant)
    whole = special.gamma(n + 1.0)
    if n <= 33:
        counts = _inversions(n)
        upto, here = np.sum(np.where(np.arange(counts.shape[0]) <= c, counts, 0.0)), counts[c]
    else:
        upto, here = np.where(c == 0, 1.0, n * 1.0), np.where(c == 0, 1.0, n - 1.0)
    both, here = 2.0 * upto / whole, here / whole
    if alternative != "two-sided":
        expected = (discordant <= pairs - discordant) == (alternative == "greater")
        both = np.where(expected, both / 2.0, 1.0 - both / 2.0 + here)
    return np.clip(both, 0.0, 1.0)


def kendalltau(x, y, *, nan_policy="propagate", method="auto", variant="b", alternative="two-sided"):
    """All pairs are compared."""
    assert nan_policy == "propagate" and variant == "b" and alternative in ("two-sided", "less", "greater")
    x, y = np.ravel(x), np.ravel(y)
    n = x.shape[0]
    assert y.shape[0] == n and method in ("auto", "exact", "asymptotic") and (method != "exact" or n <= 33)
    first, second = _order(x), _order(y)
    both = first * second
    pairs, balance, discordant = n * (n - 1) // 2, np.sum(both) // 2, np.sum(both < 0) // 2
    (tx, x0, x1), (ty, y0, y1) = _tied(first), _tied(second)
    if method == "exact" and (tx != 0 or ty != 0):
        raise ValueError("elements are tied")
    undefined = (tx == pairs) | (ty == pairs) | np.any(np.isnan(x)) | np.any(np.isnan(y))
    tau = np.clip(balance / np.sqrt(pairs - tx) / np.sqrt(pairs - ty), -1.0, 1.0)
    m = n * (n - 1.0)
    spread = (m * (2.0 * n + 5.0) - x1 - y1) / 18.0 + 2.0 * tx * ty / m + x0 * y0 / (9.0 * m * max(n - 2, 1))
    z = balance / np.sqrt(spread)
    chance = 2.0 * special.ndtr(-np.abs(z)) if alternative == "two-sided" else special.ndtr(-z if alternative == "greater" else z)
    if method != "asymptotic":
        few = n <= 33 or np.minimum(discordant, pairs - discordant) <= 1
        chance = np.where((tx == 0) & (ty == 0) & few, _chance_of_order(n, discordant, alternative), chance)
    return Tested(np.where(undefined, np.nan, tau)[()], np.where(undefined, np.nan, chance)[()])


def _outside(m, n, far, alternative):
    """The share of the paths from (0, 0) to (m, n) that come as far from the diagonal, in m n parts (J. Hodges, 1958): of those to a
    place, x of x + y come from the left."""
    shares = np.zeros(n + 1)
    for x in range(m + 1):
        for y in range(n + 1):
            apart = x * n - y * m
            away = abs(apart) if alternative == "two-sided" else apart
            below = shares[y - 1] * y if y > 0 else 0.0
            shares[y] = 1.0 if away >= far else (shares[y] * x + below) / max(x + y, 1)
    return shares[n]


def ks_2samp(data1, data2, alternative="two-sided", method="auto"):
    """Exact, of samples of at most 10000 elements."""
    assert alternative in ("two-sided", "less", "greater") and method in ("auto", "exact")
    m, n = data1.shape[0], data2.shape[0]
    assert data1.ndim == 1 and data2.ndim == 1 and 0 < m <= 10000 and 0 < n <= 10000
    every = np.concatenate((data1, data2))
    if np.any(np.isnan(every)):
        raise ValueError("of NaN it is NaN")
    first, second = (np.searchsorted(np.sort(x), every, side="right") for x in (data1, data2))
    apart = first * n - second * m
    least, most = np.maximum(-np.min(apart), 0), np.max(apart)
    far = least if alternative == "less" else most if alternative == "greater" else np.maximum(least, most)
    chance = np.where(far == 0, 1.0, _outside(m, n, far, alternative))
    return Tested(far / (m * n), np.clip(chance, 0.0, 1.0)[()])


def _edges(x, bins, range):
    if np.ndim(bins) > 0:
        return np.asarray(bins) * 1.0
    low, high = (np.min(x), np.max(x)) if range is None else (range[0], range[1])
    widened = np.where(low == high, 0.5, 0.0)
    return np.linspace(low - widened, high + widened, bins + 1)


def binned_statistic(x, values, statistic="mean", bins: Any = 10, range: Any = None):
    """Of one dimension. Elements that meet the last edge, but for rounding, are in the last bin."""
    assert statistic in ("mean", "std", "count", "sum", "min", "max", "median") and isinstance(bins, (int, np.ndarray))
    edges = _edges(x, bins, range)
    places = np.digitize(x, edges)
    digits = 10.0 ** (np.trunc(-np.log10(np.min(np.diff(edges)))) + 6.0)
    places = np.where((x >= edges[-1]) & (np.rint(x * digits) == np.rint(edges[-1] * digits)), places - 1, places)
    return Binned(_of_bins(np.asarray(values) * np.float64(1.0), places, edges.shape[0] - 1, statistic), edges, places)


def _of_bins(values, places, n, statistic):
    members = places[None, :] == np.arange(1, n + 1)[:, None]
    count = np.sum(members, axis=1)
    if statistic == "count":
        return count * 1.0
    if statistic in ("min", "max"):
        sign = 1.0 if statistic == "min" else -1.0
        return np.where(count == 0, np.nan, sign * np.min(np.where(members, sign * values, np.inf), axis=1))
    if statistic == "median":
        ordered, rows = np.sort(np.where(members, values, np.inf), axis=1), np.arange(n)
        middle = ordered[rows, np.maximum(count - 1, 0) // 2] + ordered[rows, np.minimum(count // 2, values.shape[0] - 1)]
        return np.where((count == 0) | np.any(members & np.isnan(values), axis=1), np.nan, middle / 2.0)
    total = np.sum(np.where(members, values, 0.0), axis=1)
    if statistic == "sum":
        return total
    mean = total / np.where(count == 0, np.nan, count)
    if statistic == "mean":
        return mean
    return np.sqrt(np.sum(np.where(members, (values - mean[:, None]) ** 2, 0.0), axis=1) / np.where(count == 0, np.nan, count))
