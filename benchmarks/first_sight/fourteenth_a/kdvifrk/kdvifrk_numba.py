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
def push(v, g, z, out, twiddle, back, order):
    n = v.size
    for i in range(n):
        z[i] = v[i]
    transform(z, back, order)
    for i in range(n):
        f = z[i].real / n
        z[i] = f * f
    transform(z, twiddle, order)
    for i in range(n):
        out[i] = g[i] * z[i]


@nb.njit
def solitons(u, k, dt, steps):
    lines, n = u.shape
    k[n // 2] = 0.0
    g = -0.5j * dt * k
    half = np.exp(0.5j * dt * k**3)
    full = half**2
    twiddle = np.exp(-2j * np.pi * np.arange(n // 2) / n)
    back = np.conj(twiddle)
    order = np.zeros(n, np.int64)
    for i in range(1, n):
        order[i] = order[i // 2] // 2 + (n // 2 if i % 2 else 0)
    mass, energy = np.empty((steps, lines)), np.empty((steps, lines))
    a, b, c, d = np.empty(n, np.complex128), np.empty(n, np.complex128), np.empty(n, np.complex128), np.empty(n, np.complex128)
    v, w, z = np.empty(n, np.complex128), np.empty(n, np.complex128), np.empty(n, np.complex128)
    for l in range(lines):
        for i in range(n):
            v[i] = u[l, i]
        transform(v, twiddle, order)
        for step in range(steps):
            push(v, g, z, a, twiddle, back, order)
            for i in range(n):
                w[i] = half[i] * (v[i] + 0.5 * a[i])
            push(w, g, z, b, twiddle, back, order)
            for i in range(n):
                w[i] = half[i] * v[i] + 0.5 * b[i]
            push(w, g, z, c, twiddle, back, order)
            for i in range(n):
                w[i] = full[i] * v[i] + half[i] * c[i]
            push(w, g, z, d, twiddle, back, order)
            for i in range(n):
                v[i] = full[i] * v[i] + (full[i] * a[i] + 2.0 * half[i] * (b[i] + c[i]) + d[i]) / 6.0
                z[i] = v[i]
            transform(z, back, order)
            total, square = 0.0, 0.0
            for i in range(n):
                f = z[i].real / n
                total += f
                square += f * f
            mass[step, l] = total / n
            energy[step, l] = np.sqrt(square / n)
        for i in range(n):
            u[l, i] = z[i].real / n
    return mass, energy
