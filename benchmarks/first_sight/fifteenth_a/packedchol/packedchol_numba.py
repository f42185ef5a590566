import numba as nb
import numpy as np


@nb.njit
def pptrf(ap, n):
    jj = 0
    for j in range(n):
        ap[jj] = np.sqrt(ap[jj])
        for i in range(1, n - j):
            ap[jj + i] /= ap[jj]
        kk = jj + n - j
        for k in range(1, n - j):
            f = ap[jj + k]
            for i in range(k, n - j):
                ap[kk + i - k] -= f * ap[jj + i]
            kk += n - j - k
        jj += n - j
