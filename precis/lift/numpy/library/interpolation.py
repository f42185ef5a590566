"""scipy.interpolate: interpolating functions of tables, as classes of their own.

Splines through data are solved for their slopes at the knots (C. de Boor, A practical guide to splines, chapter 4); those that keep
monotone data monotone are F. N. Fritsch's and J. Butland's (1984).
"""

from typing import Any

import numpy as np


class Piecewise:
    """Cubic polynomials between knots, by their values and slopes there; outside of them, where `extrapolate` is no, what `low` and
    `high` say, and where it is "periodic" the same again."""

    def __init__(self, x: Any, y: Any, slopes: Any, order: int = 0, extrapolate: Any = None, low: Any = np.nan, high: Any = np.nan):
        assert extrapolate in (None, True, False, "periodic")
        self.x, self.y, self.slopes, self.order = x, y, slopes, order
        self.extrapolate, self.low, self.high = True if extrapolate is None else extrapolate, low, high

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None):
        assert extrapolate in (None, True, False, "periodic")
        x = np.asarray(x) * 1.0
        outside = self.extrapolate if extrapolate is None else extrapolate
        if outside == "periodic":
            return self._of_pieces(self.x[0] + (x - self.x[0]) % (self.x[-1] - self.x[0]), nu)
        inside = self._of_pieces(x, nu)
        if outside:
            return inside
        return np.where(x < self.x[0], self.low, np.where(x > self.x[-1], self.high, inside))

    def _of_pieces(self, x: Any, nu: int):
        order = self.order + nu
        i = np.clip(np.searchsorted(self.x, x, side="right") - 1, 0, self.x.shape[0] - 2)
        h = self.x[i + 1] - self.x[i]
        rise = (self.y[i + 1] - self.y[i]) / h
        bent = (self.slopes[i] + self.slopes[i + 1] - 2.0 * rise) / h
        cubic, square, u = bent / h, (rise - self.slopes[i]) / h - bent, x - self.x[i]
        if order == 0:
            return self.y[i] + u * (self.slopes[i] + u * (square + u * cubic))
        if order == 1:
            return self.slopes[i] + u * (2.0 * square + 3.0 * u * cubic)
        return 2.0 * square + 6.0 * u * cubic if order == 2 else 6.0 * cubic

    def derivative(self, nu: int = 1):
        return Piecewise(self.x, self.y, self.slopes, self.order + nu, self.extrapolate, self.low, self.high)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None):
        assert extrapolate is None and self.extrapolate
        return self._up_to(b) - self._up_to(a)

    def _up_to(self, t: Any):
        if self.extrapolate != "periodic":
            return self._of_knots_up_to(t)
        turns = np.floor((t - self.x[0]) / (self.x[-1] - self.x[0]))
        return turns * self._of_knots_up_to(self.x[-1]) + self._of_knots_up_to(t - turns * (self.x[-1] - self.x[0]))

    def _of_knots_up_to(self, t: Any):
        h = np.diff(self.x)
        whole = h * (self.y[:-1] + self.y[1:]) / 2.0 + h * h * (self.slopes[:-1] - self.slopes[1:]) / 12.0
        before = np.concatenate((np.zeros(1), np.cumsum(whole)))
        i = np.clip(np.searchsorted(self.x, t, side="right") - 1, 0, self.x.shape[0] - 2)
        rise = (self.y[i + 1] - self.y[i]) / h[i]
        bent = (self.slopes[i] + self.slopes[i + 1] - 2.0 * rise) / h[i]
        cubic, square, u = bent / h[i], (rise - self.slopes[i]) / h[i] - bent, t - self.x[i]
        return before[i] + u * (self.y[i] + u * (self.slopes[i] / 2.0 + u * (square / 3.0 + u * cubic / 4.0)))


class Polynomials:
    """Piecewise polynomials by their coefficients, those of the highest powers first; outside of the pieces, where `extrapolate` is no,
    what `low` and `high` say."""

    def __init__(self, c: Any, x: Any, extrapolate: bool, low: Any = np.nan, high: Any = np.nan):
        self.c, self.x, self.extrapolate, self.low, self.high = c, x, extrapolate, low, high

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None):
        assert extrapolate in (None, True, False)
        x = np.asarray(x) * 1.0
        i = np.clip(np.searchsorted(self.x, x, side="right") - 1, 0, self.x.shape[0] - 2)
        u, found = x - self.x[i], np.zeros_like(x)
        for k in range(self.c.shape[0] - nu):
            found = found * u + _falling(self.c.shape[0] - 1 - k, nu) * self.c[k, i]
        if self.extrapolate if extrapolate is None else extrapolate:
            return found
        return np.where(x < self.x[0], self.low, np.where(x > self.x[-1], self.high, found))

    def derivative(self, nu: int = 1):
        assert nu < self.c.shape[0]
        order = self.c.shape[0] - 1
        rows = [_falling(order - k, nu) * self.c[k] for k in range(order + 1 - nu)]
        return Polynomials(np.stack(rows), self.x, self.extrapolate, self.low, self.high)

    def antiderivative(self, nu: int = 1):
        assert nu == 1
        order, h = self.c.shape[0], np.diff(self.x)
        rows = [self.c[k] / (order - k) for k in range(order)]
        whole = np.zeros_like(h)
        for row in rows:
            whole = whole * h + row
        before = np.concatenate((np.zeros(1), np.cumsum(whole * h)))[:-1]
        return Polynomials(np.stack([*rows, before]), self.x, self.extrapolate)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None):
        assert extrapolate is None and self.extrapolate
        up_to = self.antiderivative()
        return up_to(b) - up_to(a)

    def integral(self, a: Any, b: Any):
        """As of UnivariateSpline: outside, nothing is."""
        up_to = self.antiderivative()
        return up_to(np.clip(b, self.x[0], self.x[-1]), 0, True) - up_to(np.clip(a, self.x[0], self.x[-1]), 0, True)


def _falling(n: int, count: int):
    """n (n - 1) ..., of `count` factors."""
    found = 1.0
    for k in range(count):
        found = found * (n - k)
    return found


def _slopes(x, y, ends):
    """Of the spline with two continuous derivatives; `ends`: for each not-a-knot, or (order, a derivative there)."""
    n = x.shape[0]
    h, rise = np.diff(x), np.diff(y) / np.diff(x)
    a, b = np.zeros((n, n)), np.zeros(n, dtype=rise.dtype)
    for i in range(1, n - 1):
        a[i, i - 1], a[i, i], a[i, i + 1] = h[i], 2.0 * (h[i - 1] + h[i]), h[i - 1]
        b[i] = 3.0 * (h[i] * rise[i - 1] + h[i - 1] * rise[i])
    a[0, 0], a[0, 1], b[0] = _row(ends[0], h[0], h[1], rise[0], rise[1], 1.0)
    a[n - 1, n - 1], a[n - 1, n - 2], b[n - 1] = _row(ends[1], h[-1], h[-2], rise[-1], rise[-2], -1.0)
    return np.linalg.solve(a, b)


def _slopes_around(x, y):
    """Of the spline whose two derivatives go on where it begins again; y ends with what it begins with."""
    m = x.shape[0] - 1
    h, rise = np.diff(x), np.diff(y) / np.diff(x)
    a, b = np.zeros((m, m)), np.zeros(m, dtype=rise.dtype)
    for i in range(m):
        last, after = (i + m - 1) % m, (i + 1) % m
        a[i, last], a[i, i], a[i, after] = h[i], 2.0 * (h[last] + h[i]), h[last]
        b[i] = 3.0 * (h[i] * rise[last] + h[last] * rise[i])
    inner = np.linalg.solve(a, b)
    return np.concatenate((inner, inner[:1]))


def _row(end, h, beside, rise, after, way):
    """(the share of the slope at an end, of the one next to it, their sum), from the two pieces there; `way` points inside."""
    if end == "not-a-knot":
        both = h + beside
        return beside, both, ((h + 2.0 * both) * beside * rise + h**2 * after) / both
    order, given = end
    assert order in (1, 2)
    return (1.0, 0.0, given) if order == 1 else (2.0, 1.0, 3.0 * rise - way * 0.5 * h * given)


ENDS: dict[str, Any] = {"not-a-knot": "not-a-knot", "natural": (2, 0.0), "clamped": (1, 0.0)}


def _end(bc_type):
    assert not isinstance(bc_type, str) or bc_type in ENDS
    return ENDS[bc_type] if isinstance(bc_type, str) else bc_type


def CubicSpline(x, y, axis=0, bc_type="not-a-knot", extrapolate: Any = None):
    x, y = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    if isinstance(bc_type, str) and bc_type == "periodic":
        assert y.ndim == 1 and x.shape[0] >= 4
        return Piecewise(x, y, _slopes_around(x, y), 0, "periodic" if extrapolate is None else extrapolate)
    ends = (bc_type, bc_type) if isinstance(bc_type, str) else bc_type
    assert y.ndim == 1 and x.shape[0] >= 4 and len(ends) == 2
    return Piecewise(x, y, _slopes(x, y, (_end(ends[0]), _end(ends[1]))), 0, extrapolate)


def _end_slope(h0, h1, m0, m1):
    """Of three points, kept on the side of the data."""
    d = ((2.0 * h0 + h1) * m0 - h0 * m1) / (h0 + h1)
    steep = (np.sign(m0) != np.sign(m1)) & (np.abs(d) > 3.0 * np.abs(m0))
    return np.where(np.sign(d) != np.sign(m0), 0.0, np.where(steep, 3.0 * m0, d))


def PchipInterpolator(x, y, axis=0, extrapolate: Any = None):
    x, y = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    assert y.ndim == 1 and x.shape[0] >= 3
    h, m = np.diff(x), np.diff(y) / np.diff(x)
    flat = (np.sign(m[1:]) != np.sign(m[:-1])) | (m[1:] == 0.0) | (m[:-1] == 0.0)
    v, w = 2.0 * h[1:] + h[:-1], h[1:] + 2.0 * h[:-1]
    mean = (v / np.where(flat, 1.0, m[:-1]) + w / np.where(flat, 1.0, m[1:])) / (v + w)
    slopes = np.zeros_like(y)
    slopes[1:-1] = np.where(flat, 0.0, 1.0 / np.where(flat, 1.0, mean))
    slopes[0] = _end_slope(h[0], h[1], m[0], m[1])
    slopes[-1] = _end_slope(h[-1], h[-2], m[-1], m[-2])
    return Piecewise(x, y, slopes, 0, extrapolate)


class Table:
    """interp1d of kind linear, nearest, previous or next."""

    def __init__(self, x: Any, y: Any, kind: str, low: Any, high: Any):
        self.x, self.y, self.kind, self.low, self.high = x, y, kind, low, high

    def __call__(self, x: Any):
        x = np.asarray(x) * 1.0
        last = self.x.shape[0] - 1
        if self.kind == "linear":
            j = np.clip(np.searchsorted(self.x, x, side="left"), 1, last)
            slope = (self.y[j] - self.y[j - 1]) / (self.x[j] - self.x[j - 1])
            found = slope * (x - self.x[j - 1]) + self.y[j - 1]
        elif self.kind == "nearest":
            middle = (self.x[1:] + self.x[:-1]) / 2.0
            found = self.y[np.searchsorted(middle, x, side="left")]
        elif self.kind == "previous":
            found = self.y[np.clip(np.searchsorted(self.x, x, side="right") - 1, 0, last)]
        else:
            found = self.y[np.clip(np.searchsorted(self.x, x, side="left"), 0, last)]
        if self.low is None:
            return found
        return np.where(x < self.x[0], self.low, np.where(x > self.x[-1], self.high, found))


def interp1d(x, y, kind="linear", axis=-1, copy=True, bounds_error: Any = None, fill_value: Any = None, assume_sorted=False):
    """Of one table; outside of it, values are asked for, or (as SciPy would raise) never met."""
    x, y = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    assert y.ndim == 1
    if not assume_sorted:
        order = np.argsort(x, kind="stable")
        x, y = x[order], y[order]
    assert kind in ("linear", "nearest", "previous", "next", "cubic")
    onwards = fill_value == "extrapolate" or (fill_value is None and bounds_error is None)
    edge = np.nan if fill_value is None else fill_value
    low, high = (None, None) if onwards else edge if isinstance(edge, tuple) else (edge, edge)
    if kind == "cubic":
        return Piecewise(x, y, _slopes(x, y, ("not-a-knot", "not-a-knot")), 0, onwards, low, high)
    return Table(x, y, kind, low, high)


class Grid:
    """RegularGridInterpolator of method linear or nearest."""

    def __init__(self, points: Any, values: Any, method: str, outside: Any):
        self.points, self.values, self.method, self.outside = points, values, method, outside

    def __call__(self, xi: Any):
        parts = xi if isinstance(xi, tuple) else np.moveaxis(np.atleast_2d(np.asarray(xi) * 1.0), -1, 0)
        found: Any = 0.0
        places, shares = [], []
        for k in range(len(self.points)):
            p = np.asarray(self.points[k]) * 1.0
            i = np.clip(np.searchsorted(p, parts[k], side="right") - 1, 0, p.shape[0] - 2)
            t = (parts[k] - p[i]) / (p[i + 1] - p[i])
            places.append(i)
            shares.append(np.where(t <= 0.5, 0.0, 1.0) if self.method == "nearest" else t)
        for corner in range(2 ** len(self.points)):
            weight: Any = 1.0
            at: Any = ()
            for k in range(len(self.points)):
                up = corner // 2**k % 2
                weight = weight * (shares[k] if up == 1 else 1.0 - shares[k])
                at = (*at, places[k] + up)
            found = found + weight * self.values[at]
        if self.outside is None:
            return found
        beyond: Any = False
        for k in range(len(self.points)):
            p = np.asarray(self.points[k]) * 1.0
            beyond = beyond | (parts[k] < p[0]) | (parts[k] > p[-1])
        return np.where(beyond, self.outside, found)


def RegularGridInterpolator(points, values, method="linear", bounds_error=True, fill_value: Any = np.nan):
    """Outside of the grid: `fill_value`, or the line of the outermost cell where that is None; never met where SciPy would raise."""
    assert method in ("linear", "nearest")
    return Grid(points, np.asarray(values) * 1.0, method, None if bounds_error else fill_value)


def interpn(points, values, xi, method="linear", bounds_error=True, fill_value: Any = np.nan):
    return RegularGridInterpolator(points, values, method, bounds_error, fill_value)(xi)
