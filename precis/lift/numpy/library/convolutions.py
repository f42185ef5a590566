"""scipy.signal: convolutions and correlations in one and more dimensions, by their definitions."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.filters import framed

MODES = {"fill": "constant", "wrap": "wrap", "symm": "reflect"}


def _part(full, first, second, mode):
    """What a mode keeps of all sums; in `valid`, one array covers the other."""
    assert mode in ("full", "same", "valid")
    if mode == "full":
        return full
    for k in range(full.ndim):
        n, m = first[k], second[k]
        length = n if mode == "same" else max(n, m) - min(n, m) + 1
        start = (n + m - 1 - length) // 2
        full = np.moveaxis(np.moveaxis(full, k, 0)[start:start + length], 0, k)
    return full


def _sums(in1, in2):
    """Of all shifted products, in two dimensions."""
    m, n = in1.shape
    p, q = in2.shape
    full = np.zeros((m + p - 1, n + q - 1), dtype=np.result_type(in1, in2))
    for i in range(p):
        for j in range(q):
            full[i:i + m, j:j + n] += in2[i, j] * in1
    return full


def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """With a frame around the first array; in `valid`, it is the larger one."""
    p, q = in2.shape
    if mode == "valid" or (boundary == "fill" and fillvalue == 0):
        return _part(_sums(in1, in2), in1.shape, in2.shape, mode)
    shape = in1.shape
    in1 = framed(in1, p - 1, p - 1, MODES[boundary], fillvalue)
    in1 = framed(in1.T, q - 1, q - 1, MODES[boundary], fillvalue).T
    inner = _sums(in1, in2)[p - 1:in1.shape[0], q - 1:in1.shape[1]]
    return _part(inner, shape, in2.shape, mode)


def correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    """As convolution with the conjugate turned round, whose middle element is another where lengths are even."""
    if mode == "same":
        for n in in2.shape:
            assert n % 2 == 1, "of odd lengths"
    return convolve2d(in1, np.conj(in2[::-1, ::-1]), mode, boundary, fillvalue)


def convolve(in1, in2, mode: Any = "full", method="auto"):
    if in1.ndim == 2:
        return _part(_sums(in1, in2), in1.shape, in2.shape, mode)
    assert in1.ndim == 1
    return _part(np.convolve(in1, in2), in1.shape, in2.shape, mode)


def correlate(in1, in2, mode="full", method="auto"):
    return convolve(in1, np.conj(in2[::-1, ::-1] if in2.ndim == 2 else in2[::-1]), mode)


def fftconvolve(in1, in2, mode="full", axes=None):
    """Through the transforms of both."""
    assert axes is None and in1.ndim == in2.ndim
    shape = tuple([n + m - 1 for n, m in zip(in1.shape, in2.shape)])
    if in1.dtype.kind == "c" or in2.dtype.kind == "c":
        full = np.fft.ifftn(np.fft.fftn(in1, shape) * np.fft.fftn(in2, shape), shape)
    else:
        full = np.fft.irfftn(np.fft.rfftn(in1, shape) * np.fft.rfftn(in2, shape), shape)
    return _part(full, in1.shape, in2.shape, mode)


def correlation_lags(in1_len, in2_len, mode="full"):
    lags = np.arange(1 - in2_len, in1_len)
    if mode == "full":
        return lags
    if mode == "valid":
        return np.arange(in1_len - in2_len + 1) if in1_len >= in2_len else np.arange(in1_len - in2_len, 1)
    assert mode == "same"
    start = (in1_len + in2_len - 1) // 2 - in1_len // 2
    return lags[start:start + in1_len]
