import numba as nb
import numpy as np


@nb.njit
def blocks(indptr, indices, data, X, bias):
    size, k = data.shape[1], X.shape[1]
    rows = indptr.size - 1
    out, back = np.zeros((rows * size, k)), np.zeros_like(X)
    for i in range(rows):
        for r in range(size):
            row = out[i * size + r]
            row[:] = bias[r]
            for p in range(indptr[i], indptr[i + 1]):
                first = indices[p] * size
                for c in range(size):
                    f = data[p, r, c]
                    for q in range(k):
                        row[q] += f * X[first + c, q]
            for q in range(k):
                row[q] = max(row[q], 0.0)
        for p in range(indptr[i], indptr[i + 1]):
            first = indices[p] * size
            for c in range(size):
                row = back[first + c]
                for r in range(size):
                    f = data[p, r, c]
                    for q in range(k):
                        row[q] += f * out[i * size + r, q]
    return out, back
