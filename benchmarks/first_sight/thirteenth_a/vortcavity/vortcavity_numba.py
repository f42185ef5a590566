import numba as nb
import numpy as np


@nb.njit
def cavity(w, psi, steps, sweeps, viscosity=0.01, lid=1.0):
    n = w.shape[0]
    h = 1.0 / (n - 1)
    dt = 0.2 * h * h / viscosity
    centre = np.zeros(steps)
    for i in range(n):
        psi[0, i] = psi[n - 1, i] = psi[i, 0] = psi[i, n - 1] = 0.0
    a, b = psi, psi.copy()
    new = np.empty((n, n))
    for step in range(steps):
        for sweep in range(sweeps):
            for i in range(1, n - 1):
                for j in range(1, n - 1):
                    b[i, j] = 0.25 * (a[i, j + 1] + a[i, j - 1] + a[i + 1, j] + a[i - 1, j] + h * h * w[i, j])
            a, b = b, a
        for i in range(n):
            w[0, i] = -2.0 * a[1, i] / h**2
            w[n - 1, i] = -2.0 * a[n - 2, i] / h**2 - 2.0 * lid / h
        for i in range(n):
            w[i, 0] = -2.0 * a[i, 1] / h**2
            w[i, n - 1] = -2.0 * a[i, n - 2] / h**2
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                u = (a[i + 1, j] - a[i - 1, j]) / (2.0 * h)
                v = -(a[i, j + 1] - a[i, j - 1]) / (2.0 * h)
                wx = (w[i, j + 1] - w[i, j - 1]) / (2.0 * h)
                wy = (w[i + 1, j] - w[i - 1, j]) / (2.0 * h)
                bent = w[i, j + 1] + w[i, j - 1] + w[i + 1, j] + w[i - 1, j] - 4.0 * w[i, j]
                new[i, j] = w[i, j] + dt * (viscosity * bent / h**2 - u * wx - v * wy)
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                w[i, j] = new[i, j]
        centre[step] = a[n // 2, n // 2]
    if (steps * sweeps) % 2:
        b[:] = a
    return centre
