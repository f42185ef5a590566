import numpy as np


def reflector(x):
    """v with v[0] = 1 and tau: (1 - tau v v') x has its first element alone, which comes last."""
    v = x.copy()
    v[0] = 1.0
    sigma = x[1:] @ x[1:]
    if sigma == 0.0:
        return v, 0.0, x[0]
    beta = -np.copysign(np.sqrt(x[0] ** 2 + sigma), x[0])
    v[1:] /= x[0] - beta
    return v, (beta - x[0]) / beta, beta


def gebd2(A, d, e, tauq, taup):
    """A becomes the reflectors of Q and P; d and e are the two diagonals of Q' A P."""
    n = A.shape[1]
    for k in range(n):
        v, tauq[k], d[k] = reflector(A[k:, k])
        A[k:, k + 1:] -= tauq[k] * np.outer(v, v @ A[k:, k + 1:])
        A[k, k] = d[k]
        A[k + 1:, k] = v[1:]
        if k < n - 1:
            w, taup[k], e[k] = reflector(A[k, k + 1:])
            A[k + 1:, k + 1:] -= taup[k] * np.outer(A[k + 1:, k + 1:] @ w, w)
            A[k, k + 1] = e[k]
            A[k, k + 2:] = w[1:]
