import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def kslda1(x, v, pairs):
    n = x.size
    h = x[1] - x[0]
    t, repel = np.zeros((n, n)), np.empty((n, n))
    for i in range(n):
        t[i, i] = 1.25 / h ** 2
        if i > 0:
            t[i, i - 1] = t[i - 1, i] = -2.0 / (3.0 * h ** 2)
        if i > 1:
            t[i, i - 2] = t[i - 2, i] = 1.0 / (24.0 * h ** 2)
        for j in range(n):
            repel[i, j] = h / np.sqrt((x[i] - x[j]) ** 2 + 1.0)
    rho = np.full(n, 2.0 * pairs / (n * h))
    exchange, hartree = np.empty(n), np.empty(n)
    levels = np.empty(pairs)
    change, turns = 1.0, 0
    while change > 1e-6 and turns < 100:
        hamilton = t.copy()
        for i in range(n):
            hartree[i] = 0.0
            for j in range(n):
                hartree[i] += repel[i, j] * rho[j]
            exchange[i] = -np.cbrt(3.0 / np.pi * rho[i])
            hamilton[i, i] += v[i] + hartree[i] + exchange[i]
        e, c = np.linalg.eigh(hamilton)
        change = 0.0
        for i in range(n):
            new = 0.0
            for k in range(pairs):
                new += 2.0 * c[i, k] ** 2 / h
            change += h * abs(new - rho[i])
            rho[i] += 0.4 * (new - rho[i])
        levels[:] = e[:pairs]
        turns += 1
    energy = 0.0
    for k in range(pairs):
        energy += 2.0 * levels[k]
    for i in range(n):
        energy -= h * rho[i] * (0.5 * hartree[i] + 0.25 * exchange[i])
    return energy, levels, rho, turns
