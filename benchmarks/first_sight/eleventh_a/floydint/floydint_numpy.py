import numpy as np


def floydint(D, limit=400):
    n = D.shape[0]
    for k in range(n):
        for i in range(n):
            D[i, :] = np.minimum(D[i, :], D[i, k] + D[k, :])
    near = np.zeros(n, dtype=np.int64)
    for j in range(n):
        near[j] = np.count_nonzero(D[:, j] < limit)
    return near
