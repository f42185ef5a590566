import numpy as np


def blocks(indptr, indices, data, X, bias):
    size = data.shape[1]
    rows = indptr.size - 1
    out = np.zeros((rows * size, X.shape[1]))
    for i in range(rows):
        here = out[i * size:(i + 1) * size]
        for p in range(indptr[i], indptr[i + 1]):
            j = indices[p]
            here += data[p] @ X[j * size:(j + 1) * size]
        here += bias[:, None]
    np.maximum(out, 0.0, out=out)
    back = np.zeros_like(X)
    for i in range(rows):
        here = out[i * size:(i + 1) * size]
        for p in range(indptr[i], indptr[i + 1]):
            j = indices[p]
            back[j * size:(j + 1) * size] += data[p].T @ here
    return out, back
