import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def gradshaf(psi, r, dr, dz, current):
    n, m = psi.shape
    north = 1.0 / dz ** 2
    omega = 2.0 / (1.0 + np.sin(np.pi / n))
    gap, rounds, lam = 1.0, 0, 0.0
    before, rhs = np.empty((n, m)), np.empty((n, m))
    while gap > 1e-4 and rounds < 400:
        most = -np.inf
        for i in range(n):
            for j in range(m):
                before[i, j] = psi[i, j]
                most = max(most, psi[i, j])
        total = 0.0
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                level = max(psi[i, j] / most, 0.0)
                shape = 0.6 * r[i] * level * np.sqrt(level) + 0.4 / r[i] * level
                rhs[i, j] = shape
                total += shape
        lam = current / (total * dr * dz)
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                rhs[i, j] *= r[i] * lam
        for _ in range(8):
            for colour in range(2):
                for i in range(1, n - 1):
                    east, west = 1.0 / dr ** 2 - 0.5 / (r[i] * dr), 1.0 / dr ** 2 + 0.5 / (r[i] * dr)
                    over = omega / (east + west + 2.0 * north)
                    for j in range(1 + (i + 1 + colour) % 2, m - 1, 2):
                        near = east * psi[i + 1, j] + west * psi[i - 1, j] + north * (psi[i, j + 1] + psi[i, j - 1])
                        psi[i, j] += over * (near + rhs[i, j]) - omega * psi[i, j]
        change, size, most, place = 0.0, 0.0, -np.inf, 0
        for i in range(n):
            for j in range(m):
                change = max(change, abs(psi[i, j] - before[i, j]))
                size = max(size, abs(psi[i, j]))
                if psi[i, j] > most:
                    most, place = psi[i, j], i * m + j
        gap = change / size
        rounds += 1
    return lam, rounds, np.array([place // m, place % m])
