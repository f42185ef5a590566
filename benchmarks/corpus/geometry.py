"""Geometry and astronomy."""

import numpy as np


def kepler(mean, eccentricity, tolerance):
    """Eccentric anomaly by Newton's method until all have settled, then positions. mean, eccentricity (n,)."""
    e = mean + eccentricity * np.sin(mean)
    step = np.ones_like(e)
    while np.max(np.abs(step)) > tolerance:
        step = (e - eccentricity * np.sin(e) - mean) / (1.0 - eccentricity * np.cos(e))
        e -= step
    return np.cos(e) - eccentricity, np.sqrt(1.0 - eccentricity ** 2) * np.sin(e)


def inputs_kepler(seed, size=None):
    rng = np.random.default_rng(seed)
    return rng.uniform(0.0, 6.28, size or 40), rng.uniform(0.0, 0.7, size or 40), 1e-12


def in_polygon(x, y, px, py):
    """Even-odd rule for many points, edge by edge. x, y (n,), px, py (corners,)."""
    inside = np.zeros(x.shape[0], dtype=bool)
    for k in range(px.shape[0]):
        j = (k + 1) % px.shape[0]
        crosses = (py[k] > y) != (py[j] > y)
        inside ^= crosses & (x < (px[j] - px[k]) * (y - py[k]) / (py[j] - py[k]) + px[k])
    return inside


def inputs_in_polygon(seed, size=None):
    rng = np.random.default_rng(seed)
    angle = np.linspace(0.0, 2.0 * np.pi, 25)[:-1]
    r = rng.uniform(0.4, 1.0, 24)
    return *rng.uniform(-1.0, 1.0, (2, size or 50)), r * np.cos(angle), r * np.sin(angle)


def ray_spheres(origin, direction, centre, radius, light):
    """Nearest sphere along each ray and its diffuse shade. direction (n, 3), centre (m, 3), radius (m,), light (3,)."""
    n = direction.shape[0]
    nearest = np.full(n, np.inf)
    shade = np.zeros(n)
    for k in range(centre.shape[0]):
        to = origin - centre[k]
        b = direction @ to
        c = to @ to - radius[k] ** 2
        root = b * b - c
        t = -b - np.sqrt(np.maximum(root, 0.0))
        hit = (root > 0.0) & (t > 0.0) & (t < nearest)
        normal = (origin + t[:, None] * direction - centre[k]) / radius[k]
        nearest = np.where(hit, t, nearest)
        shade = np.where(hit, np.maximum(normal @ light, 0.0), shade)
    return nearest, shade


def inputs_ray_spheres(seed, size=None):
    n = size or 6
    rng = np.random.default_rng(seed)
    x, y = np.meshgrid(np.linspace(-1.0, 1.0, n), np.linspace(-1.0, 1.0, n))
    d = np.stack([x.ravel(), y.ravel(), np.full(n * n, 2.0)], axis=1)
    centre = np.stack([*rng.uniform(-1.5, 1.5, (2, 8)), rng.uniform(3.0, 6.0, 8)], axis=1)
    d /= np.sqrt((d * d).sum(axis=1, keepdims=True))
    return np.zeros(3), d, centre, rng.uniform(0.3, 0.8, 8), np.array([0.6, 0.6, -0.5291502622])


def geodesics(a, b):
    """Great-circle distances between two sets of places by the haversine formula. a (n, 2), b (m, 2) in degrees."""
    a = np.radians(a)
    b = np.radians(b)
    dlat = a[:, None, 0] - b[None, :, 0]
    dlon = a[:, None, 1] - b[None, :, 1]
    h = np.sin(0.5 * dlat) ** 2 + np.cos(a[:, None, 0]) * np.cos(b[None, :, 0]) * np.sin(0.5 * dlon) ** 2
    return 12742.0 * np.arcsin(np.sqrt(h))


def inputs_geodesics(seed, size=None):
    n = size or 10
    rng = np.random.default_rng(seed)
    return tuple(np.stack([rng.uniform(-80.0, 80.0, k), rng.uniform(-180.0, 180.0, k)], axis=1) for k in (n, n + 5))


def spline(x, y, at):
    """Natural cubic spline: second derivatives by elimination, then values. x, y (n,), at (m,)."""
    n = x.shape[0]
    h = x[1:] - x[:-1]
    m = np.zeros(n)
    c = np.zeros(n)
    for i in range(1, n - 1):
        r = 6.0 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
        p = 2.0 * (h[i - 1] + h[i]) - h[i - 1] * c[i - 1]
        c[i] = h[i] / p
        m[i] = (r - h[i - 1] * m[i - 1]) / p
    for i in range(n - 2, 0, -1):
        m[i] -= c[i] * m[i + 1]
    k = np.minimum(np.searchsorted(x, at, side="right") - 1, n - 2)
    a, b = (x[k + 1] - at) / h[k], (at - x[k]) / h[k]
    return a * y[k] + b * y[k + 1] + ((a ** 3 - a) * m[k] + (b ** 3 - b) * m[k + 1]) * h[k] ** 2 / 6.0


def inputs_spline(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0.0, 10.0, n))
    return x, np.sin(x), rng.uniform(x[0], x[-1] - 1e-6, 4 * n)
