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
def every_row(z, turned, twiddle, order):
    """The transform of rows of z, then turned over."""
    n = z.shape[0]
    for i in range(n):
        transform(z[i], twiddle, order)
    for i in range(0, n, 16):
        for j in range(0, n, 16):
            for p in range(i, min(i + 16, n)):
                for q in range(j, min(j + 16, n)):
                    turned[q, p] = z[p, q]


@nb.njit
def turn(psi, trap, g, dt):
    n = psi.shape[0]
    for i in range(n):
        for j in range(n):
            z = psi[i, j]
            angle = -0.5 * dt * (trap[i, j] + g * (z.real * z.real + z.imag * z.imag))
            psi[i, j] = z * complex(np.cos(angle), np.sin(angle))


@nb.njit
def condensate(psi, x, trap, g, dt, steps):
    n = x.size
    h = x[1] - x[0]
    k = np.empty(n)
    for i in range(n):
        k[i] = 2.0 * np.pi * (i if i < (n + 1) // 2 else i - n) / (n * h)
    twiddle = np.exp(-2j * np.pi * np.arange(n // 2) / n)
    back = np.conj(twiddle)
    order = np.zeros(n, np.int64)
    for i in range(1, n):
        order[i] = order[i // 2] // 2 + (n // 2 if i % 2 else 0)
    motion = np.empty((n, n), np.complex128)
    for i in range(n):
        for j in range(n):
            motion[i, j] = np.exp(-0.5j * dt * (k[i] ** 2 + k[j] ** 2)) / (n * n)
    turned = np.empty_like(psi)
    width, norm = np.zeros(steps), np.zeros(steps)
    for step in range(steps):
        turn(psi, trap, g, dt)
        every_row(psi, turned, twiddle, order)
        every_row(turned, psi, twiddle, order)
        for i in range(n):
            for j in range(n):
                psi[i, j] *= motion[i, j]
        every_row(psi, turned, back, order)
        every_row(turned, psi, back, order)
        turn(psi, trap, g, dt)
        total, wide = 0.0, 0.0
        for i in range(n):
            for j in range(n):
                dense = psi[i, j].real ** 2 + psi[i, j].imag ** 2
                total += dense
                wide += (x[i] * x[i] + x[j] * x[j]) * dense
        norm[step] = total * h * h
        width[step] = np.sqrt(wide / total)
    return width, norm
