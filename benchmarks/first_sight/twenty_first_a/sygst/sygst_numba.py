import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sygst(A, L):
    n = A.shape[0]
    a, l = np.empty(n), np.empty(n)
    for k in range(n):
        A[k, k] /= L[k, k] ** 2
        half = 0.5 * A[k, k]
        for i in range(k + 1, n):
            l[i] = L[i, k]
            a[i] = A[i, k] / L[k, k] - half * l[i]
        for i in range(k + 1, n):
            ai, li = a[i], l[i]
            for j in range(k + 1, i + 1):
                A[i, j] -= ai * l[j] + li * a[j]
        for i in range(k + 1, n):
            total = a[i] - half * l[i]
            for j in range(k + 1, i):
                total -= L[i, j] * a[j]
            a[i] = total / L[i, i]
            A[i, k] = a[i]
