import numba as nb
import numpy as np


@nb.njit
def choose_pivot(A, k, alpha):
    n = A.shape[0]
    here = abs(A[k, k])
    if k == n - 1:
        return k, 1
    imax, colmax = k + 1, abs(A[k + 1, k])
    for i in range(k + 2, n):
        if abs(A[i, k]) > colmax:
            imax, colmax = i, abs(A[i, k])
    if max(here, colmax) == 0.0 or here >= alpha * colmax:
        return k, 1
    rowmax = 0.0
    for j in range(k, imax):
        rowmax = max(rowmax, abs(A[imax, j]))
    for i in range(imax + 1, n):
        rowmax = max(rowmax, abs(A[i, imax]))
    if here >= alpha * colmax * (colmax / rowmax):
        return k, 1
    if abs(A[imax, imax]) >= alpha * rowmax:
        return imax, 1
    return imax, 2


@nb.njit
def sytf2(A, ipiv):
    n = A.shape[0]
    alpha = (1.0 + np.sqrt(17.0)) / 8.0
    w, v = np.empty(n), np.empty(n)
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
                w[j] = r * A[j, k]
            for i in range(k + 1, n):
                t = A[i, k]
                row = A[i]
                for j in range(k + 1, i + 1):
                    row[j] -= w[j] * t
                row[k] = t * r
            ipiv[k] = kp
        else:
            if k < n - 2:
                d21 = A[k + 1, k]
                d11 = A[k + 1, k + 1] / d21
                d22 = A[k, k] / d21
                d21 = 1.0 / ((d11 * d22 - 1.0) * d21)
                for j in range(k + 2, n):
                    w[j] = d21 * (d11 * A[j, k] - A[j, k + 1])
                    v[j] = d21 * (d22 * A[j, k + 1] - A[j, k])
                for i in range(k + 2, n):
                    row = A[i]
                    a, b = row[k], row[k + 1]
                    for j in range(k + 2, i + 1):
                        row[j] -= a * w[j] + b * v[j]
                    row[k], row[k + 1] = w[i], v[i]
            ipiv[k] = -kp - 1
            ipiv[k + 1] = -kp - 1
        k += step
