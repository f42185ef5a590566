"""Spectra of scipy.signal by their definitions (P. Welch, 1967). Loaded where a program uses them: windows are SciPy's."""

from typing import Any

import numpy as np
from scipy import signal

from precis.lift.numpy.library.filters import detrend as without_trend
from precis.lift.numpy.library.tapers import WINDOWS, get_window


def _window(window, nperseg) -> Any:
    """Periodic. The common ones by their formulas, which serve every length."""
    known = window.removesuffix("_periodic") in WINDOWS if isinstance(window, str) else isinstance(window, tuple) and window[0] in WINDOWS
    return get_window(window, nperseg) if known else signal.get_window(window, nperseg)


def _floating(x):
    """Real numbers of 4 bytes or more; SciPy makes binary32 of smaller ones."""
    assert x.dtype.kind != "c"
    assert x.dtype.itemsize >= 4
    return x * 1.0


def _segments(x, length, step):
    """Overlapping pieces, side by side before the last dimension."""
    count = (x.shape[-1] - length) // step + 1
    return x[..., np.arange(count)[:, None] * step + np.arange(length)[None, :]]


def _transforms(x, window, nperseg, noverlap, nfft, detrend) -> Any:
    """(transforms of all pieces, the window)"""
    length = _length(x, window, nperseg, None)
    assert nfft is None or nfft >= length
    assert noverlap is None or noverlap < length
    shape = _window(window, length) if isinstance(window, (str, tuple)) else np.asarray(window)
    pieces = _segments(x, length, length - (length // 2 if noverlap is None else noverlap))
    if detrend is not False:
        pieces = without_trend(pieces, -1, detrend)
    return np.fft.rfft(pieces * shape, length if nfft is None else nfft), shape


def _powers(product, shape, fs, scaling, nfft):
    """Powers of both sides on one; `product` of transforms."""
    scale = 1.0 / (fs * np.sum(shape * shape)) if scaling == "density" else 1.0 / np.sum(shape) ** 2
    sides = np.full(product.shape[-1], 2.0)
    sides[-1] = 1.0 + nfft % 2
    sides[0] = 1.0
    return product * scale * sides


def _length(x, window, nperseg, nfft):
    """Of the transforms. Of a window that is an array, what is given as nperseg is its length."""
    if nfft is not None:
        return nfft
    if isinstance(window, (str, tuple)):
        return min(256 if nperseg is None else nperseg, x.shape[-1])
    n = np.asarray(window).shape[0]
    assert n <= x.shape[-1]
    assert nperseg is None or nperseg == n
    return n


def _followed(x, n):
    """By zeros, up to n elements."""
    return np.pad(x, ((0, 0),) * (x.ndim - 1) + ((0, n - x.shape[-1]),))


def csd(x, y, fs=1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None, detrend: Any = "constant",
        return_onesided=True, scaling="density", axis=-1, average="mean"):
    assert return_onesided and average == "mean"
    x, y = _floating(np.moveaxis(np.asarray(x), axis, -1)), _floating(np.moveaxis(np.asarray(y), axis, -1))
    if x.shape[-1] != y.shape[-1]:
        whole = max(x.shape[-1], y.shape[-1])
        x, y = _followed(x, whole), _followed(y, whole)
    n = _length(x, window, nperseg, nfft)
    a, shape = _transforms(x, window, nperseg, noverlap, nfft, detrend)
    b, shape = _transforms(y, window, nperseg, noverlap, nfft, detrend)
    found = np.mean(_powers(np.conj(a) * b, shape, fs, scaling, n), axis=-2).astype(np.result_type(x, y, np.complex64))
    return np.fft.rfftfreq(n, 1.0 / fs), np.moveaxis(found, -1, axis)


def welch(x, fs=1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None, detrend: Any = "constant",
          return_onesided=True, scaling="density", axis=-1, average="mean"):
    assert return_onesided and average == "mean"
    x = _floating(np.moveaxis(np.asarray(x), axis, -1))
    n = _length(x, window, nperseg, nfft)
    a, shape = _transforms(x, window, nperseg, noverlap, nfft, detrend)
    found = np.mean(_powers(a.real**2 + a.imag**2, shape, fs, scaling, n), axis=-2).astype(x.dtype)
    return np.fft.rfftfreq(n, 1.0 / fs), np.moveaxis(found, -1, axis)


def periodogram(x, fs=1.0, window: Any = "boxcar", nfft: Any = None, detrend: Any = "constant", return_onesided=True, scaling="density",
                axis=-1):
    x = np.asarray(x)
    if nfft is not None and nfft < x.shape[axis]:
        x = np.moveaxis(np.moveaxis(x, axis, -1)[..., :nfft], -1, axis)
    return welch(x, fs, "boxcar" if window is None else window, x.shape[axis], 0, nfft, detrend, return_onesided, scaling, axis)


def coherence(x, y, fs=1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None, detrend: Any = "constant",
              axis=-1):
    f, both = csd(x, y, fs, window, nperseg, noverlap, nfft, detrend, axis=axis)
    first = welch(x, fs, window, nperseg, noverlap, nfft, detrend, axis=axis)[1]
    return f, np.abs(both) ** 2 / first / welch(y, fs, window, nperseg, noverlap, nfft, detrend, axis=axis)[1]


def _times(n, length, overlap, fs):
    return (np.arange((n - length) // (length - overlap) + 1) * (length - overlap) + length / 2) / fs


def spectrogram(x, fs=1.0, window: Any = ("tukey", 0.25), nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
                detrend: Any = "constant", return_onesided=True, scaling="density", axis=-1, mode="psd"):
    assert return_onesided and mode == "psd" and axis == -1
    x = _floating(np.asarray(x))
    n, length = _length(x, window, nperseg, nfft), _length(x, window, nperseg, None)
    overlap = length // 8 if noverlap is None else noverlap
    a, shape = _transforms(x, window, length, overlap, nfft, detrend)
    found = _powers(a.real**2 + a.imag**2, shape, fs, scaling, n).astype(x.dtype)
    return np.fft.rfftfreq(n, 1.0 / fs), _times(x.shape[-1], length, overlap, fs), np.swapaxes(found, -1, -2)


def stft(x, fs=1.0, window: Any = "hann", nperseg=256, noverlap: Any = None, nfft: Any = None, detrend: Any = False, return_onesided=True,
         boundary="zeros", padded=True, axis=-1, scaling="spectrum"):
    assert return_onesided and axis == -1 and boundary in ("zeros", None)
    x = _floating(np.asarray(x))
    length = _length(x, window, nperseg, None)
    overlap = length // 2 if noverlap is None else noverlap
    edge = length // 2 if boundary is not None else 0
    n = x.shape[-1] + 2 * edge
    more = -(n - length) % (length - overlap) % length if padded else 0
    x = np.pad(x, ((0, 0),) * (x.ndim - 1) + ((edge, edge + more),))
    a, shape = _transforms(x, window, length, overlap, nfft, detrend)
    scale = 1.0 / np.sum(shape) if scaling == "spectrum" else 1.0 / np.sqrt(fs * np.sum(shape * shape))
    times = _times(n + more, length, overlap, fs) - (length / 2 / fs if boundary is not None else 0.0)
    found = (a * scale).astype(np.result_type(x, np.complex64))
    return np.fft.rfftfreq(length if nfft is None else nfft, 1.0 / fs), times, np.swapaxes(found, -1, -2)


def istft(Zxx, fs=1.0, window: Any = "hann_periodic", nperseg: Any = None, noverlap: Any = None, nfft: Any = None, input_onesided=True,
          boundary=True, time_axis=-1, freq_axis=-2, scaling="spectrum"):
    """(times, signal): pieces under the window are laid over each other, and divided by the sums of its squares."""
    assert input_onesided and time_axis == -1 and freq_axis == -2 and scaling in ("spectrum", "psd")
    points = 2 * (Zxx.shape[-2] - 1) if nfft is None else nfft
    length = points if nperseg is None else nperseg
    overlap = length // 2 if noverlap is None else noverlap
    shape = _window(window, length) if isinstance(window, (str, tuple)) else np.asarray(window)
    pieces = np.fft.irfft(np.moveaxis(Zxx, -1, 0), points)[..., :length]
    pieces = pieces * (np.sum(shape) if scaling == "spectrum" else np.sqrt(fs * np.sum(shape * shape)))
    count, step = pieces.shape[0], length - overlap
    total = np.zeros(pieces.shape[1:-1] + (length + (count - 1) * step,))
    weight = np.zeros(length + (count - 1) * step)
    for k in range(count):
        total[..., k * step:k * step + length] += pieces[k] * shape
        weight[k * step:k * step + length] += shape * shape
    if boundary:
        total, weight = total[..., length // 2:-(length // 2)], weight[length // 2:-(length // 2)]
    found = total / np.where(weight > 1e-10, weight, 1.0)
    return np.arange(found.shape[-1]) / fs, found
