import numpy as np


def panel(A, tau):
    for j in range(A.shape[1]):
        alpha = -np.copysign(np.linalg.norm(A[j:, j]), A[j, j])
        tau[j] = (alpha - A[j, j]) / alpha
        A[j + 1:, j] /= A[j, j] - alpha
        A[j, j] = alpha
        w = tau[j] * (A[j, j + 1:] + A[j + 1:, j] @ A[j + 1:, j + 1:])
        A[j, j + 1:] -= w
        A[j + 1:, j + 1:] -= np.outer(A[j + 1:, j], w)


def triangle(V, tau):
    """T with H_1 ... H_k = I - V T V^T."""
    k = len(tau)
    T = np.zeros((k, k))
    for i in range(k):
        T[:i, i] = -tau[i] * (T[:i, :i] @ (V[:, :i].T @ V[:, i]))
        T[i, i] = tau[i]
    return T


def qr(A, tau, b):
    """A becomes R above and the reflections below; b reflections at a time are laid on the columns that follow."""
    m, n = A.shape
    for s in range(0, n, b):
        e = min(s + b, n)
        panel(A[s:, s:e], tau[s:e])
        if e < n:
            V = np.tril(A[s:, s:e], -1) + np.eye(m - s, e - s)
            T = triangle(V, tau[s:e])
            A[s:, e:] -= V @ (T.T @ (V.T @ A[s:, e:]))
