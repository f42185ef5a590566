import numpy as np


def invert(L):
    n = L.shape[0]
    logdet = 0.0
    for j in range(n):
        logdet += 2.0 * np.log(L[j, j])
        L[j, j] = 1.0 / L[j, j]
        for i in range(j + 1, n):
            s = 0.0
            for k in range(j, i):
                s -= L[i, k] * L[k, j]
            L[i, j] = s / L[i, i]
    for i in range(n):
        for j in range(i + 1):
            s = 0.0
            for k in range(i, n):
                s += L[k, i] * L[k, j]
            L[i, j] = s
    return logdet
