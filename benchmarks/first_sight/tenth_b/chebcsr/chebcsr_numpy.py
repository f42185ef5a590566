import numpy as np


def spmm(indptr, indices, values, x, out):
    for row in range(len(indptr) - 1):
        a = indptr[row]
        b = indptr[row + 1]
        out[row, :] = values[a:b] @ x[indices[a:b], :]


def filtered(indptr, indices, values, block, degree, low=-0.4, high=0.6):
    """A Chebyshev filter of a sparse matrix on a block of vectors, orthonormal afterwards by Gram and Schmidt."""
    centre, radius = 0.5 * (low + high), 0.5 * (high - low)
    prev = block
    cur = np.empty_like(block)
    work = np.empty_like(block)
    spmm(indptr, indices, values, prev, cur)
    cur -= centre * prev
    cur /= radius
    for _ in range(1, degree):
        spmm(indptr, indices, values, cur, work)
        nxt = 2.0 / radius * (work - centre * cur) - prev
        prev, cur = cur, nxt
    for j in range(cur.shape[1]):
        cur[:, j] -= cur[:, :j] @ (cur[:, :j].T @ cur[:, j])
        cur[:, j] /= np.sqrt(cur[:, j] @ cur[:, j])
    return cur
