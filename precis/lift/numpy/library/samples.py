"""scipy.stats: statistics of samples, and tests."""

from typing import Any, NamedTuple

import numpy as np
import scipy.special as special

from precis.lift.numpy import primitives
from precis.lift.numpy.library.averages import floating


class Line(NamedTuple):
    slope: Any
    intercept: Any
    rvalue: Any
    pvalue: Any
    stderr: Any


class Tested(NamedTuple):
    statistic: Any
    pvalue: Any


def _chance(r, n):
    """That a correlation of n independent pairs is larger than r: Student's distribution by the incomplete beta function."""
    freedom = n - 2.0
    return special.betainc(primitives.stop(freedom / 2.0), 0.5, 1.0 - r * r)


def _correlated(x, y):
    """(r, sum of squares of x, of y, of products)"""
    assert x.ndim == 1 and y.ndim == 1
    dx, dy = x - np.mean(x), y - np.mean(y)
    squares, others, products = np.sum(dx * dx), np.sum(dy * dy), np.sum(dx * dy)
    return products / np.sqrt(squares * others), squares, others, products


def pearsonr(x, y, *, alternative="two-sided"):
    assert alternative in ("two-sided", "less", "greater")
    r = _correlated(x, y)[0]
    return Tested(r, _sided(r, _chance(r, x.shape[0]), alternative))


def rankdata(a, method="average", axis=None):
    """Places from 1 among the sorted elements; equal ones share the mean, the least or the greatest of theirs."""
    assert axis is None and method in ("average", "min", "max") and a.ndim == 1
    ordered = np.sort(a)
    below, upto = np.searchsorted(ordered, a, side="left"), np.searchsorted(ordered, a, side="right")
    if method == "average":
        return np.where(np.any(np.isnan(a)), np.nan, (below + upto + 1) / 2.0)
    if np.any(np.isnan(a)):
        raise ValueError("ranks of NaN are NaN, which no integers are")
    return below + 1 if method == "min" else upto


class Mode(NamedTuple):
    mode: Any
    count: Any


def mode(a, axis=0, nan_policy="propagate", keepdims=False):
    """The element that is there most often, the least of several."""
    assert nan_policy == "propagate" and not keepdims and (a.ndim == 1 or axis is None) and a.dtype.kind != "c"
    ordered = np.sort(np.ravel(a))
    if np.any(np.isnan(ordered)):
        raise ValueError("of NaN it is NaN, as often as there is NaN")
    counts = np.searchsorted(ordered, ordered, side="right") - np.searchsorted(ordered, ordered, side="left")
    first = np.argmax(counts)
    return Mode(ordered[first], counts[first])


def _apart(u_values, v_values):
    """(differences of the two distribution functions between neighbours of all values, their distances)"""
    u, v = np.ravel(u_values).astype(float), np.ravel(v_values).astype(float)
    every = np.sort(np.concatenate((u, v)))
    below, under = (np.searchsorted(np.sort(x), every[:-1], side="right") / x.shape[0] for x in (u, v))
    return below - under, np.diff(every)


def wasserstein_distance(u_values, v_values, u_weights=None, v_weights=None):
    assert u_weights is None and v_weights is None
    apart, steps = _apart(u_values, v_values)
    return np.sum(np.abs(apart) * steps)


def energy_distance(u_values, v_values, u_weights=None, v_weights=None):
    assert u_weights is None and v_weights is None
    apart, steps = _apart(u_values, v_values)
    return np.sqrt(2.0) * np.sqrt(np.sum(apart * apart * steps))


def spearmanr(a, b, axis=0, nan_policy="propagate", alternative="two-sided"):
    assert axis in (0, None) and nan_policy == "propagate" and alternative in ("two-sided", "less", "greater")
    r = _correlated(rankdata(a), rankdata(b))[0]
    return Tested(r, _sided(r, _chance(r, a.shape[0]), alternative))


def _beyond(t, freedom):
    """That Student's t is further from 0, by the incomplete beta function."""
    return special.betainc(primitives.stop(freedom / 2.0), 0.5, freedom / (freedom + t * t))


def _by_student(t, freedom, alternative="two-sided"):
    assert alternative in ("two-sided", "less", "greater")
    return Tested(t, _sided(t, _beyond(t, freedom), alternative).astype(t.dtype))


def _sided(t, beyond, alternative):
    """Of the probability of both tails of a symmetric distribution that of the one asked for."""
    if alternative == "two-sided":
        return beyond
    return np.where((t > 0.0) if alternative == "greater" else (t < 0.0), beyond / 2.0, 1.0 - beyond / 2.0)[()]


def ttest_1samp(a, popmean, axis=0, nan_policy="propagate", alternative="two-sided"):
    assert nan_policy == "propagate" and axis is not None
    a = floating(a)
    n = a.shape[axis] * 1.0
    return _by_student((np.mean(a, axis=axis) - popmean) / np.sqrt(np.var(a, axis=axis, ddof=1) / n), n - 1.0, alternative)


def ttest_rel(a, b, axis=0, nan_policy="propagate", alternative="two-sided"):
    return ttest_1samp(a - b, 0.0, axis, nan_policy, alternative)


def _squares(x, axis):
    """Sums of squared distances from the mean, over a degree of freedom each; nothing where there is one element."""
    return np.var(x, axis=axis, ddof=1) if x.shape[axis] != 1 else np.zeros_like(np.mean(x, axis=axis))


def ttest_ind(a, b, *, axis=0, equal_var=True, nan_policy="propagate", alternative="two-sided"):
    """With one variance for both, or with one each (B. L. Welch, 1947)."""
    assert nan_policy == "propagate" and axis is not None
    a, b = floating(a), floating(b)
    n, m = a.shape[axis] * 1.0, b.shape[axis] * 1.0
    apart = np.mean(a, axis=axis) - np.mean(b, axis=axis)
    if equal_var:
        pooled = ((n - 1.0) * _squares(a, axis) + (m - 1.0) * _squares(b, axis)) / (n + m - 2.0)
        return _by_student(apart / np.sqrt(pooled * (1.0 / n + 1.0 / m)), n + m - 2.0, alternative)
    u, v = np.var(a, axis=axis, ddof=1) / n, np.var(b, axis=axis, ddof=1) / m
    t, freedom = apart / np.sqrt(u + v), (u + v) ** 2 / (u * u / (n - 1.0) + v * v / (m - 1.0))
    freedom = np.where(np.isnan(freedom), 1.0, freedom)
    held = primitives.stop(freedom)
    step = 1e-4 * held  # differences stand for the derivative by the degrees of freedom
    slope = primitives.stop((_beyond(t, held + step) - _beyond(t, held - step)) / (2.0 * step))
    return Tested(t, _sided(t, _beyond(t, held) + slope * (freedom - held), alternative).astype(t.dtype))


def iqr(x, axis=None, rng=(25, 75), scale=1.0, nan_policy="propagate", interpolation: Any = "linear", keepdims=False):
    assert nan_policy == "propagate" and not isinstance(scale, str)
    upper, lower = (np.percentile(x, q, axis=axis, method=interpolation, keepdims=keepdims) for q in (rng[1], rng[0]))
    return (upper - lower) / scale


class gaussian_kde:
    """Gaussians at every point, as wide as the points lie (D. W. Scott, 1992; B. W. Silverman, 1986)."""

    def __init__(self, dataset, bw_method=None, weights=None):
        assert weights is None
        self.dataset = np.atleast_2d(dataset)
        self.d, self.n = self.dataset.shape
        self.factor = self._width(bw_method)
        self.covariance = np.atleast_2d(np.cov(self.dataset)) * self.factor**2

    def _width(self, bw_method):
        if bw_method is None or bw_method == "scott":
            return (self.n * 1.0) ** (-1.0 / (self.d + 4))
        if bw_method == "silverman":
            return (self.n * (self.d + 2.0) / 4.0) ** (-1.0 / (self.d + 4))
        return bw_method

    def __call__(self, points):
        points = np.atleast_2d(np.asarray(points))
        apart = points[:, None, :] - self.dataset[:, :, None]
        squares = np.sum(apart * np.einsum("ij,jkl->ikl", np.linalg.inv(self.covariance), apart), axis=0)
        return np.sum(np.exp(-0.5 * squares), axis=0) / (self.n * np.sqrt(np.linalg.det(2.0 * np.pi * self.covariance)))

    def evaluate(self, points):
        return self(points)

    def pdf(self, x):
        return self(x)

    def logpdf(self, x):
        return np.log(self(x))


def linregress(x, y, alternative="two-sided"):
    assert alternative in ("two-sided", "less", "greater")
    middle, height = np.mean(x), np.mean(y)
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    r, squares, others, products = _correlated(x, y)
    slope = products / squares
    error = np.sqrt((1.0 - r * r) * others / squares / (x.shape[0] - 2.0))
    return Line(slope, height - slope * middle, r, _sided(r, _chance(r, x.shape[0]), alternative), error)
