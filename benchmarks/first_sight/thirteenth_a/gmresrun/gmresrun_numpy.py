import numpy as np


def gmres(A, b, steps):
    n = b.shape[0]
    Q = np.zeros((steps + 1, n))
    H = np.zeros((steps + 1, steps))
    cs, sn = np.zeros(steps), np.zeros(steps)
    g = np.zeros(steps + 1)
    residuals = np.zeros(steps)
    g[0] = np.linalg.norm(b)
    Q[0] = b / g[0]
    for k in range(steps):
        w = A @ Q[k]
        for i in range(k + 1):
            H[i, k] = np.dot(Q[i], w)
            w -= H[i, k] * Q[i]
        H[k + 1, k] = np.linalg.norm(w)
        Q[k + 1] = w / H[k + 1, k]
        for i in range(k):
            above = cs[i] * H[i, k] + sn[i] * H[i + 1, k]
            H[i + 1, k] = cs[i] * H[i + 1, k] - sn[i] * H[i, k]
            H[i, k] = above
        r = np.hypot(H[k, k], H[k + 1, k])
        cs[k], sn[k] = H[k, k] / r, H[k + 1, k] / r
        H[k, k], H[k + 1, k] = r, 0.0
        g[k + 1] = -sn[k] * g[k]
        g[k] *= cs[k]
        residuals[k] = np.abs(g[k + 1])
    y = np.zeros(steps)
    for i in reversed(range(steps)):
        y[i] = (g[i] - H[i, i + 1:] @ y[i + 1:]) / H[i, i]
    return y @ Q[:-1], residuals
