import numba as nb


@nb.njit
def syr2kband(A, B, C, alpha=0.7):
    m, n = A.shape
    for i in range(n):
        for k in range(m):
            f = alpha * A[k, i]
            g = alpha * B[k, i]
            for j in range(i + 1):
                C[i, j] += f * B[k, j] + g * A[k, j]
