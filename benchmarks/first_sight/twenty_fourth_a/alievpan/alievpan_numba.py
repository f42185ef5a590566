import numba as nb
import numpy as np

F = np.float32
K, A, EPS, MU1, MU2, DIFFUSION = F(8.0), F(0.15), F(0.002), F(0.2), F(0.3), F(1.0)
ONE, FOUR = F(1.0), F(4.0)


@nb.njit(error_model="numpy")
def alievpan(u, v, dt, steps):
    n, m = u.shape
    peak = u[1:-1, 1:-1].copy()
    above, new = np.empty(m, np.float32), np.empty(m, np.float32)
    for _ in range(steps):
        for j in range(m):
            u[0, j] = u[2, j]
            u[n - 1, j] = u[n - 3, j]
        for i in range(n):
            u[i, 0] = u[i, 2]
            u[i, m - 1] = u[i, m - 3]
        above[:] = u[0]
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                c, w = u[i, j], v[i, j]
                lap = above[j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - FOUR * c
                react = K * c * (c - A) * (ONE - c) - c * w
                eps = EPS + MU1 * w / (c + MU2)
                v[i, j] = w + dt * eps * (-w - K * c * (c - A - ONE))
                new[j] = c + dt * (DIFFUSION * lap + react)
            for j in range(1, m - 1):
                above[j] = u[i, j]
                u[i, j] = new[j]
                peak[i - 1, j - 1] = max(peak[i - 1, j - 1], new[j])
    return peak
