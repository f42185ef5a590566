import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def bdggap(hop, level, pull=1.5, heat=0.05, mu=-1.2, tol=1e-4, most=200):
    n = level.size
    gap, filling = np.full(n, 0.5), np.ones(n)
    H = np.zeros((2 * n, 2 * n))
    for i in range(n):
        j = (i + 1) % n
        H[i, j] = H[j, i] = -hop[i]
        H[n + i, n + j] = H[n + j, n + i] = hop[i]
    E = np.zeros(2 * n)
    turns = 0
    while turns < most:
        for i in range(n):
            H[i, i] = level[i] - mu - 0.5 * pull * filling[i]
            H[n + i, n + i] = -H[i, i]
            H[i, n + i] = H[n + i, i] = gap[i]
        E, psi = np.linalg.eigh(H)
        filling *= 0.5
        new = np.zeros(n)
        for k in range(n, 2 * n):
            f = 1.0 / (1.0 + np.exp(min(E[k] / heat, 500.0)))
            for i in range(n):
                u, v = psi[i, k], psi[n + i, k]
                new[i] += pull * u * v * (1.0 - 2.0 * f)
                filling[i] += u * u * f + v * v * (1.0 - f)
        change = 0.0
        for i in range(n):
            change = max(change, abs(new[i] - gap[i]))
            gap[i] = 0.1 * gap[i] + 0.9 * new[i]
        turns += 1
        if change < tol:
            break
    return gap, filling, E[n], turns
