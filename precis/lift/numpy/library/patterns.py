"""scipy.linalg: matrices that follow a pattern, and products and equations with such, by their definitions."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.scipy import toeplitz


def hankel(c, r: Any = None):
    """Element (i, j) is c[i + j], and past the end of c what `r` goes on with (without it zeros)."""
    c = np.ravel(c)
    rest = np.zeros_like(c) if r is None else np.ravel(r)
    line = np.concatenate((c, rest[1:]))
    return line[np.arange(c.shape[0])[:, None] + np.arange(rest.shape[0])[None, :]]


def companion(a):
    assert a.ndim == 1, "of one polynomial"
    n = a.shape[0]
    first = -a[1:] / (1.0 * a[0])
    return np.concatenate((first[None, :], np.eye(n - 2, n - 1, dtype=first.dtype)))


def convolution_matrix(a, n, mode="full"):
    """The matrix whose product with a vector of n elements is its convolution with `a`."""
    assert a.ndim == 1 and mode in ("full", "same", "valid")
    m = a.shape[0]
    places = np.arange(m + n - 1)[:, None] - np.arange(n)[None, :]
    whole = np.where((places >= 0) & (places < m), a[np.clip(places, 0, m - 1)], np.zeros(1, dtype=a.dtype))
    if mode == "full":
        return whole
    length = max(m, n) if mode == "same" else max(m, n) - min(m, n) + 1
    start = (min(m, n) - 1) // 2 if mode == "same" else min(m, n) - 1
    return whole[start:start + length]


def hilbert(n):
    return 1.0 / (1.0 + np.arange(n)[:, None] + np.arange(n)[None, :])


def leslie(f, s):
    """Fecundities in the first row, survivals below the diagonal."""
    assert f.ndim == 1 and s.ndim == 1
    n = f.shape[0]
    a = np.zeros((n, n), dtype=np.result_type(f.dtype, s.dtype))
    a[0] = f
    return a + np.diag(s, -1)


def fiedler(a):
    assert a.ndim == 1
    return np.abs(a[:, None] - a[None, :])


def dft(n, scale=None):
    """The matrix of the discrete Fourier transform."""
    assert scale in (None, "sqrtn", "n")
    k = np.arange(n)
    m = np.exp(-2j * np.pi * (k[:, None] * k[None, :] % n) / n)
    return m if scale is None else m / (np.sqrt(n) if scale == "sqrtn" else n)


def khatri_rao(a, b):
    """Kronecker products column by column."""
    return (a[:, None, :] * b[None, :, :]).reshape(a.shape[0] * b.shape[0], a.shape[1])


def issymmetric(a, atol=None, rtol=None):
    return _equal(a, a.T, atol, rtol)


def ishermitian(a, atol=None, rtol=None):
    return _equal(a, np.conj(a.T), atol, rtol)


def _equal(a, b, atol, rtol):
    assert a.ndim == 2
    if atol is None and rtol is None:
        return np.all(a == b)
    return np.allclose(a, b, 0.0 if rtol is None else rtol, 0.0 if atol is None else atol)


def matmul_toeplitz(c_or_cr, x, check_finite=False, workers=None):
    """As a full matrix, where SciPy transforms."""
    c, r = c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, None)
    return toeplitz(np.ravel(c), None if r is None else np.ravel(r)) @ (np.asarray(x) * np.float64(1.0))


def solve_circulant(c, b, singular="raise", tol=None, caxis=-1, baxis=0, outaxis=0):
    """Through the transforms; NaN where one of c is zero but for rounding."""
    assert singular == "raise" and tol is None and caxis == -1 and baxis == 0 and outaxis == 0 and c.ndim == 1
    waves, columns = np.fft.fft(c), b if b.ndim == 2 else b[:, None]
    size = np.abs(waves)
    least = np.max(size) * c.shape[0] * np.finfo(np.float64).eps
    found = np.fft.ifft(np.fft.fft(columns, axis=0) / np.where(np.any(size <= least), np.nan, waves)[:, None], axis=0)
    found = found if c.dtype.kind == "c" or b.dtype.kind == "c" else found.real
    return found if b.ndim == 2 else found[:, 0]
