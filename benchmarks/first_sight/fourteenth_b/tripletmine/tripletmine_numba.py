import numba as nb
import numpy as np


@nb.njit
def triplets(x, labels, margin):
    n, d = x.shape
    one = np.float32(1)
    e, size = np.empty_like(x), np.empty(n, np.float32)
    for i in range(n):
        s = np.float32(0)
        for k in range(d):
            s += x[i, k] * x[i, k]
        size[i] = np.sqrt(s)
        for k in range(d):
            e[i, k] = x[i, k] / size[i]
    dots = np.dot(e, e.T)
    g = np.zeros_like(x)
    loss = np.float32(0)
    weight = np.float32(2.0 / n)
    active = 0
    for i in range(n):
        far, near = np.float32(-1), np.float32(9)
        positive, negative = 0, 0
        for j in range(n):
            distance = max(np.float32(2) - np.float32(2) * dots[i, j], np.float32(0))
            if labels[i] == labels[j]:
                if i != j and distance > far:
                    far, positive = distance, j
            elif distance < near:
                near, negative = distance, j
        if far < 0:
            continue
        short = far - near + np.float32(margin)
        if short > 0:
            active += 1
            loss += short
            for k in range(d):
                g[i, k] += weight * (e[negative, k] - e[positive, k])
                g[positive, k] -= weight * e[i, k]
                g[negative, k] += weight * e[i, k]
    for i in range(n):
        s = np.float32(0)
        for k in range(d):
            s += g[i, k] * e[i, k]
        over = one / size[i]
        for k in range(d):
            g[i, k] = (g[i, k] - e[i, k] * s) * over
    return loss / np.float32(n), g, active
