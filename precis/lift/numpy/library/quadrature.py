"""scipy.integrate: integrals of what is sampled, by their definitions."""

import numpy as np


def _steps(y, x, dx, axis):
    """The distances of the points along an axis, which is the last one here."""
    if x is None:
        return np.full(y.shape[-1] - 1, dx, dtype=(y * 1.0).dtype)
    return np.diff(x if x.ndim == 1 else np.moveaxis(x, axis, -1), axis=-1)


def _ratio(p, q):
    """0 where points are in the same place."""
    return np.where(q == 0.0, 0.0, p / np.where(q == 0.0, 1.0, q))


def simpson(y, x=None, dx=1.0, axis=-1):
    """Parabolas through three points each; of an even number of points the last interval is K. V. Cartwright's (2017)."""
    h = _steps(np.moveaxis(y, axis, -1), x, dx, axis)
    y = np.moveaxis(y, axis, -1)
    n = y.shape[-1]
    if n == 2:
        return 0.5 * h[..., 0] * (y[..., 0] + y[..., 1])
    assert n > 2
    h = h if x is None else h.astype(float)
    pairs = (n - 1) // 2
    a, b = h[..., 0:2 * pairs:2], h[..., 1:2 * pairs:2]
    first, second, third = y[..., 0:2 * pairs:2], y[..., 1:2 * pairs:2], y[..., 2:2 * pairs + 1:2]
    ends = first * (2.0 - _ratio(b, a)) + third * (2.0 - _ratio(a, b))
    found = np.sum((a + b) / 6.0 * (ends + second * _ratio((a + b) ** 2, a * b)), axis=-1)
    p, q = h[..., -2], h[..., -1]
    last = _ratio(2.0 * q**2 + 3.0 * p * q, 6.0 * (p + q)) * y[..., -1] + _ratio(q**2 + 3.0 * p * q, 6.0 * p) * y[..., -2] \
        - _ratio(q**3, 6.0 * p * (p + q)) * y[..., -3]
    return np.where(np.asarray(n) % 2 == 0, found + last, found)


def _led(sums, initial, axis):
    """With what the first point has."""
    if initial is not None:
        sums = np.concatenate((np.full(sums.shape[:-1] + (1,), initial, dtype=sums.dtype), sums), axis=-1)
    return np.moveaxis(sums, -1, axis)


def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    moved = np.moveaxis(y, axis, -1)
    return _led(np.cumsum(_steps(moved, x, dx, axis) * (moved[..., 1:] + moved[..., :-1]) / 2.0, axis=-1), initial, axis)


def _first_parts(y, h):
    """Of the parabola through every three points, the integral over its first interval."""
    a, b = h[..., :-1], h[..., 1:]
    share, bend = a / (a + b), a / (a + b) * (a / b)
    return a / 6.0 * ((3.0 - share) * y[..., :-2] + (3.0 + bend + share) * y[..., 1:-1] - bend * y[..., 2:])


def cumulative_simpson(y, *, x=None, dx=1.0, axis=-1, initial=None):
    """Parabolas through three points each, the last of an even number through the last three (K. V. Cartwright, 2017)."""
    y = np.moveaxis(y, axis, -1) * 1.0
    n = y.shape[-1]
    h = np.broadcast_to(np.full(n - 1, dx) if x is None else _steps(y, x, dx, axis), y[..., 1:].shape)
    if n < 3:
        parts = h * (y[..., 1:] + y[..., :-1]) / 2.0
    else:
        ahead, back = _first_parts(y, h), _first_parts(y[..., ::-1], h[..., ::-1])[..., ::-1]
        ahead, back = np.concatenate((ahead, back[..., -1:]), axis=-1), np.concatenate((ahead[..., :1], back), axis=-1)
        k = np.arange(n - 1)
        parts = np.where((k % 2 == 0) & (k < n - 2), ahead, back)
    sums = np.cumsum(parts, axis=-1)
    return _led(sums if initial is None else sums + initial, initial, axis)


def _halvings(n):
    return 0 if n <= 1 else 1 + _halvings(n // 2)


def romb(y, dx=1.0, axis=-1, show=False):
    """Romberg's extrapolation of trapezoids, of 2^k + 1 points."""
    assert not show
    y = np.moveaxis(y, axis, -1) * 1.0
    k = _halvings(y.shape[-1] - 1)
    assert y.shape[-1] == 2**k + 1, "of 2^k + 1 points"
    h = dx * 2.0**k
    row = [h / 2.0 * (y[..., 0] + y[..., -1])]
    for level in range(1, k + 1):
        h = h / 2.0
        step = 2 ** (k - level)
        new = [0.5 * row[0] + h * np.sum(y[..., step::2 * step], axis=-1)]
        for m in range(1, level + 1):
            new.append(new[m - 1] + (new[m - 1] - row[m - 1]) / (4.0**m - 1.0))
        row = new
    return row[-1]
