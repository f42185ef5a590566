"""scipy.ndimage between the elements: splines of order 2 and 3, straight lines, the nearest element; images moved, enlarged and turned.

Coefficients of splines by recursive filters (M. Unser, A. Aldroubi, M. Eden, B-spline signal processing, IEEE Trans. Signal Process.
41, 1993), whose first terms are exact sums over the array continued by its mode; for the mode reflect SciPy leaves out a term of z^(2n).
"""

from typing import Any

import numpy as np

POLES = {2: -0.171572875253809902396622551580603843, 3: -0.267949192431122706472553658494127633}  # sqrt(8) - 3, sqrt(3) - 2
MIRRORED = ("constant", "mirror", "wrap")  # their spline continues the array about the middle of its last elements
BESIDE = 12  # elements that are added for the mode nearest


def _coefficients(f, order, mode):
    """Along the first axis; without its gain, the filter is 1 / (1 - z q) (1 - z / q)."""
    n, z = f.shape[0], POLES[order]
    if n == 1:
        return f
    powers = (z ** np.arange(n)).reshape((-1,) + (1,) * (f.ndim - 1))
    c = f * ((1.0 - z) * (1.0 - 1.0 / z))
    if mode in MIRRORED:
        back = powers[1:n - 1] + z ** (n - 1) * powers[1:n - 1][::-1]
        c[0] = (c[0] + z ** (n - 1) * c[n - 1] + np.sum(back * c[1:n - 1], axis=0)) / (1.0 - z ** (2 * n - 2))
    elif mode == "grid-wrap":
        c[0] = (c[0] + np.sum(powers[1:][::-1] * c[1:], axis=0)) / (1.0 - z ** n)
    else:
        c[0] = c[0] + z / (1.0 - z ** (2 * n)) * np.sum((powers + z ** n * powers[::-1]) * c, axis=0)
    for k in range(1, n):
        c[k] = c[k] + z * c[k - 1]
    if mode in MIRRORED:
        c[n - 1] = z / (z * z - 1.0) * (c[n - 1] + z * c[n - 2])
    elif mode == "grid-wrap":
        c[n - 1] = z / (z ** n - 1.0) * (c[n - 1] + np.sum(powers[1:] * c[:n - 1], axis=0))
    else:
        c[n - 1] = z / (z - 1.0) * c[n - 1]
    for k in range(n - 2, -1, -1):
        c[k] = z * (c[k + 1] - c[k])
    return c


def spline_filter(input, order=3, output=np.float64, mode="mirror"):
    assert order in (2, 3) and output is np.float64 and mode in ("mirror", "reflect", "constant", "nearest", "grid-wrap")
    found = np.asarray(input) * np.float64(1.0)
    for k in range(found.ndim):
        found = np.moveaxis(_coefficients(np.moveaxis(found, k, 0).copy(), order, mode), 0, k)
    return found


def spline_filter1d(input, order=3, axis=-1, output=np.float64, mode="mirror"):
    assert order in (2, 3) and output is np.float64 and mode in ("mirror", "reflect", "constant", "nearest", "grid-wrap")
    return np.moveaxis(_coefficients(np.moveaxis(np.asarray(input) * np.float64(1.0), axis, 0).copy(), order, mode), 0, axis)


def _weights(c, order):
    """(the first element that a place meets, the weights of it and of the next)"""
    if order == 1:
        low = np.floor(c)
        return low, [1.0 - (c - low), c - low]
    if order == 2:
        low = np.floor(c + 0.5)
        t = c - low
        return low - 1.0, [0.5 * (0.5 - t) ** 2, 0.75 - t * t, 0.5 * (0.5 + t) ** 2]
    low = np.floor(c)
    t = c - low
    u = 1.0 - t
    return low - 1.0, [u * u * u / 6.0, (4.0 - 3.0 * t * t * (2.0 - t)) / 6.0, (4.0 - 3.0 * u * u * (2.0 - u)) / 6.0, t * t * t / 6.0]


def _folded(k, n, mode):
    """Places of elements, in the array where it is continued."""
    if mode == "nearest":
        return np.clip(k, 0, n - 1)
    if mode == "reflect":
        k = k % (2 * n)
        return np.where(k >= n, 2 * n - 1 - k, k)
    if mode == "grid-wrap":
        return k % n
    if n == 1:
        return k * 0
    k = k % (2 * n - 2)
    return np.where(k >= n, 2 * n - 2 - k, k)


def _within(c, n, mode):
    """Places in the array or no more than half an element beside it; for the mode nearest as they are."""
    if mode == "nearest":
        return c
    if mode == "constant":
        return np.clip(c, 0.0, n - 1.0)
    if mode == "mirror" and n > 1:
        c = np.abs(c) % (2.0 * n - 2.0)
        return np.where(c > n - 1.0, 2.0 * n - 2.0 - c, c)
    if mode == "reflect":
        c = (c + 0.5) % (2.0 * n)
        return np.where(c > n, 2.0 * n - c, c) - 0.5
    return c % n


def map_coordinates(input, coordinates, output=None, order: int = 3, mode="constant", cval=0.0, prefilter=True):
    """Computed in binary64, and then of the dtype of the input."""
    assert output is None and order in (0, 1, 2, 3) and mode in ("constant", "nearest", "mirror", "reflect", "grid-wrap")
    assert input.dtype.kind in "fc" or (order == 0 and (mode != "constant" or cval == 0.0))
    return _taken(input, [np.asarray(c) * 1.0 for c in coordinates], order, mode, cval, prefilter)


def _taken(input, places: Any, order, mode, cval, prefilter=True):
    inside: Any = True
    for c, n in zip(places, input.shape):
        inside = inside & (c >= 0.0) & (c <= n - 1.0)
    whole = input if order == 0 or input.dtype.kind == "c" else input.astype(np.float64)
    if order > 1 and prefilter:
        if mode == "nearest":
            whole = np.pad(whole, BESIDE, mode="edge")
            places = [c + 1.0 * BESIDE for c in places]
        whole = spline_filter(whole, order, np.float64, mode)
    places = [_within(c, n, mode) for c, n in zip(places, whole.shape)]
    if order == 0:
        found = whole[tuple(_folded(np.floor(c + 0.5).astype(np.int64), n, mode) for c, n in zip(places, whole.shape))]
    else:
        found = _sum(whole, [_weights(c, order) for c in places], order, mode)
    return (np.where(inside, found, cval) if mode == "constant" else found).astype(input.dtype)


def _sum(whole, parts: Any, order, mode):
    total: Any = 0.0
    for corner in np.ndindex(*((order + 1,) * whole.ndim)):
        share: Any = 1.0
        at = []
        for (low, weights), k, n in zip(parts, corner, whole.shape):
            share = share * weights[k]
            at.append(_folded((low + k).astype(np.int64), n, mode))
        total = total + share * whole[tuple(at)]
    return total


def shift(input, shift, output=None, order: int = 3, mode="constant", cval=0.0, prefilter=True):
    assert output is None and order in (0, 1, 2, 3) and mode in ("constant", "nearest", "mirror", "reflect", "grid-wrap")
    assert input.dtype.kind in "fc"
    by = shift if np.ndim(shift) == 1 else [shift] * input.ndim
    return _taken(input, [_along(np.arange(n) - by[k], k, input.ndim) for k, n in enumerate(input.shape)], order, mode, cval, prefilter)


def _along(c, k, rank):
    return c.reshape((1,) * k + (-1,) + (1,) * (rank - 1 - k))


def zoom(input, zoom, output=None, order: int = 3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False):
    """The first and the last element stay where they are."""
    assert output is None and not grid_mode and order in (0, 1, 2, 3) and mode in ("constant", "nearest", "mirror", "reflect", "grid-wrap")
    assert input.dtype.kind in "fc"
    factors = zoom if isinstance(zoom, (tuple, list)) else [zoom] * input.ndim
    places = []
    for k, n in enumerate(input.shape):
        m = round(n * factors[k])
        places.append(_along(np.arange(m) * ((n - 1) / (m - 1) if m > 1 else 1.0), k, input.ndim))
    return _taken(input, places, order, mode, cval, prefilter)


def affine_transform(input, matrix, offset: Any = 0.0, output_shape=None, output=None, order: int = 3, mode="constant", cval=0.0,
                     prefilter=True):
    """The element at x is that of the input at matrix x + offset."""
    assert output is None and order in (0, 1, 2, 3) and mode in ("constant", "nearest", "mirror", "reflect", "grid-wrap")
    matrix = np.asarray(matrix)
    assert input.dtype.kind in "fc" and matrix.ndim == 2 and matrix.shape[0] == input.ndim
    rank = input.ndim
    if matrix.shape[1] == rank + 1:
        offset = matrix[:, rank]
    by = offset if np.ndim(offset) == 1 else [offset] * rank
    shape = input.shape if output_shape is None else output_shape
    grids = [_along(np.arange(n) * 1.0, k, rank) for k, n in enumerate(shape)]
    places = []
    for i in range(rank):
        c: Any = by[i]
        for j in range(rank):
            c = c + matrix[i, j] * grids[j]
        places.append(c)
    return _taken(input, places, order, mode, cval, prefilter)


def rotate(input, angle, axes=(1, 0), reshape=True, output=None, order: int = 3, mode="constant", cval=0.0, prefilter=True):
    """Of images, about the middle, into an image of the same shape."""
    assert not reshape and input.ndim == 2 and axes in ((1, 0), (0, 1))
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    middle = (np.array(input.shape) - 1) / 2.0
    turn = np.array([[c, s], [-s, c]])
    return affine_transform(input, turn, middle - turn @ middle, None, output, order, mode, cval, prefilter)
