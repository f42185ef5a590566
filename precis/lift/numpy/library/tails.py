"""scipy.special: distributions and their inverses by the incomplete gamma and beta functions. Degrees of freedom, shapes and counts have
no derivative: they are constants or integers. Sources: DLMF 8.17, 8.2; Abramowitz & Stegun 26."""

import numpy as np
import scipy.special as special

from precis.lift.numpy.primitives import parameter, stop


def stdtr(df, t):
    half = stop(parameter(df) / 2.0)
    beyond = 0.5 * special.betainc(half, 0.5, df / (df + t * t))
    return np.where(t > 0.0, 1.0 - beyond, beyond)[()]


def chdtr(v, x):
    return special.gammainc(stop(parameter(v) / 2.0), x / 2.0)


def chdtrc(v, x):
    return special.gammaincc(stop(parameter(v) / 2.0), x / 2.0)


def chdtri(v, p):
    return 2.0 * special.gammainccinv(stop(parameter(v) / 2.0), p)


def fdtr(dfn, dfd, x):
    m, n = parameter(dfn), parameter(dfd)
    return special.betainc(stop(m / 2.0), stop(n / 2.0), m * x / (m * x + n))


def fdtrc(dfn, dfd, x):
    m, n = parameter(dfn), parameter(dfd)
    return special.betainc(stop(n / 2.0), stop(m / 2.0), n / (m * x + n))


def fdtri(dfn, dfd, p):
    m, n = parameter(dfn), parameter(dfd)
    w = special.betaincinv(stop(m / 2.0), stop(n / 2.0), p)
    return n * w / (m * (1.0 - w))


def gdtr(a, b, x):
    return special.gammainc(b, a * x)


def gdtrc(a, b, x):
    return special.gammaincc(b, a * x)


def pdtr(k, m):
    found = special.gammaincc(stop(np.maximum(np.floor(k), 0.0) + 1.0), m)
    return np.where((k < 0) | (m < 0), np.nan, found)[()]


def pdtrc(k, m):
    found = special.gammainc(stop(np.maximum(np.floor(k), 0.0) + 1.0), m)
    return np.where((k < 0) | (m < 0), np.nan, found)[()]


def _counts(k, n):
    """(k, n - k, whether 0 <= k < n), in range where it is not."""
    fallen = np.floor(k)
    n = parameter(n) + 0.0 * fallen
    inside = (fallen >= 0) & (fallen < n)
    return np.where(inside, fallen, 0.0), np.where(inside, n - fallen, 1.0), inside, fallen, n


def bdtr(k, n, p):
    low, rest, inside, fallen, n = _counts(k, n)
    found = special.betainc(stop(rest), stop(low + 1.0), 1.0 - p)
    return np.where(inside, found, np.where((fallen == n) & (p >= 0) & (p <= 1), 1.0, np.nan))[()]


def bdtrc(k, n, p):
    low, rest, inside, fallen, n = _counts(k, n)
    found = special.betainc(stop(low + 1.0), stop(rest), p)
    valid = (p >= 0) & (p <= 1)
    return np.where(inside, found, np.where((fallen < 0) & valid, 1.0, np.where((fallen == n) & valid, 0.0, np.nan)))[()]


def nbdtr(k, n, p):
    return special.betainc(parameter(n), stop(np.floor(k) + 1.0), p)


def nbdtrc(k, n, p):
    return special.betainc(stop(np.floor(k) + 1.0), parameter(n), 1.0 - p)
