import numba as nb
import numpy as np


@nb.njit
def forth(z, twiddle):
    """Decimation in frequency: natural order in, reversed bits out."""
    n = z.size
    half = n // 2
    while half:
        skip = n // (2 * half)
        for start in range(0, n, 2 * half):
            for k in range(half):
                a, b = z[start + k], z[start + half + k]
                z[start + k] = a + b
                z[start + half + k] = (a - b) * twiddle[k * skip]
        half //= 2


@nb.njit
def back(z, twiddle):
    """Decimation in time with conjugate factors: reversed bits in, natural order out, n times too large."""
    n = z.size
    half = 1
    while half < n:
        skip = n // (2 * half)
        for start in range(0, n, 2 * half):
            for k in range(half):
                a = z[start + k]
                b = z[start + half + k] * np.conj(twiddle[k * skip])
                z[start + k] = a + b
                z[start + half + k] = a - b
        half *= 2


@nb.njit(error_model="numpy")
def sharpen(image, psf, turns):
    """Two lines at a time as real and imaginary part; spectra stay in the order of reversed bits. n is a power of two."""
    lines, n = image.shape
    twiddle = np.exp(-2j * np.pi * np.arange(n // 2) / n)
    H = psf.astype(np.complex128)
    forth(H, twiddle)
    H /= n
    z, x, y = np.empty(n, np.complex128), np.empty(n), np.empty(n)
    estimate = np.empty((lines, n))
    mean = np.mean(image)
    for l in range(0, lines, 2):
        one, two = image[l], image[min(l + 1, lines - 1)]
        x[:], y[:] = mean, mean
        for turn in range(turns):
            for i in range(n):
                z[i] = complex(x[i], y[i])
            forth(z, twiddle)
            for i in range(n):
                z[i] *= H[i]
            back(z, twiddle)
            for i in range(n):
                z[i] = complex(one[i] / max(z[i].real, 1e-12), two[i] / max(z[i].imag, 1e-12))
            forth(z, twiddle)
            for i in range(n):
                z[i] *= np.conj(H[i])
            back(z, twiddle)
            for i in range(n):
                x[i] *= z[i].real
                y[i] *= z[i].imag
        estimate[l] = x
        if l + 1 < lines:
            estimate[l + 1] = y
    return estimate
