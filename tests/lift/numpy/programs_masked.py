"""Programs with masked arrays of np.ma."""

from typing import Any

import numpy as np
from numpy import ma

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(5, 7, 10)).both


@prog(lambda n: (U(n, n + 1), U(n + 1, n)[:n].repeat(2, axis=1)[:, :n + 1]))
def anomalies(temperature, ice):
    """Means, deviations and extremes of what is not masked; arithmetic, whose domain masks more."""
    open_water = ma.masked_where(temperature > 1.1, temperature)
    both = ma.masked_array(ice, mask=open_water.mask)
    anomaly = open_water - open_water.mean()
    ratio = 1.0 / (ma.masked_less(ice, 0.4) - 0.5)
    rooted = np.sqrt(anomaly)
    wave: Any = np.exp(-both) * 2 + np.log(ma.masked_outside(ice, 0.3, 1.3))
    return (anomaly.std(), (both * anomaly).sum(axis=0).filled(0.0), open_water.max(), open_water.mean(axis=1).filled(-9.0), ratio.count(),
            rooted.filled(0.0), rooted.mask, wave.compressed().sum(), ma.filled(wave, 1.0), np.mean(both), (both > 0.5).sum(),
            anomaly.var(ddof=1), both.data, (2.0 - both).data)


@prog(lambda n: (U(n, n + 1), U(n + 1, n)[:n].repeat(2, axis=1)[:, :n + 1]))
def changed_in_place(a, b):
    """Masked arrays that share the elements of arguments, and are changed."""
    m, q = ma.array(a, mask=a > 1.0), ma.masked_greater(b, 0.9)
    m -= 0.3
    m *= q
    m /= b + 0.4
    m[1] = 7.0
    m[2] = q[2]
    row = m[3]
    row += 1.0
    return m.sum(), m.mask, ma.masked_invalid(np.where(b > 1.0, np.nan, b)).filled(0.5)


@prog(lambda n: (U(n) + 0.5, U(n) + 0.1), grad=False)
def masks_that_are_shared(x, y):
    """Who sees what is masked later: those that were given the mask, parts of an array, and functions of one array."""
    k = x > 0.9
    given, copied = ma.array(x, mask=k), ma.masked_where(k, y)
    part, opposite, twice, whole = given[1:4], -given, given * 2.0, ma.array(given)
    part[1] = ma.masked
    opposite[0] = ma.masked
    twice[3] = ma.masked
    copied[3:] = ma.masked
    whole /= np.arange(len(x)) - 1.0
    return k, given.filled(0.0), opposite.filled(0.0), twice.filled(0.0), whole.mask, copied.filled(-1.0), ma.is_masked(part), ma.count(twice)


@prog(lambda n: (U(n) + 0.5,), grad=False)
def fill_values(x):
    """Arrays computed of one keep its fill value; comparisons do not."""
    m = ma.masked_greater(x, 1.0)
    first = m.fill_value
    m.fill_value = 7.0
    one = ma.masked_equal(np.round(x), 1.0)
    bare = ma.array(x)
    bare.mask = x < 0.8
    return (first, (m * 2).filled(), (m > 0.6).filled(), np.sqrt(m).filled(), (1.0 / m).filled(), one.filled(), bare.reshape(-1, 1).sum(),
            bare.mask, isinstance(m, np.ndarray), isinstance(m, ma.MaskedArray), isinstance(x, ma.MaskedArray), type(m) is ma.MaskedArray)
