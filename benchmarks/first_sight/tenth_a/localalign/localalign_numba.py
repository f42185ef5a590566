import numba as nb
import numpy as np

MATCH, MISMATCH, GAP = 3, -2, 2


@nb.njit
def localalign(a, b):
    n, m = len(a), len(b)
    H = np.zeros((n + 1, m + 1), dtype=np.int32)
    best = np.int32(0)
    for i in range(n):
        left = np.int32(0)
        for j in range(m):
            score = np.int32(MATCH) if a[i] == b[j] else np.int32(MISMATCH)
            x = max(np.int32(0), max(H[i, j] + score, H[i, j + 1] - GAP))
            left = np.int32(max(x, left - GAP))
            H[i + 1, j + 1] = left
            best = max(best, left)
    return H, best
