import numba as nb


@nb.njit
def invert(A):
    n = A.shape[0]
    det = 1.0
    for k in range(n):
        pivot = A[k, k]
        det *= pivot
        A[k, k] = 1.0
        for j in range(n):
            A[k, j] /= pivot
        for i in range(n):
            if i != k:
                factor = A[i, k]
                A[i, k] = 0.0
                for j in range(n):
                    A[i, j] -= factor * A[k, j]
    return det
