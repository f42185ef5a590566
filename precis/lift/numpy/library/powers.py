"""Series in powers, the lowest first: np.polynomial.polynomial. Zeros at the end stay."""

import numpy as np

from precis.lift.numpy import primitives


def _floating(c):
    """As NumPy makes numbers of counts."""
    return c.astype(np.float64) if c.dtype.kind in "biu" else c


def with_places(c, x, tensor=True):
    """Coefficients, as floating numbers, beside the places x: of several series in the other axes of c, each at all places, or with
    `tensor` false each at its own."""
    c = _floating(c)
    return c.reshape(c.shape + (1,) * np.ndim(x)) if tensor and c.ndim > 1 else c


def series_value(x, c, tensor=True):
    """c[0] + c[1] x + c[2] x^2 + ... by Horner's rule (np.polynomial.polynomial.polyval)."""
    c = with_places(c, x, tensor)
    y = c[-1] + x * 0
    for k in range(2, c.shape[0] + 1):
        y = c[-k] + y * x
    return y


def polyval2d(x, y, c):
    """The sum of c[i, j] x^i y^j."""
    return series_value(y, series_value(x, c), tensor=False)


def polyval3d(x, y, z, c):
    return series_value(z, polyval2d(x, y, c), tensor=False)


def polygrid2d(x, y, c):
    """At all pairs of x and y."""
    return series_value(y, series_value(x, c))


def polygrid3d(x, y, z, c):
    return series_value(z, polygrid2d(x, y, c))


def polyvalfromroots(x, r):
    """The product of x - r[k]."""
    r = _floating(r)
    return np.prod(x - r.reshape(r.shape + (1,) * np.ndim(x)), axis=0)


def series_polyder(c, m=1, scl=1):
    c = c + 0.0
    for _ in range(m):
        n = c.shape[0]
        c = c[1:] * scl * _powers(1, n, c) if n > 1 else c * 0
    return c


def series_polyint(c, m=1, k=(), lbnd=0, scl=1):
    """With the value k[i] at `lbnd` after the i-th integration, 0 where k has no more."""
    c, given = c + 0.0, list(k) if np.ndim(k) > 0 else [k]
    for i in range(m):
        c = np.concatenate((c[:1] * 0, c * scl / _powers(1, c.shape[0] + 1, c)))
        if i < len(given) or lbnd != 0:
            c[0] += (given[i] if i < len(given) else 0) - series_value(lbnd, c)
    return c


def _powers(first, end, c):
    """Powers as factors of coefficients."""
    return np.arange(first, end).astype(c.dtype).reshape((-1,) + (1,) * (c.ndim - 1))


def series_polymul(c1, c2):
    return np.convolve(c1 + 0.0, c2 + 0.0)


def series_polyadd(c1, c2):
    return np.polyadd(c1[::-1] + 0.0, c2[::-1] + 0.0)[::-1]


def series_polysub(c1, c2):
    return np.polysub(c1[::-1] + 0.0, c2[::-1] + 0.0)[::-1]


def series_polydiv(c1, c2):
    """(quotient, remainder)"""
    q, r = np.polydiv(c1[::-1] + 0.0, c2[::-1] + 0.0)
    return q[::-1], r[::-1]


def series_polypow(c, pow, maxpower=None):
    assert maxpower is None or pow <= maxpower
    c = c + 0.0
    found = c if pow > 0 else np.ones(1, dtype=c.dtype)
    for _ in range(1, pow):
        found = np.convolve(found, c)
    return found


def series_polymulx(c):
    """Of x times a series."""
    return np.concatenate((c[:1] * 0.0, c + 0.0))


def polyfromroots(roots):
    return np.poly(roots + np.float64(0.0))[::-1]


def polyline(off, scl):
    return np.array([off, scl])


def polycompanion(c):
    """The matrix whose eigenvalues are the roots."""
    n = c.shape[0] - 1
    found = np.eye(n, k=-1, dtype=(c + 0.0).dtype)
    found[:, -1] -= c[:-1] / c[-1]
    return found


def series_vander(x, deg):
    """Powers 0 to deg of x, along a new last axis."""
    rows = [x * 0 + 1.0]
    for _ in range(deg):
        rows.append(rows[-1] * x)
    return np.stack(rows, axis=-1)


def polyvander2d(x, y, deg):
    """Products of powers of x and y, that of y moving faster."""
    return _side_by_side(series_vander(x, deg[0]), series_vander(y, deg[1]))


def polyvander3d(x, y, z, deg):
    return _side_by_side(polyvander2d(x, y, deg[:2]), series_vander(z, deg[2]))


def _side_by_side(a, b):
    return (a[..., :, None] * b[..., None, :]).reshape(a.shape[:-1] + (-1,))


def fitted(basis, y, w):
    """Least squares with the columns scaled, as NumPy."""
    columns = y[:, None] if y.ndim == 1 else y
    if w is not None:
        basis, columns = basis * w[:, None], columns * w[:, None]
    scale = np.sqrt((basis * basis).sum(axis=0))
    scale = np.where(scale == 0.0, 1.0, scale)
    c = primitives.lstsq(basis / scale, columns + 0.0, None) / scale[:, None]
    return c[:, 0] if y.ndim == 1 else c


def series_fit(x, y, deg, rcond=None, full=False, w=None):
    assert isinstance(deg, int) and rcond is None and not full
    return fitted(series_vander(x, deg), y, w)
