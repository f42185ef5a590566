import numba as nb
import numpy as np


@nb.njit
def quotient(V, W, H, out):
    np.dot(W, H, out)
    m, n = V.shape
    for i in range(m):
        for j in range(n):
            out[i, j] = V[i, j] / (out[i, j] + 1e-12)


@nb.njit
def factors(V, W, H, steps):
    m, n = V.shape
    r = W.shape[1]
    losses = np.zeros(steps)
    Q = np.empty((m, n))
    total = V.sum()
    for step in range(steps):
        quotient(V, W, H, Q)
        up = np.dot(W.T, Q)
        for k in range(r):
            s = 0.0
            for i in range(m):
                s += W[i, k]
            for j in range(n):
                H[k, j] *= up[k, j] / s
        quotient(V, W, H, Q)
        up = np.dot(Q, H.T)
        for k in range(r):
            s = 0.0
            for j in range(n):
                s += H[k, j]
            for i in range(m):
                W[i, k] *= up[i, k] / s
        np.dot(W, H, Q)
        loss = 0.0
        for i in range(m):
            for j in range(n):
                loss += Q[i, j]
                if V[i, j] > 0.0:
                    loss += V[i, j] * np.log(V[i, j] / Q[i, j])
        losses[step] = loss - total
    for k in range(r):
        s = 0.0
        for i in range(m):
            s += W[i, k]
        for i in range(m):
            W[i, k] /= s
        for j in range(n):
            H[k, j] *= s
    return losses
