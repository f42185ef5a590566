"""scipy.interpolate: splines as sums of B-splines (C. de Boor, A practical guide to splines, chapters 9, 10 and 13).

Coefficients solve one full system; those of tables of several columns stand one below the other.
"""

from typing import Any

import numpy as np


def _sloped(t, c, k):
    """(knots, coefficients, degree) of the derivative; between knots at one place nothing is."""
    n = t.shape[0] - k - 1
    apart = t[k + 1:n + k] - t[1:n]
    wide = np.where(apart > 0.0, apart, 1.0).reshape((-1,) + (1,) * (c.ndim - 1))
    some = (apart > 0.0).reshape(wide.shape)
    return t[1:-1], np.where(some, k * (c[1:n] - c[:n - 1]) / wide, 0.0), k - 1


def _raised(t, c, k):
    """(knots, coefficients, degree) of the integral from the first knot."""
    n = t.shape[0] - k - 1
    apart = ((t[k + 1:] - t[:n]) / (k + 1.0)).reshape((-1,) + (1,) * (c.ndim - 1))
    sums = np.cumsum(c[:n] * apart, axis=0)
    return np.concatenate((t[:1], t, t[-1:])), np.concatenate((np.zeros_like(sums[:1]), sums)), k + 1


def value(t, c, k, x):
    """By de Boor's recursion, of pieces that go on outside; `x` is a line, and other dimensions of c follow."""
    n = t.shape[0] - k - 1
    i = np.clip(np.searchsorted(t, x, side="right") - 1, k, n - 1)
    parts = [c[i - k + j] for j in range(k + 1)]
    for r in range(1, k + 1):
        for j in range(k, r - 1, -1):
            low, high = t[i - k + j], t[i + 1 + j - r]
            share = ((x - low) / (high - low)).reshape((-1,) + (1,) * (c.ndim - 1))
            parts[j] = (1.0 - share) * parts[j - 1] + share * parts[j]
    return parts[k]


class BSpline:
    """Knots, coefficients and degree; outside of the knots, where `extrapolate` is no, NaN."""

    def __init__(self, t: Any, c: Any, k: Any, extrapolate: Any = True, axis: int = 0):
        assert extrapolate in (True, False) and axis == 0
        self.t, self.c, self.k, self.extrapolate = np.asarray(t) * 1.0, np.asarray(c) * 1.0, k, extrapolate

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None):
        x = np.asarray(x) * 1.0
        t, c, k = self.t, self.c, self.k
        for _ in range(min(nu, k)):
            t, c, k = _sloped(t, c, k)
        found = value(t, c, k, np.ravel(x)) * (1.0 if nu <= self.k else 0.0)
        if not (self.extrapolate if extrapolate is None else extrapolate):
            outside = (np.ravel(x) < self.t[self.k]) | (np.ravel(x) > self.t[-self.k - 1])
            found = np.where(outside.reshape((-1,) + (1,) * (c.ndim - 1)), np.nan, found)
        return found.reshape(x.shape + c.shape[1:])

    def derivative(self, nu: int = 1):
        t, c, k = self.t, self.c, self.k
        for _ in range(nu):
            t, c, k = _sloped(t, c, k)
        return BSpline(t, c, k, self.extrapolate)

    def antiderivative(self, nu: int = 1):
        t, c, k = self.t, self.c, self.k
        for _ in range(nu):
            t, c, k = _raised(t, c, k)
        return BSpline(t, c, k, self.extrapolate)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None):
        """What is outside counts where the pieces go on."""
        if not (self.extrapolate if extrapolate is None else extrapolate):
            a, b = [np.clip(x, self.t[self.k], self.t[-self.k - 1]) for x in (a, b)]
        t, c, k = _raised(self.t, self.c, self.k)
        both = value(t, c, k, np.stack((np.asarray(a) * 1.0, np.asarray(b) * 1.0)))
        return both[1] - both[0]


def _knots(x, k, more):
    """Of a spline through points, in order: every point, but for k - 1 - more in all next to the ends; for even degrees the middles."""
    inner = x[1:-1] if more else x[(k + 1) // 2:x.shape[0] - (k + 1) // 2] if k % 2 == 1 else (
        (x[1:] + x[:-1]) / 2.0)[k // 2:x.shape[0] - 1 - k // 2]
    return np.concatenate((np.full(k + 1, x[0]), inner, np.full(k + 1, x[-1])))


def _design(t, k, x, nu=0):
    """Every B-spline, or a derivative of it, at every place."""
    c = np.eye(t.shape[0] - k - 1)
    for _ in range(nu):
        t, c, k = _sloped(t, c, k)
    return value(t, c, k, x)


def make_interp_spline(x, y, k=3, t: Any = None, bc_type: Any = None, axis=0, check_finite=True):
    x, y = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    assert axis == 0 and k >= 1 and bc_type in (None, "not-a-knot", "natural", "clamped") and (t is None or bc_type is None)
    ends = k == 3 and bc_type in ("natural", "clamped")
    assert ends or bc_type in (None, "not-a-knot")
    knots = _knots(x, k, ends) if t is None else np.asarray(t) * 1.0
    rows, values = _design(knots, k, x), y
    if ends:
        bent = _design(knots, k, np.stack((x[0], x[-1])), 1 if bc_type == "clamped" else 2)
        rows, values = np.concatenate((rows, bent)), np.concatenate((y, np.zeros_like(y[:2])))
    return BSpline(knots, np.linalg.solve(rows, values), k)


def make_lsq_spline(x, y, t, k=3, w: Any = None, axis=0, check_finite=True):
    """Of least squares with given knots."""
    assert axis == 0
    x, y, t = np.asarray(x) * 1.0, np.asarray(y) * 1.0, np.asarray(t) * 1.0
    weights = np.ones(x.shape[0]) if w is None else np.asarray(w) * 1.0
    rows = _design(t, k, x) * weights[:, None]
    return BSpline(t, np.linalg.lstsq(rows, y * weights.reshape((-1,) + (1,) * (y.ndim - 1)), None)[0], k)


class Univariate:
    """UnivariateSpline and its kin: `ext` says what is outside, 0 pieces that go on, 1 zeros, 3 the values at the ends."""

    def __init__(self, spline: Any, ext: Any = 0):
        assert ext in (0, 1, 3, "extrapolate", "zeros", "const")
        self.spline, self.ext = spline, {"extrapolate": 0, "zeros": 1, "const": 3}[ext] if isinstance(ext, str) else ext

    def __call__(self, x: Any, nu: int = 0, ext: Any = None):
        return _outside(self.spline, x, nu, self.ext if ext is None else ext)

    def derivative(self, n: int = 1):
        return Univariate(self.spline.derivative(n), self.ext)

    def antiderivative(self, n: int = 1):
        return Univariate(self.spline.antiderivative(n), self.ext)

    def integral(self, a: Any, b: Any):
        return float(self.spline.integrate(a, b, False))

    def get_knots(self):
        k = self.spline.k
        return self.spline.t[k:self.spline.t.shape[0] - k]

    def get_coeffs(self):
        return self.spline.c[:self.spline.t.shape[0] - self.spline.k - 1]


def _ends(spline):
    """The first and the last place within: of a spline made before the program, too."""
    return (spline.t[spline.k], spline.t[-spline.k - 1]) if isinstance(spline, BSpline) else (spline.x[0], spline.x[-1])


def _outside(spline, x, nu, ext):
    assert ext in (0, 1, 3)
    x = np.asarray(x) * 1.0
    first, last = _ends(spline)
    found = spline(np.clip(x, first, last) if ext == 3 and nu == 0 else x, nu)  # derivatives go on, as FITPACK's
    return np.where((x < first) | (x > last), 0.0, found) if ext == 1 else found


def UnivariateSpline(x, y, w: Any = None, bbox: Any = None, k=3, s: Any = None, ext: Any = 0, check_finite=False):
    assert w is None and s == 0 and bbox is None, "of s=0: smoothing splines choose their knots by the data"
    return Univariate(make_interp_spline(x, y, k), ext)


def InterpolatedUnivariateSpline(x, y, w: Any = None, bbox: Any = None, k=3, ext: Any = 0, check_finite=False):
    assert w is None and bbox is None
    return Univariate(make_interp_spline(x, y, k), ext)


def LSQUnivariateSpline(x, y, t, w: Any = None, bbox: Any = None, k=3, ext: Any = 0, check_finite=False):
    assert bbox is None
    x = np.asarray(x) * 1.0
    knots = np.concatenate((np.full(k + 1, x[0]), np.asarray(t) * 1.0, np.full(k + 1, x[-1])))
    return Univariate(make_lsq_spline(x, y, knots, k, w), ext)


def splrep(x, y, w: Any = None, xb: Any = None, xe: Any = None, k=3, task=0, s: Any = None, t: Any = None, full_output=0, per=0, quiet=1):
    """(knots, coefficients and zeros behind them, degree)"""
    assert w is None and xb is None and xe is None and task == 0 and s in (None, 0) and t is None and not full_output and not per
    spline = make_interp_spline(x, y, k)
    return spline.t, np.concatenate((spline.c, np.zeros(k + 1))), k


def splprep(x, w: Any = None, u: Any = None, ub: Any = None, ue: Any = None, k=3, task=0, s: Any = None, t: Any = None, full_output=0,
            nest: Any = None, per=0, quiet=1):
    """Of curves: ((knots, a list of coefficients, degree), parameters), by default the share of the length of the chords."""
    assert w is None and ub is None and ue is None and task == 0 and s == 0 and t is None and not full_output and not per
    points = np.stack([np.asarray(line) * 1.0 for line in x])
    if u is None:
        u = np.concatenate((np.zeros(1), np.cumsum(np.sqrt(np.sum(np.diff(points, axis=1) ** 2, axis=0)))))
        u = u / u[-1]
    else:
        u = np.asarray(u) * 1.0
    spline = make_interp_spline(u, points.T, k)
    return (spline.t, [spline.c[:, j] for j in range(points.shape[0])], k), u


def splev(x, tck, der=0, ext=0):
    if not isinstance(tck, tuple):
        return _outside(tck, x, der, ext)
    t, c, k = tck
    if isinstance(c, list):
        return [_outside(BSpline(t, part, k), x, der, ext) for part in c]
    return _outside(BSpline(t, c, k), x, der, ext)


def splint(a, b, tck, full_output=0):
    assert not full_output
    spline = BSpline(tck[0], tck[1], tck[2]) if isinstance(tck, tuple) else tck
    return float(spline.integrate(a, b, False))


def splder(tck, n=1):
    if not isinstance(tck, tuple):
        return tck.derivative(n)
    t, c, k = tck
    for _ in range(n):
        t, c, k = _sloped(t, c, k)
        c = np.concatenate((c, np.zeros(k + 1)))
    return t, c, k


def splantider(tck, n=1):
    if not isinstance(tck, tuple):
        return tck.antiderivative(n)
    t, c, k = tck
    for _ in range(n):
        t, c, k = _raised(t, c, k)
        c = np.concatenate((c, np.full(k + 1, c[-1])))
    return t, c, k


class RectBivariateSpline:
    """Splines along both axes of a table; outside, the values at the edges."""

    def __init__(self, x: Any, y: Any, z: Any, bbox: Any = None, kx: int = 3, ky: int = 3, s: Any = 0):
        assert bbox is None and s == 0
        x, y = np.asarray(x) * 1.0, np.asarray(y) * 1.0
        self.kx, self.ky, self.tx, self.ty = kx, ky, _knots(x, kx, False), _knots(y, ky, False)
        along = np.linalg.solve(_design(self.tx, kx, x), np.asarray(z) * 1.0)
        self.c = np.linalg.solve(_design(self.ty, ky, y), along.T).T

    def _rows(self, x: Any, y: Any, dx: int, dy: int):
        x = np.clip(x, self.tx[0], self.tx[-1])
        y = np.clip(y, self.ty[0], self.ty[-1])
        return _design(self.tx, self.kx, x, dx), _design(self.ty, self.ky, y, dy)

    def __call__(self, x: Any, y: Any, dx: int = 0, dy: int = 0, grid: bool = True):
        if not grid:
            return self.ev(x, y, dx, dy)
        a, b = self._rows(np.atleast_1d(np.asarray(x) * 1.0), np.atleast_1d(np.asarray(y) * 1.0), dx, dy)
        return a @ self.c @ b.T

    def ev(self, xi: Any, yi: Any, dx: int = 0, dy: int = 0):
        x, y = np.broadcast_arrays(np.asarray(xi) * 1.0, np.asarray(yi) * 1.0)
        a, b = self._rows(np.ravel(x), np.ravel(y), dx, dy)
        return np.sum((a @ self.c) * b, axis=1).reshape(x.shape)
