import numba as nb
import numpy as np


@nb.njit
def descend(A, b, w, x, steps, rate=0.5):
    m, n = A.shape
    losses = np.zeros(steps, np.float32)
    half = np.float32(0.5)
    scale = np.float32(rate / m)
    gradient = np.empty(n, np.float32)
    for step in range(steps):
        gradient[:] = 0
        loss = np.float32(0)
        for i in range(m):
            miss = np.dot(A[i], x) - b[i]
            f = w[i] * miss
            for j in range(n):
                gradient[j] += f * A[i, j]
            loss += half * f * miss
        losses[step] = loss / np.float32(m)
        for j in range(n):
            x[j] -= scale * gradient[j]
    return losses
