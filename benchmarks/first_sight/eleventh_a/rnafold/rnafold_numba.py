import numba as nb
import numpy as np


@nb.njit
def rnafold(seq, gap=3):
    n = seq.shape[0]
    T = np.zeros((n, n), dtype=np.int32)
    S = np.zeros((n, n), dtype=np.int32)
    for i in range(n - 2, -1, -1):
        for j in range(i + 1, n):
            best = max(T[i + 1, j], T[i, j - 1])
            if j - i > gap and seq[i] + seq[j] == 3:
                best = max(best, T[i + 1, j - 1] + 1)
            for k in range(i, j):
                best = max(best, T[i, k] + S[j, k + 1])
            T[i, j] = best
            S[j, i] = best
    return T
