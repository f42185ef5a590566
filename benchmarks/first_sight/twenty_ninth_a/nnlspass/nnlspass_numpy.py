import numpy as np


def nnlspass(A, b, tol=1e-10):
    """Unknowns one by one from those held at nought to those that are free, and back where they would be negative."""
    n = A.shape[1]
    G, c = A.T @ A, A.T @ b
    x = np.zeros(n)
    free = np.zeros(n, dtype=bool)
    turns = 0
    while not free.all():
        pull = np.where(free, -np.inf, c - G @ x)
        k = np.argmax(pull)
        if pull[k] <= tol:
            break
        free[k] = True
        while True:
            turns += 1
            P = np.flatnonzero(free)
            s = np.zeros(n)
            s[P] = np.linalg.solve(G[np.ix_(P, P)], c[P])
            wrong = P[s[P] <= 0.0]
            if wrong.size == 0:
                break
            far = x[wrong] / (x[wrong] - s[wrong])
            x += far.min() * (s - x)
            x[wrong[np.argmin(far)]] = 0.0
            free &= x > 0.0
            x[~free] = 0.0
        x = s
    return x, np.linalg.norm(A @ x - b), turns
