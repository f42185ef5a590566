import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def convback(x, dy, weights, speed, bias, stride, rate=np.float32(0.01), momentum=np.float32(0.9)):
    n, height, width, cout = dy.shape
    k, _, cin, _ = weights.shape
    dx, dw = np.zeros_like(x), np.empty_like(weights)
    m = n * height * width
    flat = dy.reshape(m, cout)
    patch = np.empty((m, cin), np.float32)
    for i in range(k):
        for j in range(k):
            at = 0
            for b in range(n):
                for p in range(height):
                    for q in range(width):
                        for c in range(cin):
                            patch[at, c] = x[b, i + stride * p, j + stride * q, c]
                        at += 1
            dw[i, j] = patch.T @ flat
            back = flat @ weights[i, j].T
            at = 0
            for b in range(n):
                for p in range(height):
                    for q in range(width):
                        for c in range(cin):
                            dx[b, i + stride * p, j + stride * q, c] += back[at, c]
                        at += 1
    scale = rate / np.float32(n)
    for i in range(k):
        for j in range(k):
            for c in range(cin):
                for o in range(cout):
                    v = momentum * speed[i, j, c, o] - scale * dw[i, j, c, o]
                    speed[i, j, c, o] = v
                    weights[i, j, c, o] += v
    total = np.zeros(cout, np.float32)
    for a in range(m):
        for o in range(cout):
            total[o] += flat[a, o]
    bias -= scale * total
    return dx
