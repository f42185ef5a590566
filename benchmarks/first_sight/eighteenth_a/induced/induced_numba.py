import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def induce(x, alpha, field, tol):
    """Six numbers for each pair, of which each is used both ways."""
    n = x.shape[0]
    pairs = np.empty((n * (n - 1) // 2, 6))
    at = 0
    for i in range(n):
        for j in range(i):
            a, b, c = x[i, 0] - x[j, 0], x[i, 1] - x[j, 1], x[i, 2] - x[j, 2]
            d2 = a * a + b * b + c * c
            d3 = d2 * np.sqrt(d2)
            damp = 1.0 - np.exp(-0.39 * d3 / np.sqrt(alpha[i] * alpha[j]))
            f, g = 3.0 * damp / (d3 * d2), damp / d3
            p = pairs[at]
            p[0], p[1], p[2] = f * a * a - g, f * b * b - g, f * c * c - g
            p[3], p[4], p[5] = f * a * b, f * a * c, f * b * c
            at += 1
    mu, total = np.empty((n, 3)), np.empty((n, 3))
    for i in range(n):
        for k in range(3):
            mu[i, k] = alpha[i] * field[i, k]
    turns, change = 0, 1.0
    while change > tol:
        total[:] = field
        at = 0
        for i in range(n):
            u, v, w = mu[i, 0], mu[i, 1], mu[i, 2]
            s0, s1, s2 = 0.0, 0.0, 0.0
            for j in range(i):
                p = pairs[at]
                m0, m1, m2 = mu[j, 0], mu[j, 1], mu[j, 2]
                s0 += p[0] * m0 + p[3] * m1 + p[4] * m2
                s1 += p[3] * m0 + p[1] * m1 + p[5] * m2
                s2 += p[4] * m0 + p[5] * m1 + p[2] * m2
                total[j, 0] += p[0] * u + p[3] * v + p[4] * w
                total[j, 1] += p[3] * u + p[1] * v + p[5] * w
                total[j, 2] += p[4] * u + p[5] * v + p[2] * w
                at += 1
            total[i, 0] += s0
            total[i, 1] += s1
            total[i, 2] += s2
        change = 0.0
        for i in range(n):
            for k in range(3):
                new = alpha[i] * total[i, k]
                change = max(change, abs(new - mu[i, k]))
                mu[i, k] = 0.3 * mu[i, k] + 0.7 * new
        turns += 1
    energy = 0.0
    for i in range(n):
        for k in range(3):
            energy -= 0.5 * mu[i, k] * field[i, k]
    return mu, energy, turns
