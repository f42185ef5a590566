"""scipy.ndimage and scipy.signal: what is chosen or computed of the elements of a window around every element, by the definitions."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.filters import framed
from precis.lift.numpy.library.images import around, correlate, covered, greatest, least, lengths


def maximum_filter(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0):
    assert output is None
    return np.max(covered(input, size, footprint, least(input.dtype), mode, cval, origin), axis=0)


def minimum_filter(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0):
    assert output is None
    return np.min(covered(input, size, footprint, greatest(input.dtype), mode, cval, origin), axis=0)


def _along(input, size, axis, mode, cval, origin):
    """The elements of a window along one axis, side by side before the first one."""
    moved = np.moveaxis(input, axis, 0)
    before, n = size // 2 + origin, moved.shape[0]
    whole = framed(moved, before, size - 1 - before, mode, cval)
    return np.stack([whole[k:k + n] for k in range(size)])


def maximum_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    assert output is None
    return np.moveaxis(np.max(_along(input, size, axis, mode, cval, origin), axis=0), 0, axis)


def minimum_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    assert output is None
    return np.moveaxis(np.min(_along(input, size, axis, mode, cval, origin), axis=0), 0, axis)


def _ranked(input, rank, size, footprint, output, mode, cval, origin):
    """The element of a rank among those of the window, where rank is a function of their number."""
    assert output is None and input.dtype.kind != "c"
    windows = covered(input, size, footprint, greatest(input.dtype), mode, cval, origin)
    count = windows.shape[0] if footprint is None else int(np.sum(np.asarray(footprint) != 0))
    return np.sort(windows, axis=0)[rank(count)]


def rank_filter(input, rank, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0):
    return _ranked(input, lambda n: rank if rank >= 0 else rank + n, size, footprint, output, mode, cval, origin)


def median_filter(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0):
    """The upper one of the two in the middle, as SciPy takes it."""
    return _ranked(input, lambda n: n // 2, size, footprint, output, mode, cval, origin)


def percentile_filter(input, percentile, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0):
    share = percentile + 100.0 if percentile < 0.0 else percentile

    def rank(n):
        return n - 1 if share == 100.0 else int(float(n) * share / 100.0)
    return _ranked(input, rank, size, footprint, output, mode, cval, origin)


def medfilt(volume, kernel_size=3):
    """With zeros around. Of odd sizes."""
    volume = np.atleast_1d(volume)
    for n in lengths(volume, kernel_size):
        assert n % 2 == 1
    return median_filter(volume, kernel_size, None, None, "constant", 0.0)


def generic_filter(input, function, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, extra_arguments=(),
                   extra_keywords=None):
    """A function of the elements of the window as a line, for every element."""
    assert output is None and footprint is None and input.dtype.kind == "f", "of floating numbers and whole windows"
    more = {} if extra_keywords is None else extra_keywords
    windows = np.stack(around(input, lengths(input, size), origin, mode, cval)).astype(np.float64)
    lines = windows.reshape(windows.shape[0], -1).T
    found = np.zeros(lines.shape[0])
    for k in range(lines.shape[0]):
        found[k] = function(lines[k], *extra_arguments, **more)
    return found.reshape(input.shape).astype(input.dtype)


def wiener(im, mysize: Any = None, noise: Any = None):
    """Local means, and more of the rest where it varies more than the noise (J. Lim, 1990); zeros are around."""
    assert im.dtype.kind == "f"
    sizes = lengths(im, 3 if mysize is None else mysize)
    for n in sizes:
        assert n % 2 == 1
    share = np.ones(sizes)
    count = np.prod(np.array(sizes))
    mean = correlate(im.astype(np.float64), share, None, "constant", 0.0) / count
    spread = correlate((im**2).astype(np.float64), share, None, "constant", 0.0) / count - mean**2
    level = np.mean(spread) if noise is None else noise
    return np.where(spread < level, mean, mean + (im - mean) * (1.0 - level / np.where(spread < level, 1.0, spread)))
