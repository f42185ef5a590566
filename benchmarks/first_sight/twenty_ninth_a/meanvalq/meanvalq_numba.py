import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def meanvalq(demands, think, waits, first, second):
    K = waits.size
    length, stay = np.zeros((second + 1, K)), np.empty(K)
    rate = np.zeros((first + 1, second + 1, 2))
    for a in range(first + 1):
        for b in range(second + 1):
            x = 0.0
            if a > 0:
                total = 0.0
                for k in range(K):
                    stay[k] = demands[0, k] * (1.0 + waits[k] * length[b, k])
                    total += stay[k]
                x = a / (think[0] + total)
                rate[a, b, 0] = x
                for k in range(K):
                    length[b, k] = x * stay[k]
            if b > 0:
                total = 0.0
                for k in range(K):
                    stay[k] = demands[1, k] * (1.0 + waits[k] * length[b - 1, k])
                    total += stay[k]
                y = b / (think[1] + total)
                rate[a, b, 1] = y
                for k in range(K):
                    length[b, k] += y * stay[k]
    share = np.empty(K)
    for k in range(K):
        share[k] = rate[first, second, 0] * demands[0, k] + rate[first, second, 1] * demands[1, k]
    return length[second].copy(), rate, share
