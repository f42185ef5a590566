import numba as nb
import numpy as np


@nb.njit
def gmres(A, b, steps):
    n = b.shape[0]
    Q = np.zeros((steps + 1, n))
    H = np.zeros((steps + 1, steps))
    h = np.zeros(steps + 1)
    cs, sn = np.zeros(steps), np.zeros(steps)
    g = np.zeros(steps + 1)
    residuals = np.zeros(steps)
    g[0] = np.sqrt(np.dot(b, b))
    Q[0] = b / g[0]
    for k in range(steps):
        w = np.dot(A, Q[k])
        for i in range(k + 1):
            s = np.dot(Q[i], w)
            h[i] = s
            for j in range(n):
                w[j] -= s * Q[i, j]
        size = np.sqrt(np.dot(w, w))
        h[k + 1] = size
        for j in range(n):
            Q[k + 1, j] = w[j] / size
        for i in range(k):
            above = cs[i] * h[i] + sn[i] * h[i + 1]
            h[i + 1] = cs[i] * h[i + 1] - sn[i] * h[i]
            h[i] = above
        r = np.hypot(h[k], h[k + 1])
        cs[k] = h[k] / r
        sn[k] = h[k + 1] / r
        for i in range(k):
            H[i, k] = h[i]
        H[k, k] = r
        g[k + 1] = -sn[k] * g[k]
        g[k] *= cs[k]
        residuals[k] = abs(g[k + 1])
    y = np.zeros(steps)
    for i in range(steps - 1, -1, -1):
        s = g[i]
        for j in range(i + 1, steps):
            s -= H[i, j] * y[j]
        y[i] = s / H[i, i]
    return np.dot(y, Q[:steps]), residuals
