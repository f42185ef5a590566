import numba as nb
import numpy as np


@nb.njit
def streams(x, v, cells, steps, dt):
    n = len(x)
    energy = np.zeros(steps)
    rho, e = np.empty(cells), np.empty(cells)
    for s in range(steps):
        rho[:] = 0.0
        for p in range(n):
            k = int(x[p])
            share = x[p] - k
            k = k if k < cells else k - cells
            rho[k] += 1.0 - share
            rho[k + 1 if k + 1 < cells else 0] += share
        total, mean = 0.0, 0.0
        for c in range(cells):
            rho[c] = 1.0 - rho[c] * (cells / n)
        for c in range(cells):
            total += rho[c]
            e[c] = total - 0.5 * (rho[c] + rho[0])
            mean += e[c]
        mean /= cells
        for c in range(cells):
            e[c] -= mean
            energy[s] += 0.5 * e[c] * e[c]
        for p in range(n):
            k = int(x[p])
            share = x[p] - k
            k = k if k < cells else k - cells
            v[p] -= dt * (e[k] * (1.0 - share) + e[k + 1 if k + 1 < cells else 0] * share)
            moved = x[p] + dt * v[p]
            if moved < 0.0:
                moved += cells
            elif moved >= cells:
                moved -= cells
            x[p] = moved
    return energy
