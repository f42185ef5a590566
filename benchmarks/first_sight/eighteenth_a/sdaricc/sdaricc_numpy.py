import numpy as np


def riccati(A, B, Q, R, tol):
    """The equation of the linear regulator in discrete time by doubling, and the gain."""
    n = len(A)
    F, G, H = A.copy(), B @ np.linalg.solve(R, B.T), Q.copy()
    doublings = 0
    while True:
        W = np.linalg.solve(np.eye(n) + G @ H, np.hstack((F, G)))
        step = F.T @ H @ W[:, :n]
        G = G + F @ W[:, n:] @ F.T
        F = F @ W[:, :n]
        H = H + step
        doublings += 1
        if np.linalg.norm(step) <= tol * np.linalg.norm(H):
            break
    X = 0.5 * (H + H.T)
    gain = np.linalg.solve(R + B.T @ X @ B, B.T @ X @ A)
    return X, gain, doublings
