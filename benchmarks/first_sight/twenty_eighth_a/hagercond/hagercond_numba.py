import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def factor(A):
    n = A.shape[0]
    for k in range(n - 1):
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            w = A[i, k]
            for j in range(k + 1, n):
                A[i, j] -= w * A[k, j]


@nb.njit(error_model="numpy")
def solve(LU, x):
    n = x.size
    for i in range(1, n):
        s = x[i]
        for j in range(i):
            s -= LU[i, j] * x[j]
        x[i] = s
    for i in range(n - 1, -1, -1):
        s = x[i]
        for j in range(i + 1, n):
            s -= LU[i, j] * x[j]
        x[i] = s / LU[i, i]


@nb.njit(error_model="numpy")
def solve_transposed(LU, x):
    n = x.size
    for i in range(n):
        x[i] /= LU[i, i]
        for j in range(i + 1, n):
            x[j] -= LU[i, j] * x[i]
    for i in range(n - 1, 0, -1):
        for j in range(i):
            x[j] -= LU[i, j] * x[i]


@nb.njit(error_model="numpy")
def hagercond(A, most=5):
    n = A.shape[0]
    sums = np.zeros(n)
    for i in range(n):
        for j in range(n):
            sums[j] += abs(A[i, j])
    norm = sums.max()
    factor(A)
    x, y, z = np.full(n, 1.0 / n), np.empty(n), np.empty(n)
    estimate, turns = 0.0, 0
    while turns < most:
        y[:] = x
        solve(A, y)
        turns += 1
        size = np.abs(y).sum()
        if size <= estimate:
            break
        estimate = size
        for i in range(n):
            z[i] = 1.0 if y[i] >= 0.0 else -1.0
        solve_transposed(A, z)
        j, dot = 0, 0.0
        for i in range(n):
            dot += z[i] * x[i]
            if abs(z[i]) > abs(z[j]):
                j = i
        if abs(z[j]) <= dot:
            break
        x[:] = 0.0
        x[j] = 1.0
    for i in range(n):
        y[i] = (1.0 + i / (n - 1.0)) * (1.0 - 2.0 * (i % 2))
    solve(A, y)
    return norm * max(estimate, 2.0 * np.abs(y).sum() / (3.0 * n)), norm, turns
