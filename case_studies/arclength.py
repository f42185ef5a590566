"""Arc length of a rough curve, summed over n chords.

    f(x) = x + sum_{k=1..5} sin(2^k x) / 2^k  on [0, pi],   x_i = i h,   h = pi / n
    s = sum_{i=1..n} sqrt(h^2 + (f(x_i) - f(x_{i-1}))^2)

D. H. Bailey's example of where extra precision pays (Resolving numerical anomalies in scientific computation, 2008),
since then the standard small program of precision tuners, whose variable names are kept here. With n = 1000000 the
sum is 5.795776322412856. The chord squares a difference of neighbouring values, so noise in the curve enters by second
order: rounding the curve to binary32 lengthens it by 2.6e-4.

    h   step         t1  curve at the previous point     t3  curve while its terms are summed
    x   abscissa     t2  curve at this point             d2  2^k, exact in any format with the exponent range; d1  2^0
    s1  length so far
"""

import numpy as np


def arclength(n):
    """The length of the polygon through n + 1 points of the curve."""
    d1 = 1.0

    def fun(x):
        d2 = d1
        t3 = x
        for k in range(5):
            d2 = 2.0 * d2
            t3 = t3 + np.sin(d2 * x) / d2
        return t3

    t1 = 0.0
    s1 = 0.0
    h = np.pi / n
    for i in range(1, n + 1):
        x = i * h
        t2 = fun(x)
        s1 = s1 + np.sqrt(h * h + (t2 - t1) * (t2 - t1))
        t1 = t2
    return s1


def inputs(seed, size=None):
    """Arguments of `arclength`: the number of chords, size (default 10000). There are no data: seed is not used."""
    return (10_000 if size is None else size,)
