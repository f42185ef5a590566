import numpy as np


def riccati(A, B, Q, R, tolerance):
    """The stabilising solution of the discrete algebraic Riccati equation by doubling."""
    n = len(A)
    G = B @ np.linalg.solve(R, B.T)
    H = Q.copy()
    rounds = 0
    for _ in range(40):
        W = np.eye(n) + G @ H
        V1 = np.linalg.solve(W, A)
        V2 = np.linalg.solve(W, G)
        G = G + A @ V2 @ A.T
        change = A.T @ H @ V1
        H = H + change
        A = A @ V1
        rounds += 1
        if np.linalg.norm(change) <= tolerance * np.linalg.norm(H):
            break
    return 0.5 * (H + H.T), rounds


def regulate(A, B, Q, R, x, steps, tolerance):
    """The linear quadratic regulator: its gain, the cost to go, and the way from a start."""
    X, rounds = riccati(A, B, Q, R, tolerance)
    K = np.linalg.solve(R + B.T @ X @ B, B.T @ X @ A)
    closed = A - B @ K
    path = np.zeros((steps + 1, len(x)))
    path[0] = x
    cost = np.zeros(steps)
    for t in range(steps):
        u = -K @ path[t]
        cost[t] = path[t] @ Q @ path[t] + u @ R @ u
        path[t + 1] = closed @ path[t]
    return K, X, path, np.cumsum(cost), x @ X @ x, rounds
