import numpy as np


def choose_pivot(A, k, alpha):
    """Row to bring to the pivot's place, and whether the pivot is of one row or of two."""
    n = A.shape[0]
    here = abs(A[k, k])
    if k == n - 1:
        return k, 1
    imax = k + 1 + np.argmax(np.abs(A[k + 1:, k]))
    colmax = abs(A[imax, k])
    if max(here, colmax) == 0.0 or here >= alpha * colmax:
        return k, 1
    rowmax = np.max(np.abs(A[imax, k:imax]))
    if imax < n - 1:
        rowmax = max(rowmax, np.max(np.abs(A[imax + 1:, imax])))
    if here >= alpha * colmax * (colmax / rowmax):
        return k, 1
    if abs(A[imax, imax]) >= alpha * rowmax:
        return imax, 1
    return imax, 2


def sytf2(A, ipiv):
    n = A.shape[0]
    alpha = (1.0 + np.sqrt(17.0)) / 8.0
    k = 0
    while k < n:
        kp, step = choose_pivot(A, k, alpha)
        kk = k + step - 1
        if kp != kk:
            for i in range(kp + 1, n):
                A[i, kk], A[i, kp] = A[i, kp], A[i, kk]
            for j in range(kk + 1, kp):
                A[j, kk], A[kp, j] = A[kp, j], A[j, kk]
            A[kk, kk], A[kp, kp] = A[kp, kp], A[kk, kk]
            if step == 2:
                A[k + 1, k], A[kp, k] = A[kp, k], A[k + 1, k]
        if step == 1:
            r = 1.0 / A[k, k]
            for j in range(k + 1, n):
                t = r * A[j, k]
                for i in range(j, n):
                    A[i, j] -= t * A[i, k]
            for i in range(k + 1, n):
                A[i, k] *= r
            ipiv[k] = kp
        else:
            if k < n - 2:
                d21 = A[k + 1, k]
                d11 = A[k + 1, k + 1] / d21
                d22 = A[k, k] / d21
                d21 = 1.0 / ((d11 * d22 - 1.0) * d21)
                for j in range(k + 2, n):
                    wk = d21 * (d11 * A[j, k] - A[j, k + 1])
                    wl = d21 * (d22 * A[j, k + 1] - A[j, k])
                    for i in range(j, n):
                        A[i, j] -= A[i, k] * wk + A[i, k + 1] * wl
                    A[j, k] = wk
                    A[j, k + 1] = wl
            ipiv[k] = -kp - 1
            ipiv[k + 1] = -kp - 1
        k += step
