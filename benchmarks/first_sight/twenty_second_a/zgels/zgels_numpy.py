import numpy as np


def reflect(x):
    """The unit vector of the reflection that leaves x its first element alone, and what that becomes."""
    norm = np.sqrt(np.sum(np.abs(x) ** 2))
    phase = x[0] / np.abs(x[0]) if x[0] != 0 else 1.0
    w = x.copy()
    w[0] += phase * norm
    w /= np.sqrt(np.sum(np.abs(w) ** 2))
    return w, -phase * norm


def zgels(A, B):
    m, n = A.shape
    for k in range(n):
        w, corner = reflect(A[k:, k])
        A[k, k] = corner
        A[k + 1:, k] = 0.0
        A[k:, k + 1:] -= 2.0 * np.outer(w, np.conj(w) @ A[k:, k + 1:])
        B[k:] -= 2.0 * np.outer(w, np.conj(w) @ B[k:])
    X = np.zeros((n, B.shape[1]), dtype=A.dtype)
    for i in range(n - 1, -1, -1):
        X[i] = (B[i] - A[i, i + 1:] @ X[i + 1:]) / A[i, i]
    return X, np.linalg.norm(B[n:], axis=0)
