import numba as nb


@nb.njit(fastmath=True)
def mvtcol(A, x1, x2, T):
    n = A.shape[0]
    for t in range(T):
        for i in range(n):
            s = 0.0
            for j in range(n):
                s += A[i, j] * x2[j]
            x1[i] += s
        for i in range(n):
            f = x1[i]
            for j in range(n):
                x2[j] += A[i, j] * f
