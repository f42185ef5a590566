import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def factor(G, c, P, first, m, L, y):
    """Rows of the factor of the unknowns that are free, in the order in which they came, from the first new one."""
    for i in range(first, m):
        for j in range(i + 1):
            t = G[P[i], P[j]]
            for q in range(j):
                t -= L[i, q] * L[j, q]
            L[i, j] = np.sqrt(t) if i == j else t / L[j, j]
        t = c[P[i]]
        for j in range(i):
            t -= L[i, j] * y[j]
        y[i] = t / L[i, i]


@nb.njit(error_model="numpy")
def nnlspass(A, b, tol=1e-10):
    n = A.shape[1]
    G, c = np.dot(A.T, A), np.dot(A.T, b)
    x, s, free = np.zeros(n), np.zeros(n), np.zeros(n, np.bool_)
    L, y, z, P = np.empty((n, n)), np.empty(n), np.empty(n), np.empty(n, np.int64)
    turns, m = 0, 0
    while m < n:
        k, most = -1, tol
        for i in range(n):
            if not free[i]:
                p = c[i]
                for j in range(n):
                    p -= G[i, j] * x[j]
                if p > most:
                    k, most = i, p
        if k < 0:
            break
        free[k] = True
        P[m] = k
        first, m = m, m + 1
        while True:
            turns += 1
            factor(G, c, P, first, m, L, y)
            z[:m] = y[:m]
            s[:] = 0.0
            for i in range(m - 1, -1, -1):
                v = z[i] / L[i, i]
                s[P[i]] = v
                for j in range(i):
                    z[j] -= L[i, j] * v
            least, worst = np.inf, -1
            for i in P[:m]:
                if s[i] <= 0.0:
                    far = x[i] / (x[i] - s[i])
                    if far < least:
                        least, worst = far, i
            if worst < 0:
                break
            for i in P[:m]:
                x[i] += least * (s[i] - x[i])
            x[worst] = 0.0
            first, kept = m, 0
            for i in range(m):
                if x[P[i]] > 0.0:
                    P[kept] = P[i]
                    kept += 1
                else:
                    free[P[i]] = False
                    x[P[i]] = 0.0
                    first = min(first, kept)
            m = kept
        x[:] = s
    return x, np.linalg.norm(np.dot(A, x) - b), turns
