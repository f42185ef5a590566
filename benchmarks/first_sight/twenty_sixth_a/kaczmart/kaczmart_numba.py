import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def kaczmart(data, col, ptr, b, pixels, sweeps, relax):
    x, norm, miss = np.zeros(pixels), np.zeros(b.size), np.zeros(sweeps)
    for i in range(b.size):
        for k in range(ptr[i], ptr[i + 1]):
            norm[i] += data[k] ** 2
    for s in range(sweeps):
        total = 0.0
        for i in range(b.size):
            gap = b[i]
            for k in range(ptr[i], ptr[i + 1]):
                gap -= data[k] * x[col[k]]
            f = relax * gap / norm[i]
            for k in range(ptr[i], ptr[i + 1]):
                x[col[k]] += f * data[k]
            total += gap * gap
        miss[s] = np.sqrt(total)
        for i in range(pixels):
            x[i] = max(x[i], 0.0)
    return x, miss
