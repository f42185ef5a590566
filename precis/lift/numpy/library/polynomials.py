"""Polynomials as arrays of coefficients, the highest first: np.polyadd and its kin."""

from typing import Any

import numpy as np

from precis.lift.numpy import primitives


def _wider(p, n):
    """Zeros before the coefficients, up to n of them."""
    return np.concatenate((np.zeros(n - p.shape[0], dtype=p.dtype), p))


def polyadd(a1, a2):
    n = max(a1.shape[0], a2.shape[0])
    return _wider(a1, n) + _wider(a2, n)


def polysub(a1, a2):
    n = max(a1.shape[0], a2.shape[0])
    return _wider(a1, n) - _wider(a2, n)


def polymul(a1, a2):
    """NumPy cuts off zeros before the highest coefficients."""
    if a1[0] == 0 or a2[0] == 0:
        raise ValueError("a first coefficient is 0: leave it out")
    return np.convolve(a1, a2)


def polyder(p, m=1):
    for _ in range(m):
        p = p[:-1] * np.arange(p.shape[0] - 1, 0, -1)
    return p


def polyint(p, m=1, k: Any = None):
    """With the constants k, the first one for the first integral."""
    k = np.zeros(m) if k is None else np.ravel(k)
    k = np.repeat(k, m) if k.shape[0] == 1 and m > 1 else k
    for i in range(m):
        p = np.concatenate((p / np.arange(p.shape[0], 0, -1), k[i:i + 1]))
    return p


def poly(seq_of_zeros):
    """The product of (x - zero), or the characteristic polynomial of a matrix; of complex zeros complex, also where they come in pairs."""
    if seq_of_zeros.ndim == 2:
        found = poly(primitives.eigvals(seq_of_zeros))
        return found if seq_of_zeros.dtype.kind == "c" else found.real
    assert seq_of_zeros.ndim == 1
    roots = seq_of_zeros + 0.0
    n = roots.shape[0]
    c = np.zeros(n + 1, dtype=roots.dtype)
    c[0] = 1.0
    for k in range(n):
        c[1:k + 2] -= roots[k] * c[:k + 1]
    return c


def polydiv(u, v):
    """(quotient, remainder) by long division; leading zeros of the remainder are cut off as NumPy does."""
    u, v = u + 0.0, v + 0.0
    n, m = v.shape[0], u.shape[0]
    q, r, scale = np.zeros(max(m - n + 1, 1), dtype=np.result_type(u, v)), u + np.zeros(1, dtype=v.dtype), 1.0 / v[0]
    for k in range(m - n + 1):
        d = scale * r[k]
        q[k] = d
        r[k:k + n] -= d * v
    while r.shape[0] > 1 and abs(r[0]) <= 1e-8:
        r = r[1:]
    return q, r
