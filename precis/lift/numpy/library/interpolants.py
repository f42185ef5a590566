"""scipy.interpolate: polynomials through points, and functions of scattered ones, by their definitions."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.interpolation import PchipInterpolator, Piecewise
from precis.lift.numpy.library.series import HighestFirst


class BarycentricInterpolator:
    """The polynomial through points (J.-P. Berrut, L. Trefethen, 2004). At a point itself, its value and the polynomial's slope."""

    def __init__(self, xi: Any, yi: Any = None, axis: int = 0, *, wi: Any = None):
        assert yi is not None and axis == 0 and wi is None
        self.x, self.y = np.asarray(xi) * 1.0, np.asarray(yi) * 1.0
        assert self.y.ndim == 1, "of one table"
        apart = self.x[:, None] - self.x[None, :]
        self.same = np.eye(self.x.shape[0]) > 0.0
        self.apart = np.where(self.same, 1.0, apart)
        scale = 4.0 / (np.max(self.x) - np.min(self.x))  # which keeps products of many distances within range
        self.w = 1.0 / np.prod(np.where(self.same, 1.0, apart * scale), axis=1)

    def __call__(self, x: Any):
        x = np.asarray(x) * 1.0
        far = np.ravel(x)[:, None] - self.x[None, :]
        hit = far == 0.0
        shares = self.w / np.where(hit, 1.0, far)
        slopes = np.sum(np.where(self.same, 0.0, self.w / self.w[:, None] / self.apart) * (self.y[None, :] - self.y[:, None]), axis=1)
        at = np.sum(np.where(hit, self.y + slopes * far, 0.0), axis=1)
        return np.where(np.any(hit, axis=1), at, shares @ self.y / np.sum(shares, axis=1)).reshape(x.shape)


def barycentric_interpolate(xi, yi, x, axis=0, *, der=0):
    assert der == 0
    return BarycentricInterpolator(xi, yi, axis)(x)


class KroghInterpolator:
    """The polynomial through points that are apart, in Newton's form."""

    def __init__(self, xi: Any, yi: Any, axis: int = 0):
        self.x, c = np.asarray(xi) * 1.0, np.asarray(yi) * 1.0
        assert axis == 0 and c.ndim == 1, "of one table"
        n = self.x.shape[0]
        k = np.arange(n)
        for j in range(1, n):
            back = np.maximum(k - 1, 0)
            low = self.x[np.maximum(k - j, 0)]
            c = np.where(k >= j, (c - c[back]) / np.where(k >= j, self.x - low, 1.0), c)
        self.c = c

    def __call__(self, x: Any):
        x = np.asarray(x) * 1.0
        n = self.x.shape[0]
        found = np.zeros(x.shape) + self.c[n - 1]
        for j in range(1, n):
            found = found * (x - self.x[n - 1 - j]) + self.c[n - 1 - j]
        return found


def krogh_interpolate(xi, yi, x, der: Any = 0, axis=0):
    assert isinstance(der, int) and der == 0
    return KroghInterpolator(xi, yi, axis)(x)


def lagrange(x, w):
    """The polynomial through points, by its coefficients."""
    x = np.asarray(x) * 1.0
    n = x.shape[0]
    basis = np.zeros((n, n))
    basis[:, n - 1] = 1.0
    others = np.arange(n)
    for k in range(n):
        apart = np.where(others == k, 1.0, x - x[k])[:, None]
        higher = np.concatenate((basis[:, 1:], np.zeros((n, 1))), axis=1)
        basis = np.where((others == k)[:, None], basis, (higher - x[k] * basis) / apart)
    return HighestFirst((np.asarray(w) * 1.0) @ basis)


def pchip_interpolate(xi, yi, x, der: Any = 0, axis=0):
    assert axis == 0 and isinstance(der, int)
    return PchipInterpolator(xi, yi)(x, der)


def CubicHermiteSpline(x, y, dydx, axis=0, extrapolate: Any = None):
    assert axis == 0
    x, y, slopes = np.asarray(x) * 1.0, np.asarray(y) * 1.0, np.asarray(dydx) * 1.0
    assert y.ndim == 1
    return Piecewise(x, y, slopes, 0, extrapolate)


def Akima1DInterpolator(x, y, axis=0, *, method="akima", extrapolate: Any = None):
    """Slopes weigh the chords beside a point by how much those next to them turn (H. Akima, 1970; makima: C. Moler, 2019)."""
    x, y = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    assert axis == 0 and y.ndim == 1 and method in ("akima", "makima") and x.shape[0] > 2
    m = np.diff(y) / np.diff(x)
    before, after = 2.0 * m[0] - m[1], 2.0 * m[-1] - m[-2]
    m = np.concatenate((np.stack((2.0 * before - m[0], before)), m, np.stack((after, 2.0 * after - m[-1]))))
    turn = np.abs(np.diff(m))
    if method == "makima":
        turn = turn + 0.5 * np.abs(m[1:] + m[:-1])
    left, right = turn[:-2], turn[2:]
    both = left + right
    some = both > 1e-9 * np.max(both)
    even = 0.5 * (m[3:] + m[:-3])
    slopes = np.where(some, (right * m[1:-2] + left * m[2:-1]) / np.where(some, both, 1.0), even)
    return Piecewise(x, y, slopes, 0, False if extrapolate is None else extrapolate)


def _squares(a, b):
    """Of the distances between all points."""
    return np.sum((a[:, None, :] - b[None, :, :]) ** 2, axis=-1)


def _root(s):
    """Without a slope at 0."""
    return np.where(s == 0.0, 0.0, np.sqrt(np.where(s == 0.0, 1.0, s)))


def _by_kernel(kernel, s):
    """A radial function of the squares of distances."""
    if kernel == "thin_plate_spline":
        return 0.5 * s * np.log(np.where(s == 0.0, 1.0, s))
    if kernel == "linear":
        return -_root(s)
    if kernel == "cubic":
        return s * _root(s)
    if kernel == "quintic":
        return -s * s * _root(s)
    if kernel == "multiquadric":
        return -np.sqrt(s + 1.0)
    if kernel == "inverse_multiquadric":
        return 1.0 / np.sqrt(s + 1.0)
    if kernel == "inverse_quadratic":
        return 1.0 / (s + 1.0)
    assert kernel == "gaussian"
    return np.exp(-s)


DEGREES = {"multiquadric": 0, "linear": 0, "thin_plate_spline": 1, "cubic": 1, "quintic": 2}


def _monomials(x, degree):
    columns = [np.ones(x.shape[0])] if degree >= 0 else []
    if degree >= 1:
        columns = [*columns, *[x[:, i] for i in range(x.shape[1])]]
    if degree >= 2:
        columns = [*columns, *[x[:, i] * x[:, j] for i in range(x.shape[1]) for j in range(i, x.shape[1])]]
    return np.stack(columns, axis=1) if columns else np.zeros((x.shape[0], 0))


class RBFInterpolator:
    """Sums of radial functions and a polynomial (G. Fasshauer, Meshfree approximation methods with MATLAB, 2007)."""

    def __init__(self, y: Any, d: Any, neighbors: Any = None, smoothing: Any = 0.0, kernel: str = "thin_plate_spline", epsilon: Any = None,
                 degree: Any = None):
        assert neighbors is None and (epsilon is not None or kernel in ("linear", "thin_plate_spline", "cubic", "quintic"))
        self.y, d = np.asarray(y) * 1.0, np.asarray(d) * 1.0
        self.kernel, self.epsilon = kernel, 1.0 if epsilon is None else epsilon
        self.degree = DEGREES.get(kernel, 0) if degree is None else degree
        assert self.degree <= 2
        low, high = np.min(self.y, axis=0), np.max(self.y, axis=0)
        self.middle, self.half = (high + low) / 2.0, np.where(high == low, 1.0, (high - low) / 2.0)
        flat = d if d.ndim == 2 else d[:, None]
        n = flat.shape[0]
        p = _monomials((self.y - self.middle) / self.half, self.degree)
        k = _by_kernel(kernel, _squares(self.y, self.y) * self.epsilon**2) + np.diag(np.full(n, 1.0) * smoothing)
        system = np.concatenate((np.concatenate((k, p), axis=1), np.concatenate((p.T, np.zeros((p.shape[1], p.shape[1]))), axis=1)))
        found = np.linalg.solve(system, np.concatenate((flat, np.zeros((p.shape[1], flat.shape[1])))))
        self.c = found if d.ndim == 2 else found[:, 0]

    def __call__(self, x: Any):
        x = np.asarray(x) * 1.0
        return np.concatenate((_by_kernel(self.kernel, _squares(x, self.y) * self.epsilon**2),
                               _monomials((x - self.middle) / self.half, self.degree)), axis=1) @ self.c


def _within(name, s, epsilon):
    """Rbf's functions: the same but for signs, and for the scale of distances."""
    assert name in ("multiquadric", "inverse", "inverse multiquadric", "gaussian", "linear", "cubic", "quintic", "thin_plate", "thin-plate")
    if name in ("thin_plate", "thin-plate"):
        return _by_kernel("thin_plate_spline", s)
    if name in ("multiquadric", "gaussian", "inverse", "inverse multiquadric"):
        found = _by_kernel("inverse_multiquadric" if "inverse" in name else name, s / epsilon**2)
        return -found if name == "multiquadric" else found
    return _by_kernel(name, s) if name == "cubic" else -_by_kernel(name, s)


class Rbf:
    """Radial functions alone (the older interface): coordinates one by one, then the values."""

    def __init__(self, *args: Any, function: str = "multiquadric", epsilon: Any = None, smooth: Any = 0.0, norm: str = "euclidean",
                 mode: str = "1-D"):
        assert norm == "euclidean" and mode == "1-D"
        self.points = np.stack([np.ravel(np.asarray(a) * 1.0) for a in args[:-1]], axis=1)
        n = self.points.shape[0]
        edges = np.max(self.points, axis=0) - np.min(self.points, axis=0)
        some = edges != 0.0
        self.epsilon = (np.prod(np.where(some, edges, 1.0)) / n) ** (1.0 / np.sum(some)) if epsilon is None else epsilon
        self.function = function
        matrix = _within(function, _squares(self.points, self.points), self.epsilon) - smooth * np.eye(n)
        self.nodes = np.linalg.solve(matrix, np.ravel(np.asarray(args[-1]) * 1.0))

    def __call__(self, *args: Any):
        places = [np.asarray(a) * 1.0 for a in args]
        x = np.stack([np.ravel(a) for a in places], axis=1)
        return (_within(self.function, _squares(x, self.points), self.epsilon) @ self.nodes).reshape(places[0].shape)


def _points(x):
    """Coordinates side by side, given so, as a tuple, or alone."""
    if isinstance(x, (tuple, list)):
        return np.stack(np.broadcast_arrays(*[np.asarray(a) * 1.0 for a in x]), axis=-1)
    return np.asarray(x) * 1.0


class NearestNDInterpolator:
    """The value of the nearest point, of equally near ones the first."""

    def __init__(self, x: Any, y: Any, rescale: bool = False, tree_options: Any = None):
        assert not rescale and tree_options is None
        self.x, self.y = _points(x), np.asarray(y)

    def __call__(self, *args: Any):
        at = _points(args[0] if len(args) == 1 else args)
        lines = at.reshape(-1, self.x.shape[1])
        return self.y[np.argmin(_squares(lines, self.x), axis=1)].reshape(at.shape[:-1] + self.y.shape[1:])


def griddata(points, values, xi, method="linear", fill_value: Any = np.nan, rescale=False):
    assert method == "nearest" and not rescale, "linear and cubic ones choose triangles by the data"
    return NearestNDInterpolator(points, values)(xi)
