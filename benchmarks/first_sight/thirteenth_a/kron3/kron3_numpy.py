import numpy as np


def kronpower(A, B, C, x, steps):
    norms = np.zeros(steps)
    for step in range(steps):
        y = np.einsum("ai,ijk->ajk", A, x)
        y = np.einsum("bj,ajk->abk", B, y)
        y = np.einsum("abk,ck->abc", y, C)
        norms[step] = np.sqrt(np.sum(y**2))
        x[...] = y / norms[step]
    return norms
