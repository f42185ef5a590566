"""Polynomials as arrays of coefficients, the highest first."""

import numpy as np


def _wider(p, n):
    """Zeros before the coefficients, up to n of them."""
    return np.concatenate((np.zeros(n - p.shape[0], dtype=p.dtype), p))


def series_value(x, c):
    """c[0] + c[1] x + c[2] x^2 + ... by Horner's rule (np.polynomial.polynomial.polyval)."""
    y = c[-1] + x * 0
    for k in range(2, c.shape[0] + 1):
        y = c[-k] + y * x
    return y


def chebyshev_value(x, c):
    """The sum of c[k] T_k(x) by Clenshaw's recurrence (np.polynomial.chebyshev.chebval)."""
    n = c.shape[0]
    a, b = x * 0, x * 0
    for k in range(n - 1, 0, -1):
        a, b = c[k] + a * (2 * x) - b, a
    return c[0] + a * x - b


def legendre_value(x, c):
    """The sum of c[k] P_k(x) by Clenshaw's recurrence (np.polynomial.legendre.legval)."""
    a, b = x * 0, x * 0
    for k in range(c.shape[0] - 1, -1, -1):
        a, b = c[k] + a * x * ((2 * k + 1) / (k + 1)) - b * ((k + 1) / (k + 2)), a
    return a


def polyadd(a1, a2):
    n = max(a1.shape[0], a2.shape[0])
    return _wider(a1, n) + _wider(a2, n)


def polysub(a1, a2):
    n = max(a1.shape[0], a2.shape[0])
    return _wider(a1, n) - _wider(a2, n)


def polymul(a1, a2):
    return np.convolve(a1, a2)


def polyder(p, m=1):
    for _ in range(m):
        p = p[:-1] * np.arange(p.shape[0] - 1, 0, -1)
    return p


def polyint(p, m=1):
    """With the constant 0."""
    for _ in range(m):
        p = np.concatenate((p / np.arange(p.shape[0], 0, -1), np.zeros(1)))
    return p


def poly(seq_of_zeros):
    """The product of (x - zero)."""
    roots = seq_of_zeros + 0.0
    n = roots.shape[0]
    c = np.zeros(n + 1, dtype=roots.dtype)
    c[0] = 1.0
    for k in range(n):
        c[1:k + 2] -= roots[k] * c[:k + 1]
    return c
