"""scipy.special: functions with definitions in terms of others. Sources: DLMF chapters 4, 5, 19."""

import numpy as np
import scipy.special as special


def betaln(a, b):
    """ln |B|. Where the larger one and the sum are at least 10, ln G(b) - ln G(a + b) by Stirling's series without cancellation
    (Didonato & Morris 1992)."""
    a, b, _, endless = _moved(np.asarray(a) * 1.0, np.asarray(b) * 1.0)
    low, high = np.minimum(a, b), np.maximum(a, b)
    large = (high >= 10.0) & (low + high >= 10.0) & (high < np.inf)
    p, q = np.where(large, low, 1.0), np.where(large, high, 10.0)
    r, s = np.where(large, 1.0, low), np.where(large, 1.0, high)
    apart = (q - 0.5) * np.log1p(-p / (p + q)) - p * (np.log(p + q) - 1.0) + _stirling(q) - _stirling(p + q)
    found = np.where(large, special.gammaln(p) + apart, special.gammaln(r) + special.gammaln(s) - special.gammaln(r + s))
    return np.where(endless, np.inf, found)[()]


def _moved(a, b):
    """(a, b, sign, whether B is infinite): where one is an integer that is not positive, B(a, b) = (-1)^b B(1 - a - b, b) for integers b
    with a + b < 1, and else infinite."""
    first, whole = _ends(a), _ends(a) | _ends(b)
    down, beside = np.where(first, a, b), np.where(first, b, a)
    finite = whole & (np.floor(beside) == beside) & (1.0 - a - b > 0.0)
    endless = whole & ~(finite & (beside > 0.0))
    sign = np.where(finite & (np.mod(beside, 2.0) == 1.0), -1.0, 1.0)
    held = np.where(endless, 1.0, np.where(whole, 1.0 - down - beside, a))
    return held, np.where(endless, 1.0, np.where(whole, beside, b)), sign, endless


def _ends(x):
    """Whether x is an integer below 1."""
    return (x <= 0) & (np.floor(x) == x)


def _stirling(x):
    """ln G(x) - (x - 1/2) ln x + x - ln(2 pi) / 2 for x >= 10: DLMF 5.11.1, relative error below 1e-14."""
    u = 1.0 / (x * x)
    return (1.0 / 12 + u * (-1.0 / 360 + u * (1.0 / 1260 + u * (-1.0 / 1680 + u * (1.0 / 1188 + u * (-691.0 / 360360)))))) / x


def beta(a, b):
    """By logarithms, with the signs of the gamma functions."""
    a, b = np.asarray(a) * 1.0, np.asarray(b) * 1.0
    p, q, sign, endless = _moved(a, b)
    turned = sign * gammasgn(p) * gammasgn(q) * np.where(_ends(p + q), 1.0, gammasgn(np.where(_ends(p + q), 1.0, p + q)))
    return np.where(endless, sign * np.inf, turned * np.exp(betaln(p, q)))[()]


def binom(n, k):
    """1 / ((n + 1) B(n - k + 1, k + 1)); 0 where one of the factorials in the denominator is infinite; NaN of negative integers n."""
    rest, n, k = np.asarray(n - k) * 1.0, np.asarray(n) * 1.0, np.asarray(k) * 1.0
    below = _negative(n)
    none = _negative(rest) | _negative(k) | below
    m, j = np.where(none, 1.0, n), np.where(none, 1.0, k)
    return np.where(below, np.nan, np.where(none, 0.0, 1.0 / ((m + 1.0) * beta(m - j + 1.0, j + 1.0))))[()]


def _negative(x):
    """Whether x is an integer below 0."""
    return (x < 0) & (np.floor(x) == x)


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


def factorial2(n, exact=False, extend="zero"):
    """n (n - 2) (n - 4) ..., by the gamma function; 0 for n < -1."""
    assert not exact and extend == "zero"
    n = np.asarray(n) * np.float64(1.0)
    none = n <= 0
    m = np.where(none, 1.0, n)
    found = special.gamma(m / 2.0 + 1.0) * 2.0 ** (m / 2.0) * np.where(m % 2 == 0, 1.0, np.sqrt(2.0 / np.pi))
    return np.where(none, np.where(n < 0, 0.0, 1.0), found)[()]


def comb(N, k, *, exact=False, repetition=False):
    assert not exact
    n, k = np.asarray(N) * 1.0, np.asarray(k) * 1.0
    if repetition:
        alone = (k == 0) & (n >= 0)
        return np.where(alone, 1.0, binom(np.where(alone, 1.0, n + k - 1.0), k))[()]
    there = (k <= n) & (n >= 0) & (k >= 0)
    return np.where(there, binom(np.where(there, n, 1.0), np.where(there, k, 0.0)), 0.0)[()]


def perm(N, k, exact=False):
    assert not exact
    n, k = np.asarray(N) * 1.0, np.asarray(k) * 1.0
    there = (k <= n) & (n >= 0) & (k >= 0)
    n, k = np.where(there, n, 1.0), np.where(there, k, 0.0)
    return np.where(there, special.poch(n - k + 1.0, k), 0.0)[()]


def multigammaln(a, d):
    assert isinstance(d, int)
    a = np.asarray(a) * 1.0
    return sum([special.gammaln(a - j / 2.0) for j in range(d)], d * (d - 1) / 4.0 * np.log(np.pi))


def loggamma(x):
    """Of real numbers: negative ones have none."""
    return np.where(x >= 0, special.gammaln(np.where(x >= 0, x, 1.0)), np.nan)[()]


def gammasgn(x):
    negative = ((x < 0) & (np.floor(x) % 2 != 0)) | ((x == 0) & np.signbit(x))
    return np.where(_negative(x) | np.isnan(x), np.nan, np.where(negative, -1.0, 1.0))[()]


def agm(a, b):
    """Gauss: pi (a + b) / (4 K(((a - b) / (a + b))^2))"""
    inside = (a * b > 0) & np.isfinite(a) & np.isfinite(b)
    p, q = np.where(inside, a, 1.0), np.where(inside, b, 1.0)
    s = p + q
    found = np.pi / 4.0 * s / special.ellipkm1(4.0 * (p / s) * (q / s))
    other = np.where(((a == 0) & np.isfinite(b)) | ((b == 0) & np.isfinite(a)), 0.0, np.where((a > 0) & (b > 0), np.inf, np.nan))
    return np.where(inside, found, other)[()]
