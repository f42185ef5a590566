import numpy as np


def lanczos(A, v, K):
    n = A.shape[0]
    V = np.zeros((K, n))
    alpha = np.zeros(K)
    beta = np.zeros(K - 1)
    V[0] = v / np.sqrt(v @ v)
    for k in range(K):
        w = A @ V[k]
        alpha[k] = w @ V[k]
        for j in range(k, -1, -1):
            w = w - (w @ V[j]) * V[j]
        if k < K - 1:
            beta[k] = np.sqrt(w @ w)
            V[k + 1] = w / beta[k]
    return alpha, beta, V
