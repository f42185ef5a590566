"""scipy.special: functions with definitions in terms of others. Sources: DLMF chapters 5, 10, 18."""

from typing import Any

import numpy as np
import scipy.special as special


def betaln(a, b):
    """Where the larger one is at least 10, ln G(b) - ln G(a + b) by Stirling's series without cancellation (Didonato & Morris 1992)."""
    low, high = np.minimum(a, b), np.maximum(a, b)
    large = (high >= 10.0) & (low > 0.0) & (high < np.inf)
    p, q = np.where(large, low, 1.0), np.where(large, high, 10.0)
    r, s = np.where(large, 1.0, low), np.where(large, 1.0, high)
    apart = (q - 0.5) * np.log1p(-p / (p + q)) - p * (np.log(p + q) - 1.0) + _stirling(q) - _stirling(p + q)
    return np.where(large, special.gammaln(p) + apart, special.gammaln(r) + special.gammaln(s) - special.gammaln(r + s))[()]


def _stirling(x):
    """ln G(x) - (x - 1/2) ln x + x - ln(2 pi) / 2 for x >= 10: DLMF 5.11.1, relative error below 1e-14."""
    u = 1.0 / (x * x)
    return (1.0 / 12 + u * (-1.0 / 360 + u * (1.0 / 1260 + u * (-1.0 / 1680 + u * (1.0 / 1188 + u * (-691.0 / 360360)))))) / x


def beta(a, b):
    """By logarithms where all is positive."""
    positive = (np.asarray(a) > 0) & (np.asarray(b) > 0)
    p, q = np.where(positive, a, 1.0), np.where(positive, b, 1.0)
    r, s = np.where(positive, 1.0, a), np.where(positive, 1.0, b)
    return np.where(positive, np.exp(betaln(p, q)), special.gamma(r) * special.gamma(s) / special.gamma(r + s))[()]


def binom(n, k):
    """1 / ((n + 1) B(n - k + 1, k + 1)); 0 where one of the factorials in the denominator is infinite and that of n is not."""
    rest, n, k = np.asarray(n - k) * 1.0, np.asarray(n) * 1.0, np.asarray(k) * 1.0
    none = (_negative(rest) | _negative(k)) & np.logical_not(_negative(n))
    m, j = np.where(none, 1.0, n), np.where(none, 1.0, k)
    return np.where(none, 0.0, 1.0 / ((m + 1.0) * beta(m - j + 1.0, j + 1.0)))[()]


def _negative(x):
    """Whether x is an integer below 0."""
    return (x < 0) & (np.floor(x) == x)


def exprel(x):
    flat = x == 0
    share = np.expm1(x) / np.where(flat | (x == np.inf), 1.0, x)
    return np.where(flat, 1.0 + 0.5 * x, share)[()]


def xlog1py(x, y):
    nothing = (x == 0) & ((y <= -1) | (y == np.inf))
    return np.where(nothing, 0.0, x * np.log1p(np.where(nothing, 0.0, y)))[()]


def entr(x):
    inside = x > 0
    return np.where(inside, -x * np.log(np.where(inside, x, 1.0)), np.where(x == 0, 0.0, np.where(np.isnan(x), np.nan, -np.inf)))[()]


def rel_entr(x, y):
    inside = (x > 0) & (y > 0)
    share = np.where(inside, x, 1.0) / np.where(inside, y, 1.0)
    return np.where(inside, x * np.log(share), np.where((x == 0) & (y >= 0), 0.0, np.where(np.isnan(x + y), np.nan, np.inf)))[()]


def kl_div(x, y):
    inside = (x > 0) & (y > 0)
    share = np.where(inside, x, 1.0) / np.where(inside, y, 1.0)
    return np.where(inside, x * np.log(share) - x + y, np.where((x == 0) & (y >= 0), y, np.where(np.isnan(x + y), np.nan, np.inf)))[()]


def huber(delta, r):
    size = np.abs(r)
    found = np.where(size <= delta, 0.5 * r * r, delta * (size - 0.5 * delta))
    return np.where(delta < 0, np.inf, found)[()]


def log_expit(x):
    return np.minimum(x, 0.0) - np.log1p(np.exp(-np.abs(x)))


def spherical_jn(n, z, derivative=False):
    if derivative:
        return n / z * spherical_jn(n, z) - spherical_jn(n + 1, z)
    return np.sqrt(np.pi / (2.0 * z)) * special.jv(n + 0.5, z)


def spherical_yn(n, z, derivative=False):
    if derivative:
        return n / z * spherical_yn(n, z) - spherical_yn(n + 1, z)
    return np.sqrt(np.pi / (2.0 * z)) * special.yv(n + 0.5, z)


def polygamma(n, x):
    """(-1)^(n + 1) n! zeta(n + 1, x); digamma for n = 0"""
    if n == 0:
        return special.psi(x)
    return (-1.0) ** (n + 1) * special.gamma(n + 1.0) * special.zeta(n + 1.0, x)


def factorial(n, exact=False):
    assert not exact
    n = np.asarray(n) * np.float64(1.0)
    below = n < 0
    return np.where(below, 0.0, special.gamma(np.where(below, 0.0, n) + 1.0))[()]


def _recurred(n, x, first, second, step: Any):
    """The n-th of a family of polynomials by its recurrence of three terms."""
    before, now = first + 0.0 * x, second
    if n == 0:
        return before
    for k in range(1, n):
        before, now = now, step(k, now, before)
    return now


def eval_legendre(n, x):
    return _recurred(n, x, 1.0, x, lambda k, p, q: ((2.0 * k + 1.0) * x * p - k * q) / (k + 1.0))


def eval_chebyt(n, x):
    return _recurred(n, x, 1.0, x, lambda k, p, q: 2.0 * x * p - q)


def eval_chebyu(n, x):
    return _recurred(n, x, 1.0, 2.0 * x, lambda k, p, q: 2.0 * x * p - q)


def eval_hermite(n, x):
    return _recurred(n, x, 1.0, 2.0 * x, lambda k, p, q: 2.0 * x * p - 2.0 * k * q)


def eval_hermitenorm(n, x):
    return _recurred(n, x, 1.0, x, lambda k, p, q: x * p - k * q)


def eval_laguerre(n, x):
    return _recurred(n, x, 1.0, 1.0 - x, lambda k, p, q: ((2.0 * k + 1.0 - x) * p - k * q) / (k + 1.0))
