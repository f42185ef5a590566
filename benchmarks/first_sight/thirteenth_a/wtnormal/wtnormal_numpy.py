import numpy as np


def descend(A, b, w, x, steps, rate=0.5):
    m, n = A.shape
    losses = np.zeros(steps, dtype=A.dtype)
    for step in range(steps):
        gradient = np.zeros(n, dtype=A.dtype)
        for i in range(m):
            miss = A[i, :] @ x - b[i]
            gradient += w[i] * miss * A[i, :]
            losses[step] += 0.5 * w[i] * miss**2
        x -= rate / m * gradient
    return losses / m
