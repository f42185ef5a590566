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
def slices(shadows, angles):
    count, n = shadows.shape
    size = 2 * n
    twiddle = np.exp(-2j * np.pi * np.arange(n) / size)
    back = np.conj(twiddle)
    order = np.zeros(size, np.int64)
    for i in range(1, size):
        order[i] = order[i // 2] // 2 + (n if i % 2 else 0)
    ramp = np.zeros(size, np.complex128)
    ramp[0] = 0.25
    for i in range(1, n, 2):
        ramp[i] = -1.0 / (np.pi * i) ** 2
        ramp[size - i] = ramp[i]
    transform(ramp, twiddle, order)
    for i in range(size):
        ramp[i] = 2.0 * ramp[i].real * (0.54 + 0.46 * np.cos(2.0 * np.pi * i / size)) / size
    image = np.zeros((n, n))
    z, row = np.empty(size, np.complex128), np.empty(n)
    middle = (n - 1) / 2.0
    for a in range(count):
        z[n:] = 0.0
        for i in range(n):
            z[i] = shadows[a, i]
        transform(z, twiddle, order)
        for i in range(size):
            z[i] *= ramp[i]
        transform(z, back, order)
        for i in range(n):
            row[i] = z[i].real
        c, s = np.cos(angles[a]), np.sin(angles[a])
        for i in range(n):
            for j in range(n):
                t = (j - middle) * c + (i - middle) * s + middle
                left = int(np.floor(t))
                if left >= 0 and left < n - 1:
                    part = t - left
                    image[i, j] += (1.0 - part) * row[left] + part * row[left + 1]
    mass = 0.0
    for i in range(n):
        for j in range(n):
            if (i - middle) ** 2 + (j - middle) ** 2 > middle**2:
                image[i, j] = 0.0
            image[i, j] *= np.pi / (2.0 * count)
            mass += image[i, j]
    return image, mass
