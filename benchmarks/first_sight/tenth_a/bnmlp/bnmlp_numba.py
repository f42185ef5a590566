import numba as nb
import numpy as np


@nb.njit
def bnmlp(x, W, gamma, beta, out, labels):
    B, D = x.shape
    f = np.float32
    x = x.copy()
    mean = np.empty(D, dtype=np.float32)
    var = np.empty(D, dtype=np.float32)
    for l in range(W.shape[0]):
        y = np.dot(x, W[l])
        mean[:] = 0
        var[:] = 0
        for i in range(B):
            for j in range(D):
                mean[j] += y[i, j]
        for j in range(D):
            mean[j] /= f(B)
        for i in range(B):
            for j in range(D):
                var[j] += (y[i, j] - mean[j]) ** 2
        for j in range(D):
            var[j] = gamma[l, j] / np.sqrt(var[j] / f(B) + f(1e-5))
        for i in range(B):
            for j in range(D):
                v = (y[i, j] - mean[j]) * var[j] + beta[l, j]
                x[i, j] += f(0.5) * v * (f(1.0) + np.tanh(f(0.7978846) * (v + f(0.044715) * v * v * v)))
    p = np.dot(x, out)
    C = p.shape[1]
    loss = 0.0
    for i in range(B):
        top = p[i, 0]
        for c in range(1, C):
            top = max(top, p[i, c])
        s = f(0.0)
        for c in range(C):
            p[i, c] = np.exp(p[i, c] - top)
            s += p[i, c]
        for c in range(C):
            p[i, c] /= s
        loss -= np.log(p[i, labels[i]])
    return f(loss / B), p
