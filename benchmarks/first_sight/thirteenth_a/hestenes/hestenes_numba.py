import numba as nb
import numpy as np


@nb.njit
def turn(M, p, q, c, s):
    for i in range(M.shape[1]):
        kept = M[p, i]
        M[p, i] = c * kept - s * M[q, i]
        M[q, i] = s * kept + c * M[q, i]


@nb.njit
def onesided(U, sweeps, tiny=1e-14):
    m, n = U.shape
    W = U.T.copy()
    V = np.eye(n)
    for sweep in range(sweeps):
        for p in range(n - 1):
            for q in range(p + 1, n):
                alpha, beta, gamma = 0.0, 0.0, 0.0
                for i in range(m):
                    alpha += W[p, i] * W[p, i]
                    beta += W[q, i] * W[q, i]
                    gamma += W[p, i] * W[q, i]
                if abs(gamma) > tiny * np.sqrt(alpha * beta):
                    zeta = (beta - alpha) / (2.0 * gamma)
                    t = np.sign(zeta) / (abs(zeta) + np.sqrt(1.0 + zeta * zeta))
                    c = 1.0 / np.sqrt(1.0 + t * t)
                    turn(W, p, q, c, c * t)
                    turn(V, p, q, c, c * t)
    sigma = np.empty(n)
    for j in range(n):
        sigma[j] = np.sqrt(np.dot(W[j], W[j]))
    for i in range(m):
        for j in range(n):
            U[i, j] = W[j, i] / sigma[j]
    return sigma, V.T.copy()
