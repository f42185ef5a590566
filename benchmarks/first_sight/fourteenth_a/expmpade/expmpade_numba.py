import numba as nb
import numpy as np


@nb.njit
def exponential(A, q=6):
    n = A.shape[0]
    norm = 0.0
    for i in range(n):
        norm = max(norm, np.sum(np.abs(A[i])))
    s = 0
    while norm > 0.5:
        norm *= 0.5
        s += 1
    A = A / 2.0**s
    X = A.copy()
    c = 0.5
    N, D = np.eye(n) + c * A, np.eye(n) - c * A
    for k in range(2, q + 1):
        c = c * (q - k + 1) / (k * (2 * q - k + 1))
        X = np.dot(A, X)
        sign = c if k % 2 == 0 else -c
        for i in range(n):
            for j in range(n):
                N[i, j] += c * X[i, j]
                D[i, j] += sign * X[i, j]
    F = np.ascontiguousarray(np.linalg.solve(D, N))
    other = np.empty_like(F)
    for _ in range(s):
        np.dot(F, F, other)
        F, other = other, F
    return F


@nb.njit
def evolve(A, start, times):
    states, norms = np.zeros((times.size, start.size)), np.zeros(times.size)
    for i in range(times.size):
        F = exponential(A * times[i])
        states[i] = np.dot(F, start)
        norms[i] = np.sqrt(np.sum(F * F))
    return states, norms
