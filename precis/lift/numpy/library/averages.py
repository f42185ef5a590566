"""scipy.stats: means, moments, spreads and circular statistics of samples, and tests by them. NaN stays NaN (`nan_policy`)."""

from typing import Any, NamedTuple

import numpy as np
import scipy.special as special

from precis.lift.numpy.primitives import stop


class Tested(NamedTuple):
    statistic: Any
    pvalue: Any


def _count(a, axis):
    return a.size if axis is None else a.shape[axis]


def _mean(x, weights, axis, keepdims):
    return np.mean(x, axis=axis, keepdims=keepdims) if weights is None else np.average(x, axis=axis, weights=weights, keepdims=keepdims)


def gmean(a, axis=0, dtype=None, weights=None, *, nan_policy="propagate", keepdims=False):
    assert dtype is None and nan_policy == "propagate"
    return np.exp(_mean(np.log(a), weights, axis, keepdims))


def hmean(a, axis=0, dtype=None, *, weights=None, nan_policy="propagate", keepdims=False):
    assert dtype is None and nan_policy == "propagate"
    return 1.0 / _mean(1.0 / _none_below(a), weights, axis, keepdims)


def pmean(a, p, *, axis=0, dtype=None, weights=None, nan_policy="propagate", keepdims=False):
    assert dtype is None and nan_policy == "propagate"
    if p == 0:
        return gmean(a, axis, weights=weights, keepdims=keepdims)
    return _mean(_none_below(a) ** (p * 1.0), weights, axis, keepdims) ** (1.0 / p)


def _none_below(a):
    """NaN in place of negative numbers, of which there are no such means."""
    assert a.dtype.kind != "c"
    return np.where(a < 0, np.nan, a)


def floating(a):
    """As SciPy makes numbers of counts."""
    return a if a.dtype.kind in "fc" else a.astype(float)


def _spread(a, axis, ddof, keepdims):
    """The standard deviation; NaN where no degree of freedom is left."""
    found = np.std(a, axis=axis, ddof=ddof, keepdims=keepdims)
    return found if _count(a, axis) > ddof else found * np.nan


def _all_equal(a, second, axis, keepdims):
    """Whether what a second moment shows is no more than rounding of the mean: then there is no shape, and SciPy gives NaN."""
    least = np.finfo(second.dtype).eps * np.mean(a, axis=axis, keepdims=keepdims)
    return second <= least * least


def _moment(a, order, axis, keepdims=False):
    return np.mean((a - np.mean(a, axis=axis, keepdims=True)) ** order, axis=axis, keepdims=keepdims)


def moment(a, order=1, axis=0, nan_policy="propagate", *, center=None, keepdims=False):
    assert nan_policy == "propagate" and isinstance(order, int)
    middle = np.mean(a, axis=axis, keepdims=True) if center is None else center
    if order == 1 and center is None:
        nothing = np.zeros_like(np.mean(a, axis=axis, keepdims=keepdims))
        return np.where(np.any(np.isnan(a), axis=axis, keepdims=keepdims), np.nan, nothing)
    return np.mean((a - middle) ** order, axis=axis, keepdims=keepdims)


def skew(a, axis=0, bias=True, nan_policy="propagate", *, keepdims=False):
    assert nan_policy == "propagate"
    a, second, n = floating(a), _moment(a, 2, axis, keepdims), _count(a, axis)
    found = np.where(_all_equal(a, second, axis, keepdims), np.nan, _moment(a, 3, axis, keepdims) / second**1.5)[()]
    return found if bias or n < 3 else found * ((n - 1.0) * n) ** 0.5 / (n - 2.0)


def kurtosis(a, axis=0, fisher=True, bias=True, nan_policy="propagate", *, keepdims=False):
    assert nan_policy == "propagate"
    a, second, n = floating(a), _moment(a, 2, axis, keepdims), _count(a, axis)
    found = np.where(_all_equal(a, second, axis, keepdims), np.nan, _moment(a, 4, axis, keepdims) / second**2)[()]
    if not bias and n > 3:
        found = 1.0 / (n - 2.0) / (n - 3.0) * ((n * n - 1.0) * found - 3.0 * (n - 1.0) ** 2) + 3.0
    return found - 3.0 if fisher else found


def sem(a, axis=0, ddof=1, nan_policy="propagate", *, keepdims=False):
    assert nan_policy == "propagate"
    found = np.std(a, axis=axis, ddof=ddof, keepdims=keepdims) / (_count(a, axis) * 1.0) ** 0.5
    return found if _count(a, axis) > 1 else found * np.nan


def variation(a, axis=0, nan_policy="propagate", ddof=0, *, keepdims=False):
    assert nan_policy == "propagate"
    return np.std(a, axis=axis, ddof=ddof, keepdims=keepdims) / np.mean(a, axis=axis, keepdims=keepdims)


def gstd(a, axis=0, ddof=1, *, keepdims=False, nan_policy="propagate"):
    assert nan_policy == "propagate"
    return np.exp(_spread(np.log(floating(a)), axis, ddof, keepdims))


def zmap(scores, compare, axis=0, ddof=0, nan_policy="propagate"):
    assert nan_policy == "propagate"
    dtype = np.result_type(floating(scores), floating(compare))
    scores, compare = scores.astype(dtype), compare.astype(dtype)
    return (scores - np.mean(compare, axis=axis, keepdims=True)) / _spread(compare, axis, ddof, True)


def zscore(a, axis=0, ddof=0, nan_policy="propagate"):
    """NaN of elements that are all equal but for the rounding of their mean."""
    assert nan_policy == "propagate"
    a = floating(a)
    mean, spread = np.mean(a, axis=axis, keepdims=True), _spread(a, axis, ddof, True)
    return np.where(spread <= np.abs(np.finfo(a.dtype).eps * mean), np.nan, (a - mean) / spread)[()]


def gzscore(a, *, axis=0, ddof=0, nan_policy="propagate"):
    return zscore(np.log(floating(a)), axis, ddof, nan_policy)


def tmean(a, limits=None, inclusive=(True, True), axis=None, *, nan_policy="propagate", keepdims=False):
    assert nan_policy == "propagate" and limits is None and inclusive == (True, True)
    """Sums and counts in the dtype of the elements, as SciPy: of small integers they wrap around, of bools they are bools."""
    if a.dtype.kind == "b":
        return np.any(a, axis=axis, keepdims=keepdims) * 1.0
    count = np.sum(np.ones_like(a), axis=axis, dtype=a.dtype, keepdims=keepdims)
    return np.sum(a, axis=axis, dtype=a.dtype, keepdims=keepdims) / np.where(count == 0, np.nan, count)


def tvar(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy="propagate", keepdims=False):
    assert nan_policy == "propagate" and limits is None and inclusive == (True, True)
    assert a.dtype.kind != "c"
    return np.var(a, axis=axis, ddof=ddof, keepdims=keepdims)


def tstd(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy="propagate", keepdims=False):
    return np.sqrt(tvar(a, limits, inclusive, axis, ddof, nan_policy=nan_policy, keepdims=keepdims))


def median_abs_deviation(x, axis=0, center=None, scale=1.0, nan_policy="propagate", *, keepdims=False):
    assert center is None and nan_policy == "propagate" and not isinstance(scale, str)
    return np.median(np.abs(x - np.median(x, axis=axis, keepdims=True)), axis=axis, keepdims=keepdims) / scale


def trim_mean(a, proportiontocut, axis=0, *, nan_policy="propagate", keepdims=False):
    """Without the lowest and the highest share, of one axis."""
    assert nan_policy == "propagate" and not keepdims and (axis is None or isinstance(axis, int))
    x, along = (np.ravel(a), 0) if axis is None else (a, axis)
    n = x.shape[along]
    cut = int(proportiontocut * n)
    ordered = np.moveaxis(np.sort(x, axis=along), along, 0)
    found = np.mean(ordered[cut:n - cut], axis=0)
    return np.where(np.isnan(ordered[-1]), np.nan, found)


def entropy(pk, qk=None, base=None, axis=0, *, nan_policy="propagate", keepdims=False):
    """Of shares that need not add up to 1; relative to qk."""
    assert nan_policy == "propagate" and axis is not None
    p = pk / np.sum(pk, axis=axis, keepdims=True)
    parts = special.entr(p) if qk is None else special.rel_entr(p, qk / np.sum(qk, axis=axis, keepdims=True))
    found = np.sum(parts, axis=axis, keepdims=keepdims)
    return found if base is None else found / float(np.log(base))


def _turned(samples, high, low, axis, keepdims):
    """(mean sine, mean cosine) of angles in [low, high)."""
    angles = (samples - low) * (2.0 * np.pi / (high - low))
    return np.mean(np.sin(angles), axis=axis, keepdims=keepdims), np.mean(np.cos(angles), axis=axis, keepdims=keepdims)


def circmean(samples, high=2 * np.pi, low=0, axis=None, nan_policy="propagate", *, keepdims=False):
    assert nan_policy == "propagate"
    s, c = _turned(samples, high, low, axis, keepdims)
    return np.mod(np.arctan2(s, c), 2.0 * np.pi) * (high - low) / (2.0 * np.pi) + low


def circvar(samples, high=2 * np.pi, low=0, axis=None, nan_policy="propagate", *, keepdims=False):
    assert nan_policy == "propagate"
    s, c = _turned(samples, high, low, axis, keepdims)
    return 1.0 - np.minimum(np.hypot(s, c), 1.0)


def circstd(samples, high=2 * np.pi, low=0, axis=None, nan_policy="propagate", *, normalize=False, keepdims=False):
    assert nan_policy == "propagate"
    s, c = _turned(samples, high, low, axis, keepdims)
    found = np.sqrt(-2.0 * np.log(np.minimum(np.hypot(s, c), 1.0)))
    return found if normalize else found * (high - low) / (2.0 * np.pi)


def f_oneway(*samples, axis=0, equal_var=True, nan_policy="propagate", keepdims=False):
    """Of samples of one dimension or along one axis: variances between and within."""
    assert equal_var and nan_policy == "propagate" and not keepdims and axis is not None
    counts = [x.shape[axis] for x in samples]
    n, groups = sum(counts), len(samples)
    whole = sum([np.sum(x, axis=axis) for x in samples]) / n
    between = sum([k * (np.mean(x, axis=axis) - whole) ** 2 for x, k in zip(samples, counts)]) / (groups - 1.0)
    within = sum([np.sum((x - np.mean(x, axis=axis, keepdims=True)) ** 2, axis=axis) for x in samples]) / (n - groups)
    f = between / within
    m, d = groups - 1.0, n - groups * 1.0
    return Tested(f, special.betainc(stop(d / 2.0), stop(m / 2.0), d / (d + m * f)))


def chisquare(f_obs, f_exp=None, ddof=0, axis=0, *, sum_check=True, nan_policy="propagate", keepdims=False):
    """That the sums agree is not checked."""
    assert sum_check and nan_policy == "propagate" and not keepdims and isinstance(ddof, int)
    expected = np.mean(f_obs, axis=axis, keepdims=True) if f_exp is None else f_exp
    found = np.sum((f_obs - expected) ** 2 / expected, axis=axis)
    return Tested(found, special.gammaincc(stop((_count(f_obs, axis) - 1.0 - ddof) / 2.0), found / 2.0).astype(found.dtype))


def jarque_bera(x, *, axis=None, nan_policy="propagate", keepdims=False):
    assert nan_policy == "propagate" and not keepdims
    second = _moment(x, 2, axis)
    found = _count(x, axis) / 6.0 * (_moment(x, 3, axis) ** 2 / second**3 + (_moment(x, 4, axis) / second**2 - 3.0) ** 2 / 4.0)
    return Tested(found, np.exp(-found / 2.0))
