import numpy as np

MATCH, MISMATCH, GAP = 3, -2, 2


def localalign(a, b):
    n, m = len(a), len(b)
    H = np.zeros((n + 1, m + 1), dtype=np.int32)
    best = 0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            score = MATCH if a[i - 1] == b[j - 1] else MISMATCH
            H[i, j] = max(0, H[i - 1, j - 1] + score, H[i - 1, j] - GAP, H[i, j - 1] - GAP)
            if H[i, j] > best:
                best = H[i, j]
    return H, best
