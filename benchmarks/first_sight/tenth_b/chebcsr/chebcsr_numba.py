import numba as nb
import numpy as np


@nb.njit
def spmm(indptr, indices, values, x, out):
    m = x.shape[1]
    for row in range(len(indptr) - 1):
        for c in range(m):
            out[row, c] = 0.0
        for e in range(indptr[row], indptr[row + 1]):
            v = values[e]
            i = indices[e]
            for c in range(m):
                out[row, c] += v * x[i, c]


@nb.njit
def filtered(indptr, indices, values, block, degree, low=-0.4, high=0.6):
    centre, radius = 0.5 * (low + high), 0.5 * (high - low)
    n, m = block.shape
    prev = block.copy()
    cur = np.empty_like(block)
    work = np.empty_like(block)
    spmm(indptr, indices, values, prev, cur)
    for i in range(n):
        for c in range(m):
            cur[i, c] = (cur[i, c] - centre * prev[i, c]) / radius
    for _ in range(1, degree):
        spmm(indptr, indices, values, cur, work)
        for i in range(n):
            for c in range(m):
                prev[i, c] = 2.0 / radius * (work[i, c] - centre * cur[i, c]) - prev[i, c]
        prev, cur = cur, prev
    dots = np.empty(m)
    for j in range(m):
        dots[:] = 0.0
        for i in range(n):
            for k in range(j):
                dots[k] += cur[i, k] * cur[i, j]
        norm = 0.0
        for i in range(n):
            s = cur[i, j]
            for k in range(j):
                s -= cur[i, k] * dots[k]
            cur[i, j] = s
            norm += s * s
        norm = np.sqrt(norm)
        for i in range(n):
            cur[i, j] /= norm
    return cur
