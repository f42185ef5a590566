import numpy as np


def gesumm(A, B, x, T):
    alpha, beta = np.float32(1.5), np.float32(1.2)
    y = np.empty_like(x)
    for t in range(T):
        for i in range(len(x)):
            y[i] = alpha * np.dot(A[i], x) + beta * np.dot(B[i], x)
        x[:] = y / np.max(np.abs(y))
