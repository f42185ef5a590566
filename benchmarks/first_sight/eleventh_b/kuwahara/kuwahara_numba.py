import numba as nb
import numpy as np


@nb.njit
def kuwahara(image, r):
    ny, nx = image.shape
    my, mx = ny - r, nx - r
    mean, var = np.empty((my, mx), np.float32), np.empty((my, mx), np.float32)
    size = np.float32((r + 1) * (r + 1))
    for i in range(my):
        for j in range(mx):
            s = np.float32(0)
            for a in range(r + 1):
                for b in range(r + 1):
                    s += image[i + a, j + b]
            m = s / size
            q = np.float32(0)
            for a in range(r + 1):
                for b in range(r + 1):
                    d = image[i + a, j + b] - m
                    q += d * d
            mean[i, j] = m
            var[i, j] = q / size
    out = image.copy()
    for i in range(r, ny - r):
        for j in range(r, nx - r):
            bi, bj = i - r, j - r
            if var[i - r, j] < var[bi, bj]:
                bi, bj = i - r, j
            if var[i, j - r] < var[bi, bj]:
                bi, bj = i, j - r
            if var[i, j] < var[bi, bj]:
                bi, bj = i, j
            out[i, j] = mean[bi, bj]
    return out
