import numpy as np


def reflector(x):
    """Scale x to a reflector (its first element becomes the new diagonal entry); returns its weight."""
    alpha = x[0]
    beta = -np.copysign(np.sqrt(np.sum(x * x)), alpha)
    x[1:] /= alpha - beta
    x[0] = beta
    return (beta - alpha) / beta


def househ(A):
    m, n = A.shape
    tau = np.zeros(n)
    for k in range(n):
        tau[k] = reflector(A[k:, k])
        v = A[k + 1:, k]
        w = tau[k] * (A[k, k + 1:] + v @ A[k + 1:, k + 1:])
        A[k, k + 1:] -= w
        A[k + 1:, k + 1:] -= np.outer(v, w)
    return tau
