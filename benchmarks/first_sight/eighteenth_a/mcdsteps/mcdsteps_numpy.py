import numpy as np


def concentrate(X, inside, half, tol):
    """Mean and covariance of the `half` points that lie closest together; correlations of all that lie near them."""
    n, d = X.shape
    old = np.inf
    turns = 0
    while True:
        chosen = X[inside]
        centre = chosen.mean(axis=0)
        scatter = np.cov(chosen, rowvar=False)
        away = X - centre
        distance = np.einsum("ij,ij->i", away, np.linalg.solve(scatter, away.T).T)
        turns += 1
        size = np.linalg.det(scatter)
        if turns > 2 and size > old * (1.0 - tol):
            break
        old = size
        inside = np.argsort(distance)[:half]
    near = distance * d / np.median(distance) < 3.0 * d
    return centre, scatter, np.corrcoef(X[near], rowvar=False), np.count_nonzero(near), turns
