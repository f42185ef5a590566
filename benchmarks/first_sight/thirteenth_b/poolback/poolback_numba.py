import numba as nb
import numpy as np


@nb.njit
def pooled(x, gradient, k=3, stride=2):
    n, c, h, w = x.shape
    rows, cols = (h - k) // stride + 1, (w - k) // stride + 1
    out = np.empty((n, c, rows, cols), np.float32)
    dx = np.zeros_like(x)
    for b in range(n):
        for ch in range(c):
            for i in range(rows):
                for j in range(cols):
                    best = x[b, ch, i * stride, j * stride]
                    y, z = i * stride, j * stride
                    for p in range(i * stride, i * stride + k):
                        for q in range(j * stride, j * stride + k):
                            if x[b, ch, p, q] > best:
                                best = x[b, ch, p, q]
                                y, z = p, q
                    out[b, ch, i, j] = best
                    dx[b, ch, y, z] += gradient[b, ch, i, j]
    return out, dx
