import numpy as np


def sqrtm_tri(T):
    n = T.shape[0]
    R = np.zeros_like(T)
    for j in range(n):
        R[j, j] = np.sqrt(T[j, j])
        for i in range(j - 1, -1, -1):
            s = 0.0 + 0.0j
            for k in range(i + 1, j):
                s += R[i, k] * R[k, j]
            R[i, j] = (T[i, j] - s) / (R[i, i] + R[j, j])
    return R, np.sqrt(np.sum(R.real**2 + R.imag**2))
