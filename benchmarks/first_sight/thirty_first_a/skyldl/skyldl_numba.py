import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def skyldl(first, values, rhs):
    n, many = rhs.shape
    a = values
    end = np.empty(n, np.int64)
    at = 0
    for i in range(n):
        end[i] = at + i - first[i]
        at = end[i] + 1
    negative, logs = 0, 0.0
    for i in range(n):
        mine = end[i] - i
        for j in range(first[i] + 1, i):
            other, total = end[j] - j, 0.0
            for k in range(max(first[i], first[j]), j):
                total += a[mine + k] * a[other + k]
            a[mine + j] -= total
        for j in range(first[i], i):
            scaled = a[mine + j] / a[end[j]]
            a[end[i]] -= scaled * a[mine + j]
            a[mine + j] = scaled
        if a[end[i]] < 0.0:
            negative += 1
        logs += np.log(abs(a[end[i]]))
        for k in range(first[i], i):
            for c in range(many):
                rhs[i, c] -= a[mine + k] * rhs[k, c]
    for i in range(n):
        for c in range(many):
            rhs[i, c] /= a[end[i]]
    for i in range(n - 1, 0, -1):
        mine = end[i] - i
        for k in range(first[i], i):
            for c in range(many):
                rhs[k, c] -= a[mine + k] * rhs[i, c]
    return negative, logs
