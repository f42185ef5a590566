import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lublock(A, width):
    n = A.shape[0]
    for k in range(0, n, width):
        e = min(k + width, n)
        for i in range(k + 1, n):
            for j in range(k, min(i, e)):
                f = A[i, j] / A[j, j]
                A[i, j] = f
                for c in range(j + 1, e):
                    A[i, c] -= f * A[j, c]
        for j in range(k + 1, e):
            for p in range(k, j):
                f = A[j, p]
                for c in range(e, n):
                    A[j, c] -= f * A[p, c]
        if e < n:
            A[e:, e:] -= np.ascontiguousarray(A[e:, k:e]) @ np.ascontiguousarray(A[k:e, e:])
