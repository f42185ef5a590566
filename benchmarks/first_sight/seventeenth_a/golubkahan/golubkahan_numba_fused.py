import numba as nb
import numpy as np


@nb.njit(fastmath={"reassoc", "nsz"})
def dot(a, b):
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@nb.njit(error_model="numpy")
def bidiagonalise(A):
    """One walk over the rows for both reflections of a step: the second's products are taken from what the first left of a row."""
    m, n = A.shape
    d, e = np.zeros(n), np.zeros(n - 1)
    tauq, taup = np.zeros(n), np.zeros(n - 1)
    w = np.empty(n)
    for k in range(n):
        tail = 0.0
        for i in range(k + 1, m):
            tail += A[i, k] * A[i, k]
        head = A[k, k]
        value, tau, under = head, 0.0, 1.0
        if tail != 0.0:
            value = -np.copysign(np.sqrt(head * head + tail), head)
            tau = (value - head) / value
            under = head - value
        top = A[k]
        for j in range(k + 1, n):
            w[j] = top[j]
        for i in range(k + 1, m):
            row = A[i]
            vi = row[k] / under if tail != 0.0 else row[k]
            row[k] = vi
            for j in range(k + 1, n):
                w[j] += vi * row[j]
        for j in range(k + 1, n):
            w[j] *= tau
            top[j] -= w[j]
        top[k] = value
        tauq[k], d[k] = tau, value
        if k == n - 1:
            for i in range(k + 1, m):
                A[i, k + 1:] -= A[i, k] * w[k + 1:]
            continue
        v = top[k + 1:]
        tail = dot(v[1:], v[1:])
        head = v[0]
        value, tau = head, 0.0
        if tail != 0.0:
            value = -np.copysign(np.sqrt(head * head + tail), head)
            tau = (value - head) / value
            for j in range(1, v.size):
                v[j] /= head - value
        v[0] = 1.0
        wk = w[k + 1:]
        for i in range(k + 1, m):
            vi, line = A[i, k], A[i, k + 1:]
            for j in range(v.size):
                line[j] -= vi * wk[j]
            t = tau * dot(line, v)
            for j in range(v.size):
                line[j] -= t * v[j]
        v[0] = value
        taup[k], e[k] = tau, value
    return d, e, tauq, taup
