"""np.fft and scipy.fft in terms of one-dimensional transforms."""

import numpy as np

from precis.lift.numpy import primitives


def sized(a, n, axis):
    """Cut or padded with zeros to n elements along an axis."""
    if n is None:
        return a
    n = primitives.whole(n)
    moved = np.moveaxis(a, axis, -1)
    m = moved.shape[-1]
    if n == m:
        return a
    if n < m:
        moved = moved[..., :n]
    else:
        moved = np.concatenate((moved, np.zeros(moved.shape[:-1] + (n - m,), dtype=a.dtype)), axis=-1)
    return np.moveaxis(moved, -1, axis)


def _named(norm):
    return "backward" if norm is None else norm


def fft(a, n=None, axis=-1, norm=None):
    return primitives.fft(sized(a, n, axis), axis, False, _named(norm))


def ifft(a, n=None, axis=-1, norm=None):
    return primitives.fft(sized(a, n, axis), axis, True, _named(norm))


def rfft(a, n=None, axis=-1, norm=None):
    return primitives.rfft(sized(a, n, axis), axis, _named(norm))


def irfft(a, n=None, axis=-1, norm=None):
    n = 2 * (a.shape[axis] - 1) if n is None else primitives.whole(n)
    return primitives.irfft(sized(a, n // 2 + 1, axis), n, axis, _named(norm))


def _swapped(norm):
    return "forward" if norm is None or norm == "backward" else "backward" if norm == "forward" else norm


def hfft(a, n=None, axis=-1, norm=None):
    return irfft(np.conj(a), n, axis, _swapped(norm))


def ihfft(a, n=None, axis=-1, norm=None):
    return np.conj(rfft(a, n, axis, _swapped(norm)))


def _axes(a, s, axes):
    if axes is None:
        return tuple(range(a.ndim)) if s is None else tuple(range(-len(s), 0))
    return axes


def _size(s, k):
    return None if s is None else s[k]


def _each(transform, a, s, axes, norm):
    """Over the axes, the last first."""
    for k in range(len(axes) - 1, -1, -1):
        a = transform(a, _size(s, k), axes[k], norm)
    return a


def fftn(a, s=None, axes=None, norm=None):
    return _each(fft, a, s, _axes(a, s, axes), norm)


def ifftn(a, s=None, axes=None, norm=None):
    return _each(ifft, a, s, _axes(a, s, axes), norm)


def rfftn(a, s=None, axes=None, norm=None):
    axes = _axes(a, s, axes)
    last = len(axes) - 1
    a = rfft(a, _size(s, last), axes[last], norm)
    return _each(fft, a, s, axes[:last], norm)


def irfftn(a, s=None, axes=None, norm=None):
    axes = _axes(a, s, axes)
    last = len(axes) - 1
    for k in range(last):
        a = ifft(a, _size(s, k), axes[k], norm)
    return irfft(a, _size(s, last), axes[last], norm)


def fft2(a, s=None, axes=(-2, -1), norm=None):
    return fftn(a, s, axes, norm)


def ifft2(a, s=None, axes=(-2, -1), norm=None):
    return ifftn(a, s, axes, norm)


def rfft2(a, s=None, axes=(-2, -1), norm=None):
    return rfftn(a, s, axes, norm)


def irfft2(a, s=None, axes=(-2, -1), norm=None):
    return irfftn(a, s, axes, norm)


def fftfreq(n, d=1.0):
    half = (n - 1) // 2 + 1
    return np.concatenate((np.arange(0, half), np.arange(-(n // 2), 0))) * (1.0 / (n * d))


def rfftfreq(n, d=1.0):
    return np.arange(0, n // 2 + 1) * (1.0 / (n * d))


def _listed(x, axes):
    if axes is None:
        return tuple(range(x.ndim))
    return axes if isinstance(axes, tuple) else (axes,)


def fftshift(x, axes=None):
    for k in _listed(x, axes):
        x = np.roll(x, x.shape[k] // 2, axis=k)
    return x


def ifftshift(x, axes=None):
    for k in _listed(x, axes):
        x = np.roll(x, -(x.shape[k] // 2), axis=k)
    return x
