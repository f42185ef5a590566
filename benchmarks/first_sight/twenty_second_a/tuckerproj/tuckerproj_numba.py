import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tuckerproj(T, A, B, C, steps, pace=0.3):
    I, J, K = T.shape
    P, Q, R = A.shape[1], B.shape[1], C.shape[1]
    left = np.empty(steps)
    core = np.empty((P, Q, R))
    rows = np.empty((P, Q, K))
    wide = np.empty((P, J, K))
    inner = np.empty((P, J, R))
    flat = T.reshape(I, J * K)
    for t in range(steps):
        first = np.dot(A.T.copy(), flat).reshape(P, J, K)
        for p in range(P):
            core[p] = np.dot(B.T.copy(), np.dot(first[p], C))
            rows[p] = np.dot(core[p], C.T.copy())
            wide[p] = np.dot(B, rows[p])
            inner[p] = np.dot(B, core[p])
        W = wide.reshape(P, J * K)
        rest = flat - np.dot(A, W)
        total = 0.0
        for i in range(I):
            for j in range(J * K):
                total += rest[i, j] * rest[i, j]
        left[t] = total
        dA = np.dot(rest, W.T.copy())
        half = np.dot(A.T.copy(), rest).reshape(P, J, K)
        dB, dC = np.zeros((J, Q)), np.zeros((K, R))
        for p in range(P):
            dB += np.dot(half[p], rows[p].T.copy())
            dC += np.dot(half[p].T.copy(), inner[p])
        rate = pace / np.sum(core ** 2)
        A += rate * dA
        B += rate * dB
        C += rate * dC
    return core, left
