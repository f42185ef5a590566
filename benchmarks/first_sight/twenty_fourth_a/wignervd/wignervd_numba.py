import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def transform(a, turns):
    """Fourier's transform in place for powers of two; turns are exp(-2 pi i k / n)."""
    n = a.size
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            a[i], a[j] = a[j], a[i]
    size = 1
    while size < n:
        step = n // (2 * size)
        for first in range(0, n, 2 * size):
            for k in range(size):
                w, u = turns[k * step] * a[first + k + size], a[first + k]
                a[first + k], a[first + k + size] = u + w, u - w
        size *= 2


@nb.njit(error_model="numpy")
def turns_of(n):
    turns = np.empty(n, np.complex128)
    for k in range(n):
        turns[k] = np.exp(-2j * np.pi * k / n)
    return turns


@nb.njit(error_model="numpy")
def wignervd(x, window):
    n, h = x.size, window.size // 2
    bins = 2 * (h + 1)
    z = x.astype(np.complex128)
    turns = turns_of(n)
    transform(z, turns)
    for k in range(1, n // 2):
        z[k] *= 2.0
    z[n // 2 + 1:] = 0.0
    transform(z, np.conj(turns))
    z /= n
    turns = turns_of(bins)
    out, mean = np.empty((n, bins)), np.empty(n)
    row = np.empty(bins, np.complex128)
    for t in range(n):
        reach = min(t, n - 1 - t, h)
        row[:] = 0.0
        row[0] = window[h] * (z[t].real ** 2 + z[t].imag ** 2)
        for k in range(1, reach + 1):
            value = z[t + k] * np.conj(z[t - k])
            row[k] = window[h + k] * value
            row[bins - k] = window[h - k] * np.conj(value)
        transform(row, turns)
        total, moment = 0.0, 0.0
        for k in range(bins):
            value = row[k].real
            out[t, k] = value
            total += max(value, 0.0)
            moment += max(value, 0.0) * (0.5 * k / bins)
        mean[t] = moment / total
    return out, mean
