"""Functions of SciPy."""

from __future__ import annotations

import math

import numpy as np
from scipy import fft as sfft
from scipy import linalg, ndimage, signal
from scipy.integrate import cumulative_trapezoid, simpson, trapezoid
from scipy.signal import convolve2d, correlate2d
from scipy.spatial.distance import cdist
from scipy.special import expit, gamma, gammaln, logit, logsumexp, ndtr, softmax, xlogy

from tests.lift.numpy.surface import Collection, U, spd

PROGRAMS, prog = Collection(sizes=(6, 9, 14)).both


@prog(lambda n: (U(n),))
def scipy_bits(x):
    return gamma(x), gammaln(x), expit(x), math.erf(x[0]), math.gamma(x[1]), math.lgamma(x[1]), math.erfc(x[0]), ndtr(x), logit(x / 2), xlogy(x, x + 1), softmax(x), logsumexp(x), math.dist(x[:2], [0.5, 1.0]), math.isclose(x[0], 0.3)


@prog(lambda n: (spd(n), U(n)))
def scipy_lin(A, b):
    c = linalg.cho_factor(A)
    x = linalg.cho_solve(c, b)
    lu, piv = linalg.lu_factor(A)
    y = linalg.lu_solve((lu, piv), b)
    T = linalg.toeplitz(b)
    return x, y, T, linalg.block_diag(A, T), linalg.solve_triangular(np.tril(A), b, lower=True), linalg.norm(b), linalg.toeplitz(b, b[:3]), linalg.circulant(b)


@prog(lambda n: (spd(n),), close=1e-10)
def ex(A):
    return linalg.expm(A * 0.01), linalg.expm(A)


@prog(lambda n: (U(n), U(n, n)), close=1e-9)
def ffts(x, a):
    return sfft.dct(x), sfft.idct(x), sfft.dct(a, norm="ortho"), sfft.idct(a, axis=0, norm="ortho")


@prog(lambda n: (U(n, n), U(3, 3), U(n)))
def sig(a, k, x):
    return convolve2d(a, k, mode="same"), correlate2d(a, k, mode="valid"), cumulative_trapezoid(x, dx=0.1), trapezoid(x, dx=0.2), cdist(a, a + 1), simpson(x[:5], dx=0.1)


@prog(lambda n: (U(n), U(n), U(n), U(n, 2)))
def banded(low, middle, high, b):
    bands = np.stack([high, middle + 4.0, low])
    wide = np.vstack([bands, 0.1 * low])
    return linalg.solve_banded((1, 1), bands, b), linalg.solve_banded((2, 1), wide, b[:, 0])


@prog(lambda n: (U(n), U(3)), close=1e-10)
def polynomials_from_either_end(c, x):
    series = np.polynomial.polynomial
    whole, rest = np.polydiv(np.convolve(c, x + 1.0), x + 1.0)
    return (series.polyder(c), series.polyder(c, 2), series.polyint(c), series.polymul(c, x), series.polyadd(c, x),
            series.polysub(x, c), whole, np.polydiv(c, x + 1.0)[0])


@prog(lambda n: (U(n, n + 1),))
def slopes_along_axes(a):
    return np.stack(np.gradient(a, 0.1, axis=(0, 1)), axis=-1), np.gradient(a, 0.2, 0.3)[1], np.gradient(a, axis=1, edge_order=2)


@prog(lambda n: (U(n, 3).astype(np.float16),), close=1e-3, grad=False)
def means_of_binary16(a):
    return a.mean(), a.mean(axis=0), np.mean(a, axis=1, keepdims=True)


@prog(lambda n: (U(n, n + 1),), grad=False)
def images(c):
    soft = ndimage.gaussian_filter(c, 0.7, mode="wrap")
    other = ndimage.gaussian_filter(c, (0.5, 0.3), mode=("nearest", "constant"), truncate=3.0)
    return soft, other, ndimage.laplace(c), ndimage.laplace(c, mode="wrap"), ndimage.uniform_filter(c, 3), ndimage.uniform_filter1d(c, 4, axis=0)


@prog(lambda n: (U(n, n + 1), U(3)), grad=False)
def edges_of_images(c, w):
    slopes = np.hypot(ndimage.sobel(c, 0), ndimage.sobel(c, 1, mode="mirror")) + ndimage.prewitt(c)
    lines = ndimage.convolve1d(c, w), ndimage.correlate1d(c, w, axis=0, mode="constant", cval=2.0), ndimage.convolve1d(c, [1.0, 2.0, 3.0, 4.0])
    return slopes, *lines, ndimage.gaussian_filter1d(c, 1.0, axis=0, radius=2)


@prog(lambda n: (U(3 * n + 8), U(2, 3 * n + 8)), grad=False, close=1e-9)
def filters(x, y):
    b, a = signal.butter(2, [0.2, 0.5], btype="band")
    sos = signal.butter(3, 0.3, output="sos")
    tapered = x[:16] * signal.windows.tukey(16, 0.2)
    return signal.lfilter(b, a, x), signal.lfilter(b, [1.0], y), signal.sosfilt(sos, y, axis=-1), signal.filtfilt(b, a, y, padlen=9), tapered


@prog(lambda n: (U(n), U(n, 3)), grad=False, close=1e-11)
def envelopes(x, y):
    return np.abs(signal.hilbert(x)), signal.hilbert(y, axis=0).imag, signal.detrend(y, axis=0), signal.detrend(x, type="constant")


@prog(lambda n: (U(12),), grad=False)
def windows(x):
    """Of a length that is that of an argument: it is fixed to the example."""
    nodes, weights = np.polynomial.legendre.leggauss(x.shape[0])
    return x * signal.windows.get_window(("kaiser", 4.0), x.size), x @ (weights * nodes**2), x * signal.windows.hann(len(x), sym=False)
