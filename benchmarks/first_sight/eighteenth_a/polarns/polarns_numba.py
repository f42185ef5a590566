import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def train(W, momentum, X, Y, rate, steps, turns):
    n, samples = Y.shape
    m = W.shape[1]
    losses = np.zeros(steps)
    f, r = np.float32(1.0 / samples), np.float32(rate)
    p, q, s, keep = np.float32(1.875), np.float32(1.25), np.float32(0.375), np.float32(0.9)
    Z = np.empty((n, m), np.float32)
    for step in range(steps):
        error = np.dot(W, X)
        total = 0.0
        for i in range(n):
            for j in range(samples):
                error[i, j] -= Y[i, j]
                total += error[i, j] * error[i, j]
        losses[step] = total / (n * samples)
        slope = np.dot(error, X.T)
        total = 0.0
        for i in range(n):
            for j in range(m):
                momentum[i, j] = keep * momentum[i, j] + slope[i, j] * f
                total += momentum[i, j] * momentum[i, j]
        size = np.float32(1.0 / np.sqrt(total))
        for i in range(n):
            for j in range(m):
                Z[i, j] = momentum[i, j] * size
        for turn in range(turns):
            A = np.dot(Z, Z.T)
            B = np.dot(A, A)
            for i in range(n):
                for j in range(n):
                    B[i, j] = s * B[i, j] - q * A[i, j]
                B[i, i] += p
            Z = np.dot(B, Z)
        for i in range(n):
            for j in range(m):
                W[i, j] -= r * Z[i, j]
    return losses
