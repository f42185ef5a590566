import numpy as np


def gotoh(a, b, match=2, mismatch=-1, start=4, extend=1):
    n, m = len(a), len(b)
    low = -10 ** 6
    M = np.full((n + 1, m + 1), low)
    X = np.full((n + 1, m + 1), low)
    Y = np.full((n + 1, m + 1), low)
    M[0, 0] = 0
    for i in range(1, n + 1):
        X[i, 0] = -start - extend * (i - 1)
    for j in range(1, m + 1):
        Y[0, j] = -start - extend * (j - 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            s = match if a[i - 1] == b[j - 1] else mismatch
            M[i, j] = max(M[i - 1, j - 1], X[i - 1, j - 1], Y[i - 1, j - 1]) + s
            X[i, j] = max(M[i - 1, j] - start, X[i - 1, j] - extend)
            Y[i, j] = max(M[i, j - 1] - start, Y[i, j - 1] - extend)
    return M, max(M[n, m], X[n, m], Y[n, m])
