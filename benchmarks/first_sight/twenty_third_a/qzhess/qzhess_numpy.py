import numpy as np


def rotation(a, b):
    """Cosine and sine that turn (a, b) to (r, 0)."""
    r = np.hypot(a, b)
    if r == 0.0:
        return 1.0, 0.0
    return a / r, b / r


def triangular(A, B, Q):
    """B becomes upper triangular by reflections, which A and Q share."""
    n = B.shape[0]
    for k in range(n - 1):
        x = B[k:, k].copy()
        size = np.linalg.norm(x)
        if size == 0.0:
            continue
        x[0] += size if x[0] >= 0.0 else -size
        x /= np.linalg.norm(x)
        B[k:, k:] -= 2.0 * np.outer(x, x @ B[k:, k:])
        A[k:, :] -= 2.0 * np.outer(x, x @ A[k:, :])
        Q[:, k:] -= 2.0 * np.outer(Q[:, k:] @ x, x)
        B[k + 1:, k] = 0.0


def qzhess(A, B):
    """Q^T A Z is Hessenberg and Q^T B Z is triangular: both in place, after Moler and Stewart."""
    n = A.shape[0]
    Q, Z = np.eye(n), np.eye(n)
    triangular(A, B, Q)
    for j in range(n - 2):
        for i in range(n - 1, j + 1, -1):
            c, s = rotation(A[i - 1, j], A[i, j])
            G = np.array([[c, s], [-s, c]])
            A[i - 1:i + 1, j:] = G @ A[i - 1:i + 1, j:]
            B[i - 1:i + 1, i - 1:] = G @ B[i - 1:i + 1, i - 1:]
            Q[:, i - 1:i + 1] = Q[:, i - 1:i + 1] @ G.T
            A[i, j] = 0.0
            c, s = rotation(B[i, i], B[i, i - 1])
            H = np.array([[c, s], [-s, c]])
            B[:i + 1, i - 1:i + 1] = B[:i + 1, i - 1:i + 1] @ H
            A[:, i - 1:i + 1] = A[:, i - 1:i + 1] @ H
            Z[:, i - 1:i + 1] = Z[:, i - 1:i + 1] @ H
            B[i, i - 1] = 0.0
    return Q, Z
