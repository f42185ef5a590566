import numba as nb
import numpy as np


@nb.njit
def plane(A, B):
    n, m = A.shape
    fifth = np.float32(0.2)
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            B[i, j] = fifth * (A[i, j] + A[i, j - 1] + A[i, j + 1] + A[i + 1, j] + A[i - 1, j])


@nb.njit
def line(u, v):
    third = np.float32(1.0 / 3.0)
    for i in range(1, u.shape[0] - 1):
        v[i] = third * (u[i - 1] + u[i] + u[i + 1])


@nb.njit
def jacobipair(u, A, T):
    v, B = u.copy(), A.copy()
    for t in range(T):
        line(u, v)
        for j in range(v.shape[0]):
            A[0, j] = v[j]
            B[0, j] = v[j]
        plane(A, B)
        line(v, u)
        plane(B, A)
