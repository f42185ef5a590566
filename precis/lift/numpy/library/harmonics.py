"""scipy.special: orthogonal polynomials by their recurrences, of known degrees, and spherical harmonics. Sources: DLMF chapters 14, 18."""

from typing import Any

import numpy as np
import scipy.special as special

from precis.lift.numpy.library.complex import of_parts


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


def eval_jacobi(n, alpha, beta, x):
    first = 0.5 * (alpha + beta + 2.0) * (x - 1.0) + alpha + 1.0
    return _recurred(n, x, 1.0, first, lambda k, p, q: _jacobi_step(k, p, q, alpha, beta, x))


def _jacobi_step(k, p, q, alpha, beta, x):
    both = 2.0 * k + alpha + beta
    here = (both + 1.0) * ((both + 2.0) * both * x + alpha * alpha - beta * beta)
    before = 2.0 * (k + alpha) * (k + beta) * (both + 2.0)
    return (here * p - before * q) / (2.0 * (k + 1.0) * (k + alpha + beta + 1.0) * both)


def eval_gegenbauer(n, alpha, x):
    return _recurred(n, x, 1.0, 2.0 * alpha * x,
                     lambda k, p, q: (2.0 * (k + alpha) * x * p - (k + 2.0 * alpha - 1.0) * q) / (k + 1.0))


def eval_genlaguerre(n, alpha, x):
    return _recurred(n, x, 1.0, 1.0 + alpha - x, lambda k, p, q: ((2.0 * k + 1.0 + alpha - x) * p - (k + alpha) * q) / (k + 1.0))


def assoc_laguerre(x, n, k=0.0):
    return eval_genlaguerre(n, k, x)


def eval_chebyc(n, x):
    return 2.0 * eval_chebyt(n, x / 2.0)


def eval_chebys(n, x):
    return eval_chebyu(n, x / 2.0)


def eval_sh_legendre(n, x):
    return eval_legendre(n, 2.0 * x - 1.0)


def eval_sh_chebyt(n, x):
    return eval_chebyt(n, 2.0 * x - 1.0)


def eval_sh_chebyu(n, x):
    return eval_chebyu(n, 2.0 * x - 1.0)


def eval_sh_jacobi(n, p, q, x):
    return eval_jacobi(n, p - q, q - 1.0, 2.0 * x - 1.0) / special.binom(2.0 * n + p - 1.0, n * 1.0)


def _associated(m, v, x, root):
    """P_v^m of integers 0 <= m <= v with Condon and Shortley's sign; `root` is sqrt(1 - x^2)."""
    before, now = 0.0 * x, 1.0 + 0.0 * x
    for k in range(m):
        now = -(2.0 * k + 1.0) * root * now
    for k in range(m, v):
        before, now = now, ((2.0 * k + 1.0) * x * now - (k + m) * before) / (k - m + 1.0)
    return now


def _apart(m, v):
    """(v - m)! / (v + m)!"""
    found = 1.0
    for k in range(v - m + 1, v + m + 1):
        found = found / k
    return found


def lpmv(m, v, x):
    assert isinstance(m, int) and isinstance(v, int) and v >= 0
    size = abs(m)
    if size > v:
        return 0.0 * np.sqrt(1.0 - x * x)
    found = _associated(size, v, x, np.sqrt(1.0 - x * x))
    return found if m >= 0 else (-1.0) ** size * _apart(size, v) * found


def sph_harm_y(n, m, theta, phi, *, diff_n=0):
    """Y_n^m of the polar angle theta and the azimuth phi."""
    assert diff_n == 0 and isinstance(m, int) and isinstance(n, int) and n >= 0
    size = abs(m)
    theta, phi = np.asarray(theta) * 1.0, np.asarray(phi) * 1.0
    if size > n:
        return of_parts(0.0 * theta * phi, 0.0 * theta * phi)
    found = np.sqrt((2.0 * n + 1.0) / (4.0 * np.pi) * _apart(size, n)) * _associated(size, n, np.cos(theta), np.abs(np.sin(theta)))
    found = found if m >= 0 else (-1.0) ** size * found
    return of_parts(found * np.cos(m * phi), found * np.sin(m * phi))
