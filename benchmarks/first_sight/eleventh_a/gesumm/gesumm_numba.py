import numba as nb
import numpy as np


@nb.njit(fastmath=True)
def gesumm(A, B, x, T):
    alpha, beta = np.float32(1.5), np.float32(1.2)
    n = x.shape[0]
    y = np.empty_like(x)
    for t in range(T):
        largest = np.float32(0.0)
        for i in range(n):
            p = np.float32(0.0)
            q = np.float32(0.0)
            for j in range(n):
                p += A[i, j] * x[j]
                q += B[i, j] * x[j]
            y[i] = alpha * p + beta * q
            largest = max(largest, abs(y[i]))
        for i in range(n):
            x[i] = y[i] / largest
