import numba as nb


@nb.njit
def trmmleft(alpha, A, B):
    m, n = B.shape
    for i in range(m):
        for k in range(i + 1, m):
            a = A[k, i]
            for j in range(n):
                B[i, j] += a * B[k, j]
        for j in range(n):
            B[i, j] *= alpha
