import numba as nb
import numpy as np


@nb.njit
def gather(indptr, indices, h):
    near = np.zeros_like(h)
    for i in range(len(indptr) - 1):
        count = indptr[i + 1] - indptr[i]
        for k in range(indptr[i], indptr[i + 1]):
            row = indices[k]
            for j in range(h.shape[1]):
                near[i, j] += h[row, j]
        for j in range(h.shape[1]):
            if count > 0:
                near[i, j] /= np.float32(count)
    return near


@nb.njit
def embed(indptr, indices, h, own1, near1, own2, near2):
    z = np.dot(h, own1) + np.dot(gather(indptr, indices, h), near1)
    n, hidden = z.shape
    for i in range(n):
        s = np.float32(0)
        for j in range(hidden):
            z[i, j] = max(z[i, j], np.float32(0))
            s += z[i, j] * z[i, j]
        s = np.sqrt(s) + np.float32(1e-6)
        for j in range(hidden):
            z[i, j] /= s
    z = np.dot(z, own2) + np.dot(gather(indptr, indices, z), near2)
    for i in range(n):
        top = np.float32(-np.inf)
        for c in range(z.shape[1]):
            top = max(top, z[i, c])
        total = np.float32(0)
        for c in range(z.shape[1]):
            z[i, c] -= top
            total += np.exp(z[i, c])
        for c in range(z.shape[1]):
            z[i, c] -= np.log(total)
    return z
