import numba as nb
import numpy as np


@nb.njit
def fit(x, labels, order, W, size, epochs, rate=1e-2, beta1=0.9, beta2=0.99, decay=1e-3, eps=1e-6):
    n, d = x.shape
    classes = W.shape[1]
    m, v = np.zeros((d, classes)), np.zeros((d, classes))
    losses = np.zeros(epochs)
    xb = np.empty((size, d))
    step = 0
    for epoch in range(epochs):
        for batch in range(n // size):
            for r in range(size):
                row = order[batch * size + r]
                for j in range(d):
                    xb[r, j] = x[row, j]
            z = np.dot(xb, W)
            for r in range(size):
                label = labels[order[batch * size + r]]
                top = -np.inf
                for c in range(classes):
                    top = max(top, z[r, c])
                total = 0.0
                for c in range(classes):
                    z[r, c] = np.exp(z[r, c] - top)
                    total += z[r, c]
                for c in range(classes):
                    z[r, c] /= total
                losses[epoch] -= np.log(z[r, label]) / n
                z[r, label] -= 1.0
            g = np.dot(xb.T, z)
            step += 1
            f1, f2 = 1.0 / (1.0 - beta1**step), 1.0 / (1.0 - beta2**step)
            for j in range(d):
                for c in range(classes):
                    s = g[j, c] / size + decay * W[j, c]
                    m[j, c] = beta1 * m[j, c] + (1.0 - beta1) * s
                    v[j, c] = beta2 * v[j, c] + (1.0 - beta2) * s * s
                    W[j, c] -= rate * (m[j, c] * f1) / (np.sqrt(v[j, c] * f2) + eps)
    return losses
