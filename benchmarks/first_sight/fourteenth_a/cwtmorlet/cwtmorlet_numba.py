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
def scalogram(x, widths, dt, w0=6.0):
    n, m = x.size, widths.size
    twiddle = np.exp(-2j * np.pi * np.arange(n // 2) / n)
    back = np.conj(twiddle)
    order = np.zeros(n, np.int64)
    for i in range(1, n):
        order[i] = order[i // 2] // 2 + (n // 2 if i % 2 else 0)
    mean, sd = x.mean(), x.std()
    f, z = np.empty(n, np.complex128), np.empty(n, np.complex128)
    for i in range(n):
        f[i] = (x[i] - mean) / sd
    transform(f, twiddle, order)
    power, spectrum = np.empty((m, n)), np.zeros(m)
    most, ridge = np.zeros(n), np.empty(n)
    ridge[:] = (w0 + np.sqrt(2.0 + w0**2)) / (4.0 * np.pi * widths[0])
    for s in range(m):
        size = np.sqrt(2.0 * np.pi * widths[s] / dt) * np.pi**-0.25 / n
        z[:] = 0.0
        for i in range(1, (n + 1) // 2):
            omega = 2.0 * np.pi * i / (n * dt)
            z[i] = f[i] * size * np.exp(-0.5 * (widths[s] * omega - w0) ** 2)
        transform(z, back, order)
        frequency = (w0 + np.sqrt(2.0 + w0**2)) / (4.0 * np.pi * widths[s])
        total, count = 0.0, 0
        for i in range(n):
            p = z[i].real ** 2 + z[i].imag ** 2
            power[s, i] = p
            if np.sqrt(2.0) * widths[s] < dt * min(i, n - 1 - i):
                total += p
                count += 1
                if p / widths[s] > most[i]:
                    most[i] = p / widths[s]
                    ridge[i] = frequency
        spectrum[s] = total / max(count, 1)
    return power, ridge, spectrum
