import numba as nb


@nb.njit
def lurows(A):
    n = A.shape[0]
    for k in range(n):
        p = A[k, k]
        for i in range(k + 1, n):
            f = A[i, k] / p
            A[i, k] = f
            for j in range(k + 1, n):
                A[i, j] -= f * A[k, j]
