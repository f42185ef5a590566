import numba as nb


@nb.njit
def trsmback(U, X):
    n, m = X.shape
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            u = U[i, k]
            for j in range(m):
                X[i, j] -= u * X[k, j]
        d = U[i, i]
        for j in range(m):
            X[i, j] /= d
