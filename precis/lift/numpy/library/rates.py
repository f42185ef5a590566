"""scipy.signal: signals at other rates, through their transforms or by filters between zeros."""

from math import gcd
from typing import Any

import numpy as np

from precis.lift.numpy.library.designs import cheby1
from precis.lift.numpy.library.filters import sosfilt, sosfiltfilt


def resample(x, num, t=None, axis=0, window=None, domain="time"):
    """Real signals, by the frequencies that both rates have; the highest of an even number of elements stands for both of its signs."""
    assert t is None and window is None and domain == "time" and x.dtype.kind != "c"
    moved = np.moveaxis(np.asarray(x) * 1.0, axis, -1)
    n = moved.shape[-1]
    fewer = min(num, n)
    weights = np.ones(fewer // 2 + 1, dtype=moved.dtype)
    if fewer % 2 == 0 and num != n:
        weights[fewer // 2] = 2.0 if num < n else 0.5
    kept = np.fft.rfft(moved)[..., :fewer // 2 + 1] * weights
    return np.moveaxis(np.fft.irfft(kept, num) * (num / n), -1, axis)


def upfirdn(h, x, up=1, down=1, axis=-1, mode="constant", cval=0.0):
    """Every element followed by up - 1 zeros, filtered, every down-th kept."""
    assert mode == "constant" and cval == 0.0
    h, x = np.asarray(h), np.asarray(x)
    h, x = h if h.dtype.kind in "fc" else h.astype(float), x if x.dtype.kind in "fc" else x.astype(float)
    moved = np.moveaxis(x, axis, 0)
    n, m = moved.shape[0], h.shape[0]
    spread = np.zeros(((n - 1) * up + 1,) + moved.shape[1:], dtype=np.result_type(h, x))
    spread[::up] = moved
    total = np.zeros((spread.shape[0] + m - 1,) + moved.shape[1:], dtype=spread.dtype)
    for k in range(m):
        total[k:k + spread.shape[0]] += h[k] * spread
    return np.moveaxis(total[::down], 0, axis)


def resample_poly(x, up, down, axis=0, window: Any = ("kaiser", 5.0), padtype="constant", cval=None):
    """Through a low-pass filter: a sinc under Kaiser's window, ten periods of the slower rate to each side."""
    assert window == ("kaiser", 5.0) and padtype == "constant" and cval is None
    common = gcd(up, down)
    up, down = up // common, down // common
    if up == 1 and down == 1:
        return x.copy()
    slower = max(up, down)
    half, n = 10 * slower, x.shape[axis]
    h = np.sinc(np.arange(-half, half + 1) / slower) * np.kaiser(2 * half + 1, 5.0)
    before = down - half % down
    h = np.concatenate((np.zeros(before), h * (up / np.sum(h)), np.zeros(down)))
    first = (half + before) // down
    moved = np.moveaxis(x, axis, 0)
    found = upfirdn(h.astype(np.result_type(x, np.float32)), moved, up, down, 0)
    return np.moveaxis(found[first:first + (n * up + down - 1) // down], 0, axis)


def decimate(x, q, n: Any = None, ftype="iir", axis=-1, zero_phase=True):
    """Every q-th element of what Chebyshev's low-pass filter leaves."""
    assert ftype == "iir", "of the filter that SciPy takes by default"
    sos: Any = cheby1(8 if n is None else n, 0.05, 0.8 / q, output="sos")
    sos = sos.astype(x.dtype) if x.dtype.kind == "f" else sos
    smooth: Any = sosfiltfilt(sos, x, axis) if zero_phase else sosfilt(sos, x, axis)
    return np.moveaxis(np.moveaxis(smooth, axis, 0)[::q], 0, axis)
