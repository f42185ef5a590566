import numpy as np


def weights(l):
    """The weights of Halley's step that are best where no singular value is below l."""
    d = np.cbrt(4.0 * (1.0 - l ** 2) / l ** 4)
    r = np.sqrt(1.0 + d)
    a = r + 0.5 * np.sqrt(8.0 - 4.0 * d + 8.0 * (2.0 - l ** 2) / (l ** 2 * r))
    b = 0.25 * (a - 1.0) ** 2
    return a, b, a + b - 1.0


def qdwhpolar(A, lower, tol=1e-8, limit=20):
    """A = U H with orthonormal columns in U and H symmetric, after Nakatsukasa, Bai and Gygi."""
    m, n = A.shape
    X = A / np.linalg.norm(A)
    l = lower
    gap, steps = 1.0, 0
    while gap > tol and steps < limit:
        a, b, c = weights(l)
        before = X
        if c > 100.0:
            Q, _ = np.linalg.qr(np.vstack((np.sqrt(c) * X, np.eye(n))))
            X = b / c * X + (a - b / c) / np.sqrt(c) * Q[:m] @ Q[m:].T
        else:
            C = np.linalg.cholesky(np.eye(n) + c * X.T @ X)
            X = b / c * X + (a - b / c) * np.linalg.solve(C.T, np.linalg.solve(C, X.T)).T
        l = min(l * (a + b * l ** 2) / (1.0 + c * l ** 2), 1.0)
        gap = np.linalg.norm(X - before)
        steps += 1
    H = X.T @ A
    return X, 0.5 * (H + H.T), steps
