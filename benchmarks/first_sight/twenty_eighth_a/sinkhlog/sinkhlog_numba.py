import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sinkhlog(x, y, a, b, eps100, most, tol=1e-8):
    eps = eps100 / 100.0
    n, m = a.size, b.size
    C = np.empty((n, m))
    for i in range(n):
        for j in range(m):
            C[i, j] = (x[i, 0] - y[j, 0]) ** 2 + (x[i, 1] - y[j, 1]) ** 2
    f, g = np.zeros(n), np.zeros(m)
    low, total = np.empty(m), np.empty(m)
    used = 0
    for used in range(1, most + 1):
        for i in range(n):
            least, s = np.inf, 0.0
            for j in range(m):
                least = min(least, C[i, j] - g[j])
            for j in range(m):
                s += np.exp((least - C[i, j] + g[j]) / eps)
            f[i] = least - eps * np.log(s) + eps * np.log(a[i])
        low[:] = np.inf
        total[:] = 0.0
        for i in range(n):
            for j in range(m):
                low[j] = min(low[j], C[i, j] - f[i])
        for i in range(n):
            for j in range(m):
                total[j] += np.exp((low[j] - C[i, j] + f[i]) / eps)
        for j in range(m):
            g[j] = low[j] - eps * np.log(total[j]) + eps * np.log(b[j])
        if used % 10 == 0:
            wrong = 0.0
            for i in range(n):
                s = 0.0
                for j in range(m):
                    s += np.exp((f[i] + g[j] - C[i, j]) / eps)
                wrong += abs(s - a[i])
            if wrong < tol:
                break
    cost = 0.0
    for i in range(n):
        for j in range(m):
            cost += np.exp((f[i] + g[j] - C[i, j]) / eps) * C[i, j]
    return cost, f, g, used
