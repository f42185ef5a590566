"""Polynomials as arrays of coefficients, the highest first; series of np.polynomial, the lowest first."""

import numpy as np

from precis.lift.numpy import primitives


def _wider(p, n):
    """Zeros before the coefficients, up to n of them."""
    return np.concatenate((np.zeros(n - p.shape[0], dtype=p.dtype), p))


def series_value(x, c):
    """c[0] + c[1] x + c[2] x^2 + ... by Horner's rule (np.polynomial.polynomial.polyval)."""
    y = c[-1] + x * 0
    for k in range(2, c.shape[0] + 1):
        y = c[-k] + y * x
    return y


def series_polyder(c, m=1):
    """Of a series with the lowest power first."""
    for _ in range(m):
        c = c[1:] * np.arange(1, c.shape[0])
    return c


def series_polyint(c, m=1):
    """With the constant 0, the lowest power first."""
    for _ in range(m):
        c = np.concatenate((np.zeros(1), c / np.arange(1, c.shape[0] + 1)))
    return c


def series_polymul(c1, c2):
    return np.convolve(c1, c2)


def series_polyadd(c1, c2):
    return polyadd(c1[::-1], np.asarray(c2)[::-1])[::-1]


def series_polysub(c1, c2):
    return polysub(c1[::-1], np.asarray(c2)[::-1])[::-1]


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


def hermite_value(x, c):
    """The sum of c[k] H_k(x), of the physicists' polynomials (np.polynomial.hermite.hermval)."""
    a, b = x * 0.0, x * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        a, b = c[k] + a * x * 2.0 - b * (2.0 * (k + 1)), a
    return a


def hermite_e_value(x, c):
    """The sum of c[k] He_k(x), of the probabilists' polynomials (np.polynomial.hermite_e.hermeval)."""
    a, b = x * 0.0, x * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        a, b = c[k] + a * x - b * (k + 1.0), a
    return a


def laguerre_value(x, c):
    """The sum of c[k] L_k(x) (np.polynomial.laguerre.lagval)."""
    a, b = x * 0.0, x * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        a, b = c[k] + a * ((2 * k + 1 - x) / (k + 1)) - b * ((k + 1) / (k + 2)), a
    return a


def legendre_der(c, m=1, scl=1):
    """P'_j = (2 j - 1) P_{j-1} + P'_{j-2} (DLMF 18.9)."""
    return _derived(c, m, scl, lambda j, x: (2 * j - 1) * x, lambda j, x: x)


def chebyshev_der(c, m=1, scl=1):
    """T'_j = 2 j T_{j-1} + j / (j - 2) T'_{j-2} (DLMF 18.9)."""
    return _derived(c, m, scl, lambda j, x: 2 * j * x if j > 1 else x, lambda j, x: j * x / (j - 2))


def _derived(c, m, scl, leaving, going_on):
    """`m` derivatives, from the highest term down: a term leaves a share with the one below, and goes on to the second below."""
    for _ in range(m):
        n = c.shape[0] - 1
        left, found = c * scl * 1.0, np.zeros((max(n, 1), *c.shape[1:]))
        for j in range(n, 0, -1):
            found[j - 1] = leaving(j, left[j])
            if j > 2:
                left[j - 2] += going_on(j, left[j])
        c = found
    return c


def series_vander(x, deg):
    """Powers 0 to deg of x, along a new last axis."""
    rows = [x * 0 + 1.0]
    for _ in range(deg):
        rows.append(rows[-1] * x)
    return np.stack(rows, axis=-1)


def chebyshev_vander(x, deg):
    """T_0 to T_deg at x, along a new last axis."""
    rows = [x * 0 + 1.0, x + 0.0]
    for _ in range(2, deg + 1):
        rows.append(rows[-1] * (2 * x) - rows[-2])
    return np.stack(rows[:deg + 1], axis=-1)


def legendre_vander(x, deg):
    """P_0 to P_deg at x, along a new last axis."""
    rows = [x * 0 + 1.0, x + 0.0]
    for k in range(2, deg + 1):
        rows.append((rows[-1] * x * (2 * k - 1) - rows[-2] * (k - 1)) / k)
    return np.stack(rows[:deg + 1], axis=-1)


def _fitted(basis, y, w):
    """Least squares with the columns scaled, as NumPy."""
    columns = y[:, None] if y.ndim == 1 else y
    if w is not None:
        basis, columns = basis * w[:, None], columns * w[:, None]
    scale = np.sqrt((basis * basis).sum(axis=0))
    c = primitives.lstsq(basis / scale, columns + 0.0, None) / scale[:, None]
    return c[:, 0] if y.ndim == 1 else c


def series_fit(x, y, deg, rcond=None, full=False, w=None):
    assert isinstance(deg, int) and rcond is None and not full
    return _fitted(series_vander(x, deg), y, w)


def chebyshev_fit(x, y, deg, rcond=None, full=False, w=None):
    assert isinstance(deg, int) and rcond is None and not full
    return _fitted(chebyshev_vander(x, deg), y, w)


def legendre_fit(x, y, deg, rcond=None, full=False, w=None):
    assert isinstance(deg, int) and rcond is None and not full
    return _fitted(legendre_vander(x, deg), y, w)


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
