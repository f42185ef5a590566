import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def solve(A, b, tol):
    n = len(b)
    lu = A.astype(np.float32)
    order = np.arange(n)
    for k in range(n - 1):
        p = k
        for i in range(k + 1, n):
            if abs(lu[i, k]) > abs(lu[p, k]):
                p = i
        if p != k:
            for j in range(n):
                lu[k, j], lu[p, j] = lu[p, j], lu[k, j]
            order[k], order[p] = order[p], order[k]
        for i in range(k + 1, n):
            f = lu[i, k] / lu[k, k]
            lu[i, k] = f
            for j in range(k + 1, n):
                lu[i, j] -= f * lu[k, j]
    x, r, z = np.zeros(n), b.copy(), np.empty(n, np.float32)
    size, turns = np.max(np.abs(b)), 0
    while np.max(np.abs(r)) > tol * size and turns < 30:
        for i in range(n):
            z[i] = np.float32(r[order[i]])
        for i in range(1, n):
            z[i] -= np.dot(lu[i, :i], z[:i])
        for i in range(n - 1, -1, -1):
            z[i] = (z[i] - np.dot(lu[i, i + 1:], z[i + 1:])) / lu[i, i]
        for i in range(n):
            x[i] += z[i]
        r = b - np.dot(A, x)
        turns += 1
    return x, turns
