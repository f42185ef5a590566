import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def dqdsval(q, e, most, tol=1e-14):
    n, many = q.shape
    d = np.empty(many)
    sweeps = 0
    while sweeps < most:
        some = False
        for k in range(n - 1):
            for j in range(many):
                if e[k, j] > tol * q[k + 1, j]:
                    some = True
                    break
            if some:
                break
        if not some:
            break
        d[:] = q[0]
        for k in range(n - 1):
            for j in range(many):
                q[k, j] = d[j] + e[k, j]
                ratio = q[k + 1, j] / q[k, j]
                e[k, j] *= ratio
                d[j] *= ratio
        q[n - 1] = d
        sweeps += 1
    values = np.empty((n, many))
    for j in range(many):
        values[:, j] = np.sqrt(np.sort(q[:, j])[::-1])
    return values, sweeps
