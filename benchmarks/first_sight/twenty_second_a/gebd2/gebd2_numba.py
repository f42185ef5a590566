import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def gebd2(A, d, e, tauq, taup):
    m, n = A.shape
    dots = np.empty(n)
    for k in range(n):
        sigma = 0.0
        for i in range(k + 1, m):
            sigma += A[i, k] * A[i, k]
        x0 = A[k, k]
        if sigma == 0.0:
            tau, beta = 0.0, x0
        else:
            beta = -np.copysign(np.sqrt(x0 * x0 + sigma), x0)
            tau = (beta - x0) / beta
            for i in range(k + 1, m):
                A[i, k] /= x0 - beta
        tauq[k], d[k], A[k, k] = tau, beta, beta
        for j in range(k + 1, n):
            dots[j] = A[k, j]
        for i in range(k + 1, m):
            f = A[i, k]
            for j in range(k + 1, n):
                dots[j] += f * A[i, j]
        for j in range(k + 1, n):
            A[k, j] -= tau * dots[j]
        for i in range(k + 1, m):
            f = tau * A[i, k]
            for j in range(k + 1, n):
                A[i, j] -= f * dots[j]
        if k < n - 1:
            sigma = 0.0
            for j in range(k + 2, n):
                sigma += A[k, j] * A[k, j]
            x0 = A[k, k + 1]
            if sigma == 0.0:
                tau, beta = 0.0, x0
            else:
                beta = -np.copysign(np.sqrt(x0 * x0 + sigma), x0)
                tau = (beta - x0) / beta
                for j in range(k + 2, n):
                    A[k, j] /= x0 - beta
            taup[k], e[k] = tau, beta
            A[k, k + 1] = 1.0
            for i in range(k + 1, m):
                f = 0.0
                for j in range(k + 1, n):
                    f += A[i, j] * A[k, j]
                f *= tau
                for j in range(k + 1, n):
                    A[i, j] -= f * A[k, j]
            A[k, k + 1] = beta
