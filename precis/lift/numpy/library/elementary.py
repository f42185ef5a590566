"""scipy.special: functions near the elementary ones: of degrees, powers and shares, losses, line profiles. DLMF chapters 4, 7."""

import numpy as np

from precis.lift.numpy import primitives
from precis.lift.numpy.library.complex import of_parts


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


def softplus(x):
    return np.logaddexp(0.0, x)


def exp10(x):
    return 10.0 ** x


def radian(d, m, s):
    return (d + m / 60.0 + s / 3600.0) * (np.pi / 180.0)


def _octants(x):
    """(sin, cos) of degrees, exact at multiples of 90."""
    turns = np.round(x / 90.0)
    rest = (x - 90.0 * turns) * (np.pi / 180.0)
    quarter = turns % 4.0
    s, c = np.sin(rest), np.cos(rest)
    sine = np.where(quarter == 0, s, np.where(quarter == 1, c, np.where(quarter == 2, -s, -c)))
    return sine + 0.0, np.where(quarter == 0, c, np.where(quarter == 1, -s, np.where(quarter == 2, -c, s))) + 0.0


def sindg(x):
    return _octants(x)[0][()]


def cosdg(x):
    return _octants(x)[1][()]


def tandg(x):
    s, c = _octants(x)
    return np.where(c == 0, np.inf, s / np.where(c == 0, 1.0, c))[()]


def cotdg(x):
    s, c = _octants(x)
    return np.where(s == 0, np.inf, c / np.where(s == 0, 1.0, s))[()]


def cosm1(x):
    half = np.sin(0.5 * x)
    return -2.0 * half * half


def powm1(x, y):
    """x^y - 1 by expm1 where that is closer."""
    inside = x > 0
    found = np.expm1(y * np.log(np.where(inside, x, 1.0)))
    return np.where(inside, found, np.where(inside, 1.0, x) ** y - 1.0)[()]


def boxcox(x, lmbda):
    logarithm = np.log(x)
    return np.where(x == 0, np.where(lmbda > 0, -1.0 / np.where(lmbda > 0, lmbda, 1.0), -np.inf), _powers(logarithm, lmbda, x == 0))[()]


def boxcox1p(x, lmbda):
    return np.where(x == -1, np.where(lmbda > 0, -1.0 / np.where(lmbda > 0, lmbda, 1.0), -np.inf), _powers(np.log1p(x), lmbda, x == -1))[()]


def _powers(logarithm, lmbda, outside):
    """(exp(lmbda logarithm) - 1) / lmbda, which has a derivative by lmbda at 0 too."""
    u = np.where(outside, 0.0, logarithm)
    return u * exprel(lmbda * u)


def inv_boxcox(x, lmbda):
    return np.exp(_by_powers(x, lmbda))


def inv_boxcox1p(x, lmbda):
    return np.expm1(_by_powers(x, lmbda))


def _by_powers(x, lmbda):
    """log(1 + lmbda x) / lmbda"""
    flat = lmbda * x == 0
    share = np.log1p(lmbda * x) / np.where(flat, 1.0, lmbda)
    return np.where(flat, x - 0.5 * lmbda * x * x, share)


def pseudo_huber(delta, r):
    u = np.where((delta <= 0) | (r == 0), 1.0, delta)
    v = r / u
    return np.where(delta < 0, np.inf, np.where(delta == 0, 0.0, u * u * np.expm1(0.5 * np.log1p(v * v))))[()]


def diric(x, n):
    """sin(n x / 2) / (n sin(x / 2)), and its limit where the denominator is below 1e-9, as in SciPy."""
    x, n = np.asarray(x) * 1.0, np.asarray(n) * 1.0
    below = np.sin(x / 2.0)
    flat = np.abs(below) < 1e-9
    sign = np.cos(np.pi * np.mod(np.round(x / (2.0 * np.pi)) * (n - 1.0), 2.0))
    found = np.where(flat, np.round(sign), np.sin(n * x / 2.0) / (n * np.where(flat, 1.0, below)))
    return np.where((n <= 0) | (n != np.floor(n)), np.nan, found)[()]


def wofz(z):
    re, im = primitives.faddeeva(np.real(z) * 1.0, np.imag(z) * 1.0)
    return of_parts(re, im)


def voigt_profile(x, sigma, gamma):
    """Re w((x + i gamma) / (sigma sqrt 2)) / (sigma sqrt(2 pi)); without a Gaussian part Lorentz's profile."""
    wide = sigma != 0
    s = np.where(wide, sigma, 1.0) * np.sqrt(2.0)
    found = primitives.faddeeva(x / s, gamma / s)[0] / (s * np.sqrt(np.pi))
    sharp = (x == 0) & (gamma == 0) & np.logical_not(wide)
    size = np.where(wide | sharp, 1.0, x * x + gamma * gamma)
    return np.where(wide, found, np.where(sharp, np.inf, gamma / (np.pi * size)))[()]


def lambertw(z, k=0, tol=1e-8):
    """Of real numbers, on the branch k."""
    assert not np.iscomplexobj(z) and tol == 1e-8
    re, im = primitives.lambertw(k, np.asarray(z) * 1.0)
    return of_parts(re, im)


def kolmogorov(x):
    """P(sup > x) of Kolmogorov's distribution: two series, each where it is the faster one (Simard & L'Ecuyer 2011)."""
    low = x < 0.82
    y = np.where(low | np.isinf(x), 1.0, x)
    tail = 2.0 * sum([(-1.0) ** (k - 1) * np.exp(-2.0 * k * k * y * y) for k in range(1, 7)], 0.0 * y)
    w = np.where(low & (x > 0.04), x, 1.0)
    head = np.sqrt(2.0 * np.pi) / w * sum([np.exp(-((2.0 * k - 1.0) * np.pi / w) ** 2 / 8.0) for k in range(1, 7)], 0.0 * w)
    found = np.where(low, np.where(x > 0.04, 1.0 - head, 1.0), np.where(np.isinf(x), 0.0, tail))
    return np.where(np.isnan(x), np.nan, found)[()]
