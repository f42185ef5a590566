import numba as nb
import numpy as np


@nb.njit
def smooth(q, strength, out):
    nz, ny, nx = q.shape
    zero = np.float32(0.0)
    four = np.float32(4.0)
    lap = np.empty((ny, nx), np.float32)
    along = np.empty(nx, np.float32)
    across = np.empty((ny, nx), np.float32)
    for k in range(nz):
        for i in range(1, ny - 1):
            for j in range(1, nx - 1):
                lap[i, j] = q[k, i + 1, j] + q[k, i - 1, j] + q[k, i, j + 1] + q[k, i, j - 1] - four * q[k, i, j]
        for i in range(1, ny - 2):
            for j in range(2, nx - 2):
                f = lap[i + 1, j] - lap[i, j]
                across[i, j] = zero if f * (q[k, i + 1, j] - q[k, i, j]) > zero else f
        for i in range(2, ny - 2):
            for j in range(1, nx - 2):
                f = lap[i, j + 1] - lap[i, j]
                along[j] = zero if f * (q[k, i, j + 1] - q[k, i, j]) > zero else f
            for j in range(2, nx - 2):
                out[k, i, j] = q[k, i, j] - strength[k, i, j] * (along[j] - along[j - 1] + across[i, j] - across[i - 1, j])
    return out
