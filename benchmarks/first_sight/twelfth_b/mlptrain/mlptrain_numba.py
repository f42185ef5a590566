import numba as nb
import numpy as np


@nb.njit
def train(x, labels, w1, b1, w2, b2, steps, rate=np.float32(0.05)):
    n, hidden, classes = x.shape[0], w1.shape[1], w2.shape[1]
    losses = np.zeros(steps, np.float32)
    one = np.float32(1)
    for s in range(steps):
        h = np.dot(x, w1)
        for i in range(n):
            for j in range(hidden):
                h[i, j] = np.tanh(h[i, j] + b1[j])
        dz = np.dot(h, w2)
        loss = 0.0
        for i in range(n):
            top = np.float32(-np.inf)
            for c in range(classes):
                dz[i, c] += b2[c]
                top = max(top, dz[i, c])
            total = np.float32(0)
            for c in range(classes):
                dz[i, c] = np.exp(dz[i, c] - top)
                total += dz[i, c]
            for c in range(classes):
                dz[i, c] /= total
            loss -= np.log(dz[i, labels[i]])
            dz[i, labels[i]] -= one
            for c in range(classes):
                dz[i, c] /= np.float32(n)
        losses[s] = loss / n
        dh = np.dot(dz, w2.T)
        for i in range(n):
            for j in range(hidden):
                dh[i, j] *= one - h[i, j] * h[i, j]
        w2 -= rate * np.dot(h.T, dz)
        b2 -= rate * dz.sum(axis=0)
        w1 -= rate * np.dot(x.T, dh)
        b1 -= rate * dh.sum(axis=0)
    return losses
