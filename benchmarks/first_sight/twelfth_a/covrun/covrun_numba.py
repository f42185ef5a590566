import numba as nb
import numpy as np


@nb.njit
def covrun(X):
    T, m = X.shape
    mean = np.zeros(m)
    S = np.zeros((m, m))
    before = np.empty(m)
    after = np.empty(m)
    for t in range(T):
        for i in range(m):
            before[i] = X[t, i] - mean[i]
            mean[i] += before[i] / (t + 1)
            after[i] = X[t, i] - mean[i]
        for i in range(m):
            for j in range(m):
                S[i, j] += before[i] * after[j]
    cov = S / (T - 1)
    std = np.sqrt(np.diag(cov))
    return mean, cov, cov / np.outer(std, std)
