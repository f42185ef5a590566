import numba as nb
import numpy as np


@nb.njit
def separate(u, steps, dt=0.02, eps=0.02):
    n = u.shape[0]
    x, c = np.empty(n), np.ones(n)
    c[0] = c[n - 1] = 2.0
    for k in range(n):
        x[k] = np.cos(np.pi * k / (n - 1))
        if k % 2:
            c[k] = -c[k]
    D = np.empty((n, n))
    for i in range(n):
        total = 0.0
        for j in range(n):
            D[i, j] = c[i] / c[j] / (x[i] - x[j] if i != j else 1.0)
            total += D[i, j]
        D[i, i] -= total
    D2 = np.dot(D, D)
    inner = np.linalg.inv(np.eye(n - 2) - 0.5 * dt * eps * np.ascontiguousarray(D2[1:-1, 1:-1]))
    energy = np.empty(steps)
    w = np.empty((n - 2, n - 2))
    for s in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                border = (D2[i, 0] * u[0, j] + D2[i, n - 1] * u[n - 1, j] + u[i, 0] * D2[j, 0] + u[i, n - 1] * D2[j, n - 1])
                v = u[i, j]
                w[i - 1, j - 1] = v + dt * (v - v**3) + 0.5 * dt * eps * border
        new = np.dot(np.dot(inner, w), inner.T)
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                u[i, j] = new[i - 1, j - 1]
        total = 0.0
        for i in range(n):
            for j in range(n):
                total += 0.25 * (1.0 - u[i, j] * u[i, j]) ** 2
        energy[s] = total / (n * n)
    return energy
