"""scipy.stats: densities and distributions with definitions, and statistics of samples."""

from typing import Any, NamedTuple

import numpy as np
import scipy.special as special

from precis.lift.numpy import primitives


class Line(NamedTuple):
    slope: Any
    intercept: Any
    rvalue: Any
    pvalue: Any
    stderr: Any


class Correlation(NamedTuple):
    statistic: Any
    pvalue: Any


def _chance(r, n):
    """That a correlation of n independent pairs is larger than r: Student's distribution by the incomplete beta function."""
    freedom = n - 2.0
    return special.betainc(primitives.stop(freedom / 2.0), 0.5, 1.0 - r * r)


def norm_pdf(x, loc=0.0, scale=1.0):
    z = (x - loc) / scale
    return np.exp(-z * z / 2.0) / np.sqrt(2.0 * np.pi) / scale


def norm_logpdf(x, loc=0.0, scale=1.0):
    z = (x - loc) / scale
    return -z * z / 2.0 - np.log(np.sqrt(2.0 * np.pi)) - np.log(scale)


def norm_cdf(x, loc=0.0, scale=1.0):
    return special.ndtr((x - loc) / scale)


def norm_sf(x, loc=0.0, scale=1.0):
    return special.ndtr(-(x - loc) / scale)


def norm_logcdf(x, loc=0.0, scale=1.0):
    return special.log_ndtr((x - loc) / scale)


def norm_ppf(q, loc=0.0, scale=1.0):
    return special.ndtri(q) * scale + loc


def norm_isf(q, loc=0.0, scale=1.0):
    return -special.ndtri(q) * scale + loc


def expon_pdf(x, loc=0.0, scale=1.0):
    z = (x - loc) / scale
    return np.where(z >= 0.0, np.exp(-np.maximum(z, 0.0)) / scale, 0.0)[()]


def expon_cdf(x, loc=0.0, scale=1.0):
    return -np.expm1(-np.maximum((x - loc) / scale, 0.0))


def uniform_pdf(x, loc=0.0, scale=1.0):
    z = (x - loc) / scale
    return np.where((z >= 0.0) & (z <= 1.0), 1.0 / scale, 0.0)[()]


def uniform_cdf(x, loc=0.0, scale=1.0):
    return np.clip((x - loc) / scale, 0.0, 1.0)


def poisson_pmf(k, mu, loc=0):
    n = k - loc
    return np.exp(special.xlogy(n, mu) - special.gammaln(n + 1.0) - mu)


def zscore(a, axis=0, ddof=0):
    return (a - np.mean(a, axis=axis, keepdims=True)) / np.std(a, axis=axis, ddof=ddof, keepdims=True)


def skew(a, axis=0, bias=True):
    assert bias
    d = a - np.mean(a, axis=axis, keepdims=True)
    return np.mean(d**3, axis=axis) / np.mean(d**2, axis=axis) ** 1.5


def kurtosis(a, axis=0, fisher=True, bias=True):
    assert bias
    d = a - np.mean(a, axis=axis, keepdims=True)
    found = np.mean(d**4, axis=axis) / np.mean(d**2, axis=axis) ** 2
    return found - 3.0 if fisher else found


def sem(a, axis=0, ddof=1):
    return np.std(a, axis=axis, ddof=ddof) / np.sqrt(a.shape[axis])


def gmean(a, axis=0):
    return np.exp(np.mean(np.log(a), axis=axis))


def _correlated(x, y):
    """(r, sum of squares of x, of y, of products)"""
    dx, dy = x - np.mean(x), y - np.mean(y)
    squares, others, products = np.sum(dx * dx), np.sum(dy * dy), np.sum(dx * dy)
    return products / np.sqrt(squares * others), squares, others, products


def pearsonr(x, y):
    r = _correlated(x, y)[0]
    return Correlation(r, _chance(r, x.shape[0]))


def linregress(x, y):
    r, squares, others, products = _correlated(x, y)
    slope = products / squares
    error = np.sqrt((1.0 - r * r) * others / squares / (x.shape[0] - 2.0))
    return Line(slope, np.mean(y) - slope * np.mean(x), r, _chance(r, x.shape[0]), error)
