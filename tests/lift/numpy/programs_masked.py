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
