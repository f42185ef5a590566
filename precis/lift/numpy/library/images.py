"""scipy.ndimage in n dimensions, by the definitions."""

import numpy as np

from precis.lift.numpy.library.filters import framed, kept


def _surrounded(input, sizes, origin, mode, cval):
    """With what the filter sees beyond every edge."""
    assert len(sizes) == input.ndim
    for k in range(input.ndim):
        before = sizes[k] // 2 + origin
        input = np.moveaxis(framed(np.moveaxis(input, k, 0), before, sizes[k] - 1 - before, mode, cval), 0, k)
    return input


def around(input, sizes, origin, mode, cval):
    """The elements of a window around every element, one array each, row by row."""
    whole, shape = _surrounded(input, sizes, origin, mode, cval), input.shape
    return [whole[tuple(slice(o, o + n) for o, n in zip(offset, shape))] for offset in np.ndindex(*sizes)]


def correlate(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Summed in binary64 and then of the dtype of the input."""
    assert output is None and axes is None
    weights = np.asarray(weights)
    assert kept(input, weights)
    total = np.zeros(input.shape)
    whole = input if input.dtype.kind == "c" else input.astype(np.float64)
    for k, shifted in enumerate(around(whole, weights.shape, origin, mode, cval)):
        total = total + np.ravel(weights)[k] * shifted
    return total.astype(input.dtype)


def convolve(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Of filters with odd lengths."""
    assert axes is None
    weights = np.flip(np.asarray(weights))
    for n in weights.shape:
        assert n % 2 == 1
    return correlate(input, weights, output, mode, cval, -origin)


def lengths(input, size):
    return tuple(size) if isinstance(size, (tuple, list)) else (size,) * input.ndim


def covered(input, size, footprint, left_out, mode, cval, origin):
    """The elements of a window around every element; in place of those that a footprint leaves out stands what decides nothing."""
    if footprint is None:
        return np.stack(around(input, lengths(input, size), origin, mode, cval))
    footprint = np.asarray(footprint) != 0
    shifted = around(input, footprint.shape, origin, mode, cval)
    return np.stack([np.where(covers, x, left_out) for covers, x in zip(np.ravel(footprint), shifted)])


def least(dtype):
    return -np.inf if dtype.kind == "f" else False if dtype.kind == "b" else np.iinfo(dtype).min


def greatest(dtype):
    return np.inf if dtype.kind == "f" else True if dtype.kind == "b" else np.iinfo(dtype).max


def savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode="interp", cval=0.0):
    """Polynomials of least squares through every window (A. Savitzky, M. Golay, 1964); at the ends those of the first and last window."""
    moved = np.moveaxis(np.asarray(x) * 1.0, axis, 0)
    assert moved.dtype.kind == "f", "SciPy leaves out imaginary parts"
    half, n = window_length // 2, moved.shape[0]
    assert window_length % 2 == 1 and polyorder < window_length
    t = np.arange(-half, half + 1) / max(half, 1)
    powers = np.arange(polyorder + 1)
    falling = np.ones(polyorder + 1)
    for k in range(deriv):
        falling = falling * np.maximum(powers - k, 0)
    slopes = falling * t[:, None] ** np.maximum(powers - deriv, 0) / (delta * max(half, 1)) ** deriv
    smooth = slopes @ np.linalg.pinv(t[:, None] ** powers)
    whole = moved if mode == "interp" else framed(moved, half, half, mode, cval)
    inner = whole.shape[0] - 2 * half
    total = smooth[half, 0] * whole[:inner]
    for k in range(1, window_length):
        total = total + smooth[half, k] * whole[k:k + inner]
    if mode == "interp":
        assert n >= window_length
        first = np.tensordot(smooth[:half], moved[:window_length], 1)
        last = np.tensordot(smooth[half + 1:], moved[n - window_length:], 1)
        total = np.concatenate((first, total, last))
    return np.moveaxis(total, 0, axis).astype(moved.dtype)
