import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tpswarp(source, target, side, stiff=1e-3):
    n, m = len(source), side.size
    K, A, right = np.zeros((n, n)), np.zeros((n + 3, n + 3)), np.zeros((n + 3, 2))
    for i in range(n):
        for j in range(i):
            r = (source[i, 0] - source[j, 0]) ** 2 + (source[i, 1] - source[j, 1]) ** 2
            if r > 0.0:
                K[i, j] = K[j, i] = 0.5 * r * np.log(r)
        A[:n, i] = K[i]
    for i in range(n):
        for j in range(n):
            A[i, j] = K[i, j]
        A[i, i] += stiff
        A[i, n] = A[n, i] = 1.0
        A[i, n + 1] = A[n + 1, i] = source[i, 0]
        A[i, n + 2] = A[n + 2, i] = source[i, 1]
        right[i, 0], right[i, 1] = target[i, 0], target[i, 1]
    weights = np.linalg.solve(A, right)
    energy = 0.0
    for i in range(n):
        for j in range(n):
            energy += K[i, j] * (weights[i, 0] * weights[j, 0] + weights[i, 1] * weights[j, 1])
    warped = np.empty((m, m, 2))
    for i in range(m):
        for j in range(m):
            x, y = side[i], side[j]
            a = weights[n, 0] + x * weights[n + 1, 0] + y * weights[n + 2, 0]
            b = weights[n, 1] + x * weights[n + 1, 1] + y * weights[n + 2, 1]
            for p in range(n):
                r = (x - source[p, 0]) ** 2 + (y - source[p, 1]) ** 2
                if r > 0.0:
                    u = 0.5 * r * np.log(r)
                    a += u * weights[p, 0]
                    b += u * weights[p, 1]
            warped[i, j, 0], warped[i, j, 1] = a, b
    return warped, weights[n:].copy(), energy
