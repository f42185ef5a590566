import numba as nb
import numpy as np


@nb.njit
def conductivity(u):
    return 1.0 + 0.002 * (u - 300.0)


@nb.njit
def rodheat(u, T, dt=1e-4, cold=300.0):
    n = len(u)
    dx = 1.0 / (n - 1)
    r = dt / dx ** 2
    c = np.zeros(n)
    d = np.zeros(n)
    mean = np.zeros(T)
    for t in range(T):
        c[0] = 0.0
        d[0] = cold
        west = r * conductivity(0.5 * (u[0] + u[1]))
        for i in range(1, n):
            east = r * conductivity(0.5 * (u[i] + u[i + 1])) if i < n - 1 else 0.0
            pivot = 1.0 + west + east - west * c[i - 1]
            c[i] = east / pivot
            d[i] = (u[i] + west * d[i - 1]) / pivot
            west = east
        u[n - 1] = d[n - 1]
        s = u[n - 1]
        for i in range(n - 2, -1, -1):
            u[i] = d[i] + c[i] * u[i + 1]
            s += u[i]
        mean[t] = s / n
    return mean
