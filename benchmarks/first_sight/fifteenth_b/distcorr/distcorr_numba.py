import numba as nb
import numpy as np


@nb.njit
def dependence(X):
    n, m = X.shape
    D = np.empty((m, n * n))
    for c in range(m):
        row = np.zeros(n)
        for i in range(n):
            for j in range(n):
                row[i] += abs(X[i, c] - X[j, c])
            row[i] /= n
        mean = np.mean(row)
        for i in range(n):
            for j in range(n):
                D[c, i * n + j] = abs(X[i, c] - X[j, c]) - row[i] - row[j] + mean
    V = D @ D.T / n**2
    table = np.empty((m, m))
    for a in range(m):
        for b in range(m):
            table[a, b] = np.sqrt(max(V[a, b], 0.0) / np.sqrt(V[a, a] * V[b, b]))
    return table
