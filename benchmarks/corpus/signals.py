"""Signals."""

import numpy as np


def fir(x, taps):
    """Filter by a finite impulse response, tap by tap. x (n,), taps (m,)."""
    n, m = x.shape[0], taps.shape[0]
    y = np.zeros(n - m + 1)
    for k in range(m):
        y += taps[k] * x[m - 1 - k:n - k]
    return y


def inputs_fir(seed, size=None):
    rng = np.random.default_rng(seed)
    return rng.normal(size=size or 100), rng.normal(size=16) / 16.0


def biquad(x, b, a):
    """Cascade of second-order sections, transposed direct form II, in place. x (n,), b (sections, 3), a (sections, 2)."""
    for s in range(b.shape[0]):
        z1, z2 = 0.0, 0.0
        for k in range(x.shape[0]):
            y = b[s, 0] * x[k] + z1
            z1 = b[s, 1] * x[k] - a[s, 0] * y + z2
            z2 = b[s, 2] * x[k] - a[s, 1] * y
            x[k] = y


def inputs_biquad(seed, size=None):
    rng = np.random.default_rng(seed)
    r, w = rng.uniform(0.5, 0.9, 3), rng.uniform(0.3, 2.0, 3)
    return rng.normal(size=size or 60), rng.uniform(0.2, 0.6, (3, 3)), np.stack([-2.0 * r * np.cos(w), r * r], axis=1)


def fourier(x, twiddle, stages):
    """Radix-2 transform of Stockham's kind. x (2^stages,) complex, twiddle (2^stages / 2,) = exp(-2 pi i k / n)."""
    n = x.shape[0]
    for s in range(stages):
        half = n // 2
        q = np.arange(half) // 2 ** s
        r = np.arange(half) % 2 ** s
        u, v = x[:half], x[half:]
        y = np.zeros(n, dtype=np.complex128)
        y[2 * q * 2 ** s + r] = u + v
        y[(2 * q + 1) * 2 ** s + r] = (u - v) * twiddle[q * 2 ** s]
        x = y
    return x


def inputs_fourier(seed, size=None):
    stages = size or 5
    rng = np.random.default_rng(seed)
    n = 2 ** stages
    return rng.normal(size=n) + 1j * rng.normal(size=n), np.exp(-2j * np.pi * np.arange(n // 2) / n), stages


def autocorrelation(x, lags):
    """Biased autocorrelation at the first lags, and Levinson and Durbin's prediction coefficients. x (n,)."""
    n = x.shape[0]
    r = np.zeros(lags + 1)
    for k in range(lags + 1):
        r[k] = x[:n - k] @ x[k:] / n
    a = np.zeros(lags + 1)
    a[0] = 1.0
    error = r[0]
    for m in range(1, lags + 1):
        reflection = -np.dot(a[:m], r[m:0:-1]) / error
        a[1:m + 1] = a[1:m + 1] + reflection * a[m - 1::-1][:m]
        error *= 1.0 - reflection * reflection
    return r, a, error


def inputs_autocorrelation(seed, size=None):
    return np.cumsum(np.random.default_rng(seed).normal(size=size or 80)), 10


def goertzel(x, frequency):
    """Power at many frequencies by Goertzel's recurrence. x (n,), frequency (m,) in radians per sample."""
    c = 2.0 * np.cos(frequency)
    one = np.zeros_like(frequency)
    two = np.zeros_like(frequency)
    for k in range(x.shape[0]):
        zero = x[k] + c * one - two
        two = one
        one = zero
    return one * one + two * two - c * one * two


def inputs_goertzel(seed, size=None):
    n = size or 40
    return np.random.default_rng(seed).normal(size=n), np.linspace(0.1, 3.0, 32)


def median_of_five(x):
    """Running median of five by a network of minima and maxima. x (channels, n), binary32."""
    a, b, c, d, e = x[:, :-4], x[:, 1:-3], x[:, 2:-2], x[:, 3:-1], x[:, 4:]
    a, b = np.minimum(a, b), np.maximum(a, b)
    d, e = np.minimum(d, e), np.maximum(d, e)
    f = np.maximum(a, d)
    g = np.minimum(b, e)
    return np.maximum(np.minimum(f, g), np.minimum(np.maximum(f, g), c))


def inputs_median_of_five(seed, size=None):
    return (np.random.default_rng(seed).normal(size=(4, size or 50)).astype(np.float32),)


def adaptive(x, wanted, order, rate):
    """Least-mean-squares adaptive filter (Widrow & Hoff 1960), binary32. x, wanted (n,); errors and final weights."""
    n = x.shape[0]
    w = np.zeros(order, dtype=np.float32)
    error = np.zeros(n, dtype=np.float32)
    for k in range(order, n):
        window = x[k - order:k]
        e = wanted[k] - np.sum(w * window)
        w += rate * e * window
        error[k] = e
    return error, w


def inputs_adaptive(seed, size=None):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=size or 60).astype(np.float32)
    return x, (0.5 * np.roll(x, 2) - 0.2 * np.roll(x, 5)).astype(np.float32), 8, np.float32(0.02)


def haar(x, levels):
    """Haar's pyramid of the rows: what remains, and the energy of the details of each level. x (rows, n), n divisible by 2^levels."""
    low = x
    energy = np.zeros(levels)
    for k in range(levels):
        even, odd = low[:, 0::2], low[:, 1::2]
        high = (even - odd) / np.sqrt(2.0)
        low = (even + odd) / np.sqrt(2.0)
        energy[k] = np.sum(high * high)
    return low, energy


def inputs_haar(seed, size=None):
    return np.random.default_rng(seed).normal(size=(size or 8, 64)), 4
