import numba as nb
import numpy as np


@nb.njit
def cnwave(psi, V, T, dt=0.01, dx=0.02):
    n, m = psi.shape
    r = 1j * dt / (4.0 * dx ** 2)
    c = np.empty((n, m), dtype=np.complex128)
    d = np.empty((n, m), dtype=np.complex128)
    inv = np.empty((n, m), dtype=np.complex128)
    for j in range(m):
        inv[0, j] = 1.0 / (1.0 + 2.0 * r + 0.5j * dt * V[0, j])
        c[0, j] = -r * inv[0, j]
    for i in range(1, n):
        for j in range(m):
            inv[i, j] = 1.0 / (1.0 + 2.0 * r + 0.5j * dt * V[i, j] + r * c[i - 1, j])
            c[i, j] = -r * inv[i, j]
    for t in range(T):
        for i in range(n):
            for j in range(m):
                b = (1.0 - 2.0 * r - 0.5j * dt * V[i, j]) * psi[i, j]
                if i > 0:
                    b += r * (psi[i - 1, j] + d[i - 1, j])
                if i < n - 1:
                    b += r * psi[i + 1, j]
                d[i, j] = b * inv[i, j]
        for j in range(m):
            psi[n - 1, j] = d[n - 1, j]
        for i in range(n - 2, -1, -1):
            for j in range(m):
                psi[i, j] = d[i, j] - c[i, j] * psi[i + 1, j]
    out = np.zeros(m)
    for i in range(n):
        for j in range(m):
            out[j] += psi[i, j].real ** 2 + psi[i, j].imag ** 2
    return np.sqrt(out)
