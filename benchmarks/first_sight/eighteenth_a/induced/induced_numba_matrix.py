import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def induce(x, alpha, field, tol):
    """The tensors as one matrix, so that a turn is a product with a vector."""
    n = x.shape[0]
    T = np.zeros((3 * n, 3 * n))
    r = np.empty(3)
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            for k in range(3):
                r[k] = x[i, k] - x[j, k]
            d2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
            d3 = d2 * np.sqrt(d2)
            damp = 1.0 - np.exp(-0.39 * d3 / np.sqrt(alpha[i] * alpha[j]))
            f, g = 3.0 * damp / (d3 * d2), damp / d3
            for k in range(3):
                for l in range(3):
                    T[3 * i + k, 3 * j + l] = f * r[k] * r[l]
                T[3 * i + k, 3 * j + k] -= g
    given = field.copy().reshape(3 * n)
    a = np.repeat(alpha, 3)
    mu = a * given
    turns, change = 0, 1.0
    while change > tol:
        new = a * (given + np.dot(T, mu))
        change = np.max(np.abs(new - mu))
        mu = 0.3 * mu + 0.7 * new
        turns += 1
    return mu.reshape(n, 3), -0.5 * np.sum(mu * given), turns
