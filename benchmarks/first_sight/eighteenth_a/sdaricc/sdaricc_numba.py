import numba as nb
import numpy as np


@nb.njit
def norm2(X):
    total = 0.0
    for x in X.flat:
        total += x * x
    return total


@nb.njit(error_model="numpy")
def riccati(A, B, Q, R, tol):
    n = A.shape[0]
    BT = B.T.copy()
    F, G, H = A.copy(), np.dot(B, np.linalg.solve(R, BT)), Q.copy()
    right = np.empty((n, 2 * n))
    doublings = 0
    while True:
        M = np.dot(G, H)
        for i in range(n):
            M[i, i] += 1.0
        right[:, :n] = F
        right[:, n:] = G
        W = np.linalg.solve(M, right)
        left, other = W[:, :n].copy(), W[:, n:].copy()
        step = np.dot(np.dot(F.T, H), left)
        G += np.dot(np.dot(F, other), F.T)
        F = np.dot(F, left)
        H += step
        doublings += 1
        if norm2(step) <= tol * tol * norm2(H):
            break
    X = 0.5 * (H + H.T)
    BX = np.dot(BT, X)
    return X, np.linalg.solve(R + np.dot(BX, B), np.dot(BX, A)), doublings
