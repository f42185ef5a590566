import numba as nb
import numpy as np


@nb.njit(fastmath={"reassoc", "nsz"})
def dot(a, b):
    """Sums in any order, as BLAS sums them."""
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@nb.njit(error_model="numpy")
def bidiagonalise(A):
    m, n = A.shape
    d, e = np.zeros(n), np.zeros(n - 1)
    tauq, taup = np.zeros(n), np.zeros(n - 1)
    w = np.empty(n)
    for k in range(n):
        tail = 0.0
        for i in range(k + 1, m):
            tail += A[i, k] * A[i, k]
        head = A[k, k]
        value, tau = head, 0.0
        if tail != 0.0:
            value = -np.copysign(np.sqrt(head * head + tail), head)
            tau = (value - head) / value
            for i in range(k + 1, m):
                A[i, k] /= head - value
        A[k, k] = value
        tauq[k], d[k] = tau, value
        for j in range(k + 1, n):
            w[j] = A[k, j]
        for i in range(k + 1, m):
            vi, row = A[i, k], A[i]
            for j in range(k + 1, n):
                w[j] += vi * row[j]
        for j in range(k + 1, n):
            w[j] *= tau
            A[k, j] -= w[j]
        for i in range(k + 1, m):
            vi, row = A[i, k], A[i]
            for j in range(k + 1, n):
                row[j] -= vi * w[j]
        if k < n - 1:
            row = A[k]
            tail = dot(row[k + 2:], row[k + 2:])
            head = row[k + 1]
            value, tau = head, 0.0
            if tail != 0.0:
                value = -np.copysign(np.sqrt(head * head + tail), head)
                tau = (value - head) / value
                for j in range(k + 2, n):
                    row[j] /= head - value
            row[k + 1] = 1.0
            v = row[k + 1:]
            for i in range(k + 1, m):
                line = A[i, k + 1:]
                t = tau * dot(line, v)
                for j in range(v.size):
                    line[j] -= t * v[j]
            row[k + 1] = value
            taup[k], e[k] = tau, value
    return d, e, tauq, taup
