import numpy as np


def simrank(A, S, steps, c=0.8, tol=1e-6):
    degree = A.sum(axis=0)
    W = A / np.where(degree > 0.0, degree, 1.0)
    S[:] = np.eye(A.shape[0])
    for t in range(steps):
        R = c * (W.T @ S @ W)
        np.fill_diagonal(R, 1.0)
        change = np.max(np.abs(R - S))
        S[:] = R
        if change < tol:
            break
    return t
