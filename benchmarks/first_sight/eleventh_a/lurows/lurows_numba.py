import numba as nb


@nb.njit
def lurows(A):
    n = A.shape[0]
    for i in range(n):
        for k in range(i):
            f = A[i, k] / A[k, k]
            A[i, k] = f
            for j in range(k + 1, n):
                A[i, j] -= f * A[k, j]
