import numba as nb
import numpy as np


@nb.njit
def barotropic(z, psi, h, dt, steps):
    n, m = z.shape
    old, new = z.copy(), np.empty_like(z)
    for t in range(steps):
        for i in range(n):
            u, d = (i + 1) % n, (i - 1) % n
            for j in range(m):
                r, l = (j + 1) % m, (j - 1) % m
                e, w, a, s = psi[i, r], psi[i, l], psi[u, j], psi[d, j]
                E, W, N, S = z[i, r], z[i, l], z[u, j], z[d, j]
                jac = (e - w) * (N - S) - (a - s) * (E - W)
                jac += e * (z[u, r] - z[d, r]) - w * (z[u, l] - z[d, l]) - a * (z[u, r] - z[u, l]) + s * (z[d, r] - z[d, l])
                jac += psi[u, r] * (N - E) - psi[d, l] * (W - S) - psi[u, l] * (N - W) + psi[d, r] * (E - S)
                new[i, j] = old[i, j] - 2.0 * dt * jac / (12.0 * h**2)
        for i in range(n):
            for j in range(m):
                old[i, j] = z[i, j] + 0.05 * (old[i, j] - 2.0 * z[i, j] + new[i, j])
                z[i, j] = new[i, j]
