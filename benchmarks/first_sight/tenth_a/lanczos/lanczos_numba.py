import numba as nb
import numpy as np


@nb.njit
def lanczos(A, v, K):
    n = A.shape[0]
    V = np.zeros((K, n))
    alpha = np.zeros(K)
    beta = np.zeros(K - 1)
    V[0] = v / np.sqrt(np.dot(v, v))
    for k in range(K):
        w = np.dot(A, V[k])
        alpha[k] = np.dot(w, V[k])
        for j in range(k, -1, -1):
            u = V[j]
            h = np.dot(w, u)
            for i in range(n):
                w[i] -= h * u[i]
        if k < K - 1:
            b = np.sqrt(np.dot(w, w))
            beta[k] = b
            for i in range(n):
                V[k + 1, i] = w[i] / b
    return alpha, beta, V
