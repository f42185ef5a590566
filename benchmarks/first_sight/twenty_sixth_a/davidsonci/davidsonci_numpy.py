import numpy as np


def orthogonal(q, V):
    """Gram and Schmidt, twice, against the columns there are."""
    for _ in range(2):
        q = q - V @ (V.T @ q)
    return q / np.linalg.norm(q)


def davidsonci(A, roots, most, tol):
    """The lowest states of a symmetric matrix, in a space that grows by corrected residuals."""
    n = A.shape[0]
    diag = np.diag(A)
    V = np.zeros((n, most))
    AV = np.zeros((n, most))
    V[np.argsort(diag)[:roots], np.arange(roots)] = 1.0
    AV[:, :roots] = A @ V[:, :roots]
    m = roots
    while True:
        energy, s = np.linalg.eigh(V[:, :m].T @ AV[:, :m])
        energy, s = energy[:roots], s[:, :roots]
        X = V[:, :m] @ s
        R = AV[:, :m] @ s - X * energy
        size = np.linalg.norm(R, axis=0)
        if np.all(size < tol) or m + roots > most:
            return energy, np.sum(X ** 2, axis=1), m
        for k in range(roots):
            if size[k] < tol:
                continue
            below = energy[k] - diag
            below[np.abs(below) < 1e-6] = 1e-6
            V[:, m] = orthogonal(R[:, k] / below, V[:, :m])
            AV[:, m] = A @ V[:, m]
            m += 1
