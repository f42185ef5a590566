import numpy as np


def reflector(x):
    """(tau, value): I - tau v v' takes x to value times the first unit vector; v, with a leading one, overwrites x behind its first."""
    tail = np.dot(x[1:], x[1:])
    if tail == 0.0:
        return 0.0, x[0]
    value = -np.copysign(np.sqrt(x[0] ** 2 + tail), x[0])
    tau = (value - x[0]) / value
    x[1:] /= x[0] - value
    return tau, value


def bidiagonalise(A):
    m, n = A.shape
    d, e = np.zeros(n), np.zeros(n - 1)
    tauq, taup = np.zeros(n), np.zeros(n - 1)
    for k in range(n):
        tauq[k], d[k] = reflector(A[k:, k])
        A[k, k] = 1.0
        v = A[k:, k]
        w = tauq[k] * (v @ A[k:, k + 1:])
        A[k:, k + 1:] -= np.outer(v, w)
        A[k, k] = d[k]
        if k < n - 1:
            taup[k], e[k] = reflector(A[k, k + 1:])
            A[k, k + 1] = 1.0
            v = A[k, k + 1:]
            w = taup[k] * (A[k + 1:, k + 1:] @ v)
            A[k + 1:, k + 1:] -= np.outer(w, v)
            A[k, k + 1] = e[k]
    return d, e, tauq, taup
