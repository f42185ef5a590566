import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def chernlink(k, mass, hop, phase):
    n = k.size
    chern, gap = np.zeros(mass.size), np.zeros(mass.size)
    field = np.empty((n, n))
    u = np.empty((n, n, 2), np.complex128)
    ux, uy = np.empty((n, n), np.complex128), np.empty((n, n), np.complex128)
    for t in range(mass.size):
        least = np.inf
        for i in range(n):
            for j in range(n):
                off = 1.0 + np.exp(-1j * k[i]) + np.exp(-1j * k[j])
                d = mass[t] + 2.0 * hop * (np.sin(k[i]) - np.sin(k[j]) - np.sin(k[i] - k[j])) * np.sin(phase)
                e = np.sqrt(d * d + off.real ** 2 + off.imag ** 2)
                least = min(least, 2.0 * e)
                if d > 0.0:
                    x, y = off, -(e + d) + 0j
                else:
                    x, y = -(e - d) + 0j, np.conj(off)
                size = np.sqrt(x.real ** 2 + x.imag ** 2 + y.real ** 2 + y.imag ** 2)
                u[i, j, 0], u[i, j, 1] = x / size, y / size
        gap[t] = least
        for i in range(n):
            for j in range(n):
                a, b = u[i, j], u[(i + 1) % n, j]
                z = np.conj(a[0]) * b[0] + np.conj(a[1]) * b[1]
                ux[i, j] = z / abs(z)
                b = u[i, (j + 1) % n]
                z = np.conj(a[0]) * b[0] + np.conj(a[1]) * b[1]
                uy[i, j] = z / abs(z)
        total = 0.0
        for i in range(n):
            for j in range(n):
                z = ux[i, j] * uy[(i + 1) % n, j] * np.conj(ux[i, (j + 1) % n]) * np.conj(uy[i, j])
                field[i, j] = np.arctan2(z.imag, z.real)
                total += field[i, j]
        chern[t] = total / (2.0 * np.pi)
    return chern, gap, field
