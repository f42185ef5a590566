import numba as nb
import numpy as np


@nb.njit
def reestimate(A, B, first, seen):
    T, n, symbols = seen.size, A.shape[0], B.shape[1]
    alpha, beta = np.zeros((T, n)), np.zeros((T, n))
    scale = np.zeros(T)
    w = np.empty(n)
    for t in range(T):
        s = seen[t]
        if t == 0:
            for j in range(n):
                alpha[0, j] = first[j]
        else:
            for i in range(n):
                f = alpha[t - 1, i]
                for j in range(n):
                    alpha[t, j] += f * A[i, j]
        total = 0.0
        for j in range(n):
            alpha[t, j] *= B[j, s]
            total += alpha[t, j]
        scale[t] = 1.0 / total
        for j in range(n):
            alpha[t, j] *= scale[t]
    xi = np.zeros((n, n))
    beta[T - 1] = scale[T - 1]
    for t in range(T - 2, -1, -1):
        s = seen[t + 1]
        for j in range(n):
            w[j] = B[j, s] * beta[t + 1, j]
        total = 0.0
        for i in range(n):
            x = 0.0
            for j in range(n):
                x += A[i, j] * w[j]
            beta[t, i] = scale[t] * x
            total += alpha[t, i] * x
        for i in range(n):
            f = alpha[t, i] / total
            for j in range(n):
                xi[i, j] += f * A[i, j] * w[j]
    new = np.zeros((n, symbols))
    loss = 0.0
    for t in range(T):
        total = 0.0
        for j in range(n):
            w[j] = alpha[t, j] * beta[t, j]
            total += w[j]
        for j in range(n):
            new[j, seen[t]] += w[j] / total
        if t == 0:
            for j in range(n):
                first[j] = w[j] / total
        loss += np.log(scale[t])
    for i in range(n):
        total = np.sum(xi[i])
        for j in range(n):
            A[i, j] = xi[i, j] / total
        total = np.sum(new[i])
        for s in range(symbols):
            B[i, s] = new[i, s] / total
    return loss
