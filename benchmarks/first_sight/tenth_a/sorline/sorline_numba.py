import numba as nb
import numpy as np


@nb.njit
def sorline(u, f, T, omega=1.3, tol=1e-8):
    n, m = u.shape
    change = 1.0
    sweeps = 0
    delta = np.empty(m)
    while change > tol and sweeps < T:
        change = 0.0
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                delta[j] = omega * (0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] + f[i, j]) - u[i, j])
            for j in range(1, m - 1):
                u[i, j] += delta[j]
                change = max(change, abs(delta[j]))
        sweeps += 1
    return change, sweeps
