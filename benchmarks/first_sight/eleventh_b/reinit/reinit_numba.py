import numba as nb
import numpy as np


@nb.njit
def distance(phi, h, steps):
    n, m = phi.shape
    sign = phi / np.sqrt(phi**2 + h**2)
    outside = phi > 0.0
    dt = 0.5 * h
    inv = 1.0 / h
    residual = np.zeros(steps)
    wide = np.empty((n + 2, m + 2))
    for s in range(steps):
        wide[1:-1, 1:-1] = phi
        wide[0, 1:-1] = phi[0]
        wide[-1, 1:-1] = phi[-1]
        wide[1:-1, 0] = phi[:, 0]
        wide[1:-1, -1] = phi[:, -1]
        worst = 0.0
        for i in range(n):
            for j in range(m):
                c = wide[i + 1, j + 1]
                l, r = (c - wide[i + 1, j]) * inv, (wide[i + 1, j + 2] - c) * inv
                d, u = (c - wide[i, j + 1]) * inv, (wide[i + 2, j + 1] - c) * inv
                if not outside[i, j]:
                    l, r, d, u = -l, -r, -d, -u
                l, r, d, u = max(l, 0.0), min(r, 0.0), max(d, 0.0), min(u, 0.0)
                g = np.sqrt(max(l * l, r * r) + max(d * d, u * u))
                change = dt * sign[i, j] * (g - 1.0)
                phi[i, j] = c - change
                worst = max(worst, abs(change))
        residual[s] = worst
    return residual
