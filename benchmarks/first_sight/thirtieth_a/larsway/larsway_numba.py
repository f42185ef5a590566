import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def larsway(X, y, steps):
    n, p = X.shape
    steps = min(steps, p)
    Z = np.ascontiguousarray(X.T)
    path, unexplained = np.zeros((steps + 1, p)), np.empty(steps + 1)
    active, signs, inside = np.empty(steps, np.int64), np.empty(steps), np.zeros(p, np.bool_)
    L, G = np.zeros((steps, steps)), np.empty((steps, steps))
    g, u, residual = np.empty(steps), np.empty(n), y.copy()
    c = np.dot(Z, residual)
    unexplained[0] = np.dot(y, y)
    for k in range(steps):
        new, C = -1, -1.0
        for j in range(p):
            if not inside[j] and abs(c[j]) > C:
                new, C = j, abs(c[j])
        active[k], inside[new] = new, True
        for i in range(k + 1):
            G[k, i] = np.dot(Z[new], Z[active[i]])
        for j in range(k + 1):
            s = G[k, j]
            for i in range(j):
                s -= L[k, i] * L[j, i]
            L[k, j] = np.sqrt(s) if j == k else s / L[j, j]
        for i in range(k + 1):
            signs[i] = np.sign(c[active[i]])
            s = signs[i]
            for j in range(i):
                s -= L[i, j] * g[j]
            g[i] = s / L[i, i]
        total = 0.0
        for i in range(k, -1, -1):
            s = g[i]
            for j in range(i + 1, k + 1):
                s -= L[j, i] * g[j]
            g[i] = s / L[i, i]
            total += g[i] * signs[i]
        A = 1.0 / np.sqrt(total)
        u[:] = 0.0
        for i in range(k + 1):
            z = Z[active[i]]
            for r in range(n):
                u[r] += A * g[i] * z[r]
        a = np.dot(Z, u)
        gamma = C / A
        for j in range(p):
            if not inside[j]:
                low, high = (C - c[j]) / (A - a[j]), (C + c[j]) / (A + a[j])
                if low > 1e-12:
                    gamma = min(gamma, low)
                if high > 1e-12:
                    gamma = min(gamma, high)
        path[k + 1] = path[k]
        for i in range(k + 1):
            path[k + 1, active[i]] += gamma * A * g[i]
        for r in range(n):
            residual[r] -= gamma * u[r]
        c = np.dot(Z, residual)
        unexplained[k + 1] = np.dot(residual, residual)
    return path, active, unexplained
