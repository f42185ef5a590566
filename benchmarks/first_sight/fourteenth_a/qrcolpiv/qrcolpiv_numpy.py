import numpy as np


def pivoted(A):
    """R above the diagonal, the reflections below it."""
    m, n = A.shape
    piv = np.arange(n)
    tau = np.zeros(n)
    norms = np.sum(A**2, axis=0)
    for k in range(n):
        p = k + np.argmax(norms[k:])
        if p != k:
            A[:, [k, p]] = A[:, [p, k]]
            piv[[k, p]] = piv[[p, k]]
            norms[p] = norms[k]
        v = A[k:, k].copy()
        alpha = -np.copysign(np.linalg.norm(v), v[0])
        v[0] -= alpha
        beta = 2.0 / np.dot(v, v)
        A[k:, k + 1:] -= beta * np.outer(v, v @ A[k:, k + 1:])
        A[k, k] = alpha
        A[k + 1:, k] = v[1:] / v[0]
        tau[k] = beta * v[0] ** 2
        norms[k + 1:] -= A[k, k + 1:] ** 2
    return piv, tau
