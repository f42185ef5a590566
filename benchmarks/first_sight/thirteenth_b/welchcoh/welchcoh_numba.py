import numba as nb
import numpy as np


@nb.njit
def transform(z, twiddle, order):
    """In place; the length is a power of two."""
    n = z.size
    for i in range(n):
        j = order[i]
        if j > i:
            z[i], z[j] = z[j], z[i]
    half = 1
    while half < n:
        skip = n // (2 * half)
        for start in range(0, n, 2 * half):
            for k in range(half):
                a = z[start + k]
                b = twiddle[k * skip] * z[start + k + half]
                z[start + k] = a + b
                z[start + k + half] = a - b
        half *= 2


@nb.njit
def coherence(x, y, size):
    hop = size // 2
    count = (x.size - size) // hop + 1
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(size) / size)
    norm = np.sum(window * window) * count
    twiddle = np.exp(-2j * np.pi * np.arange(hop) / size)
    order = np.zeros(size, np.int64)
    for i in range(1, size):
        order[i] = order[i // 2] // 2 + (hop if i % 2 else 0)
    pxx, pyy = np.zeros(hop + 1), np.zeros(hop + 1)
    pxy = np.zeros(hop + 1, np.complex128)
    z = np.empty(size, np.complex128)
    for s in range(count):
        mean = 0.0 + 0.0j
        for i in range(size):
            z[i] = x[s * hop + i] + 1j * y[s * hop + i]
            mean += z[i]
        mean /= size
        for i in range(size):
            z[i] = window[i] * (z[i] - mean)
        transform(z, twiddle, order)
        for k in range(hop + 1):
            p, q = z[k], np.conj(z[(size - k) % size])
            fa = 0.5 * (p + q)
            fb = -0.5j * (p - q)
            pxx[k] += fa.real * fa.real + fa.imag * fa.imag
            pyy[k] += fb.real * fb.real + fb.imag * fb.imag
            pxy[k] += np.conj(fa) * fb
    coherent = np.empty(hop + 1)
    for k in range(hop + 1):
        coherent[k] = (pxy[k].real ** 2 + pxy[k].imag ** 2) / (pxx[k] * pyy[k])
        pxx[k] /= norm
        pyy[k] /= norm
    return pxx, pyy, coherent
