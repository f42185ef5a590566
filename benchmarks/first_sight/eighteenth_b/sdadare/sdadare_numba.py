import numba as nb
import numpy as np


@nb.njit
def regulate(A, B, Q, R, x, steps, tolerance):
    """Both systems of a round at once."""
    n = A.shape[0]
    S, G, H = A.copy(), B @ np.linalg.solve(R, B.T), Q.copy()
    sides = np.empty((n, 2 * n))
    rounds = 0
    for _ in range(40):
        W = G @ H
        for i in range(n):
            W[i, i] += 1.0
        sides[:, :n] = S
        sides[:, n:] = G
        V = np.linalg.solve(W, sides)
        V1, V2 = V[:, :n].copy(), V[:, n:].copy()
        G += S @ V2 @ S.T
        change = S.T @ H @ V1
        H += change
        S = S @ V1
        rounds += 1
        if np.linalg.norm(change) <= tolerance * np.linalg.norm(H):
            break
    X = 0.5 * (H + H.T)
    BX = B.T @ X
    K = np.linalg.solve(R + BX @ B, BX @ A)
    closed = A - B @ K
    path = np.zeros((steps + 1, n))
    path[0] = x
    cost = np.zeros(steps)
    total = 0.0
    for t in range(steps):
        u = K @ path[t]
        total += np.dot(path[t], Q @ path[t]) + np.dot(u, R @ u)
        cost[t] = total
        path[t + 1] = closed @ path[t]
    return K, X, path, cost, np.dot(x, X @ x), rounds
