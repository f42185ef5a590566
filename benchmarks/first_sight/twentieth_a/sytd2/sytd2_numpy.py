import numpy as np


def sytd2(A, d, e):
    n = A.shape[0]
    for k in range(n - 2):
        d[k] = A[k, k]
        v = A[k + 1:, k].copy()
        norm = np.sqrt(v @ v)
        if norm == 0.0:
            e[k] = 0.0
            continue
        e[k] = -np.copysign(norm, v[0])
        v[0] -= e[k]
        beta = 2.0 / (v @ v)
        p = beta * (A[k + 1:, k + 1:] @ v)
        w = p - 0.5 * beta * (p @ v) * v
        A[k + 1:, k + 1:] -= np.outer(v, w) + np.outer(w, v)
        A[k + 1:, k] = v
    d[-2:] = A[-2, -2], A[-1, -1]
    e[-1] = A[-1, -2]
